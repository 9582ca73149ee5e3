"""Section 10: what an older version cannot hold, and how it comes back."""
import copy

import history
import schema as schemas
import tables
import trees
import values
from records import Record

KINDS = ("value", "entity", "object", "added", "foreign", "extension", "part")      # 10.2
MOST_DEPTH = 56                                                                     # 10.2-5
MEMBERS = {"loss", "stage", "hierarchy", "entity", "olderEntity", "reason", "keys"}


def take_default(record, declared, storage):
    """10.2: the literal default, else an empty list where the list must not be nil, else nil."""
    if declared.is_relationship:
        if storage in ("reference", "list"):
            record.values[declared.name] = [] if storage == "list" and not declared.optional else None
    else:
        record.values[declared.name] = declared.default if declared.has_default else None


# Values as trees

def tree_of(found, record, owner, declared):
    """10.2: a value as a tree of its exact type; relationships as keys, whatever their storage."""
    if declared.is_relationship:
        return found.related(record, owner, declared)
    return trees.of_attribute(declared.type, record.values[declared.name])


# 10.2 Entries

class Entry:
    """One object of a group: `value` and `guard` are trees; `has_guard` where `guards` is there."""


def is_of_stage(tree, stage):
    """10.2-7 and 10.4-2: whether a tree of the carried part is a group of exactly this stage."""
    return isinstance(tree, dict) and tree.get("loss") in KINDS and tree.get("stage") == stage


def is_carried(tree, depth=MOST_DEPTH):
    """10.2-5: whether the arrays and objects of a value are nested that deep at most."""
    items = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else None
    return items is None or depth > 0 and all(is_carried(item, depth - 1) for item in items)


def entries_of(group, new, old):
    """The entries of a group, or none where the group is malformed (10.4)."""
    kind = group["loss"]
    if not is_group(group, kind, new):
        return []
    found = []
    for index, key in enumerate(group["keys"]):
        entry = Entry()
        entry.kind, entry.key, entry.entity = kind, key, group["entity"]
        entry.hierarchy, entry.older_entity = group["hierarchy"], group["olderEntity"]
        entry.property, entry.properties = group.get("property"), group.get("properties")
        entry.value = group["values"][index] if "values" in group else None
        entry.has_guard = "guards" in group
        entry.guard = group["guards"][index] if entry.has_guard else None
        if is_entry(entry, new, old):
            found.append(entry)
    return found


def has_members(group, kind):
    """10.2: a group has the members of its kind, each of its type."""
    expected = set(MEMBERS)
    expected |= {"property"} if kind == "value" else {"properties"} if kind == "object" else set()
    expected |= {"values"} if kind not in ("entity", "added") else set()
    optional = {"guards"} if kind in ("value", "object", "added", "foreign") else set()
    if not expected <= set(group) <= expected | optional:
        return False
    keys = group["keys"]
    if not isinstance(keys, list) or not all(type(key) is int for key in keys):
        return False
    ascends = all(one < other or one == other and kind in ("extension", "part") for one, other in zip(keys, keys[1:]))
    lists = [group[name] for name in ("values", "guards") if name in group]
    if not ascends or not all(isinstance(each, list) and len(each) == len(keys) for each in lists):
        return False
    names = [group[name] for name in ("hierarchy", "entity", "reason", *(["property"] if kind == "value" else []))]
    older = group["olderEntity"]
    return all(isinstance(name, str) for name in names) and (older is None or isinstance(older, str))


def is_group(group, kind, new):
    """10.4: a group has the members it must have, and names what the newer schema has."""
    if not has_members(group, kind):
        return False
    entity = group["entity"]
    if entity not in new.entities or group["hierarchy"] != new.root(entity):
        return False
    if kind == "value":
        return group["property"] in new.properties(entity)
    if kind == "object":
        return group["properties"] == stored_properties(new, entity)
    return True


def kept_entries(group):
    """10.8-3: the keys, values and guards of a group of kept values, or none where it has not the members of one."""
    if group["loss"] != "value" or "guards" not in group or not has_members(group, "value"):
        return []
    return zip(group["keys"], group["values"], group["guards"])


def stored_properties(schema, entity):
    """10.2: the properties that are not of storage `derived`, inherited ones included."""
    return [name for name, (owner, declared) in schema.properties(entity).items()
            if not declared.is_relationship or schema.storage(owner, declared) != "derived"]


def is_entry(entry, new, old):
    """10.4: an entry's value is of its property's type and cases, and it has the guard that 10.3 wants."""
    properties = new.properties(entry.entity)
    if entry.kind == "value":
        if not fits(entry.value, properties[entry.property][1]):
            return False
        return entry.has_guard == (older_property(entry, new, old) is not None)
    if entry.kind == "object":
        good = (isinstance(entry.value, list) and len(entry.value) == len(entry.properties)
                and all(fits(value, properties[name][1]) for name, value in zip(entry.properties, entry.value)))
        return good and entry.has_guard == (entry.older_entity is not None)
    if entry.kind == "added":
        return entry.has_guard == (entry.older_entity is not None)
    if entry.kind == "foreign":
        good = entry.value is None or isinstance(entry.value, dict)
        return good and entry.has_guard == (entry.older_entity is not None)
    if entry.kind == "extension":
        return type(entry.value) is int
    return entry.kind == "entity" or isinstance(entry.value, str)


def fits(tree, declared):
    """10.4: whether a tree is of a property's type, and one of its cases."""
    return history.fits(tree, declared) and (declared.is_relationship or history.is_case(tree, declared))


def older_property(entry, new, old):
    """10.3: the property that `property` is in the older schema: (owner, property), or None."""
    import migration
    if entry.older_entity is None or entry.older_entity not in old.entities:
        return None
    return migration.source_of(old, new, entry.older_entity, new.properties(entry.entity)[entry.property][1])


# 10.3 Guards

def guard_holds(entry, older, new):
    """10.3. A list with another guard is merged, and counts as held. Spec 10.3-3: guards are compared by their canonical texts."""
    if entry.kind in ("extension", "part"):
        return True
    record = older.object(entry.key)
    if entry.older_entity is None:
        return record is None
    if record is None or record.entity != entry.older_entity:
        return False
    if not entry.has_guard:
        return True
    if entry.kind == "value":
        owner, declared = older_property(entry, new, older.schema)
        if declared.is_relationship and declared.to_many:
            return True
        return trees.equal(tree_of(older, record, owner, declared), entry.guard)
    if entry.kind == "foreign":
        return trees.equal(record.foreign, entry.guard)
    state = {name: tree_of(older, record, owner, declared)
             for name, (owner, declared) in older.schema.properties(record.entity).items()
             if not declared.is_relationship or older.schema.storage(owner, declared) not in ("order", "derived")}
    return trees.equal(state, entry.guard)


# 10.1 Down one stage

def carry(document, newer, lifted):
    """10.1 and 10.2: what `newer` has and `lifted` has not, as groups behind the carried entries of the document."""
    stage = {"schema": newer.schema_name, "from": newer.version, "to": document.version}
    groups = {}
    for record in newer.tables.records():
        for kind, name, reason, value, guard in losses_of(record, newer.tables, lifted.tables, document.tables):
            if not all(map(is_carried, value if kind == "object" else [value])):
                continue
            held = document.tables.object(record.key)
            hierarchy, older_entity = newer.schema.root(record.entity), held.entity if held else None
            group = groups.setdefault((hierarchy, KINDS.index(kind), record.entity, name, reason, older_entity), {
                "loss": kind, "stage": stage, "hierarchy": hierarchy, "entity": record.entity, "olderEntity": older_entity,
                "reason": reason, "keys": []})
            group["keys"].append(record.key)
            if kind == "object":
                group["properties"] = stored_properties(newer.schema, record.entity)
            if kind != "entity":
                group.setdefault("values", []).append(value)
            if kind == "value":
                group["property"] = name
                if guard:
                    group.setdefault("guards", []).extend(guard)
    add_anchors(groups, document, newer, stage)
    lost = {key for group in groups.values() for key in group["keys"]}
    document.carried = [tree for tree in (without_entries(tree, stage, lost) for tree in document.carried) if tree is not None]
    document.carried += [groups[place] for place in sorted(groups, key=lambda place: [
        (part or "").encode("utf-8") if not isinstance(part, int) else b"%d" % part for part in place])]


def add_anchors(groups, document, newer, stage):
    """10.2: extension records and parts whose anchors the older version does not have."""
    for kind, name, owned in (("extension", "id", newer.extensions), ("part", "name", newer.attachments)):
        for each in owned:
            anchor = newer.tables.object(each.get("anchor"))
            if anchor is None or document.tables.object(anchor.key) is not None:
                continue
            hierarchy = newer.schema.root(anchor.entity)
            group = groups.setdefault((hierarchy, KINDS.index(kind), anchor.entity, "", "object-lost", None), {
                "loss": kind, "stage": stage, "hierarchy": hierarchy, "entity": anchor.entity, "olderEntity": None,
                "reason": "object-lost", "keys": [], "values": []})
            group["keys"].append(anchor.key)
            group["values"].append(each[name])
            order = sorted(range(len(group["keys"])), key=lambda index: group["keys"][index])
            group["keys"] = [group["keys"][index] for index in order]
            group["values"] = [group["values"][index] for index in order]


def let_go_of_anchors(document):
    """10.2-5: what belonged to an object that the older version does not have belongs to none."""
    for each in document.extensions + document.attachments:
        if "anchor" in each and document.tables.object(each["anchor"]) is None:
            del each["anchor"]


def losses_of(record, newer, lifted, older):
    """The losses of one object: kind, property, reason, value, and a list of the guard."""
    schema, other = newer.schema, lifted.object(record.key)
    if other is None:
        yield "object", "", "removed-entity", [tree_of(newer, record, *schema.properties(record.entity)[name])
                                               for name in stored_properties(schema, record.entity)], []
        if record.foreign is not None:
            yield "foreign", "", "object-lost", record.foreign, []
        return
    if other.entity != record.entity:
        yield "entity", "", "became-superentity", None, []
    for name, (owner, declared) in schema.properties(record.entity).items():
        storage = schema.storage(owner, declared) if declared.is_relationship else None
        if storage == "derived":
            continue
        value = tree_of(newer, record, owner, declared)
        if name in schema.properties(other.entity):
            was, is_there = stated(newer, record, owner, declared, storage), stated(lifted, other, owner, declared, storage)
        else:
            blank = Record(record.key, record.entity)
            take_default(blank, declared, storage)
            was, is_there = value, tree_of(newer, blank, owner, declared)
        if not trees.equal(was, is_there):
            yield ("value", name, *reason_and_guard(record, declared, value, older, schema))


def stated(found, record, owner, declared, storage):
    """10.1: orders are compared as records state them."""
    return record.values.get(declared.name) if storage == "order" else tree_of(found, record, owner, declared)


def reason_and_guard(record, declared, value, older, schema):
    """10.6 and 10.3: without the property in the older schema there is no guard."""
    import migration
    held = older.object(record.key)
    found = migration.source_of(older.schema, schema, held.entity, declared)
    if found is None:
        return "removed-property", value, []
    guard = tree_of(older, held, *found)
    if value is None and not found[1].optional:
        return "required", value, [guard]
    if declared.is_relationship:
        return "changed" if declared.to_many == found[1].to_many else "relationship", value, [guard]
    if found[1].cases and schemas.value_text(trees.value_of(value, declared), declared.type) not in found[1].cases:
        return "removed-case", value, [guard]
    return "changed" if declared.type_text == found[1].type_text else "narrowed", value, [guard]


def without_entries(tree, stage, keys):
    """10.2, Twice: a group of the same stage without the entries of some objects, or None without any."""
    if not is_of_stage(tree, stage):
        return tree
    left = [index for index, key in enumerate(tree["keys"]) if key not in keys]
    lists = {name: [tree[name][index] for index in left] for name in ("keys", "values", "guards") if name in tree}
    return {**tree, **lists} if left else None


# 10.4 Up one stage

def put_back(document, older, older_version):
    """10.4, steps 2 and 3: the groups of exactly this stage are taken out and put back."""
    stage = {"schema": document.schema_name, "from": document.version, "to": older_version}
    groups, others = [], []
    for tree in document.carried:
        (groups if is_of_stage(tree, stage) else others).append(tree)
    document.carried = others
    entries = [entry for group in groups for entry in entries_of(group, document.schema, older.schema)]
    if entries:
        document.tables = result_of(document, older, entries)


# 10.5 Putting back

def result_of(document, older, entries):
    """10.5: guards, objects, rounds; then extensions and parts."""
    present, new = document.tables, document.schema
    anchored = [entry for entry in entries if entry.kind in ("extension", "part")]
    left = [entry for entry in entries if entry not in anchored and guard_holds(entry, older, new)]
    left = [entry for entry in left
            if entry.kind not in ("value", "entity", "added") or present.object(entry.key)]
    left = coming_objects(document, left)
    left = [entry for entry in left if not refers_to_missing(entry, present, left, new)]
    for round_number in range(10):
        result, left = applied(document, present, left, older)
        broken = list(tables.violations(result))
        if not broken:
            break
        taking_part = [entry for entry in left
                       if any(takes_part(entry, violation, result, present) for violation in broken)]
        if not taking_part or round_number == 9:
            taking_part = [entry for entry in left if is_structural(entry, new)]
        left = [entry for entry in left if entry not in taking_part]
    result, left = applied(document, present, left, older)
    put_back_anchors(document, result, anchored)
    return result


def coming_objects(document, left):
    """10.5, objects: those that can come back, and their references."""
    present, new = document.tables, document.schema
    used = {extension["id"] for extension in document.extensions}
    kept = []
    for entry in left:
        if entry.kind == "object" and (present.object(entry.key) or entry.key in used
                                       or not 1 <= entry.key < document.next_key):
            continue
        kept.append(entry)
    while True:
        there = {entry.key for entry in kept if entry.kind == "object"}
        gone = [entry for entry in kept if entry.kind == "object"
                and any(present.object(key) is None and key not in there for key in needed_keys(entry, new))]
        if not gone:
            break
        kept = [entry for entry in kept if entry not in gone]
    for entry in kept:
        if entry.kind == "object":
            entry.value = [without_missing(value, new.properties(entry.entity)[name][1], present, there)
                           for name, value in zip(entry.properties, entry.value)]
    return kept


def needed_keys(entry, new):
    """The to-one references without which an object does not come back."""
    for name, value in zip(entry.properties, entry.value):
        owner, declared = new.properties(entry.entity)[name]
        if declared.is_relationship and not declared.to_many and value is not None:
            inverse = new.inverse(declared)
            if not declared.optional or inverse is not None and inverse[1].delete_rule == "cascade":
                yield value


def without_missing(value, declared, present, there):
    if not declared.is_relationship or value is None:
        return value
    if isinstance(value, list):
        return [key for key in value if present.object(key) or key in there]
    return value if present.object(value) or value in there else None


def refers_to_missing(entry, present, left, new):
    """10.5: a `value` of a to-one to a missing object; members that are missing leave lists."""
    if entry.kind != "value":
        return False
    owner, declared = new.properties(entry.entity)[entry.property]
    there = {each.key for each in left if each.kind == "object"}
    if not declared.is_relationship or entry.value is None:
        return False
    if not declared.to_many:
        return present.object(entry.value) is None and entry.value not in there
    if new.storage(owner, declared) != "order":
        entry.value = without_missing(entry.value, declared, present, there)
    return False


def is_structural(entry, new):
    """10.5, the last round: relationships, properties in uniqueness constraints, and whole objects."""
    if entry.kind != "value":
        return entry.kind in ("entity", "object", "added")
    in_constraint = any(entry.property in names for each in new.above(entry.entity)
                        for names in new.entities[each].unique)
    return new.properties(entry.entity)[entry.property][1].is_relationship or in_constraint


def takes_part(entry, violation, result, present):
    """10.5: whether an entry takes part in a violation."""
    if entry.kind == "foreign":
        return False
    if entry.kind == "value":
        declared = result.schema.properties(entry.entity)[entry.property][1]
        ends = {entry.property, getattr(declared, "inverse", None)}
        if not ends & set(violation.properties):
            return False
    keys = set(violation.keys)
    for found in (result, present):
        for key in violation.keys:
            record = found.object(key)
            if record is not None:
                keys |= related_keys(found, record, violation.properties)
    return entry.key in keys


def related_keys(found, record, names):
    """The objects that are related to one by a property, or refer by it to the same object."""
    keys = set()
    for name in names:
        if name not in found.schema.properties(record.entity):
            continue
        owner, declared = found.schema.properties(record.entity)[name]
        if declared.is_relationship:
            related = found.related(record, owner, declared)
            keys |= set(related if isinstance(related, list) else [] if related is None else [related])
            if found.schema.storage(owner, declared) == "reference" and related is not None:
                keys |= set(found.referring(owner, name).get(related, []))
    return keys


# Applying

def applied(document, present, left, older):
    """10.5, applying S to T. Returns the tables and what is left of S."""
    result, new = copy.deepcopy(present), document.schema
    left = list(left)
    for entry in left:                                                     # 1
        if entry.kind == "entity":
            become(result, entry.key, entry.entity)
    orders = {}
    for entry in [each for each in left if each.kind == "value"]:          # 2
        record = result.object(entry.key)
        if entry.property not in new.properties(record.entity):
            left.remove(entry)
            continue
        put_value(result, record, entry, orders, older)
    for entry in [each for each in left if each.kind == "object"]:         # 3
        record = Record(entry.key, entry.entity)
        for name, value in zip(entry.properties, entry.value):
            owner, declared = new.properties(entry.entity)[name]
            if declared.is_relationship and new.storage(owner, declared) == "order":
                orders[entry.key, name] = value
            else:
                record.values[name] = trees.value_of(value, declared)
        result.add(record)
    for entry in [each for each in left if each.kind == "foreign"]:        # 4
        record = result.object(entry.key)
        if record is None:
            left.remove(entry)
        else:
            record.foreign = entry.value
    delete_added(document, result, left)                                   # 5
    result.changed()
    apply_orders(result, orders)                                           # 6
    return result, left


def become(result, key, entity):
    """The object becomes one of another entity; properties that it did not have take their defaults."""
    record = result.object(key)
    before = result.schema.properties(record.entity)
    record.entity = entity
    for name, (owner, declared) in result.schema.properties(entity).items():
        if name not in before:
            take_default(record, declared, result.schema.storage(owner, declared)
                         if declared.is_relationship else None)
    record.values = {name: value for name, value in record.values.items()
                     if name in result.schema.properties(entity)}


def put_value(result, record, entry, orders, older):
    owner, declared = result.schema.properties(record.entity)[entry.property]
    value = trees.value_of(entry.value, declared)
    if declared.is_relationship and declared.to_many and entry.has_guard:
        old_owner, old_declared = older_property(entry, result.schema, older.schema)
        held = tree_of(older, older.object(entry.key), old_owner, old_declared)
        if not trees.equal(held, entry.guard):
            value = merged(value or [], entry.guard or [], result.related(record, owner, declared) or [])
    if declared.is_relationship and result.schema.storage(owner, declared) == "derived":
        other_entity, other = result.schema.inverse(declared)
        for key in result.referring(other_entity, other.name).get(record.key, []):
            result.object(key).values[other.name] = None
        if value is not None and result.object(value) is not None:
            result.object(value).values[other.name] = record.key
        result.changed()
    elif declared.is_relationship and result.schema.storage(owner, declared) == "order":
        orders[entry.key, entry.property] = value
    else:
        record.values[entry.property] = value


def delete_added(document, result, left):
    """10.5, 5: unless another object that stays refers to it, or it is the anchor of something."""
    anchors = {each.get("anchor") for each in document.extensions + document.attachments}
    going = [entry for entry in left if entry.kind == "added"]
    while True:
        keys = {entry.key for entry in going}
        used = anchors | {key for record in result.records() if record.key not in keys
                          for name, (owner, declared) in result.schema.properties(record.entity).items()
                          if declared.is_relationship
                          and result.schema.storage(owner, declared) in ("reference", "list")
                          for key in tables.keys_of(record, declared)}
        staying = [entry for entry in going if entry.key in used]
        if not staying:
            break
        for entry in staying:
            going.remove(entry)
            left.remove(entry)
    for entry in going:
        result.remove(entry.key)


def apply_orders(result, orders):
    """10.5, 6: listed members first, in the order of the list, the others behind them by key."""
    for record in result.records():
        for name, (owner, declared) in result.schema.properties(record.entity).items():
            if not declared.is_relationship or result.schema.storage(owner, declared) != "order":
                continue
            listed = orders.get((record.key, name), record.values.get(name))
            other_entity, other = result.schema.inverse(declared)
            members = result.referring(other_entity, other.name).get(record.key, [])
            if listed is None:
                record.values.pop(name, None)
                continue
            found = [key for key in listed if key in members]
            found += [key for key in members if key not in found]
            if found and found == members or not found and not declared.optional:
                record.values.pop(name, None)
            else:
                record.values[name] = found


def put_back_anchors(document, result, anchored):
    """10.5, 7: the record or part becomes the object's again, if both are there and it has no anchor."""
    for entry in anchored:
        if entry.kind == "extension":
            owned = [each for each in document.extensions if each["id"] == entry.value]
        else:
            owned = [each for each in document.attachments if each["name"] == entry.value]
        if owned and "anchor" not in owned[0] and result.object(entry.key) is not None:
            owned[0]["anchor"] = entry.key


# Lists

def merged(carried, guard, present):
    """10.5, Lists: a list of keys that somebody changed meanwhile, merged of three."""
    kept = [key for key in present if key not in guard or key in carried]
    shared = [key for key in guard if key in kept]
    if [key for key in present if key in shared] == shared:
        order = iter([key for key in carried if key in shared])
        kept = [next(order) if key in shared else key for key in kept]
    for index, member in enumerate(carried):
        if member in kept or member in guard:
            continue
        before = next((key for key in reversed(carried[:index]) if key in kept), None)
        at = kept.index(before) + 1 if before is not None else 0
        kept.insert(at, member)
    return kept
