"""Section 5: one object, in JSON and in XML."""
import re

import trees
import values
import xml_text
from json_text import Members, Number
from rules import Refused, ValueRefused

LAST_KEY = 2 ** 53 - 2        # 1.1
MOST_INLINE = 1_048_576       # 3.8
DIGEST = re.compile(r"[0-9a-f]{64}")


class Record:
    """An object: key, entity, values by property (those it states, and defaults), foreign data.

    A value is None, what values.py makes of a scalar, a list of scalars, a structure (a dictionary of these
    by the names of its members), a typed tree, a key, or a list of keys. A relationship of the storage
    `order` that is not stated has no value here.
    """

    def __init__(self, key, entity):
        self.key, self.entity, self.values, self.foreign = key, entity, {}, None
        self.text_bytes = 0

    def place(self):
        return f"{self.entity} {self.key}"


class Context:
    """What a record is read with: schema, hierarchy, range of keys, and the external values."""

    def __init__(self, schema, hierarchy, first, last, external=None, place=""):
        self.schema, self.hierarchy, self.first, self.last = schema, hierarchy, first, last
        self.before = 0               # the key of the record before
        self.rows = None              # how many records the manifest states
        self.external = external      # a function of digest and size; None in the flat form
        self.place = place


def refusing(place, function, *arguments):
    """4.0: a text that is not the one of its value, in a record."""
    try:
        return function(*arguments)
    except ValueRefused as error:
        raise Refused(error.rule("record"), error.message, place) from None


# 5.1 Frame

def read(node, context):
    """A record of either encoding."""
    frame = (frame_of_xml if isinstance(node, xml_text.Element) else frame_of_json)(node, context)
    key_node, entity, properties, foreign = frame
    place = context.place
    if key_node is None:
        raise Refused("record-syntax", "no key", place)
    key = refusing(place, key_of, key_node)
    place = f"{place} {context.hierarchy} {key}".strip()
    if not context.first <= key <= context.last:
        raise Refused("record-key-range", str(key), place)
    if key <= context.before:
        raise Refused("record-duplicate-key" if key == context.before else "record-key-order", place=place)
    schema = context.schema
    if entity is None:
        entity = context.hierarchy
    if entity not in schema.entities or schema.root(entity) != context.hierarchy:
        raise Refused("record-unknown-entity", entity, place)
    if schema.entities[entity].abstract:
        raise Refused("record-abstract-entity", entity, place)
    record = Record(key, entity)
    declared = schema.properties(entity)
    seen = set()
    for name, value in properties:
        if name not in declared:
            raise Refused("record-unknown-property", name, place)
        if name in seen:
            raise Refused("record-duplicate-property", name, place)
        seen.add(name)
        owner, property_ = declared[name]
        here = f"{place}.{name}"
        if property_.is_relationship:
            read_relationship(record, value, schema.storage(owner, property_), property_, here)
        else:
            read_attribute(record, value, property_, context, here)
    for name, (owner, property_) in declared.items():
        if name not in record.values:
            take_default(record, owner, property_, schema, f"{place}.{name}")
    if foreign is not None:
        record.foreign = foreign(place)
        if not record.foreign:
            raise Refused("record-value-not-canonical", "foreign data without members", place)
        if not all(values.is_reverse_dns(name) for name in record.foreign):
            raise Refused("record-foreign-name", place=place)
    return record


def key_of(node):
    """5.1: spelled as an integer of 64 bits; its range is judged elsewhere."""
    return values.integer_of_text(node, -2 ** 63, 2 ** 63 - 1)


def frame_of_json(node, context):
    if not isinstance(node, Members):
        raise Refused("record-value-type", "no object", context.place)
    key = entity = foreign = None
    properties, marks = [], set()
    if "$id" not in {name for name, _ in node}:
        raise Refused("record-syntax", "no $id", context.place)
    for name, value in node:
        if not name.startswith("$"):
            properties.append((name, value))
            continue
        if name in marks:
            raise Refused("record-duplicate-property", name, context.place)
        marks.add(name)
        if name == "$id":
            if not isinstance(value, Number):
                raise Refused("record-value-type", "$id", context.place)
            key = value
        elif name == "$entity":
            if not isinstance(value, str) or isinstance(value, Number):
                raise Refused("record-value-type", "$entity", context.place)
            entity = value
        elif name == "$foreign":
            if not isinstance(value, Members):
                raise Refused("record-value-type", "foreign data", context.place)
            foreign = foreign_of_json(value)
        else:
            raise Refused("record-unknown-property", name, context.place)
    return key, entity, properties, foreign


def foreign_of_json(value):
    def read_foreign(place):
        tree = trees.of_json(value, place)
        if not isinstance(tree, dict):
            raise Refused("record-value-type", "foreign data", place)
        return tree
    return read_foreign


def frame_of_xml(element, context):
    if not element.is_format("record"):
        raise Refused("record-syntax", element.name, context.place)
    for namespace, name in element.attributes:
        if namespace or name not in ("id", "entity", "escaped-entity"):
            raise Refused("record-syntax", name, context.place)
    key = element.attributes.get(("", "id"))
    entity = xml_text.attribute(element.attributes, "entity", "record", context.place)
    properties, foreign = [], None
    for child in element.elements("record-value-type"):
        name = property_name(child, context.place)
        if name is not None:
            properties.append((name, child))
        elif child.is_format("foreign"):
            if foreign is not None:
                raise Refused("record-duplicate-property", "foreign", context.place)
            foreign = foreign_of_xml(child)
        else:
            raise Refused("record-unknown-property", child.name, context.place)
    return key, entity, properties, foreign


def property_name(element, place):
    """5.1: the name of the property that an element holds, or None where it is no element of a property."""
    if element.namespace == "":
        return element.name
    if not element.is_format("field"):
        return None
    name = xml_text.attribute(element.attributes, "name", "record", place)
    if name is None or is_element_name(name):
        raise Refused("record-syntax", "field", place)
    return name


NAME_START = ("A-Z_a-z\xc0-\xd6\xd8-\xf6\xf8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f"
              "\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff")
NCNAME = re.compile(f"[{NAME_START}][{NAME_START}0-9.\xb7\u0300-\u036f\u203f-\u2040-]*")


def is_element_name(name):
    """5.1: an NCName of Namespaces in XML 1.0, which needs no `d:field`."""
    return NCNAME.fullmatch(name) is not None


def foreign_of_xml(element):
    def read_foreign(place):
        if element.attributes:
            raise Refused("record-syntax", "foreign", place)
        tree = {}
        for child in element.elements("tree-value-type"):
            name = xml_text.attribute(child.attributes, "name", "tree", place)
            if name is None:
                raise Refused("tree-element", "no name", place)
            if name in tree:
                raise Refused("tree-duplicate-name", name, place)
            tree[name] = trees.of_xml(child, place, depth=1, named=True)
        return tree
    return read_foreign


# 3.2 and 5.2: marks of an element

def marks_of(element, place):
    """The marks of an element of a property or item: escaped, nil, external, size."""
    space = xml_text.FORMAT if element.namespace == "" else ""
    marks = {}
    for (namespace, name), value in element.attributes.items():
        if element.name == "field" and element.is_format() and namespace == "" and name in ("name", "escaped-name"):
            continue
        if namespace != space or name not in ("escaped", "nil", "external", "size"):
            raise Refused("record-syntax", f"attribute {name}", place)
        if name in ("escaped", "nil") and value != "true":
            raise Refused("record-syntax", f"{name}={value}", place)
        marks[name] = value
    if "nil" in marks and (element.children or len(marks) > 1):
        raise Refused("record-syntax", "nil with content", place)
    return marks


def scalar_of_element(element, marks, type_name, place):
    text = element.text("record-value-type")
    if {"external", "size"} & set(marks):
        raise Refused("record-syntax" if element.is_format("item") else "record-value-type", "external", place)
    if "escaped" in marks:
        if type_name != "text":
            raise Refused("record-syntax", "escaped", place)
        return xml_text.unescaped(text, "record", place)
    return refusing(place, values.of_text, type_name, text)


# 5.2 Attributes

def read_attribute(record, node, attribute, context, place):
    is_xml = isinstance(node, xml_text.Element)
    marks = marks_of(node, place) if is_xml else {}
    type_ = attribute.type
    external = None
    if type_.kind == "scalar" and type_.scalar in ("text", "data"):
        external = external_of(node, marks, is_xml, context, place)
    if external is not None:
        value = read_external(external, attribute, context, place)
    else:
        value = read_value(node, marks, type_, is_xml, place)
    check_value(value, attribute, place)
    if external is None and context.external is not None and value is not None and type_.kind == "scalar":
        size = raw_size(value)
        if size > MOST_INLINE and type_.scalar in ("text", "data") or attribute.external and size > 0:
            raise Refused("record-external-required", place=place)
    record.values[attribute.name] = value
    count_text(record, value, type_)


def read_value(node, marks, type_, is_xml, place):
    """5.2: a value that the record itself holds."""
    if node is None or "nil" in marks:
        return None
    if type_.kind == "scalar":
        if is_xml:
            return scalar_of_element(node, marks, type_.scalar, place)
        return refusing(place, values.of_json, type_.scalar, node)
    read = {"list": read_list, "structure": read_structure}.get(type_.kind, read_tree)
    return read(node, marks, type_, is_xml, place)


def check_value(value, attribute, place):
    """5.2-3: nil and cases."""
    if value is None and not attribute.optional:
        raise Refused("record-null", place=place)
    if value is not None and attribute.cases:
        import schema
        if schema.value_text(value, attribute.type) not in attribute.cases:
            raise Refused("record-enum-case", str(value), place)


def count_text(record, value, type_):
    """3.7, textBytes: the bytes of values of text, clockTime, zonedTime, url, decimal and data attributes."""
    if value is not None and type_.kind == "scalar" and type_.scalar in (*values.TEXTS, "data"):
        record.text_bytes += raw_size(value)


def raw_size(value):
    """3.8: the raw bytes of a text or data value."""
    return len(value) if isinstance(value, bytes) else len(str(value).encode("utf-8"))


def read_list(node, marks, type_, is_xml, place):
    if marks:
        raise Refused("record-syntax", "marks of a list", place)
    items = node.elements("record-value-type") if is_xml else node
    if not isinstance(items, list) or isinstance(items, Members):
        raise Refused("record-value-type", "no array", place)
    found = []
    for item in items:
        if is_xml and not item.is_format("item"):
            raise Refused("record-syntax", item.name, place)
        item_marks = marks_of(item, place) if is_xml else {}
        if item is None or "nil" in item_marks:
            if not type_.nullable_items:
                raise Refused("record-null", "an item", place)
            found.append(None)
        elif is_xml:
            found.append(scalar_of_element(item, item_marks, type_.scalar, place))
        else:
            found.append(refusing(place, values.of_json, type_.scalar, item))
    return found


def read_structure(node, marks, type_, is_xml, place):
    """6.11: the values of all members by name; the members are in any order, and some may be absent."""
    if marks:
        raise Refused("record-syntax", "marks of a structure", place)
    if is_xml:
        node = [(property_name(child, place), child) for child in node.elements("record-value-type")]
    elif not isinstance(node, Members):
        raise Refused("record-value-type", "no object", place)
    value = {}
    for name, child in node:
        if name not in type_.members:
            raise Refused("record-unknown-property", name or "", place)
        if name in value:
            raise Refused("record-duplicate-property", name, place)
        value[name] = read_member(child, type_.members[name], is_xml, f"{place}.{name}")
    for name, member in type_.members.items():
        if name not in value:
            value[name] = default_of(member, f"{place}.{name}")
    return value


def read_member(node, member, is_xml, place):
    """6.11-6: as an attribute of the record, but that no member is external."""
    marks = marks_of(node, place) if is_xml else {}
    if {"external", "size"} & set(marks):
        raise Refused("record-syntax", "external", place)
    value = read_value(node, marks, member.type, is_xml, place)
    check_value(value, member, place)
    return value


def read_tree(node, marks, type_, is_xml, place):
    """5.2: a dictionary or `Codable` value is a typed tree."""
    if is_xml:
        if marks:
            raise Refused("record-syntax", "marks of a tree", place)
        children = node.elements("tree-value-type")
        if len(children) != 1:
            raise Refused("tree-element", "no tree", place)
        tree = trees.of_xml(children[0], place)
        if tree is None:
            raise Refused("record-value-not-canonical", "nil is a mark", place)
    else:
        tree = trees.of_json(node, place)
    return tree


# 3.8 and 5.2: external values

def external_of(node, marks, is_xml, context, place):
    """5.2: in JSON any object is such a reference, in XML an element with one of the marks. Digest and size of a reference to an external value, or None."""
    if is_xml:
        if "external" not in marks and "size" not in marks:
            return None
        check_external_allowed(context, place)
        digest, size = marks.get("external"), marks.get("size")
        if node.children:
            raise Refused("record-syntax", "external with content", place)
        if None in (digest, size):
            raise Refused("record-external-syntax", place=place)
    else:
        if not isinstance(node, Members):
            return None
        check_external_allowed(context, place)
        members = dict(node)
        if set(members) != {"$external", "$size"} or len(node) != 2:
            raise Refused("record-external-syntax", place=place)
        digest, size = members["$external"], members["$size"]
        if not isinstance(digest, str) or isinstance(digest, Number) or not isinstance(size, Number):
            raise Refused("record-value-type", place=place)
    size = refusing(place, values.integer_of_text, size, -2 ** 63, 2 ** 63 - 1)
    if not DIGEST.fullmatch(digest) or size < 0:
        raise Refused("record-external-syntax", place=place)
    return digest, size


def check_external_allowed(context, place):
    """5.2: in the flat form no value is external."""
    if context.external is None:
        raise Refused("record-external-not-allowed", place=place)


def read_external(external, attribute, context, place):
    digest, size = external
    if size == 0 or size <= MOST_INLINE and not attribute.external:
        raise Refused("record-external-needless", place=place)
    raw = context.external(digest, size, place)
    if attribute.type.scalar == "data":
        return raw
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("record-external-text", place=place) from None


# 5.3 Relationships

def read_relationship(record, node, storage, relationship, place):
    is_xml = isinstance(node, xml_text.Element)
    marks = marks_of(node, place) if is_xml else {}
    if set(marks) - {"nil"}:
        raise Refused("record-syntax", "marks of a relationship", place)
    if storage == "derived":
        raise Refused("record-derived-property", place=place)
    if node is None or "nil" in marks:
        if storage == "order" or not relationship.optional:
            raise Refused("record-null", place=place)
        record.values[relationship.name] = None
        return
    if storage == "reference":
        if not is_xml and not isinstance(node, Number):
            raise Refused("record-value-type", place=place)
        text = node.text("record-value-type") if is_xml else node
        record.values[relationship.name] = referred_key(text, place)
        return
    items = node.elements("record-value-type") if is_xml else node
    if not isinstance(items, list) or isinstance(items, Members):
        raise Refused("record-value-type", place=place)
    keys = []
    for item in items:
        if is_xml:
            if not item.is_format("key") or item.attributes:
                raise Refused("record-syntax", item.name, place)
            item = item.text("record-value-type")
        elif not isinstance(item, Number):
            raise Refused("record-value-type", place=place)
        keys.append(referred_key(item, place))
    record.values[relationship.name] = keys


def referred_key(text, place):
    """5.3: from 1 to 2^53 − 2."""
    key = refusing(place, key_of, text)
    if not 1 <= key <= LAST_KEY:
        raise Refused("record-key-range", str(key), place)
    return key


def take_default(record, owner, property_, schema, place):
    """5.2 and 5.3: what an absent property reads as."""
    if property_.is_relationship:
        if schema.storage(owner, property_) in ("order", "derived"):
            return
        if not property_.optional:
            raise Refused("record-missing-property", place=place)
        record.values[property_.name] = None
        return
    value = default_of(property_, place)
    record.values[property_.name] = value
    count_text(record, value, property_.type)


def default_of(attribute, place):
    """5.2: an absent attribute reads as the literal default, else as nil."""
    if not attribute.may_be_absent():
        raise Refused("record-missing-property", place=place)
    return attribute.default
