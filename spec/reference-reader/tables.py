"""8.5 Whole tables: what is checked when all records have been read, and what hangs together (5.3)."""
from typing import NamedTuple

import trees
import values
from rules import Refused


class Tables:
    """The objects of a document by hierarchy and key, and their relationships from both ends."""

    def __init__(self, schema):
        self.schema = schema
        self.tables = {hierarchy: {} for hierarchy in schema.hierarchies()}
        self._referring = {}

    def add(self, record):
        self.tables[self.schema.root(record.entity)][record.key] = record
        self._referring = {}

    def records(self):
        """All objects, in the order of hierarchies, then of keys."""
        for hierarchy in self.schema.hierarchies():
            for key in sorted(self.tables[hierarchy]):
                yield self.tables[hierarchy][key]

    def object(self, key):
        for table in self.tables.values():
            if key in table:
                return table[key]
        return None

    def remove(self, key):
        for table in self.tables.values():
            table.pop(key, None)
        self._referring = {}

    def changed(self):
        """Forgets what follows from references, which somebody has changed."""
        self._referring = {}

    def referring(self, entity, name):
        """5.3: for each key, the keys of the objects whose relationship refers to it, ascending."""
        if (entity, name) not in self._referring:
            found = {}
            for record in self.tables[self.schema.root(entity)].values():
                if not self.schema.is_kind_of(record.entity, entity):
                    continue
                value = record.values.get(name)
                for key in value if isinstance(value, list) else [] if value is None else [value]:
                    found.setdefault(key, []).append(record.key)
            self._referring[entity, name] = {key: sorted(keys) for key, keys in found.items()}
        return self._referring[entity, name]

    def related(self, record, owner, relationship):
        """5.3: a key or None of a to-one, a list of keys or None of a to-many, from either end."""
        storage = self.schema.storage(owner, relationship)
        value = record.values.get(relationship.name)
        if storage in ("reference", "list"):
            return value
        other_entity, other = self.schema.inverse(relationship)
        members = self.referring(other_entity, other.name).get(record.key, [])
        if storage == "derived":
            return members[0] if members else None
        if value:
            return value
        if members or not relationship.optional or value == []:
            return members
        return None

    def drop_needless_orders(self):
        """5.3: an order that says no more than an absent one is taken for an absent one."""
        for record in self.records():
            for name, (owner, declared) in self.schema.properties(record.entity).items():
                if not declared.is_relationship or self.schema.storage(owner, declared) != "order":
                    continue
                value = record.values.get(name)
                other_entity, other = self.schema.inverse(declared)
                members = self.referring(other_entity, other.name).get(record.key, [])
                if value is not None and value in ([], members) and (members or not declared.optional):
                    del record.values[name]


class Violation(NamedTuple):
    """A rule of 8.5 that the tables break, the objects that it names, and the properties concerned."""
    rule: str
    message: str
    place: str
    keys: tuple = ()
    properties: tuple = ()


def check(tables):
    """Raises the first rule of 8.5 that the tables break."""
    for violation in violations(tables):
        raise Refused(violation.rule, violation.message, violation.place)


def violations(tables):
    """All rules of 8.5 that the tables break: keys, references, orders, counts, uniqueness."""
    seen = set()
    for record in tables.records():
        if record.key in seen:
            yield Violation("key-duplicate", "", record.place(), (record.key,))
        seen.add(record.key)
    for check_one in (references, ends, counts):
        for record in tables.records():
            for name, (owner, declared) in tables.schema.properties(record.entity).items():
                if declared.is_relationship:
                    for rule, message in check_one(tables, record, owner, declared):
                        yield Violation(rule, message, f"{record.place()}.{name}", (record.key,), (name,))
    yield from repetitions(tables)


def keys_of(record, relationship):
    """The keys that a record states of a relationship."""
    value = record.values.get(relationship.name)
    return value if isinstance(value, list) else [] if value is None else [value]


def references(tables, record, owner, relationship):
    """5.3: every key is that of an object of the destination."""
    schema, keys = tables.schema, keys_of(record, relationship)
    if len(keys) != len(set(keys)):
        yield "list-repeated-member", ""
    for key in keys:
        target = tables.object(key)
        if target is None:
            yield "reference-dangling", str(key)
        elif not schema.is_kind_of(target.entity, relationship.target):
            yield "reference-wrong-entity", str(key)


def ends(tables, record, owner, relationship):
    """5.3: the two ends of a relationship agree."""
    schema = tables.schema
    storage, inverse = schema.storage(owner, relationship), schema.inverse(relationship)
    value = record.values.get(relationship.name)
    if storage == "order" and value is not None:
        # An order is absent, empty, or exactly the members.
        members = tables.referring(inverse[0], inverse[1].name).get(record.key, [])
        if value and len(value) == len(set(value)) and sorted(value) != members:
            yield "order-not-members", ""
    if storage == "list" and inverse is not None and inverse[1] is relationship:
        answering = tables.referring(owner, relationship.name).get(record.key, [])
        for key in sorted(value or []):
            if key not in answering:
                yield "reference-not-mutual", str(key)
                break
    if storage == "reference" and value is not None and inverse is not None and not inverse[1].to_many:
        if inverse[1] is relationship:
            other = tables.object(value)
            if other is not None and other.values.get(relationship.name) != record.key:
                yield "reference-not-mutual", str(value)
        elif len(tables.referring(owner, relationship.name)[value]) > 1:
            yield "reference-shared", str(value)


def counts(tables, record, owner, relationship):
    """6.6: a relationship that is not optional has an object; counts."""
    related = tables.related(record, owner, relationship)
    if related is None:
        if not relationship.optional:
            yield "reference-missing", ""
    if relationship.to_many:
        related = related or []      # nil counts as no object
        if len(related) < (relationship.minimum or 0):
            yield "count-too-few", ""
        if relationship.maximum and len(related) > relationship.maximum:
            yield "count-too-many", ""


def repetitions(tables):
    """6.2: no two objects of the entity have equal values in all the properties of a list."""
    schema = tables.schema
    for name, entity in schema.entities.items():
        properties = schema.properties(name)
        for names in entity.unique:
            seen = {}
            for record in tables.records():
                if not schema.is_kind_of(record.entity, name):
                    continue
                key = comparison_of(tables, record, names, properties)
                if key is None:
                    continue
                if key in seen:
                    yield Violation("unique-violated", f"{seen[key].place()} too", record.place(),
                                    (seen[key].key, record.key), tuple(names))
                else:
                    seen[key] = record


def comparison_of(tables, record, names, properties):
    """4.11: what the values of a list compare by, or None where one of them is nil."""
    key = []
    for name in names:
        owner, declared = properties[name]
        if declared.is_relationship:
            value = tables.related(record, owner, declared)
        else:
            value = comparison_value(record.values[name], declared.type)
        if value is None:
            return None
        key.append(value)
    return tuple(key)


def comparison_value(value, type_):
    """4.11, and of structures 6.11-9: as typed trees."""
    if value is None:
        return None
    if type_.kind == "scalar":
        return values.comparison_key(type_.scalar, value)
    if type_.kind == "list":
        return tuple(None if item is None else comparison_item(type_.scalar, item) for item in value)
    return trees.comparison_text(trees.of_attribute(type_, value))


def comparison_item(scalar, item):
    """4.11: texts within arrays are compared scalar for scalar."""
    return item if scalar in values.TEXTS else values.comparison_key(scalar, item)
