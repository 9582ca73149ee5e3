"""Section 6: the schema, its normal form, and its two fingerprints."""
import hashlib
import re
import unicodedata
from typing import NamedTuple

import objects
import trees
import values
import xml_text
from json_text import Members, Number, string
from objects import Member
from rules import Refused, ValueRefused

ATTRIBUTE = (                                                       # 6.3
    Member("name", "text"),
    Member("originalName", "text", False),
    Member("type", "text"),
    Member("shape", "tree", False),
    Member("of", "text", False),
    Member("optional", "bool", False),
    Member("cases", "raws", False, element="case"),
    Member("default", "raw", False),
    Member("computed", "bool", False),
    Member("external", "bool", False),
    Member("preservedOnDeletion", "bool", False),
    Member("transformer", "text", False),
    Member("options", "texts", False),
    Member("hashModifier", "text", False),
)
RELATIONSHIP = (                                                    # 6.6
    Member("name", "text"),
    Member("originalName", "text", False),
    Member("toOne", "text", False),
    Member("toMany", "text", False),
    Member("inverse", "text", False),
    Member("optional", "bool", False),
    Member("deleteRule", "text", False),
    Member("minimumCount", "integer", False),
    Member("maximumCount", "integer", False),
    Member("hashModifier", "text", False),
)
ENTITY = (                                                          # 6.2
    Member("name", "text"),
    Member("originalName", "text", False),
    Member("structure", "bool", False),
    Member("superentity", "text", False),
    Member("abstract", "bool", False),
    Member("attributes", "objects", False, ATTRIBUTE, "attribute"),
    Member("relationships", "objects", False, RELATIONSHIP, "relationship"),
    Member("unique", "lists", False, element="unique"),
    Member("indexes", "lists", False, element="index"),
)
ONLY_MODEL = {                                                      # 6.8
    "entity": {"originalName", "unique", "indexes"},
    "attribute": {"originalName", "preservedOnDeletion", "options"},
    "relationship": {"originalName", "deleteRule", "minimumCount", "maximumCount"},
}
DELETE_RULES = ("noAction", "nullify", "cascade", "deny")


class Type(NamedTuple):
    """6.5: `kind` is scalar, list, map, tree or structure. `members`: the attributes of a structure by name (6.11)."""
    kind: str
    scalar: str = ""
    nullable_items: bool = False
    key: str = ""
    members: dict | None = None


class Attribute:
    """6.3. `default` is None where there is none."""
    is_relationship = False

    def may_be_absent(self):
        """5.2-7: whether a record may leave it out, and then has its `default`."""
        return self.has_default or self.optional


class Relationship:
    """6.6."""
    is_relationship = True


class Entity:
    """6.2: its own properties by name, and the names of `unique` and `indexes`; or 6.11: a structure."""


class Schema:
    """6.1: the entities by name, and the structures."""

    def __init__(self, entities, structures):
        self.entities, self.structures = entities, structures
        self._properties = {}

    def above(self, name):
        """The entity and all above it, up to the root."""
        found = []
        while name is not None:
            found.append(name)
            name = self.entities[name].superentity
        return found

    def root(self, name):
        return self.above(name)[-1]

    def is_kind_of(self, name, ancestor):
        return ancestor in self.above(name)

    def hierarchies(self):
        """The names of the roots in their order."""
        return in_order(name for name, entity in self.entities.items() if entity.superentity is None)

    def members_of(self, hierarchy):
        return in_order(name for name in self.entities if self.root(name) == hierarchy)

    def properties(self, name):
        """All properties of an entity by name, inherited ones too: (declaring entity, property)."""
        if name not in self._properties:
            found = {}
            for entity in reversed(self.above(name)):
                for property_name, declared in self.entities[entity].properties.items():
                    found[property_name] = (entity, declared)
            self._properties[name] = {key: found[key] for key in in_order(found)}
        return self._properties[name]

    def members(self, name):
        """6.2-8: the names that indexes give the members of the structures of an entity's attributes."""
        return {f"{attribute}.{member}" for attribute, (_, declared) in self.properties(name).items()
                if not declared.is_relationship and declared.type.kind == "structure" for member in declared.type.members}

    def inverse(self, relationship):
        """The other end: (its entity, the relationship), or None."""
        if relationship.inverse is None:
            return None
        return relationship.target, self.entities[relationship.target].properties[relationship.inverse]

    def storage(self, entity, relationship):
        """6.6, storage(E.r)."""
        own = "list" if relationship.to_many else "reference"
        inverse = self.inverse(relationship)
        if inverse is None:
            return own
        other_entity, other = inverse
        if not relationship.to_many and other.to_many:
            return "reference"
        if relationship.to_many and not other.to_many:
            return "order"
        here = (entity.encode("utf-8"), relationship.name.encode("utf-8"))
        there = (other_entity.encode("utf-8"), other.name.encode("utf-8"))
        if here <= there:
            return own
        return "order" if relationship.to_many else "derived"

    def canonical_text(self, layout=False):
        """6.7 and 6.8: the text of the model fingerprint, or of the layout fingerprint."""
        both = self.entities | self.structures
        return "[" + ",".join(entity_text(both[name], layout) for name in in_order(both)) + "]"

    def fingerprint(self, layout=False):
        return hashlib.sha256(self.canonical_text(layout).encode("utf-8")).hexdigest()


def in_order(names):
    """The order of names: that of their UTF-8 bytes."""
    return sorted(names, key=lambda name: name.encode("utf-8"))


MOST_OF_TAG = 1 << 20                # 6.3


def malformed(message, place=""):
    return Refused("schema-malformed", message, place)


# Reading

def of_items(items, place=""):
    """6.1: a schema of the objects of its entities and structures, in JSON or in XML."""
    if len(items) > 4096:
        raise Refused("schema-too-large", "entities", place)
    read = [(objects.read(item, ENTITY, "schema-malformed", place), isinstance(item, xml_text.Element))
            for item in items]
    # Structures come first, because defaults of attributes of entities are values of them.
    structures = [structure_of(found, is_xml, place) for found, is_xml in read if found.get("structure")]
    by_name = {structure.name: structure for structure in structures}
    entities = [entity_of(found, by_name, is_xml, place) for found, is_xml in read if not found.get("structure")]
    differ((each.name for each in entities + structures), "entities", place)
    schema = Schema({entity.name: entity for entity in entities}, by_name)
    check(schema, place)
    return schema


def differ(names, what, place):
    """6: names differ, canonically equivalent ones too."""
    seen = set()
    for name in names:
        form = unicodedata.normalize("NFC", name)
        if form in seen:
            raise Refused("schema-duplicate-name", f"{what}: {name}", place)
        seen.add(form)


def check_name(name, place):
    """6.2: 1 to 255 bytes, not beginning with `$`."""
    if not name or name.startswith("$"):
        raise malformed(f"name {name!r}", place)
    if len(name.encode("utf-8")) > 255:
        raise Refused("schema-too-large", "name", place)


def structure_of(found, is_xml, place):
    """6.11: 1 to 256 attributes of scalar types and lists, and nothing else but names."""
    if any(type_of(each["type"], place).kind not in ("scalar", "list") for each in found.get("attributes", [])):
        raise malformed("type of an attribute of a structure", place)
    structure = entity_of(found, {}, is_xml, place)
    attributes = structure.properties.values()
    if (structure.superentity is not None or structure.abstract or structure.unique or structure.indexes
            or not attributes or any(each.is_relationship for each in attributes)):
        raise malformed(f"structure {structure.name}", place)
    if len(attributes) > 256:
        raise Refused("schema-too-large", structure.name, place)
    for each in attributes:
        if ("." in each.name or each.external or each.preserved or each.computed or each.options
                or each.transformer is not None):
            raise malformed(f"attribute {each.name} of a structure", place)
    if sum(default_size(each.default, each.type) for each in attributes) > 65_536:
        raise Refused("schema-too-large", f"defaults of {structure.name}", place)
    return structure


def default_size(value, type_):
    """6.11-3: the bytes of texts and data, and 48 for each item of a list."""
    if isinstance(value, list):
        return sum(48 + default_size(item, type_) for item in value)
    if value is None or type_.scalar not in (*values.TEXTS, "data"):
        return 0
    return len(value.encode("utf-8") if isinstance(value, str) else value)


def entity_of(found, structures, is_xml, place):
    entity = Entity()
    entity.name = found["name"]
    check_name(entity.name, place)
    entity.original_name = found.get("originalName")
    entity.is_structure = found.get("structure", False)
    entity.superentity = found.get("superentity")
    entity.abstract = found.get("abstract", False)
    read = [attribute_of(each, structures, is_xml, place) for each in found.get("attributes", [])]
    read += [relationship_of(each, place) for each in found.get("relationships", [])]
    differ((each.name for each in read), entity.name, place)
    entity.properties = {each.name: each for each in read}
    entity.unique = sorted({tuple(in_order(names)) for names in found.get("unique", [])}, key=list_order)
    entity.indexes = sorted({tuple(names) for names in found.get("indexes", [])}, key=list_order)
    for names in found.get("unique", []) + found.get("indexes", []):
        if not names or len(names) != len(set(names)):
            raise malformed("a list of names", place)
    for lists in (entity.unique, entity.indexes):
        if sum(map(len, lists)) > 4096:
            raise Refused("schema-too-large", "lists of names", place)
    return entity


def list_order(names):
    """6.2: lists are in the order of their names, name by name."""
    return [name.encode("utf-8") for name in names]


TYPE = re.compile(r"\[(?:([A-Za-z0-9]+): )?([A-Za-z0-9]+)(\?)?\]")


def type_of(text, place):
    """6.5."""
    if text in ("tree", "structure"):
        return Type(text)
    if text in values.SCALARS:
        return Type("scalar", text)
    found = TYPE.fullmatch(text)
    if found is None or found[2] not in values.SCALARS or found[1] not in (None, *values.SCALARS):
        raise malformed(f"type {text}", place)
    return Type("map" if found[1] else "list", found[2], found[3] is not None, found[1] or "")


def attribute_of(found, structures, is_xml, place):
    attribute = Attribute()
    attribute.name = found["name"]
    check_name(attribute.name, place)
    attribute.original_name = found.get("originalName")
    attribute.type_text = found["type"]
    attribute.type = type_of(found["type"], place)
    attribute.optional = found.get("optional", False)
    attribute.computed = found.get("computed", False)
    attribute.external = found.get("external", False)
    if attribute.external and attribute.type_text not in ("text", "data"):
        raise malformed("external", place)
    attribute.preserved = found.get("preservedOnDeletion", False)
    attribute.transformer = found.get("transformer")
    attribute.options = sorted(set(found.get("options", [])), key=lambda text: text.encode("utf-8"))
    attribute.hash_modifier = found.get("hashModifier")
    attribute.shape = found.get("shape")
    if "shape" in found and attribute.type.kind != "tree":
        raise malformed("shape", place)
    attribute.of = found.get("of")
    if ("of" in found) != (attribute.type.kind == "structure"):
        raise malformed("of", place)
    if attribute.type.kind == "structure":
        attribute.type = structure_type(found, structures, place)
    if "" in attribute.options:
        raise malformed("an empty option", place)
    cases = [value_of(case, attribute.type, is_xml, place) for case in found.get("cases", [])]
    if None in cases:
        raise malformed("a case is null", place)
    if "cases" in found and not cases:
        raise malformed("no case", place)
    attribute.cases = {value_text(case, attribute.type): case for case in cases}
    attribute.has_default = "default" in found
    attribute.default = None
    if attribute.has_default:
        attribute.default = value_of(found["default"], attribute.type, is_xml, place)
        if attribute.computed:
            raise malformed("default", place)
        check_value(attribute.default, attribute, place)
    check_tag([attribute.transformer, attribute.hash_modifier, *attribute.options, attribute.default], place)
    return attribute


def structure_type(found, structures, place):
    """6.11-4: `of` names a structure; its values have neither cases nor a transformer."""
    if found["of"] not in structures:
        raise Refused("schema-missing-entity", found["of"], place)
    if "cases" in found or "transformer" in found:
        raise malformed("an attribute of a structure with cases or a transformer", place)
    return Type("structure", members=structures[found["of"]].properties)


def check_value(value, attribute, place):
    """6.3-3: null only where the attribute is optional, and one of the cases."""
    if value is None and not attribute.optional:
        raise malformed("null", place)
    if value is not None and attribute.cases and value_text(value, attribute.type) not in attribute.cases:
        raise malformed("no case", place)


def check_tag(texts, place):
    """6.3: what XML states in one tag."""
    sizes = [len(text.encode("utf-8") if isinstance(text, str) else text) for text in texts if isinstance(text, (str, bytes))]
    if sum(sizes) > MOST_OF_TAG:
        raise Refused("schema-too-large", "texts", place)


def relationship_of(found, place):
    relationship = Relationship()
    relationship.name = found["name"]
    check_name(relationship.name, place)
    relationship.original_name = found.get("originalName")
    if ("toOne" in found) == ("toMany" in found):
        raise malformed("toOne, toMany", place)
    relationship.to_many = "toMany" in found
    relationship.target = found.get("toOne", found.get("toMany"))
    relationship.inverse = found.get("inverse")
    relationship.optional = found.get("optional", True)
    relationship.delete_rule = found.get("deleteRule", "nullify")
    if relationship.delete_rule not in DELETE_RULES:
        raise malformed("deleteRule", place)
    relationship.minimum = found.get("minimumCount")
    relationship.maximum = found.get("maximumCount")
    for count in (relationship.minimum, relationship.maximum):
        if count is not None and count < 0:
            raise malformed("count", place)
    relationship.hash_modifier = found.get("hashModifier")
    check_tag([relationship.hash_modifier], place)
    return relationship


# 6.4 Values in a schema. A value is what records.py makes: None, a scalar, a list, a structure, or a tree.

def value_of(node, type_, is_xml, place):
    try:
        if is_xml:
            return value_of_xml(node, type_)
        trees.of_json(node, place)       # a value in a schema is one that a typed tree can hold
        if node is None or type_.kind in ("map", "tree"):
            return None if node is None else trees.of_json(node, place)
        if type_.kind == "list":
            if not isinstance(node, list) or isinstance(node, Members):
                raise malformed("value", place)
            return [None if item is None and type_.nullable_items else scalar_of_node(type_.scalar, item)
                    for item in node]
        if type_.kind == "structure":
            if not isinstance(node, Members):
                raise malformed("value", place)
            return structure_value(dict(node), type_, place, lambda item, own: value_of(item, own, False, place))
        return scalar_of_node(type_.scalar, node)
    except ValueRefused as error:
        raise malformed(f"value: {error.message}", place) from None


def structure_value(found, type_, place, read):
    """6.11-8: a value of all members, of which some may be absent. `read` makes the value of one that is there."""
    if not set(found) <= set(type_.members):
        raise malformed("value with unknown members", place)
    value = {}
    for name, member in type_.members.items():
        # An absent member without a default is None, which is refused where it must not be nil.
        value[name] = read(found[name], member.type) if name in found else member.default
        check_value(value[name], member, place)
    return value


def scalar_of_node(scalar, node):
    """6.4: as in a record, but a double may also be the string of its text, or the mark of a typed tree."""
    if scalar in ("float", "double") and isinstance(node, Members):
        tree = trees.of_json(node)
        if isinstance(tree, float):
            return tree
    if scalar in ("float", "double") and isinstance(node, str) and not isinstance(node, Number):
        value = values.float_of_text(node, 32 if scalar == "float" else 64)
        if not scalar_text(value, scalar).startswith('"'):
            raise ValueRefused("notCanonical")
        return value
    return values.of_json(scalar, node)


def value_of_xml(node, type_):
    """6.4: a text of section 4, or one typed tree: the tree that the JSON form is."""
    if isinstance(node, str):
        if type_.kind != "scalar":
            raise Refused("tree-element", "default")
        return values.of_text(type_.scalar, node)
    if set(node.attributes) - {("", "escaped")}:
        raise Refused("tree-element", node.name)
    if node.name == "case" and not any(isinstance(child, xml_text.Element) for child in node.children):
        text = node.text("tree-value-type")
        if node.attributes.get(("", "escaped")) == "true":
            text = xml_text.unescaped(text, "tree")
        return values.of_text(type_.scalar, text)
    children = node.elements("tree-value-type")
    if len(children) != 1 or node.attributes:
        raise Refused("tree-element", node.name)
    if type_.kind == "scalar" and node.name == "case":
        raise Refused("tree-value-type", "case")
    tree = trees.of_xml(children[0])
    if type_.kind == "scalar" and tree is not None:
        raise Refused("tree-element", "default")
    return value_of_tree(tree, type_)


def value_of_tree(tree, type_):
    """The value whose JSON form a tree is."""
    if tree is None or type_.kind in ("map", "tree"):
        return tree
    if type_.kind == "list" and isinstance(tree, list):
        return [None if item is None and type_.nullable_items else scalar_of_tree(type_.scalar, item)
                for item in tree]
    if type_.kind == "structure" and isinstance(tree, dict):
        return structure_value(tree, type_, "", value_of_tree)
    if type_.kind == "scalar":
        return scalar_of_tree(type_.scalar, tree)
    raise malformed("value")


def scalar_of_tree(scalar, tree):
    """The scalar whose JSON form a tree is."""
    if isinstance(tree, bool) or isinstance(tree, str):
        return scalar_of_node(scalar, tree)
    if isinstance(tree, int):
        return scalar_of_node(scalar, Number(tree))
    if isinstance(tree, float):
        return scalar_of_node(scalar, Number(values.float_text(tree)))
    raise malformed("value")


def value_text(value, type_):
    """6.7: the canonical text of a default or case."""
    if value is None:
        return "null"
    if type_.kind == "list":
        return "[" + ",".join("null" if item is None else scalar_text(item, type_.scalar)
                              for item in value) + "]"
    if type_.kind == "structure":
        return "{" + ",".join(string(name) + ":" + value_text(value[name], type_.members[name].type)
                              for name in in_order(value)) + "}"
    return trees.canonical(value) if type_.kind in ("map", "tree") else scalar_text(value, type_.scalar)


def scalar_text(value, scalar):
    text = values.text_of(scalar, value)
    if scalar == "bool":
        return text
    if scalar in values.WIDTHS:
        return text if abs(value) <= values.LARGEST_NUMBER else string(text)
    if scalar in ("float", "double"):
        finite = value - value == 0
        if finite and value != int(value):
            return text
        if finite and text != "-0" and abs(value) <= values.LARGEST_NUMBER:
            return str(int(value))
    return string(text)


# Checking

def check(schema, place):
    for name, entity in schema.entities.items():
        if entity.superentity is not None and entity.superentity not in schema.entities:
            raise Refused("schema-missing-entity", entity.superentity, place)
    for entity in schema.entities.values():
        for declared in entity.properties.values():
            if declared.is_relationship and declared.target not in schema.entities:
                raise Refused("schema-missing-entity", declared.target, place)
    used = {declared.of for entity in schema.entities.values() for declared in entity.properties.values()
            if not declared.is_relationship}
    if not set(schema.structures) <= used:
        raise malformed("a structure of no attribute", place)
    for name, entity in schema.entities.items():
        above, seen = entity.superentity, {name}
        while above is not None:
            if above in seen:
                raise Refused("schema-superentity-cycle", name, place)
            seen.add(above)
            if len(seen) > 65:
                raise Refused("schema-too-large", f"entities above {name}", place)
            above = schema.entities[above].superentity
    total = 0
    for name, entity in schema.entities.items():
        count = sum(len(schema.entities[each].properties) for each in schema.above(name))
        # 6.11-1: an attribute of a structure counts as its members too.
        total += count + sum(len(declared.type.members) for each in schema.above(name)
                             for declared in schema.entities[each].properties.values()
                             if not declared.is_relationship and declared.type.kind == "structure")
        if count > 4096 or total > 500_000:
            raise Refused("schema-too-large", "properties", place)
        differ((p for each in schema.above(name) for p in schema.entities[each].properties), name, place)
        properties = schema.properties(name)
        for lists, known in ((entity.unique, properties), (entity.indexes, {*properties, *schema.members(name)})):
            for property_name in (each for names in lists for each in names):
                if property_name not in known:
                    raise Refused("schema-missing-property", property_name, place)
        for names in entity.unique:
            for property_name in names:
                declared = properties[property_name][1]
                if declared.is_relationship and declared.to_many:
                    raise malformed(f"unique names {property_name}", place)
        for declared in entity.properties.values():
            if declared.is_relationship:
                check_relationship(schema, name, declared, place)
    products = 0
    for root in schema.hierarchies():
        members = schema.members_of(root)
        products += len(members) * sum(len(schema.entities[each].properties) for each in members)
    if products > 8_000_000:
        raise Refused("schema-too-large", "hierarchies", place)


def check_relationship(schema, entity, relationship, place):
    """6.6: inverses are mutual."""
    if relationship.inverse is None:
        return
    other = schema.entities[relationship.target].properties.get(relationship.inverse)
    if other is None or not other.is_relationship:
        raise Refused("schema-inverse-mismatch", relationship.name, place)
    if other.target != entity or other.inverse != relationship.name:
        raise Refused("schema-inverse-mismatch", relationship.name, place)


# 6.8 Fingerprints

def object_text(pairs, kind, layout):
    """6.7: the members that are not None, in the order given."""
    left_out = ONLY_MODEL[kind] if layout else ()
    return "{" + ",".join(string(name) + ":" + text for name, text in pairs
                          if text is not None and name not in left_out) + "}"


def optional_string(text):
    return None if text is None else string(text)


def strings(texts):
    return "[" + ",".join(map(string, texts)) + "]"


def entity_text(entity, layout):
    attributes = [p for p in entity.properties.values() if not p.is_relationship]
    relationships = [p for p in entity.properties.values() if p.is_relationship]

    def texts(properties, text):
        ordered = sorted(properties, key=lambda p: p.name.encode("utf-8"))
        return "[" + ",".join(text(p, layout) for p in ordered) + "]" if ordered else None

    def lists(names):
        return "[" + ",".join(map(strings, names)) + "]" if names else None

    return object_text([
        ("name", string(entity.name)),
        ("originalName", optional_string(entity.original_name)),
        ("structure", "true" if entity.is_structure else None),
        ("superentity", optional_string(entity.superentity)),
        ("abstract", "true" if entity.abstract else None),
        ("attributes", texts(attributes, attribute_text)),
        ("relationships", texts(relationships, relationship_text)),
        ("unique", lists(entity.unique)),
        ("indexes", lists(entity.indexes)),
    ], "entity", layout)


def attribute_text(attribute, layout):
    cases = sorted(attribute.cases, key=lambda text: text.encode("utf-8"))
    return object_text([
        ("name", string(attribute.name)),
        ("originalName", optional_string(attribute.original_name)),
        ("type", string(attribute.type_text)),
        ("shape", None if attribute.shape is None else trees.canonical(attribute.shape)),
        ("of", optional_string(attribute.of)),
        ("optional", "true" if attribute.optional else None),
        ("cases", "[" + ",".join(cases) + "]" if cases else None),
        ("default", value_text(attribute.default, attribute.type) if attribute.has_default else None),
        ("computed", "true" if attribute.computed else None),
        ("external", "true" if attribute.external else None),
        ("preservedOnDeletion", "true" if attribute.preserved else None),
        ("transformer", optional_string(attribute.transformer)),
        ("options", strings(attribute.options) if attribute.options else None),
        ("hashModifier", optional_string(attribute.hash_modifier)),
    ], "attribute", layout)


def relationship_text(relationship, layout):
    count = [None if n is None else str(n) for n in (relationship.minimum, relationship.maximum)]
    rule = relationship.delete_rule
    return object_text([
        ("name", string(relationship.name)),
        ("originalName", optional_string(relationship.original_name)),
        ("toOne", None if relationship.to_many else string(relationship.target)),
        ("toMany", string(relationship.target) if relationship.to_many else None),
        ("inverse", optional_string(relationship.inverse)),
        ("optional", None if relationship.optional else "false"),
        ("deleteRule", None if rule == "nullify" else string(rule)),
        ("minimumCount", count[0]),
        ("maximumCount", count[1]),
        ("hashModifier", optional_string(relationship.hash_modifier)),
    ], "relationship", layout)


# 6.10 Schema files

SCHEMA_OF_HEADER = (
    Member("name", "text"),
    Member("version", "text", False),
    Member("layout", "text", False),
    Member("model", "text", False),
)
SCHEMA_FILE = (
    Member("format", "text"),
    Member("schema", "object", True, SCHEMA_OF_HEADER),
    Member("entities", "raw"),
)


def of_schema_file(node, place=""):
    """6.10: (name, version, schema)."""
    found = objects.read(node, SCHEMA_FILE, "schema-malformed", place)
    if not isinstance(found["entities"], list) or isinstance(found["entities"], Members):
        raise malformed("entities", place)
    schema = of_items(found["entities"], place)
    check_fingerprints(schema, found["schema"], place)
    return found["schema"]["name"], found["schema"].get("version"), schema


def check_fingerprints(schema, stated, place=""):
    """6.8: a document that states other fingerprints is refused."""
    for name, layout in (("layout", True), ("model", False)):
        if name in stated and stated[name] != schema.fingerprint(layout):
            raise Refused("fingerprint-mismatch", name, place)


VERSION = re.compile(r"(?:0|[1-9][0-9]{0,8})(?:\.(?:0|[1-9][0-9]{0,8})){2}")


def is_version(text):
    """6.1: major.minor.patch of 1 to 9 digits without leading zeros."""
    return VERSION.fullmatch(text) is not None
