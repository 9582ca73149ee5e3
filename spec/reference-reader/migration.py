"""Section 7: the released trip schemas, and the stages between them."""
import copy
import fractions
import json_text
import math
import pathlib
import unicodedata

import losses
import schema as schemas
import tables
import trees
from records import Record
from rules import Refused

SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / "schemas"
NAME = "trips"                                                      # 7.1
VERSIONS = ("1.0.0", "2.0.0", "3.0.0", "4.0.0", "5.0.0", "6.0.0")   # 7.2
KEEPING = ("5.0.0", "6.0.0")                                        # 10.8: the stages up to these turn dates or trees
KEPT_TYPES = (("date", "day"), ("tree", "structure"))               # 10.8: older types, and newer ones that hold less
UTC = "+00:00[Etc/UTC]"                                             # 7.4-7: what a time by a clock gets for a zone


def released(version):
    """7.2: the frozen schema of a version."""
    data = (SCHEMAS / f"{NAME}-{version}.schema.json").read_bytes()
    return schemas.of_schema_file(json_text.parse(data))[2]


def check_released(document):
    """7.1: a schema with the name and version of a released one is that schema."""
    if document.schema_name == NAME and document.version in VERSIONS:
        if document.schema.fingerprint() != released(document.version).fingerprint():
            raise Refused("schema-not-released", document.version)


def migrate(document, version=VERSIONS[-1]):
    """7.3 and 7.4: stage by stage, from the document's version to the wanted one."""
    check_released(document)
    if document.schema_name != NAME or document.version not in VERSIONS:
        raise Refused("schema-not-released", f"{document.schema_name} {document.version}")
    while document.version != version:
        here = VERSIONS.index(document.version)
        if here < VERSIONS.index(version):
            up_one_stage(document, VERSIONS[here + 1])
        else:
            down_one_stage(document, VERSIONS[here - 1])
    return document


def up_one_stage(document, version):
    """7.3, the four steps."""
    older, older_version = copy.deepcopy(document.tables), document.version
    lift(document, version)
    losses.put_back(document, older, older_version)


def lift(document, version):
    """7.3, steps 1 to 3."""
    older, older_version = copy.deepcopy(document.tables), document.version
    if version == "2.0.0":
        merge_equal_trips(document, ("name",), "start_date", "end_date")
    if version == "3.0.0":
        merge_equal_trips(document, ("name", "startDate", "endDate"), "startDate", "endDate")
    document.tables = restructured(document.tables, released(version))
    document.schema, document.version = document.tables.schema, version
    if version in KEEPING:
        keep_values(document, older, older_version)
    tables.check(document.tables)


def down_one_stage(document, version):
    """7.4, the four steps."""
    newer = copy.deepcopy(document)
    if version == "2.0.0":
        tell_apart(document.tables)
    if version == "4.0.0":
        forget_other_reasons(document.tables, released(version))
    if version == "5.0.0":
        repeat_known_days(document.tables)
    document.tables = restructured_down(document.tables, released(version))
    document.schema, document.version = document.tables.schema, version
    if version == "4.0.0":
        keep_first_stays(document.tables, newer.tables)
    if newer.version in KEEPING:
        put_back_kept_values(document, newer)
    if version == "4.0.0":
        tell_apart_by_dates(document.tables)
    losses.let_go_of_anchors(document)
    tables.check(document.tables)
    lifted = copy.deepcopy(document)
    lift(lifted, newer.version)
    losses.carry(document, newer, lifted)


# 7.3, step 2

def source_of(old, new, entity, property_):
    """Step 2: the older property that a newer one takes its values from: same name, else original name."""
    properties = old.properties(entity)
    for name in (property_.name, property_.original_name):
        if name in properties:
            return properties[name]
    return None


def source_entity(old, entity):
    """Step 2: the older entity of a newer one, or None where it is new."""
    for name in (entity.name, entity.original_name):
        if name in old.entities:
            return name
    return None


def is_kept(older, newer):
    """10.8-1: whether a property was a date and is a day, or was a tree and is a structure."""
    both = older, newer
    return not any(each.is_relationship for each in both) and tuple(each.type_text for each in both) in KEPT_TYPES


def kept_pairs(old, new, old_entity, new_entity):
    """10.8-1: the older and the newer property of each pair of 7.3-3 whose older values may have to be kept."""
    found = ((source_of(old, new, old_entity, newer), newer) for _, newer in new.properties(new_entity).values())
    return [(was[1], newer) for was, newer in found if was is not None and is_kept(was[1], newer)]


def taken_up(value, older, newer):
    """7.3-3 and 7.3.4: what a property of the newer schema gets of a value of the older one."""
    if value is None or not is_kept(older, newer):
        return value
    return structure_of(value, newer.type) if newer.type.kind == "structure" else day_of(value)


def structure_of(tree, type_):
    """7.3-3: a value of a structure, of the members of a tree that are members of it in name and type.

    So is a whole number that a double has. No member of the released schemas has an original name; each may be nil.
    """
    value = {}
    for name, member in type_.members.items():
        found = tree.get(name) if isinstance(tree, dict) else None
        if member.type_text == "double" and type(found) is int and float(found) == found:
            found = float(found)
        value[name] = trees.value_of(found, member) if losses.fits(found, member) else member.default
    return value


def restructured(old_tables, new):
    """7.3, step 2: entities and properties of the new schema take what those of the old hold."""
    old, result = old_tables.schema, tables.Tables(new)
    for entity in new.entities.values():
        source = source_entity(old, entity)
        if source is None:
            continue
        for old_record in old_tables.records():
            if old_record.entity != source:
                continue
            record = Record(old_record.key, entity.name)
            record.foreign = old_record.foreign
            for name, (owner, declared) in new.properties(entity.name).items():
                found = source_of(old, new, source, declared)
                if found is not None and found[1].name in old_record.values:
                    record.values[name] = taken_up(old_record.values[found[1].name], found[1], declared)
                elif found is None:
                    losses.take_default(record, declared, new.storage(owner, declared)
                                        if declared.is_relationship else None)
            result.add(record)
    return result


# 7.4, step 2

def restructured_down(new_tables, old):
    """7.4, step 2: the pairs of 7.3 in the opposite direction."""
    new, result = new_tables.schema, tables.Tables(old)
    for record in new_tables.records():
        source = next((name for name in map(lambda each: source_entity(old, new.entities[each]), new.above(record.entity))
                       if name is not None), None)
        if source is None:
            continue
        older = Record(record.key, source)
        older.foreign = record.foreign
        for name, (owner, declared) in new.properties(record.entity).items():
            found = source_of(old, new, source, declared)
            if found is not None and name in record.values and not is_order_of_to_one(old, new, owner, declared, found):
                older.values[found[1].name] = taken_down(record.values[name], declared, found[1])
        result.add(older)
    return result


def taken_down(value, newer, older):
    """7.4-7 and 7.4.4-2: what a property of the older schema gets of a value of the newer one."""
    if newer.is_relationship:
        return value
    if value is None:
        return None if older.optional else 0       # the day 0: only days of trips are nil in the newer schema alone
    if is_kept(older, newer):
        return tree_of_structure(value, newer.type) if newer.type.kind == "structure" else value * 86400.0
    if (older.type_text, newer.type_text) == ("zonedTime", "clockTime") and not value.endswith("]"):
        return value + UTC
    return value


def tree_of_structure(value, type_):
    """7.4-7: an object of the members, without those that are nil and would be nil if they were absent."""
    return {name: trees.of_attribute(member.type, value[name]) for name, member in type_.members.items()
            if value[name] is not None or member.default is not None}


def tell_apart(found):
    """7.4.2: trips that share a name get names of their own."""
    groups, trips = {}, list(found.tables["Trip"].values())
    for trip in trips:
        groups.setdefault(comparable(trip.values["name"]), []).append(trip)
    taken = set(groups)
    for group in sorted(groups.values(), key=lambda trips: min(trip.key for trip in trips)):
        for trip in sorted(group, key=by_dates("endDate", "startDate"), reverse=True)[1:]:
            number = 2
            while comparable(f"{trip.values['name']} ({number})") in taken:
                number += 1
            trip.values["name"] = f"{trip.values['name']} ({number})"
            taken.add(comparable(trip.values["name"]))


# 7.3.1 and 7.3.2

def merge_equal_trips(document, names, start, end):
    """7.3.1: trips that agree become one."""
    found = document.tables
    groups = {}
    for trip in list(found.tables["Trip"].values()):
        groups.setdefault(tuple(comparable(trip.values[name]) for name in names), []).append(trip)
    for group in sorted(groups.values(), key=lambda trips: min(trip.key for trip in trips)):
        if len(group) > 1:
            survivor = merge_trips(found, group, start, end, by_key=len(names) > 1)
            for each in document.extensions + document.attachments:
                if each.get("anchor") in {trip.key for trip in group}:
                    each["anchor"] = survivor.key


def comparable(value):
    """4.11, and of dates 7.3.1: −0 equals 0, NaN equals itself and comes before everything else."""
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    return (0, 0.0) if math.isnan(value) else (1, value + 0.0)


def by_dates(first, second):
    """The order of trips by two dates, then by key."""
    return lambda trip: (comparable(trip.values[first]), comparable(trip.values[second]), trip.key)


def merge_trips(found, group, start, end, by_key):
    schema = found.schema
    owner, bucket_list = schema.properties("Trip")["bucketList"]
    _, accommodation = schema.properties("Trip")["livingAccommodation"]
    ordered = (lambda first, second: lambda trip: trip.key) if by_key else by_dates       # 7.3.2: by keys alone
    candidates = sorted(group, key=ordered(end, start), reverse=True)
    survivor = candidates[0]
    lists = [found.related(trip, owner, bucket_list) for trip in sorted(group, key=ordered(start, end))]
    lists = [members for members in lists if members is not None]
    accommodations = [found.related(trip, owner, accommodation) for trip in candidates]
    chosen = next((key for key in accommodations if key is not None), None)
    for members in lists:
        for key in members:
            found.tables["BucketListItem"][key].values["trip"] = survivor.key
    if lists:
        survivor.values["bucketList"] = [key for members in lists for key in members]
    for key in accommodations:
        if key is not None:
            found.tables["LivingAccommodation"][key].values["trip"] = survivor.key if key == chosen else None
    for trip in group:
        if trip is not survivor:
            found.remove(trip.key)
    found.changed()
    normalize_order(found, survivor, owner, bucket_list)
    return survivor


def normalize_order(found, record, owner, relationship):
    """5.3: an order is stated where it is not that of the keys."""
    value = record.values.get(relationship.name)
    if value is not None and value == sorted(value) and (value or not relationship.optional):
        del record.values[relationship.name]


# 7.3.4

def day_of(date):
    """7.3.4: the day of a date in UTC."""
    if math.isnan(date):
        return 0
    return max(-730485, min(2921573, math.floor(fractions.Fraction(date) / 86400))) if math.isfinite(date) else (
        -730485 if date < 0 else 2921573)


# 7.4.4

def forget_other_reasons(found, older):
    """7.4.4-1: a reason that is no case of 4.0.0 becomes `unknown`."""
    cases = set(older.properties("PersonalTrip")["reason"][1].cases.values())
    for trip in found.tables["Trip"].values():
        if trip.entity == "PersonalTrip" and trip.values["reason"] not in cases:
            trip.values["reason"] = "unknown"


def is_order_of_to_one(old, new, owner, declared, found):
    """Whether a property is an order, which a to-one has no place for."""
    return declared.is_relationship and new.storage(owner, declared) == "order" and not found[1].to_many


def keep_first_stays(found, newer):
    """7.4.4-2: livingAccommodation is the first of stays; the others have no trip."""
    owner, stays = newer.schema.properties("Trip")["stays"]
    for trip in newer.tables["Trip"].values():
        for key in newer.related(trip, owner, stays)[1:]:
            found.tables["LivingAccommodation"][key].values["trip"] = None
    found.changed()


def tell_apart_by_dates(found):
    """7.4.4-3: trips with equal name, startDate and endDate get names of their own."""
    groups, trips = {}, list(found.tables["Trip"].values())
    for trip in trips:
        groups.setdefault(tuple(comparable(trip.values[name]) for name in ("name", "startDate", "endDate")), []).append(trip)
    taken = {comparable(trip.values["name"]) for trip in trips}
    for group in sorted(groups.values(), key=lambda trips: min(trip.key for trip in trips)):
        for trip in sorted(group, key=lambda trip: trip.key, reverse=True)[1:]:
            number = 2
            while comparable(f"{trip.values['name']} ({number})") in taken:
                number += 1
            trip.values["name"] = f"{trip.values['name']} ({number})"
            taken.add(comparable(trip.values["name"]))


# 7.4.5

def repeat_known_days(found):
    """7.4.5-1: a day of a trip that is not known becomes the other one."""
    for trip in found.tables["Trip"].values():
        for name, other in (("startDate", "endDate"), ("endDate", "startDate")):
            if trip.values[name] is None:
                trip.values[name] = trip.values[other]


# 10.8

def keep_values(document, older, older_version):
    """10.8-1 and 10.8-2: the document keeps the older dates and trees that would not come back."""
    stage = {"from": older_version, "schema": document.schema_name, "to": document.version}
    groups = {}
    for record in document.tables.records():
        before = older.object(record.key)
        for was, declared in kept_pairs(older.schema, document.schema, before.entity, record.entity):
            value, guard = before.values[was.name], record.values[declared.name]
            tree, again = (trees.of_attribute(was.type, each) for each in (value, taken_down(guard, declared, was)))
            if not trees.equal(tree, again) and losses.is_carried(tree):
                place = older.schema.root(before.entity), before.entity, was.name, record.entity
                groups.setdefault(place, []).append((record.key, tree, trees.of_attribute(declared.type, guard)))
    document.carried = [tree for tree in document.carried if not losses.is_of_stage(tree, stage)]
    for (hierarchy, entity, name, newer_entity), kept in sorted(groups.items()):
        keys, found, guards = map(list, zip(*kept))
        document.carried.append({
            "entity": entity, "guards": guards, "hierarchy": hierarchy, "keys": keys, "loss": "value",
            "olderEntity": newer_entity, "property": name, "reason": "narrowed", "stage": stage, "values": found})


def put_back_kept_values(document, newer):
    """10.8-3: a kept value replaces what its guard becomes on the way down. All entries of the stage are dropped."""
    stage = {"from": document.version, "schema": document.schema_name, "to": newer.version}
    found = {}
    for tree in document.carried:
        if not losses.is_of_stage(tree, stage):
            continue
        for key, value, guard in losses.kept_entries(tree):
            record = document.tables.object(key)
            if record is None or record.entity != tree["entity"]:
                continue
            newer_entity = newer.tables.object(key).entity
            for was, declared in kept_pairs(document.schema, newer.schema, record.entity, newer_entity):
                if was.name == tree["property"] and is_put_back(value, guard, record.values[was.name], was, declared):
                    found[key, was.name] = trees.value_of(value, was)
    for (key, name), value in found.items():
        document.tables.object(key).values[name] = value
    document.carried = [tree for tree in document.carried if not losses.is_of_stage(tree, stage)]


def is_put_back(kept, guard, present, older, newer):
    """10.8-3: the kept value becomes the guard on the way up, and the guard the present value on the way down."""
    if kept is None or not losses.fits(kept, older):
        return False
    up = taken_up(trees.value_of(kept, older), older, newer)
    down = taken_down(up, newer, older)
    return (trees.equal(trees.of_attribute(newer.type, up), guard)
            and trees.equal(trees.of_attribute(older.type, down), trees.of_attribute(older.type, present)))
