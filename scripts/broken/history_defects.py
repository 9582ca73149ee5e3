"""Defects of the history (spec 11), whose digests agree with it unless the defect is there."""
import hashlib
import json

from broken.archives import dropped, in_parts, part, renamed
from broken.edits import replace, whole
from broken.fragments import DOCUMENT

OPENING = b'"trailer":{"history":[\n'
ENDING = b"\n]}"
NOTES = [{"entities": [{"name": name}], "name": "notes"} for name in ("Note", "Card")]
GONE = object()                       # in place of a member's value: the member is left out


def canonical(tree):
    return json.dumps(tree, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def sha256(data):
    return hashlib.sha256(data).digest()


def fingerprint(schema):
    """The model fingerprint of a schema of entities without properties."""
    return sha256(canonical(schema["entities"]).encode()).hex()


def digests(state, transactions):
    """The digest of each number, as far as transactions and the digests of removed ones give it."""
    try:
        found = {point["number"]: bytes.fromhex(point["digest"]) for point in state["removed"]}
        found.setdefault(0, sha256(canonical({"document": DOCUMENT, "lineage": state["lineage"]}).encode()))
        before = b""
        for transaction in transactions:
            before = sha256(found.get(transaction["number"] - 1, before) + canonical(transaction).encode())
            found[transaction["number"]] = before
        return {number: digest.hex() for number, digest in found.items()}
    except (TypeError, KeyError, ValueError, AttributeError):
        return {}


def in_history(edit, agrees=True):
    """Changes state and transactions in place, and makes the digest of the last transaction agree."""
    def change(document):
        start = document.index(OPENING) + len(OPENING)
        end = document.index(ENDING, start)
        state, *transactions = json.loads(b"[" + document[start:end] + b"]")
        trees = [state, *transactions]
        edit(trees)
        state, *transactions = trees
        if agrees and isinstance(state, dict) and transactions:
            found = digests(state, transactions)
            if found and isinstance(transactions[-1], dict) and transactions[-1]["number"] == state["last"]["number"]:
                state["last"]["digest"] = found[transactions[-1]["number"]]
        return document[:start] + ",\n".join(map(canonical, trees)).encode() + document[end:]
    return change


def set_members(tree, members):
    for name, value in members.items():
        if value is GONE:
            del tree[name]
        else:
            tree[name] = value


def malformed(what, edit, agrees=True):
    return ("history-malformed", what, "history", in_history(edit, agrees))


def of_state(what, **members):
    return malformed(what, lambda trees: set_members(trees[0], members))


def of_last(what, **members):
    return malformed(what, lambda trees: set_members(trees[0]["last"], members), agrees=False)


def of_contents(what, index, **members):
    return malformed(what, lambda trees: set_members(trees[0]["contents"][index], members))


def of_transaction(what, number, **members):
    return malformed(what, lambda trees: set_members(trees[number], members))


def of_change(what, number, index, **members):
    return malformed(what, lambda trees: set_members(trees[number]["changes"][index], members))


def of_gap(what, *ranges):
    """The first transaction has no changes, but unrecorded ones."""
    return malformed(what, lambda trees: set_members(trees[1], {"changes": GONE, "unknown": list(ranges)}))


def renumbered(*numbers, removed):
    """Transactions of other numbers, and digests of the numbers in `removed`."""
    def edit(trees):
        for transaction, number in zip(trees[1:], numbers):
            transaction["number"] = number
        trees[0]["removed"] = [{"digest": sha256(bytes([number])).hex(), "number": number} for number in removed]
        trees[0]["last"]["number"] = numbers[-1]
    return edit


def with_schemas(schemas, migrated):
    """Further schemas, of which the first transactions name some as those before a migration."""
    def edit(trees):
        trees[0]["schemas"] = list(schemas)
        for transaction, schema in zip(trees[1:], migrated):
            transaction["migratedFrom"] = fingerprint(schema)
    return edit


def of_schema(what, **members):
    schema = {name: value for name, value in (NOTES[0] | members).items() if value is not GONE}
    return malformed(what, with_schemas([schema], NOTES[:1]))


ORDERED = sorted(NOTES, key=fingerprint)
RANGE = {"bits": 3, "hierarchy": "Trip", "start": 0}

def of_values(what, **values):
    """The values that the second transaction states of one object."""
    names = sorted(values)
    return of_change(what, 2, 0, properties=sorted({"endDate", "name", *names}), old=values, new=values)


STATE_PART = "history/state.json"
RUN_PART = "history/0-127.json"

DEFECTS = [
    # The policy.
    ("history-malformed", "policy-missing", "history", replace(
        ('"history":{"keeps":"values","transactions":1000},', ""))),
    ("flat-malformed", "history-policy-unknown", "history", replace(('"keeps":"values"', '"keeps":"everything"'))),
    ("flat-malformed", "history-policy-of-fewer-than-none", "history", replace(
        ('"transactions":1000', '"transactions":-1'))),

    # The state.
    malformed("state-no-object", lambda trees: trees.__setitem__(0, [])),
    of_state("state-without-contents", contents=GONE),
    of_state("state-member-unknown", author="app"),
    of_state("lineage-in-lower-case", lineage="7b1d4a52-0c63-4b17-9e7a-2f4f1c6b8e90"),
    of_state("lineage-no-text", lineage=7),
    of_state("removed-no-array", removed={}),
    of_state("schemas-no-array", schemas={}),
    of_state("contents-no-array", contents={}),
    of_last("last-of-number-zero", number=0),
    of_last("last-of-a-number-as-a-text", number="3"),
    of_last("last-with-a-member-more", author="app"),
    of_last("last-with-digest-in-upper-case", digest="AB" * 32),
    of_last("last-before-the-last-transaction", number=2),
    malformed("removed-before-transactions-that-are-there", renumbered(1, 2, 3, removed=[1])),
    malformed("removed-missing", renumbered(1, 2, 4, removed=[])),
    malformed("removed-that-does-not-ascend", renumbered(2, 4, 6, removed=[3, 1, 5])),
    malformed("removed-twice", renumbered(2, 3, 4, removed=[1, 1])),
    malformed("removed-after-the-last-transaction", renumbered(1, 2, 3, removed=[3])),
    malformed("number-left-out", renumbered(1, 4, 5, removed=[])),
    malformed("schema-that-no-transaction-names", with_schemas(NOTES[:1], [])),
    malformed("schema-twice", with_schemas([NOTES[0], NOTES[0]], NOTES[:1])),
    malformed("schemas-in-another-order", with_schemas(ORDERED[::-1], NOTES)),
    of_schema("schema-name-no-text", name=7),
    of_schema("schema-without-name", name=GONE),
    of_schema("schema-version-no-text", version=4),
    of_schema("schema-version-of-two-numbers", version="4.0"),
    of_schema("schema-member-unknown", model=fingerprint(NOTES[0])),
    of_schema("schema-entities-no-array", entities={}),
    of_schema("schema-entities-null", entities=None),
    of_schema("schema-with-a-name-twice", entities=[{"name": "Note"}, {"name": "Note"}]),
    of_contents("contents-in-another-order", 0, hierarchy="Trip", start=16, bits=0),
    malformed("contents-of-hierarchies-in-another-order", lambda trees: (
        set_members(trees[0]["contents"][1], {"hierarchy": "Trip", "start": 0, "bits": 1}),
        set_members(trees[0]["contents"][2], {"hierarchy": "LivingAccommodation", "start": 2, "bits": 0}))),
    of_contents("contents-of-a-subentity", 2, hierarchy="PersonalTrip"),
    of_contents("contents-of-an-entity-that-the-schema-lacks", 2, hierarchy="Zoo"),
    of_contents("contents-that-overlap", 1, hierarchy="Trip", start=0, bits=1),
    of_contents("contents-without-digest", 0, digest=GONE),
    of_contents("contents-with-digest-in-upper-case", 0, digest="AB" * 32),
    of_contents("contents-of-no-hierarchy", 0, hierarchy=0),
    of_contents("contents-from-a-text", 1, start="2"),
    of_contents("contents-of-bits-below-zero", 1, bits=-1),
    of_contents("contents-of-54-bits", 2, bits=54),
    of_contents("contents-of-very-many-bits", 2, bits=10**15),
    of_contents("contents-that-begin-within-a-range", 1, start=3, bits=1),
    of_contents("contents-beyond-2-to-53", 2, start={"$integer": str(2**53)}, bits=0),

    # Transactions.
    malformed("transaction-no-object", lambda trees: trees.__setitem__(2, 7)),
    of_transaction("transaction-member-unknown", 3, note="late"),
    of_transaction("transaction-without-time", 3, time=GONE),
    malformed("number-zero", lambda trees: set_members(trees[1], {"number": 0})),
    malformed("number-as-a-text", lambda trees: set_members(trees[1], {"number": "1"})),
    malformed("number-twice", renumbered(2, 2, 3, removed=[1])),
    of_transaction("time-as-a-text", 3, time="2026-03-02T10:00:00Z"),
    of_transaction("time-as-a-day", 3, time={"$day": "2026-03-02"}),
    of_transaction("time-in-microseconds", 3, time={"$date": "2026-03-02T10:00:00.000001Z"}),
    of_transaction("time-without-end", 3, time={"$date": "@INF"}),
    of_transaction("time-before-the-one-before", 3, time={"$date": "2026-03-01T09:05:00Z"}),
    of_transaction("author-no-text", 3, author=7),
    of_transaction("program-no-text", 3, program=7),
    of_transaction("process-no-text", 3, process=102),
    of_transaction("schema-that-is-not-there", 1, schema="0" * 64),
    of_transaction("schema-in-upper-case", 1, schema="AB" * 32),
    of_transaction("schema-no-text", 1, schema=[]),
    of_transaction("schema-before-a-migration-that-is-not-there", 1, migratedFrom="0" * 64),
    of_transaction("changes-no-array", 1, changes={}),
    of_transaction("changes-true", 1, changes=True),
    of_transaction("changes-of-none", 1, changes=[]),
    of_gap("unknown-of-none"),
    of_gap("unknown-with-found-in-upper-case", {**RANGE, "found": "AB" * 32}),
    of_gap("unknown-with-a-member-more", {**RANGE, "digest": "0" * 64}),
    of_gap("unknown-in-another-order", {**RANGE, "start": 8}, RANGE),
    of_gap("unknown-twice", RANGE, RANGE),
    of_gap("unknown-of-a-subentity", {**RANGE, "hierarchy": "BusinessTrip"}),
    of_gap("unknown-of-an-entity-that-the-schema-lacks", {**RANGE, "hierarchy": "Zoo"}),

    # Changes.
    of_change("change-of-another-kind", 1, 1, change="replace"),
    of_change("change-member-unknown", 1, 1, count=1),
    of_change("entity-no-text", 1, 1, entity=[]),
    of_change("entity-that-the-schema-lacks", 1, 1, entity="Zoo"),
    of_change("keys-no-array", 1, 1, keys=1),
    of_change("keys-of-none", 1, 1, keys=[]),
    of_change("key-as-a-text", 1, 1, keys=["1"]),
    of_change("key-zero", 1, 1, keys=[0]),
    of_change("key-beyond-2-to-53", 1, 1, keys=[2**53 - 1]),
    of_change("keys-that-do-not-ascend", 1, 0, keys=[3, 2]),
    of_change("two-keys-as-a-run", 1, 0, keys=[[2, 3]]),
    of_change("three-keys-one-by-one", 1, 0, keys=[2, 3, 4]),
    of_change("run-of-three-numbers", 1, 0, keys=[[2, 3, 4]]),
    of_change("run-of-one-number", 1, 0, keys=[[2]]),
    of_change("run-of-texts", 1, 0, keys=[["2", "4"]]),
    of_change("run-beside-its-next-key", 1, 0, keys=[[2, 4], 5]),
    of_change("properties-of-an-insertion", 1, 1, properties=["name"]),
    of_change("properties-of-none", 2, 0, properties=[], old=GONE, new=GONE),
    of_change("properties-no-array", 2, 0, properties=7),
    of_change("properties-of-numbers", 2, 0, properties=[7], old=GONE, new=GONE),
    of_change("properties-in-another-order", 2, 0, properties=["name", "endDate"]),
    of_change("property-that-the-entity-lacks", 2, 0, properties=["name", "perdiem"]),
    of_change("old-values-of-an-insertion", 1, 1, old={"name": ["Nil"]}),
    of_change("new-values-of-a-deletion", 3, 1, new={"title": ["Philae"]}),
    of_change("old-values-alone", 2, 0, new=GONE),
    of_change("old-values-of-none", 3, 1, old={}),
    of_change("old-values-no-object", 3, 1, old=["Philae"]),
    of_change("values-of-a-property-that-did-not-change", 2, 0, properties=["endDate"]),
    of_change("values-of-a-property-that-the-entity-lacks", 3, 1, old={"heading": ["Philae"]}),
    of_change("values-no-array", 3, 1, old={"title": True}),
    of_change("values-of-fewer-objects", 3, 2, old={"name": ["Oslo", "Rome"]}),
    of_change("value-of-another-type", 3, 1, old={"title": [7]}),
    of_change("value-null-of-a-required-attribute", 3, 1, old={"title": [None]}),
    of_values("value-date-as-a-text", endDate=["2026-03-02T10:00:00Z"]),
    of_values("value-of-a-list-that-is-no-array", bucketList=[3]),
    of_values("value-of-a-list-with-key-zero", bucketList=[[0]]),
    malformed("changes-in-another-order", lambda trees: trees[3]["changes"].reverse()),
    malformed("object-in-two-updates", lambda trees: trees[2]["changes"].insert(
        0, {"change": "update", "entity": "Trip", "keys": [1], "properties": ["destination"]})),
    of_change("object-updated-and-deleted", 3, 2, entity="PersonalTrip", keys=[1], old={"name": ["Oslo"]}),
    malformed("object-inserted-and-deleted-as-one-entity", lambda trees: trees[1]["changes"].append(
        {"change": "delete", "entity": "Trip", "keys": [1]})),

    # Digests and limits.
    ("history-digest", "author-altered", "history", replace(('"author":"widget"', '"author":"gadget"'))),
    ("limit-expanded-bytes", "history-names-too-many-objects", "history", replace(
        ('"keys":[2,3]', '"keys":[[2,9007199254740000]]'))),

    # Parts.
    ("history-malformed", "state-part-missing", "history-zip", in_parts(dropped(STATE_PART))),
    ("part-malformed", "state-part-no-object", "history-zip", in_parts(part(STATE_PART, whole("[]\n")))),
    ("part-malformed", "run-no-array", "history-zip", in_parts(part(RUN_PART, whole("{}\n")))),
    ("history-malformed", "run-of-no-transactions", "history-zip", in_parts(part(RUN_PART, whole("[]\n")))),
    ("history-malformed", "run-of-other-numbers", "history-zip", in_parts(
        renamed(RUN_PART, "history/128-255.json"), part("manifest.json", replace((RUN_PART, "history/128-255.json"))))),
    ("history-malformed", "run-with-a-number-as-a-text", "history-zip", in_parts(
        part(RUN_PART, replace(('"number":1,', '"number":"1",'))))),
    ("part-name", "run-that-begins-at-one", "history-zip", in_parts(
        renamed(RUN_PART, "history/1-128.json"), part("manifest.json", replace((RUN_PART, "history/1-128.json"))))),
    ("tree-element", "run-with-an-attribute", "history-zip-xml", in_parts(
        part("history/0-127.xml", replace(("<d:transactions ", '<d:transactions count="3" '))))),
]
