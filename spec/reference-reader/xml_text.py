"""XML 1.0 with namespaces, and what 3.2 and 8.4 say of it."""
import re
from xml.parsers import expat

import json_text
from rules import Refused

FORMAT = "urn:trip-documents:format"     # 3.1
MOST_DEPTH = 128                         # 3.12
MOST_ATTRIBUTES = 256                    # 3.12
WHITE = " \t\r\n"

SEPARATOR = "\x01"                       # no XML text has this character
NAMESPACE_ERRORS = {27, 28, 38, 39, 40}  # of expat: unbound and reserved prefixes
DECLARATION = re.compile(
    r"""<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*("[^"<]*"|'[^'<]*')"""
    r"""(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*("[A-Za-z][A-Za-z0-9._-]*"|'[A-Za-z][A-Za-z0-9._-]*'))?"""
    r"""(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*("yes"|"no"|'yes'|'no'))?[ \t\r\n]*\?>""")


class Element:
    """An element: namespace and local name, attributes by such pairs, texts and elements in it."""

    def __init__(self, name, attributes, line):
        self.namespace, self.name = name
        self.attributes, self.children, self.line = attributes, [], line

    def is_format(self, name=None):
        """Whether the element is one of the format's namespace."""
        return self.namespace == FORMAT and name in (None, self.name)

    def elements(self, rule="xml-unexpected-text"):
        """The elements in this one. 3.1: between them there is white space only."""
        for child in self.children:
            if isinstance(child, str) and child.strip(WHITE):
                raise Refused(rule, f"text in {self.name}", f"line {self.line}")
        return [child for child in self.children if isinstance(child, Element)]

    def text(self, rule):
        """The text of an element without elements."""
        if any(isinstance(child, Element) for child in self.children):
            raise Refused(rule, f"an element in {self.name}", f"line {self.line}")
        return "".join(self.children)


def parse(data, place=""):
    """The root element of a whole text."""

    def fail(rule, message=""):
        raise Refused(rule, message, f"{place}:{parser.CurrentLineNumber}")

    def pair(name):
        namespace, _, local = name.rpartition(SEPARATOR)
        return namespace, local

    def start(name, attributes):
        if len(stack) > MOST_DEPTH:
            fail("xml-depth")
        names, values = attributes[::2], attributes[1::2]
        if len(names) + declared[0] > MOST_ATTRIBUTES:
            fail("xml-attribute-count")
        declared[0] = 0
        element = Element(pair(name), dict(zip(map(pair, names), values)), parser.CurrentLineNumber)
        stack[-1].children.append(element)
        stack.append(element)

    def declare(prefix, uri):
        declared[0] += 1
        scope[0] += 1
        if scope[0] > MOST_ATTRIBUTES:
            fail("xml-attribute-count")

    def undeclare(prefix):
        scope[0] -= 1

    def text(characters):
        stack[-1].children.append(characters)

    if data.startswith((b"\xef\xbb\xbf", b"\xfe\xff", b"\xff\xfe")):
        raise Refused("xml-encoding", place=place)
    try:
        characters = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refused("xml-invalid-utf8", place=f"{place}:{line}") from None
    _check_declaration(characters, place)

    declared, scope = [0], [0]
    document = Element(("", ""), {}, 0)
    stack = [document]
    parser = expat.ParserCreate("utf-8", SEPARATOR)
    parser.ordered_attributes = True
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda name: stack.pop()
    parser.CharacterDataHandler = text
    parser.StartNamespaceDeclHandler = declare
    parser.EndNamespaceDeclHandler = undeclare
    parser.ProcessingInstructionHandler = lambda *_: fail("xml-processing-instruction")
    parser.StartDoctypeDeclHandler = lambda *_: fail("xml-doctype")
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        before_root = re.sub(r"<\?xml.*?\?>|<!--.*?-->", "", characters, flags=re.DOTALL)
        rule = "xml-namespace" if error.code in NAMESPACE_ERRORS else "xml-not-well-formed"
        if not document.children and before_root.lstrip(WHITE).startswith("<!DOCTYPE"):
            rule = "xml-doctype"       # 3.2: refused before anything of it is read
        elif error.code == 17:         # an XML declaration that does not begin the text
            rule = "xml-processing-instruction"
        raise Refused(rule, expat.ErrorString(error.code), f"{place}:{error.lineno}") from None
    return document.children[0]


def _check_declaration(text, place):
    """3.2: the XML declaration may be absent, and says 1.0 and UTF-8."""
    if not re.match(r"<\?xml[ \t\r\n]", text):
        return
    found = DECLARATION.match(text)
    if found is None:
        raise Refused("xml-declaration", place=place)
    if found[1][1:-1] != "1.0":
        raise Refused("xml-version", place=place)
    if found[2] and found[2][1:-1].upper() != "UTF-8":
        raise Refused("xml-encoding", place=place)


def needs_escape(text):
    """3.2: whether XML 1.0 has no such text."""
    return any(c < " " and c not in "\t\n\r" or c in "\ufffe\uffff" for c in text)


def escaped_body(text):
    """4.9: the body of the JSON string, with U+FFFE and U+FFFF escaped too."""
    return json_text.body(text).replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff")


def unescaped(body, prefix, place=""):
    """3.2: the text of an escaped body, under the rules of records (`record`) or trees (`tree`)."""
    try:
        text = json_text.parse(('"' + body + '"').encode("utf-8"))
    except Refused:
        raise Refused(prefix + "-value-type", "escaped text", place) from None
    if escaped_body(text) != body:
        raise Refused(prefix + "-value-not-canonical", "escaped text", place)
    if not needs_escape(text):
        raise Refused("record-needless-escape", place=place)
    return text


def attribute(attributes, name, prefix, place=""):
    """3.2: the text of an attribute without namespace, whose mark is `escaped-` and its name."""
    text = attributes.get(("", name))
    mark = attributes.get(("", "escaped-" + name))
    if mark is None:
        return text
    if mark != "true" or text is None:
        rule = "tree-element" if prefix == "tree" else "record-syntax"
        raise Refused(rule, "escaped-" + name, place)
    return unescaped(text, prefix, place)
