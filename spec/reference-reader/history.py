"""Section 11: recorded saves, and the digests that bind them together."""
import hashlib
import math
import re

import json_text
import schema as schemas
import trees
import values
from objects import Member
from rules import Refused, ValueRefused

POLICY = (                                                          # 11.2
    Member("keeps", "text"),
    Member("transactions", "integer", False),
    Member("days", "integer", False),
    Member("bytes", "integer", False),
)
NUMBER_AND_DIGEST = (Member("number", "integer"), Member("digest", "text"))
DIGEST = re.compile(r"[0-9a-f]{64}")
RUN = 128                                                           # 11.1
BYTES_OF_KEY = 64                                                   # 11.5
LAST_KEY = 2 ** 53 - 2


def check_policy(policy, rule, place):
    """11.2."""
    if policy is None:
        return
    if policy["keeps"] not in ("none", "names", "values"):
        raise Refused(rule, "history.keeps", place)
    for name in ("transactions", "days", "bytes"):
        if policy.get(name, 0) < 0:
            raise Refused(rule, f"history.{name}", place)


# 11.3 Parts

def run_of_name(name, encoding):
    """11.3: −1 of the state, n of the run from 128·n; None of any other name."""
    if name == f"history/state.{encoding}":
        return -1
    found = re.fullmatch(rf"history/(0|[1-9][0-9]*)-([1-9][0-9]*)\.{encoding}", name)
    if found and int(found[1]) % RUN == 0 and int(found[2]) == int(found[1]) + RUN - 1:
        return int(found[1]) // RUN
    return None


def check_run(transactions, run, place):
    """11.3: a run has transactions, and only its own."""
    if not transactions:
        raise malformed("an empty run", place)
    for transaction in transactions:
        number = transaction.get("number") if isinstance(transaction, dict) else None
        if type(number) is not int or number // RUN != run:
            raise malformed("a transaction of another run", place)


def malformed(message, place="history"):
    return Refused("history-malformed", message, place)


def require(condition, message):
    if not condition:
        raise malformed(message)


def members(tree, required, optional=()):
    """An object with exactly the members named."""
    require(isinstance(tree, dict), "no object")
    require(set(required) <= set(tree) <= {*required, *optional}, f"members {sorted(tree)}")
    return tree


def is_digest(tree):
    return isinstance(tree, str) and DIGEST.fullmatch(tree)


def is_integer(tree, least=0):
    return type(tree) is int and tree >= least


def number_and_digest(tree):
    members(tree, ("number", "digest"))
    require(is_integer(tree["number"], 1) and is_digest(tree["digest"]), "number and digest")
    return tree["number"], tree["digest"]


# 11.5 Rules

def check(document):
    """11.5: whether the history is as 11.2 to 11.4 say, and whether its digests follow from it."""
    if document.history is None:
        return
    state, transactions = document.history
    require(document.policy is not None, "no policy")
    own = document.schema.fingerprint()
    found = check_state(state, document)
    known = {own: document.schema, **found}
    used, before = set(), None
    budget = 1 << 30
    for transaction in transactions:
        used |= check_transaction(transaction, before, known)
        budget -= BYTES_OF_KEY * sum(len(range_) for change in transaction.get("changes", ())
                                     for range_ in key_ranges(change["keys"]))
        if budget < 0:
            raise Refused("limit-expanded-bytes", "keys of the history", "history")
        check_values(transaction, known[transaction["schema"]])
        before = transaction
    require(used - {own} == set(found), "schemas that no transaction names, or that are missing")
    require({each["hierarchy"] for each in state["contents"]} <= set(document.schema.hierarchies()), "contents")
    check_digests(state, transactions, document)


def check_state(state, document):
    """11.3, the state. Returns its schemas by their model fingerprints."""
    members(state, ("lineage", "last", "removed", "schemas", "contents"))
    try:
        values.uuid_of_text(state["lineage"] if isinstance(state["lineage"], str) else "")
    except ValueRefused:
        raise malformed("lineage") from None
    number_and_digest(state["last"])
    for name in ("removed", "schemas", "contents"):
        require(isinstance(state[name], list), name)
    numbers = [number_and_digest(each)[0] for each in state["removed"]]
    require(numbers == sorted(set(numbers)), "removed does not ascend")
    found = {}
    for each in state["schemas"]:
        members(each, ("name", "entities"), ("version",))
        require(isinstance(each["name"], str) and isinstance(each["entities"], list), "schema")
        version = each.get("version", "0.0.0")
        require(isinstance(version, str) and schemas.is_version(version), "version")
        try:
            schema = schemas.of_items(json_text.parse(trees.canonical(each["entities"]).encode("utf-8")))
        except Refused:
            raise malformed("a schema") from None
        found[schema.fingerprint()] = schema
    require(list(found) == sorted(found) and len(found) == len(state["schemas"]), "order of schemas")
    before = ("", 0)
    for each in state["contents"]:
        check_range(each, ("digest",))
        require(is_digest(each["digest"]), "contents")
        here = each["hierarchy"], each["start"]
        require(here[0].encode() > before[0].encode() or here[0] == before[0] and here[1] >= before[1],
                "order of contents")
        before = here[0], here[1] + 2 ** each["bits"]
    return found


def check_range(tree, required=(), optional=()):
    """11.4: a key range as in 3.6."""
    members(tree, ("hierarchy", "start", "bits", *required), optional)
    require(isinstance(tree["hierarchy"], str) and is_integer(tree["start"]) and is_integer(tree["bits"]), "range")
    start, bits = tree["start"], tree["bits"]
    require(bits <= 53 and start % 2 ** bits == 0 and start + 2 ** bits <= 2 ** 53, "range")


# 11.4 Transactions

def check_transaction(transaction, before, known):
    """11.4. Returns the fingerprints of the schemas that the transaction names."""
    members(transaction, ("number", "time", "schema"),
            ("author", "program", "process", "changes", "unknown", "migratedFrom"))
    require(is_integer(transaction["number"], 1), "number")
    require(before is None or before["number"] < transaction["number"], "numbers do not ascend")
    time = transaction["time"]
    require(isinstance(time, trees.Marked) and time.type == "date" and is_whole_milliseconds(time.text), "time")
    if before is not None:
        require(values.date_of_text(before["time"].text) <= values.date_of_text(time.text), "time goes back")
    for name in ("author", "program", "process"):
        require(isinstance(transaction.get(name, ""), str), name)
    used = [transaction[name] for name in ("schema", "migratedFrom") if name in transaction]
    require(all(isinstance(fingerprint, str) and fingerprint in known for fingerprint in used), "schema")
    schema = known[transaction["schema"]]
    orders = []
    for name in ("changes", "unknown"):
        require(isinstance(transaction.get(name, [0]), list) and transaction.get(name, [0]), name)
    for change in transaction.get("changes", []):
        orders.append(check_change(change, schema))
    require(all(one < other for one, other in zip(orders, orders[1:])), "order of changes")
    check_objects(transaction.get("changes", []))
    for each in transaction.get("unknown", []):
        check_range(each, (), ("found",))
        require("found" not in each or is_digest(each["found"]), "found")
        require(each["hierarchy"] in schema.hierarchies(), "hierarchy")
    ranges = [(each["hierarchy"].encode("utf-8"), each["start"], each["bits"]) for each in transaction.get("unknown", [])]
    require(all(one < other for one, other in zip(ranges, ranges[1:])), "order of unknown")
    return set(used)


def is_whole_milliseconds(text):
    seconds = values.date_of_text(text)
    return math.isfinite(seconds) and round(seconds * 1000) / 1000 == seconds


def check_change(change, schema):
    """11.4, a change. Returns what changes are ordered by."""
    kind = change.get("change") if isinstance(change, dict) else None
    require(kind in ("insert", "update", "delete"), "change")
    required = ("change", "entity", "keys") + (("properties",) if kind == "update" else ())
    optional = {"insert": (), "update": ("old", "new"), "delete": ("old",)}[kind]
    members(change, required, optional)
    require(isinstance(change["entity"], str) and change["entity"] in schema.entities, "entity")
    check_keys(change["keys"])
    names = change.get("properties", [])
    require(isinstance(names, list) and all(isinstance(name, str) for name in names), "properties")
    require(names == schemas.in_order(set(names)) and (names or kind != "update"), "properties")
    properties = schema.properties(change["entity"])
    require(all(name in properties for name in names), "properties")
    for side in ("old", "new"):
        require(isinstance(change.get(side, {}), dict) and (side not in change or change[side]), side)
    if kind == "update":
        require(set(change.get("old", {})) == set(change.get("new", {})), "old and new")
        require(set(change.get("old", {})) <= set(names), "old and properties")
    kept = schemas.in_order(change.get("old", {}))
    order = ("insert", "update", "delete").index(kind)
    return (order, change["entity"].encode("utf-8"), [name.encode("utf-8") for name in names],
            [name.encode("utf-8") for name in kept])


def check_keys(keys):
    """11.4: ascending; three or more consecutive keys are an array of the first and the last."""
    require(isinstance(keys, list) and keys, "keys")
    ranges = []
    for key in keys:
        if isinstance(key, list):
            require(len(key) == 2 and all(map(is_integer, key)), "keys")
            ranges.append((key[0], key[1]))
        else:
            require(is_integer(key), "keys")
            ranges.append((key, key))
    require(ranges[0][0] >= 1 and ranges[-1][1] <= LAST_KEY, "keys")
    for (first, last), (next_first, _) in zip(ranges, ranges[1:]):
        require(last < next_first, "keys do not ascend")
    runs = [list(ranges[0])]
    for first, last in ranges[1:]:
        if first == runs[-1][1] + 1:
            runs[-1][1] = last
        else:
            runs.append([first, last])
    spelled = []
    for first, last in runs:
        spelled += [[first, last]] if last - first >= 2 else list(range(first, last + 1))
    require(spelled == keys, "spelling of keys")


def check_objects(changes):
    """11.4-6: each object is in one change, or in two that change its entity."""
    found = []
    for change in changes:
        found += [(keys.start, keys.stop, change) for keys in key_ranges(change["keys"])]
    found.sort(key=lambda each: each[0])
    last = {}                                    # of each kind, whose keys ascend
    for start, stop, change in found:
        for end, other in last.values():
            require(end <= start or {change["change"], other["change"]} == {"insert", "delete"}
                    and change["entity"] != other["entity"], "an object in two changes")
        last[change["change"]] = stop, change


def key_ranges(keys):
    return [range(key[0], key[1] + 1) if isinstance(key, list) else range(key, key + 1) for key in keys]


def check_values(transaction, schema):
    """11.4: for each property whose values are kept, as many values of its type as there are keys."""
    for change in transaction.get("changes", ()):
        count = sum(len(each) for each in key_ranges(change["keys"]))
        properties = schema.properties(change["entity"])
        for side in ("old", "new"):
            for name, kept in change.get(side, {}).items():
                require(name in properties, f"{side}.{name}")
                require(isinstance(kept, list) and len(kept) == count, f"{side}.{name}")
                declared = properties[name][1]
                require(all(declared.is_relationship and value is None or fits(value, declared) for value in kept),
                        f"{side}.{name}")


def fits(tree, declared):
    """Whether a tree is of a property's exact type (10.2, 11.4)."""
    if tree is None:
        return declared.optional
    if declared.is_relationship:
        keys = tree if declared.to_many and isinstance(tree, list) else [tree]
        return (isinstance(tree, list) == declared.to_many
                and all(is_integer(key, 1) and key <= LAST_KEY for key in keys))
    type_ = declared.type
    if type_.kind == "scalar":
        return scalar_fits(tree, type_.scalar)
    if type_.kind == "list":
        return isinstance(tree, list) and all(
            type_.nullable_items if item is None else scalar_fits(item, type_.scalar) for item in tree)
    if type_.kind == "structure":
        return isinstance(tree, dict) and set(tree) == set(type_.members) and all(
            fits(tree[name], member) and is_case(tree[name], member) for name, member in type_.members.items())
    return True


def is_case(tree, attribute):
    """Whether a tree that fits an attribute is one of its cases."""
    return (tree is None or not attribute.cases
            or schemas.value_text(trees.value_of(tree, attribute), attribute.type) in attribute.cases)


def scalar_fits(tree, scalar):
    if scalar == "bool":
        return isinstance(tree, bool)
    if scalar in values.WIDTHS:
        least, most = values.range_of(scalar)
        return type(tree) is int and least <= tree <= most
    if scalar in ("float", "double"):
        return isinstance(tree, float) and (scalar == "double" or values.is_binary32(tree))
    if scalar == "text":
        return isinstance(tree, str)
    return isinstance(tree, trees.Marked) and tree.type == scalar


# 11.1 Digests

def sha256(data):
    return hashlib.sha256(data).digest()


def first_digest(document_id, lineage):
    """11.1: the digest before transaction 1."""
    return sha256(trees.canonical({"document": document_id, "lineage": lineage}).encode("utf-8"))


def check_digests(state, transactions, document):
    """11.5: the digest of `last` is that of the last transaction; 11.3: `removed` fits."""
    removed = dict(map(number_and_digest, state["removed"]))
    last_number, last_digest = number_and_digest(state["last"])
    needed, number = set(), 0
    digest = first_digest(document.id, state["lineage"])
    for transaction in transactions:
        if transaction["number"] != number + 1:
            needed.add(transaction["number"] - 1)
            require(transaction["number"] - 1 in removed, "removed")
            digest = bytes.fromhex(removed[transaction["number"] - 1])
        digest = sha256(digest + trees.canonical(transaction).encode("utf-8"))
        number = transaction["number"]
    require(set(removed) == needed, "removed")
    # 11.3: the last transaction may have been removed, and then the digest of `last` follows from nothing.
    require(last_number >= number, "last")
    if last_number == number and digest.hex() != last_digest:
        raise Refused("history-digest", place="history")
