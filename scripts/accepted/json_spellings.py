"""Other spellings of flat documents in JSON, and of the same content in JSON of any form."""
from accepted.json_text import Number, numbers, parsed, reversed_members, spelled
from broken.edits import *
from broken.fragments import *

# 6: the members of a schema's objects that are implied.
IMPLIED_OF_ENTITY = {"abstract": False, "attributes": [], "relationships": [], "unique": [], "indexes": []}
IMPLIED_OF_ATTRIBUTE = {"optional": False, "computed": False, "external": False, "preservedOnDeletion": False, "options": []}
IMPLIED_OF_RELATIONSHIP = {"optional": True, "deleteRule": "nullify"}


def changed(change, **spelling):
    """Changes what a flat document says."""
    def edit(document):
        value = parsed(document)
        return (spelled(change(value) or value, **spelling) + "\n").encode()
    return edit


def properties(document):
    for entity in document["schema"]:
        yield from entity.get("attributes", []) + entity.get("relationships", [])


def records(document):
    for table in document["tables"].values():
        yield from table


def reversed_but_sections(document):
    return {name: {table: reversed_members(rows) for table, rows in value.items()} if name == "tables" else reversed_members(value)
            for name, value in document.items()}


def reverse_sets(document):
    """6-1: entities, properties, cases, options and uniqueness constraints are sets; an index is a list."""
    document["schema"].reverse()
    for entity in document["schema"]:
        for name in ("attributes", "relationships", "indexes", "unique"):
            entity.get(name, []).reverse()
        for names in entity.get("unique", []):
            names.reverse()
    for each in properties(document):
        each.get("cases", []).reverse()
        each.get("options", []).reverse()


def repeat_items_of_sets(document):
    """6-1: an item of a set may be there twice."""
    for entity in document["schema"]:
        for name in ("indexes", "unique"):
            entity[name] = entity.get(name, []) * 2
    for each in properties(document):
        for name in ("cases", "options"):
            if name in each:
                each[name] *= 2


def state_needless_orders(document):
    """5.3-4, 5.3-5: orders that say what an absent one says, and empty ones beside members."""
    for trip in document["tables"]["Trip"]:
        for order, table in (("legs", "Leg"), ("participants", "Participant"), ("stays", "Stay")):
            members = [other["$id"] for other in document["tables"][table] if other["trip"] == trip["$id"]]
            trip[order] = [] if order == "stays" else members


def state_implied(document):
    document["header"].update(requires=[], requiresToWrite=[])
    document["trailer"].update({name: [] for name in ("attachments", "carried", "extensions", "history")
                                if name not in document["trailer"]})
    for entity in document["schema"]:
        entity.update({name: value for name, value in IMPLIED_OF_ENTITY.items() if name not in entity})
        for kind, implied in (("attributes", IMPLIED_OF_ATTRIBUTE), ("relationships", IMPLIED_OF_RELATIONSHIP)):
            for each in entity[kind]:
                each.update({name: value for name, value in implied.items() if name not in each})


def respell_doubles(document):
    """4.3, 6.4: doubles of records, of defaults and cases, and of typed trees."""
    def tenths(token):
        return token + ("0e-0" if "." in token else "") if not "e" in token else token.upper().replace("E-", "E-00")

    doubles = {attribute["name"] for attribute in properties(document) if attribute.get("type") in ("double", "float")}
    for attribute in properties(document):
        if attribute.get("type") in ("double", "float"):
            for name in ("default", "cases"):
                if name in attribute:
                    attribute[name] = numbers(attribute[name], lambda token: token + (".0E+0" if token.isdigit() else "00"))
    for record in records(document):
        for name, value in record.items():
            if name in doubles:
                record[name] = numbers(value, lambda token: token + ".000" if token.lstrip("-").isdigit() else tenths(token))
            elif isinstance(value, dict):
                record[name] = numbers(value, tenths)


def minus_zero(document):
    [value] = [record for record in records(document) if record.get("float") == "-0"]
    value["float"] = Number("-0.0")
    value["tree"]["b"][5] = Number("-0e5")


def state_roots(document):
    """5.1-2: records of a hierarchy's root may name it."""
    for table, rows in document["tables"].items():
        rows[:] = [record if "$entity" in record else {"$id": record.pop("$id"), "$entity": table, **record} for record in rows]


def leave_out(document):
    """5.2-7, 5.3-6: what has a default, and references that may be nil."""
    for record in records(document):
        for name, default in (("details", ""), ("hasReservation", False), ("isInPlan", False), ("isConfirmed", False), ("trip", None)):
            if name in record and record[name] == default and type(record[name]) is type(default):
                del record[name]


SPELLINGS = [
    ("small-v4", "members-reversed", "json", changed(reversed_but_sections)),
    ("foreign-v4", "members-reversed", "json", changed(reversed_but_sections)),
    ("history-v4", "members-reversed", "json", changed(reversed_but_sections)),
    ("collection", "members-reversed", "json", changed(reversed_but_sections)),
    ("small-v4", "white-space-everywhere", "json", changed(lambda document: None, between=" \t\r\n")),
    ("small-v4", "one-line", "json", chain(changed(lambda document: None), cut_end("\n"))),
    ("small-v4", "every-character-escaped", "json", changed(lambda document: None, escapes=True)),
    ("text-v4", "every-character-escaped", "json", changed(lambda document: None, escapes=True)),
    ("small-v4", "sets-reversed", "json", changed(reverse_sets)),
    ("collection", "sets-reversed", "json", changed(reverse_sets)),
    ("small-v5", "needless-orders", "json", changed(state_needless_orders)),
    ("small-v4", "items-of-sets-repeated", "json", changed(repeat_items_of_sets)),
    ("collection", "items-of-sets-repeated", "json", changed(repeat_items_of_sets)),
    ("small-v4", "implied-values-stated", "json", changed(state_implied)),
    ("collection", "implied-values-stated", "json", changed(state_implied)),
    ("small-v4", "doubles-respelled", "json", changed(respell_doubles)),
    ("collection", "doubles-respelled", "json", changed(respell_doubles)),
    ("collection", "minus-zero-as-a-number", "json", changed(minus_zero)),
    ("collection", "default-as-a-marked-double", "json", replace(
        ('"default":0.5', '"default":5E-1'), ('"type":"float","default":1}', '"type":"float","default":{"$double":"1"}}'),
        ('"default":"1e+300"', '"default":1e300'), ('["-0","INF",0.5,1],"default":"-0"', '[1.0,{"$double":"-0"},{"$double":"INF"},0.5],"default":-0.0'))),
    *in_both("small-v4", "minor-version", (f'"format":"{FORMAT}"', '"format":"1.7"'), (f' format="{FORMAT}"', ' format="1.7"')),
    *of_header("small-v4", "feature-required-to-write", '"requiresToWrite":["com.example.a","com.example.b"]',
               'requiresToWrite="com.example.a com.example.b"'),
    *of_header("small-v4", "no-features", '"requires":[],"requiresToWrite":[]', 'requires="" requiresToWrite=""'),
    ("small-v4", "root-named-as-entity", "json", changed(state_roots)),
    ("small-v4", "defaults-left-out", "json", changed(leave_out)),
    *in_both("small-v4", "order-of-keys-stated", ('"destination":"Basel"', '"bucketList":[7],"destination":"Basel"'),
             ("<destination>Basel", "<bucketList><d:key>7</d:key></bucketList><destination>Basel")),
    *in_both("small-v4", "empty-order-of-members", ('"destination":"Basel"', '"bucketList":[],"destination":"Basel"'),
             ("<destination>Basel", "<bucketList/><destination>Basel")),
    ("foreign-v4", "trailer-reversed", "json", changed(lambda document: {
        **document, "trailer": {name: items if name in ("carried", "history") else items[::-1]
                                for name, items in reversed(document["trailer"].items())}})),
]
