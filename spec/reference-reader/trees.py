"""3.1 Typed trees, and their canonical text (6.7)."""
from typing import NamedTuple

import values
import xml_text
from json_text import Members, Number, string
from rules import Refused, ValueRefused

MOST_DEPTH = 64              # 3.1
MOST_VALUES = 4_000_000      # 3.12
MARKED = ("date", "day", "clockTime", "zonedTime", "uuid", "data", "decimal", "url")


class Marked(NamedTuple):
    """A value of a type that JSON has no form for; `text` is its one text (4)."""
    type: str
    text: str


# A tree is None, bool, int, float, str, Marked, list of trees, or dict of trees by name.


def refusing(place, function, *arguments):
    """4.0: a text that is not the one of its value, in a typed tree."""
    try:
        return function(*arguments)
    except ValueRefused as error:
        raise Refused(error.rule("tree"), error.message, place) from None


def of_json(node, place="", depth=0):
    """3.1, JSON."""
    if node is None or isinstance(node, bool):
        return node
    if isinstance(node, Number):
        if any(c in node for c in ".eE"):
            return refusing(place, values.float_of_json, node)
        return refusing(place, values.integer_of_json, node, -2 ** 63, 2 ** 64 - 1)
    if isinstance(node, str):
        return node
    if isinstance(node, Members) and any(is_mark(name) for name, _ in node):
        return marked_of_json(node, place)
    if depth == MOST_DEPTH:
        raise Refused("tree-depth", place=place)
    if not isinstance(node, Members):
        return [of_json(item, place, depth + 1) for item in node]
    tree = {}
    for name, value in node:
        name = name[1:] if name.startswith("$$") else name
        if name in tree:
            raise Refused("tree-duplicate-name", name, place)
        tree[name] = of_json(value, place, depth + 1)
    return tree


def is_mark(name):
    """3.1: a key that begins with one `$` and not two."""
    return name.startswith("$") and not name.startswith("$$")


def marked_of_json(node, place):
    """3.1: an object with a mark, which is its only key."""
    if len(node) != 1:
        duplicate = len(node) != len({name for name, _ in node})
        raise Refused("tree-duplicate-name" if duplicate else "tree-mark", place=place)
    (name, text), = node
    kind = name[1:]
    if kind not in (*MARKED, "integer", "double"):
        raise Refused("tree-mark", name, place)
    if not isinstance(text, str) or isinstance(text, Number):
        raise Refused("tree-value-type", name, place)
    if kind == "integer":
        return refusing(place, values.integer_of_json, text, -2 ** 63, 2 ** 64 - 1)
    if kind == "double":
        value = refusing(place, values.float_of_text, text)
        if has_fraction(value):
            raise Refused("tree-value-not-canonical", text, place)
        return value
    refusing(place, values.of_text, kind, text)
    return Marked(kind, text)


def has_fraction(value):
    """3.1: whether a double is written as a number."""
    return value - value == 0 and value != int(value)


def of_xml(element, place="", depth=0, named=False):
    """3.1, XML. An element in an object has a name, every other one has none."""
    for namespace, name in element.attributes:
        wanted = ("name", "escaped-name") if named else ()
        if namespace or name not in wanted and not (name == "escaped" and element.name == "text"):
            raise Refused("tree-element", f"attribute {name}", place)
    if not element.is_format():
        raise Refused("tree-element", element.name, place)
    kind = element.name
    if kind in ("array", "object"):
        if depth == MOST_DEPTH:
            raise Refused("tree-depth", place=place)
        children = element.elements("tree-value-type")
        if kind == "array":
            return [of_xml(child, place, depth + 1) for child in children]
        tree = {}
        for child in children:
            name = xml_text.attribute(child.attributes, "name", "tree", place)
            if name is None:
                raise Refused("tree-element", "no name", place)
            if name in tree:
                raise Refused("tree-duplicate-name", name, place)
            tree[name] = of_xml(child, place, depth + 1, named=True)
        return tree
    if kind not in ("null", "bool", "integer", "double", "text", *MARKED):
        raise Refused("tree-element", kind, place)
    if kind == "null":
        if element.text("tree-value-type"):
            raise Refused("tree-element", "null with content", place)
        return None
    text = element.text("tree-value-type")
    if kind == "text":
        mark = element.attributes.get(("", "escaped"))
        if mark not in (None, "true"):
            raise Refused("tree-element", "escaped", place)
        return xml_text.unescaped(text, "tree", place) if mark else text
    if kind == "integer":
        return refusing(place, values.integer_of_text, text, -2 ** 63, 2 ** 64 - 1)
    value = refusing(place, values.of_text, kind, text)
    return Marked(kind, text) if kind in MARKED else value


def canonical(tree, double=None):
    """6.7: the canonical text. `double` spells doubles (9.3 has another spelling)."""
    if tree is None:
        return "null"
    if isinstance(tree, bool):
        return "true" if tree else "false"
    if isinstance(tree, Marked):
        return '{"$' + tree.type + '":' + string(tree.text) + "}"
    if isinstance(tree, int):
        if abs(tree) <= values.LARGEST_NUMBER:
            return str(tree)
        return '{"$integer":"' + str(tree) + '"}'
    if isinstance(tree, float):
        return (double or double_text)(tree)
    if isinstance(tree, str):
        return string(tree)
    if isinstance(tree, list):
        return "[" + ",".join(canonical(item, double) for item in tree) + "]"
    names = sorted(tree, key=lambda name: name.encode("utf-8"))
    return "{" + ",".join(
        string("$" + name if name.startswith("$") else name) + ":" + canonical(tree[name], double)
        for name in names) + "}"


def double_text(value):
    """3.1: with a fraction a number, without one a mark."""
    text = values.float_text(value)
    return text if has_fraction(value) else '{"$double":"' + text + '"}'


def equal(one, other):
    """Whether two trees are the same value: 1 is not 1.0."""
    return canonical(one) == canonical(other)


def comparison_text(tree):
    """4.11: equal for trees that are equal as keys; in them −0 equals 0, as a number and as a date."""
    if isinstance(tree, Marked) and tree.type == "date":
        return canonical(Marked("date", values.date_text(values.date_of_text(tree.text) + 0.0)))
    if isinstance(tree, float):
        return canonical(tree + 0.0)
    if isinstance(tree, list):
        return "[" + ",".join(map(comparison_text, tree)) + "]"
    if isinstance(tree, dict):
        return "{" + ",".join(string(name) + ":" + comparison_text(tree[name]) for name in sorted(tree)) + "}"
    return canonical(tree)


def of_attribute(type_, value):
    """10.2 and 6.11-9: the value of an attribute as a tree of its exact type."""
    if value is None:
        return None
    if type_.kind == "scalar":
        return of_value(type_.scalar, value)
    if type_.kind == "list":
        return [of_value(type_.scalar, item) for item in value]
    if type_.kind == "structure":
        return {name: of_attribute(member.type, value[name]) for name, member in type_.members.items()}
    return value


def value_of(tree, declared):
    """The value of a tree that fits a property."""
    if declared.is_relationship or tree is None or declared.type.kind in ("map", "tree"):
        return tree
    if declared.type.kind == "list":
        return [scalar_of(item, declared.type.scalar) for item in tree]
    if declared.type.kind == "structure":
        return {name: value_of(tree[name], member) for name, member in declared.type.members.items()}
    return scalar_of(tree, declared.type.scalar)


def scalar_of(tree, scalar):
    return values.of_text(scalar, tree.text) if isinstance(tree, Marked) else tree


def of_value(type_name, value):
    """10.2: the value of a scalar attribute as a tree of its exact type."""
    if value is None:
        return None
    if type_name in MARKED:
        return Marked(type_name, values.text_of(type_name, value))
    return value
