"""Changes one thing in a text of JSON or XML, so that it mostly breaks one rule."""
import re

JSON_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null')
XML_TOKEN = re.compile(rb'[\w.:-]+="[^"]*"|(?<=>)[^<>]+(?=<)')
JSON_VALUES = [
    b"null", b"true", b"0", b"-0", b"1", b"1.0", b"-1", b"5", b"1e400", b"9007199254740991", b"9007199254740992",
    b'"9007199254740992"', b'""', b'"a"', b'"5"', b'"-0"', b'"NaN"', b'"\\ud800"', b'"\\u0000"', b"[]", b"{}",
    b"[null]", b"[1]", b"[1,1]", b'{"a":1}', b'{"$date":"2001-01-01T00:00:00Z"}', b'{"$double":"1"}', b'{"$x":1}',
    b'"2001-01-01T00:00:00Z"', b'"@0"', b'"4.0.0"', b'"Trip"', b'{"$external":"00","$size":1}', b"[[1,3]]"]
XML_VALUES = [
    b"", b" ", b"true", b"false", b"0", b"-0", b"1", b"1.0", b"-1", b"5", b"NaN", b"9007199254740991", b"9007199254740992",
    b"a", b"a b", b"\\u0000", b"&#0;", b"&lt;", b"\xc3\xa9", b"2001-01-01T00:00:00Z", b"@0", b"4.0.0", b"Trip", b"Zg==",
    b"Zh==", b"<d:null/>", b"<d:key>1</d:key>", b"<!-- -->", b"<![CDATA[a]]>", b"<?a?>"]


def mutated(text, rng):
    """A text of JSON or XML with one token or line changed, moved, doubled or left out."""
    lines = text.split(b"\n")
    if rng.randrange(8) == 0 and len(lines) > 4:
        at = rng.randrange(len(lines))
        kind = rng.randrange(3)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, lines[at])
        else:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        return b"\n".join(lines)
    is_xml = text.lstrip()[:1] == b"<"
    tokens = list((XML_TOKEN if is_xml else JSON_TOKEN).finditer(text))
    if not tokens:
        return text
    token = rng.choice(tokens)
    start, end = token.span()
    old = token.group()
    new = rng.choice(tokens).group() if rng.randrange(3) == 0 else rng.choice(XML_VALUES if is_xml else JSON_VALUES)
    if is_xml:
        return mutated_xml(text, start, end, old, new, rng)
    is_name = text[end:end + 1] == b":"
    if is_name and rng.randrange(2):
        new = rng.choice([old[:-1] + b'x"', b'"$' + old[1:], b'"name"', b'"type"', b'"$id"', b'"$entity"', b'"$foreign"', b'""'])
    elif is_name:
        # The member is left out, as far as its value is one token.
        value = re.compile(rb":" + JSON_TOKEN.pattern + rb",?").match(text, end)
        if value:
            return text[:start] + text[value.end():]
    elif rng.randrange(6) == 0:
        new = old + b"," + old
    return text[:start] + new + text[end:]


def mutated_xml(text, start, end, old, new, rng):
    if b"=" not in old or not old.endswith(b'"'):
        if new.endswith(b'"') and b"=" in new:
            new = new.split(b'"')[1]
        kind = rng.randrange(6)
        if kind == 0:       # an element around it, or one behind it
            new = old + b"<a/>"
        elif kind == 1:
            new = b" " + old
        return text[:start] + new + text[end:]
    name, value = old.split(b"=", 1)
    if new.endswith(b'"') and b"=" in new:
        new = new.split(b'"')[1]
    new = new.replace(b"<", b"&lt;").replace(b'"', b"&quot;")
    kind = rng.randrange(6)
    if kind == 0:
        return text[:start] + text[end:]
    if kind == 1:
        return text[:start] + name + b"x=" + value + text[end:]
    if kind == 2:
        return text[:start] + b"escaped-" + name + b'="true" ' + old + text[end:]
    return text[:start] + name + b'="' + new + b'"' + text[end:]
