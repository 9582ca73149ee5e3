"""3.14 Objects of the format: their members by name, in JSON and in XML."""
import re
from typing import NamedTuple

import trees
import values
import xml_text
from json_text import Members, Number, parse
from rules import Refused, ValueRefused


class Member(NamedTuple):
    """One row of a table.

    `kind` is text, integer, bool, texts, object, objects, lists, tree, trees, raw or raws; `content` and
    `content tree` are a text and a typed tree that stand in XML as the content of the object's element.
    """
    name: str
    kind: str
    required: bool = True
    table: tuple = ()
    element: str = ""        # the name of the elements of an array in XML


ATTRIBUTES = ("text", "integer", "bool", "texts")


def read(node, table, rule, place="", extra=()):
    """The members that an object has, by name. `extra`: names that the caller reads itself."""
    found = (of_json if isinstance(node, Members) or not isinstance(node, xml_text.Element) else of_xml)(
        node, table, rule, place, extra)
    for member in table:
        if member.required and member.name not in found:
            if member.element and isinstance(node, xml_text.Element):
                found[member.name] = []      # an array without items has no element
                continue
            raise Refused(rule, f"no member {member.name}", place)
    return found


def of_json(node, table, rule, place, extra):
    if not isinstance(node, Members):
        raise Refused(rule, "no object", place)
    by_name = {member.name: member for member in table}
    found = {}
    for name, value in node:
        if name in found:
            raise Refused("tree-duplicate-name", name, place)
        if name in extra:
            found[name] = value
            continue
        if name not in by_name:
            raise Refused(rule, f"unknown member {name}", place)
        found[name] = member_of_json(value, by_name[name], rule, place)
    return found


def member_of_json(value, member, rule, place):
    kind = member.kind

    def check(condition):
        if not condition:
            raise Refused(rule, f"{member.name} is no {kind}", place)

    if kind == "raw" or kind == "raws" and isinstance(value, list) and not isinstance(value, Members):
        return value
    if kind in ("text", "content"):
        check(isinstance(value, str) and not isinstance(value, Number))
    elif kind == "bool":
        check(isinstance(value, bool))
    elif kind == "integer":
        check(isinstance(value, (Number, Members)))
        number = trees.of_json(value, place)
        check(type(number) is int and -2 ** 63 <= number < 2 ** 63)
        return number
    elif kind == "object":
        return read(value, member.table, rule, place)
    elif kind in ("tree", "content tree"):
        return trees.of_json(value, place)
    else:
        check(isinstance(value, list) and not isinstance(value, Members))
        if kind == "objects":
            return [read(item, member.table, rule, place) for item in value]
        if kind == "trees":
            return [trees.of_json(item, place) for item in value]
        lists = value if kind == "lists" else [value]
        for items in lists:
            check(isinstance(items, list))
            check(all(isinstance(item, str) and not isinstance(item, Number) for item in items))
    return value


def integer(text, rule, place):
    """4.2 and 3.14-4, in XML."""
    try:
        return values.integer_of_text(text, -2 ** 63, 2 ** 63 - 1)
    except ValueRefused as error:
        raise Refused(rule, f"integer {text}", place) from error


def of_xml(element, table, rule, place, extra):
    # 6.4: a default that is a scalar is an attribute, any other an element.
    by_name = {member.name: member for member in table if member.kind in (*ATTRIBUTES, "raw")}
    found = {}
    for namespace, name in element.attributes:
        marked = name.startswith("escaped-") and name[8:] in by_name
        if not namespace and any(member.name == name and name not in by_name for member in table):
            raise Refused("tree-element", f"attribute {name} of an element", place)      # 3.14-12
        if namespace or not marked and name not in by_name and name not in extra:
            raise Refused(rule, f"unknown attribute {name}", place)
        if marked or name in extra:
            continue
        member = by_name[name]
        if member.kind == "texts":
            found[name] = text_list(element.attributes, name, place)
        else:
            text = xml_text.attribute(element.attributes, name, "tree", place)
            found[name] = scalar_of_xml(text, member, rule, place)
    for name in by_name:
        if ("", "escaped-" + name) in element.attributes and name not in found:
            raise Refused("tree-element", f"escaped-{name}", place)
    for member in table:
        if member.kind == "content":
            found[member.name] = element.text("tree-value-type")
            return found
        if member.kind == "content tree":
            found[member.name] = one_tree(element, member, place)
            return found
    by_element = {member.element or member.name: member
                  for member in table if member.kind not in ATTRIBUTES}
    for child in element.elements("tree-value-type"):
        member = by_element.get(child.name) if child.is_format() else None
        if member is None and child.is_format() and child.name in extra:
            found.setdefault(child.name, []).append(child)
            continue
        if member is None:
            other_place = child.is_format() and any(each.name == child.name and each.kind in ATTRIBUTES for each in table)
            raise Refused("tree-element" if other_place else rule, f"unknown element {child.name}", place)
        if member.kind in ("objects", "lists", "raws"):
            found.setdefault(member.name, []).append(element_of_xml(child, member, rule, place))
        elif member.name in found:
            raise Refused("tree-duplicate-name", member.name, place)
        else:
            found[member.name] = element_of_xml(child, member, rule, place)
    return found


def scalar_of_xml(text, member, rule, place):
    if member.kind == "bool":
        if text not in ("true", "false"):
            raise Refused(rule, f"{member.name} is no bool", place)
        return text == "true"
    return integer(text, rule, place) if member.kind == "integer" else text


def element_of_xml(child, member, rule, place):
    if member.kind in ("object", "objects"):
        return read(child, member.table, rule, place)
    if member.kind in ("raw", "raws"):
        return child
    if member.kind == "lists":
        if any(pair != ("", "escaped") for pair in child.attributes):
            raise Refused("tree-element", "attribute", place)
        return text_list({("", "list"): child.text("tree-value-type"),
                          **{("", "escaped-list"): mark for (space, name), mark in child.attributes.items()
                             if (space, name) == ("", "escaped")}}, "list", place)
    if child.attributes:
        raise Refused("tree-element", "attribute", place)
    if member.kind == "trees":
        return [trees.of_xml(item, place) for item in child.elements("tree-value-type")]
    return one_tree(child, member, place)


def one_tree(element, member, place):
    found = [trees.of_xml(item, place) for item in element.elements("tree-value-type")]
    if len(found) != 1:
        raise Refused("tree-element", member.name, place)
    return found[0]


def text_list(attributes, name, place):
    """3.14: a list of texts as one text, in which one space stands between two of them."""
    text = attributes[("", name)]
    mark = attributes.get(("", "escaped-" + name))
    items = text.split(" ") if text else []
    if mark is None:
        if any(item == "" or re.search("[\0- ]", item) for item in items):
            raise Refused("tree-value-not-canonical", name, place)
        return items
    if mark != "true":
        raise Refused("tree-element", "escaped-" + name, place)
    texts = []
    for item in items:
        try:
            texts.append(parse(('"' + item + '"').encode("utf-8")))
        except Refused:
            raise Refused("tree-value-type", name, place) from None
    if [xml_text.escaped_body(item).replace(" ", "\\u0020") for item in texts] != items:
        raise Refused("tree-value-not-canonical", name, place)
    if not any(re.search("[\0- ]", item) or xml_text.needs_escape(item) for item in texts):
        raise Refused("record-needless-escape", name, place)
    return texts
