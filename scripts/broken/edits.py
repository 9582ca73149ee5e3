"""Edits: functions from the bytes of a good document, or of a part, to those of a broken one."""
import re


def to_bytes(text):
    return text if isinstance(text, bytes) else text.encode("utf-8")


def chain(*edits):
    """Does one edit after another."""
    def edit(document):
        for step in edits:
            document = step(document)
        return document
    return edit


def replace(*pairs):
    """Replaces each first text, which must stand there exactly once, by the second."""
    def edit(document):
        for old, new in pairs:
            old, new = to_bytes(old), to_bytes(new)
            if document.count(old) != 1:
                raise ValueError(f"{old!r} stands there {document.count(old)} times")
            document = document.replace(old, new)
        return document
    return edit


def replace_all(old, new):
    def edit(document):
        if to_bytes(old) not in document:
            raise ValueError(f"{old!r} does not stand there")
        return document.replace(to_bytes(old), to_bytes(new))
    return edit


def substitute(pattern, new):
    """Replaces what a pattern matches, exactly once."""
    def edit(document):
        result, count = re.subn(to_bytes(pattern), lambda _: to_bytes(new), document, flags=re.DOTALL)
        if count != 1:
            raise ValueError(f"{pattern!r} matches {count} times")
        return result
    return edit


def add(pattern, difference):
    """Adds to the number that the group of a pattern matches, exactly once."""
    def edit(document):
        [found] = re.finditer(to_bytes(pattern), document)
        number = to_bytes(str(int(found[1]) + difference))
        return document[:found.start(1)] + number + document[found.end(1):]
    return edit


def exchange(pattern):
    """Exchanges the two groups that a pattern consists of."""
    def edit(document):
        result, count = re.subn(to_bytes(pattern), rb"\2\1", document, flags=re.DOTALL)
        if count != 1:
            raise ValueError(f"{pattern!r} matches {count} times")
        return result
    return edit


def swap(first, second):
    """Exchanges two lines that match two patterns; a comma at the end of a line stays where it is."""
    def edit(document):
        lines = document.split(b"\n")
        places = []
        for pattern in (first, second):
            found = [index for index, line in enumerate(lines) if re.match(to_bytes(pattern), line)]
            if len(found) != 1:
                raise ValueError(f"{pattern!r} matches {len(found)} lines")
            places.append(found[0])
        contents = [re.fullmatch(rb"(.*?)(,?)", lines[place], re.DOTALL) for place in places]
        lines[places[0]] = contents[1][1] + contents[0][2]
        lines[places[1]] = contents[0][1] + contents[1][2]
        return b"\n".join(lines)
    return edit


def cut(before):
    """Ends the document before a text."""
    def edit(document):
        if document.count(to_bytes(before)) != 1:
            raise ValueError(f"{before!r} does not stand there once")
        return document[: document.index(to_bytes(before))]
    return edit


def cut_end(text):
    def edit(document):
        if not document.endswith(to_bytes(text)):
            raise ValueError(f"the document does not end with {text!r}")
        return document[: -len(to_bytes(text))]
    return edit


def append(text):
    return lambda document: document + to_bytes(text)


def prepend(text):
    return lambda document: to_bytes(text) + document


def whole(content):
    return lambda document: to_bytes(content)


def recode(encoding):
    return lambda document: document.decode("utf-8").encode(encoding)


def set_byte(offset, value):
    def edit(content):
        content = bytearray(content)
        content[offset] = value
        return bytes(content)
    return edit
