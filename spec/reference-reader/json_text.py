"""JSON (RFC 8259) with the rules of 8.4: UTF-8, numbers kept as their text, members as pairs."""
import re

from rules import Refused

MOST_DEPTH = 128             # 3.12
MOST_TEXT = 256 << 20        # 3.12

NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
PLAIN = re.compile(r'[^"\\\x00-\x1f\ud800-\udfff]*')
SPACE = re.compile(r"[ \t\n\r]*")
ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class Number(str):
    """A number token, as it is spelled."""


class Members(list):
    """An object: pairs of name and value in the order of the text, repeated names included."""


def parse(data, place=""):
    """The value of a whole text: None, bool, str, Number, list or Members."""
    if data.startswith(b"\xef\xbb\xbf"):
        raise Refused("json-byte-order-mark", place=place)
    # A byte that is not UTF-8 becomes a lone surrogate, which no valid text has.
    parser = _Parser(data.decode("utf-8", "surrogateescape"), place)
    value = parser.value(0)
    parser.space()
    if parser.at < len(parser.text):
        parser.fail("json-trailing-bytes")
    return value


class _Parser:
    def __init__(self, text, place):
        self.text, self.at, self.place = text, 0, place

    def fail(self, rule):
        if self.at < len(self.text) and "\ud800" <= self.text[self.at] <= "\udfff":
            rule = "json-invalid-utf8"
        line = self.text.count("\n", 0, self.at) + 1
        raise Refused(rule, place=f"{self.place}:{line}" if self.place else f"line {line}")

    def space(self):
        self.at = SPACE.match(self.text, self.at).end()

    def next(self):
        self.space()
        if self.at == len(self.text):
            self.fail("json-truncated")
        return self.text[self.at]

    def value(self, depth):
        first = self.next()
        if first == "{" or first == "[":
            if depth == MOST_DEPTH:
                self.fail("json-depth")
            return self.object(depth) if first == "{" else self.array(depth)
        if first == '"':
            return self.string()
        if first == "-" or first.isascii() and first.isdigit():
            return self.number()
        for word, value in (("null", None), ("true", True), ("false", False)):
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return value
            if word.startswith(self.text[self.at:]):
                self.at = len(self.text)
                self.fail("json-truncated")
        self.fail("json-syntax")

    def object(self, depth):
        members = Members()
        self.at += 1
        if self.next() == "}":
            self.at += 1
            return members
        while True:
            if self.next() != '"':
                self.fail("json-syntax")
            name = self.string()
            if self.next() != ":":
                self.fail("json-syntax")
            self.at += 1
            members.append((name, self.value(depth + 1)))
            if self.separator("}"):
                return members

    def array(self, depth):
        items = []
        self.at += 1
        if self.next() == "]":
            self.at += 1
            return items
        while True:
            items.append(self.value(depth + 1))
            if self.separator("]"):
                return items

    def separator(self, end):
        """Reads a comma, or the end of an object or array."""
        found = self.next()
        if found != "," and found != end:
            self.fail("json-syntax")
        self.at += 1
        return found == end

    def number(self):
        found = NUMBER.match(self.text, self.at)
        end = found.end() if found else self.at + 1
        if found is None or self.text[end:end + 1] in set("0123456789.eE+-") - {""}:
            self.fail("json-number")
        self.at = end
        return Number(found.group())

    def string(self):
        pieces = []
        self.at += 1
        while True:
            found = PLAIN.match(self.text, self.at)
            pieces.append(found.group())
            self.at = found.end()
            if self.at == len(self.text):
                self.fail("json-truncated")
            character = self.text[self.at]
            if character == '"':
                self.at += 1
                text = "".join(pieces)
                if len(text.encode("utf-8")) > MOST_TEXT:
                    self.fail("json-text-length")
                return text
            if character != "\\":
                self.fail("json-control-character")
            pieces.append(self.escape())

    def escape(self):
        letter = self.text[self.at + 1:self.at + 2]
        if letter == "":
            self.at = len(self.text)
            self.fail("json-truncated")
        if letter in ESCAPES:
            self.at += 2
            return ESCAPES[letter]
        if letter != "u":
            self.fail("json-escape")
        unit = self.unit()
        if 0xDC00 <= unit <= 0xDFFF:
            self.fail("json-lone-surrogate")
        if 0xD800 <= unit <= 0xDBFF:
            if self.text[self.at:self.at + 2] != "\\u":
                self.fail("json-lone-surrogate")
            low = self.unit()
            if not 0xDC00 <= low <= 0xDFFF:
                self.fail("json-lone-surrogate")
            return chr(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
        return chr(unit)

    def unit(self):
        digits = self.text[self.at + 2:self.at + 6]
        if not re.fullmatch(r"[0-9A-Fa-f]{4}", digits):
            if len(digits) < 4 and re.fullmatch(r"[0-9A-Fa-f]*", digits):
                self.at = len(self.text)
                self.fail("json-truncated")
            self.fail("json-escape")
        self.at += 6
        return int(digits, 16)


def body(text):
    """4.9 and 6.7: the shortest escapes of a text, without quotation marks."""
    pieces = []
    for character in text:
        if character in '"\\':
            pieces.append("\\" + character)
        elif character < " ":
            short = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
            pieces.append(short.get(character) or f"\\u{ord(character):04x}")
        else:
            pieces.append(character)
    return "".join(pieces)


def string(text):
    """A text as a JSON string."""
    return '"' + body(text) + '"'
