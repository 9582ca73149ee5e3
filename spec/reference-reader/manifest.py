"""Section 3.7: the manifest, compared with the entries and the schema."""
import re

import history
import json_text
import objects
import records
import trees
import values
import xml_text
from header import DIGEST, LARGEST_NEXT_KEY, check_attachment_type, check_kept_name, check_kept_names, check_uuid
from json_text import Members
from objects import Member
from rules import Refused


MOST_TREE_PART = 64 << 20            # 3.12
MOST_OBJECTS = 100_000_000           # 3.12
LIMIT_PER_BYTE, LIMIT_OF_ANY_FILE = 64, 1 << 30
VOLATILE = (                                                        # 3.7
    Member("generator", "text", False),
    Member("revision", "integer"),
    Member("parent", "text", False),
    Member("history", "object", False, history.NUMBER_AND_DIGEST),
)
ROWS = (Member("entity", "text"), Member("count", "integer"))
TOTALS = (Member("rawSize", "integer"), Member("storedSize", "integer"))
PART = (
    Member("name", "text"),
    Member("kind", "text"),
    Member("hierarchy", "text", False),
    Member("start", "integer", False),
    Member("bits", "integer", False),
    Member("rows", "integer", False),
    Member("textBytes", "integer", False),
    Member("mediaType", "text", False),
    Member("anchor", "integer", False),
    Member("rawSize", "integer"),
    Member("storedSize", "integer"),
    Member("digest", "text"),
)
MANIFEST = (
    Member("document", "text"),
    Member("nextKey", "integer"),
    Member("volatile", "raw"),
    Member("totals", "raw"),
    Member("indexed", "text", False),
    Member("parts", "objects", True, PART, "part"),
)
DATA_MEMBERS = {"hierarchy", "start", "bits", "rows", "textBytes"}
KINDS = ("mimetype", "header", "schema", "data", "external", "extensions", "carried", "history", "keep", "derived")


def read_part(archive, entry, encoding, root):
    """A part that is read as a whole: a node of JSON, or a root element of XML."""
    if entry.raw_size > MOST_TREE_PART:
        raise Refused("limit-tree-part-bytes", place=entry.name)
    raw = archive.read(entry)
    if encoding == "json":
        node = json_text.parse(raw, entry.name)
        if root in ("header", "manifest", "history") and not isinstance(node, Members):
            raise Refused("part-malformed", "no object", entry.name)
        return node
    element = xml_text.parse(raw, entry.name)
    if not element.is_format(root):
        raise Refused("part-malformed", element.name, entry.name)
    return element


def read_manifest(document, archive, entry, encoding):
    node = read_part(archive, entry, encoding, "manifest")
    rule, place = "manifest-malformed", entry.name
    manifest = objects.read(node, MANIFEST, rule, place)
    check_uuid(manifest["document"], rule, place)
    if not 1 <= manifest["nextKey"] <= LARGEST_NEXT_KEY:
        raise Refused(rule, "nextKey", place)
    manifest["volatile"] = objects.read(without_others(manifest["volatile"], place), VOLATILE, rule, place)
    if manifest["volatile"]["revision"] < 1:
        raise Refused(rule, "revision", place)
    stamp = manifest["volatile"].get("history", {"number": 1, "digest": "0" * 64})
    if not 1 <= stamp["number"] <= LARGEST_NEXT_KEY or not DIGEST.fullmatch(stamp["digest"]):
        raise Refused(rule, "history", place)
    if not DIGEST.fullmatch(manifest["volatile"].get("parent", "0" * 64)):
        raise Refused(rule, "parent", place)
    if not DIGEST.fullmatch(manifest.get("indexed", "0" * 64)):
        raise Refused(rule, "indexed", place)
    totals = objects.read(manifest["totals"], TOTALS, rule, place, extra=("rows",))
    totals["rows"] = rows_of(totals.get("rows"), manifest["totals"], rule, place)
    if min(totals["rawSize"], totals["storedSize"]) < 0:
        raise Refused(rule, "totals", place)
    manifest["totals"] = totals
    for part in manifest["parts"]:
        check_description(part, place)
    if manifest["document"] != document.id:
        raise Refused("manifest-document", place=place)
    for name in ("rawSize", "storedSize"):
        if totals[name] != sum(part[name] for part in manifest["parts"]):
            raise Refused("manifest-totals", name, place)
    if len({part["name"] for part in manifest["parts"]}) != len(manifest["parts"]):
        raise Refused(rule, "a part is listed twice", place)
    document.next_key = manifest["nextKey"]
    document.volatile_history = manifest["volatile"].get("history")
    return manifest


def without_others(volatile, place):
    """3.7-7: `volatile` without the members that are not of its table."""
    known = {member.name for member in VOLATILE}
    if isinstance(volatile, Members):
        names = [name for name, _ in volatile]
        for name, value in volatile:
            if name in known:
                continue
            if names.count(name) > 1:
                raise Refused("tree-duplicate-name", name, place)
            if trees.is_mark(name):
                raise Refused("tree-mark", name, place)
            trees.of_json(value, place)
        return Members(pair for pair in volatile if pair[0] in known)
    if not isinstance(volatile, xml_text.Element):
        return volatile
    for namespace, name in volatile.attributes:
        marked = name.removeprefix("escaped-")
        if not namespace and name != marked and marked not in known and volatile.attributes[(namespace, name)] == "true":
            xml_text.attribute(volatile.attributes, marked, "tree", place)
    kept = xml_text.Element((volatile.namespace, volatile.name), {
        (namespace, name): text for (namespace, name), text in volatile.attributes.items()
        if not namespace and name.removeprefix("escaped-") in known}, volatile.line)
    volatile.elements("tree-value-type")         # between the elements there is no text
    kept.children = [child for child in volatile.children
                     if isinstance(child, xml_text.Element) and child.is_format() and child.name in known]
    return kept


def rows_of(rows, totals, rule, place):
    """3.7: the number of objects of every entity."""
    if isinstance(totals, xml_text.Element):
        found = {}
        for each in rows or []:
            if set(each.attributes) - {("", "escaped-entity"), ("", "escaped-count")} != {("", "entity"), ("", "count")}:
                raise Refused("tree-element", "rows", place)
            row = objects.read(each, ROWS, rule, place)
            if row["entity"] in found:
                raise Refused("tree-duplicate-name", row["entity"], place)
            found[row["entity"]] = row["count"]
    else:
        if not isinstance(rows, Members):
            raise Refused(rule, "rows", place)
        table = tuple(Member(name, "integer") for name in {name for name, _ in rows})
        found = objects.read(rows, table, rule, place)
    if any(count < 0 for count in found.values()):
        raise Refused(rule, "rows", place)
    return found


def check_description(part, place):
    """3.7: the members of a part are those that concern it, and no others."""
    rule, kind = "manifest-malformed", part["kind"]
    named = part["name"]
    if kind not in KINDS:
        raise Refused(rule, f"{named}: kind {kind}", place)
    allowed = {"name", "kind", "rawSize", "storedSize", "digest"}
    if kind == "data":
        allowed |= DATA_MEMBERS
        if not DATA_MEMBERS <= set(part):
            raise Refused(rule, f"{named}: members of a data part", place)
    elif kind == "keep" or kind == "derived" and not named.startswith("index/"):
        allowed |= {"mediaType", "anchor"}
        check_attachment_type(part.get("mediaType"), rule, place)
    if set(part) - allowed:
        raise Refused(rule, f"{named}: {', '.join(set(part) - allowed)}", place)
    for name, least in (("rawSize", 0), ("storedSize", 0), ("rows", 1), ("textBytes", 0), ("start", 0)):
        if part.get(name, least) < least:
            raise Refused(rule, f"{named}: {name}", place)
    if not DIGEST.fullmatch(part["digest"]):
        raise Refused(rule, f"{named}: digest", place)
    if not 1 <= part.get("anchor", 1) <= records.LAST_KEY:
        raise Refused(rule, f"{named}: anchor", place)
    if kind == "data":
        start, bits = part["start"], part["bits"]
        if not 0 <= bits <= 53 or start % 2 ** bits or start + 2 ** bits - 1 > 2 ** 53 - 1:
            raise Refused(rule, f"{named}: range", place)


def escaped_name(name):
    """3.6, escaped-name."""
    return "".join(chr(b) if re.match(rb"[A-Za-z0-9_-]", bytes([b])) else f"%{b:02X}"
                   for b in name.encode("utf-8"))


def data_name(hierarchy, start, bits, encoding):
    return f"data/{escaped_name(hierarchy)}/{start}-{start + 2 ** bits - 1}.{encoding}"


def rank(part, encoding):
    """3.3: the place of a part in the order of entries, and the least place of the part behind it."""
    kind = part["kind"]
    order = ("mimetype", "header", "schema", "data", "external", "extensions", "carried", "history")
    index = order.index(kind) if kind in order else len(order)
    if kind == "data":
        name = part["hierarchy"].encode("utf-8")
        return (index, name, part["start"]), (index, name, part["start"] + 2 ** part["bits"])
    place = index, part["name"].encode("utf-8") if kind == "external" else b"", 0
    if kind == "history":
        place = index, b"", history.run_of_name(part["name"], encoding)
    return place, place


def check_parts(document, archive, manifest, encoding):
    """3.3 and 3.7: the list of parts, their names, order and sizes."""
    entries = archive.entries[:-1]
    stated = {part["name"]: part for part in manifest["parts"]}
    names = {entry.name for entry in entries}
    for entry in entries:
        if entry.name not in stated:
            raise Refused("part-undeclared", place=entry.name)
        part = stated[entry.name]
        if (part["rawSize"], part["storedSize"]) != (entry.raw_size, entry.stored_size):
            raise Refused("part-size", place=entry.name)
    for part in manifest["parts"]:
        if part["name"] not in names:
            raise Refused("part-missing", place=part["name"])
    if [part["name"] for part in manifest["parts"]] != [entry.name for entry in entries]:
        raise Refused("part-order")
    least = (0, b"", 0)
    for part in manifest["parts"]:
        if part["kind"] == "history" and history.run_of_name(part["name"], encoding) is None:
            continue             # its name is refused below
        here, after = rank(part, encoding)
        if here < least:
            raise Refused("part-order", place=part["name"])
        least = after
    for part in manifest["parts"]:
        check_part_name(document, part, encoding)
    check_kept_names([part["name"] for part in manifest["parts"] if part["kind"] in ("keep", "derived")
                      and not part["name"].startswith("index/")], "manifest")
    check_rows(document.schema, manifest)


def check_rows(schema, manifest):
    """3.7: every entity has its number of objects, and the rows of each hierarchy are those of its parts."""
    rows = manifest["totals"]["rows"]
    if set(rows) != set(schema.entities):
        raise Refused("manifest-totals", "rows")
    for hierarchy in schema.hierarchies():
        stated = sum(rows[entity] for entity in schema.members_of(hierarchy))
        if stated != sum(part["rows"] for part in manifest["parts"] if part.get("hierarchy") == hierarchy):
            raise Refused("manifest-totals", f"rows of {hierarchy}")


def check_part_name(document, part, encoding):
    """3.3 to 3.10: the name of each kind of part."""
    name, kind = part["name"], part["kind"]
    fixed = {"mimetype": "mimetype", "header": f"header.{encoding}", "schema": f"schema.{encoding}",
             "extensions": f"extensions.{encoding}", "carried": f"carried.{encoding}"}
    if kind in fixed:
        good = name == fixed[kind]
    elif kind == "data":
        if part["hierarchy"] not in document.schema.hierarchies():
            raise Refused("part-name", f"no hierarchy {part['hierarchy']}", name)
        good = name == data_name(part["hierarchy"], part["start"], part["bits"], encoding)
    elif kind == "external":
        good = re.fullmatch(r"external/[0-9a-f]{64}", name)
    elif kind == "history":
        good = history.run_of_name(name, encoding) is not None
    elif kind == "derived" and name.startswith("index/"):
        good = True
    else:
        check_kept_name(name, "part-name")
        good = True
    if not good:
        raise Refused("part-name", place=name)


def check_limits(document, manifest, file_size):
    """3.12: what a document takes in memory, before a data part is read."""
    limit = LIMIT_OF_ANY_FILE + LIMIT_PER_BYTE * file_size
    data = [part for part in manifest["parts"] if part["kind"] == "data"]
    if sum(part["rows"] for part in data) > MOST_OBJECTS:
        raise Refused("limit-objects")
    widths, columns = {}, 0
    for hierarchy in document.schema.hierarchies():
        properties = [(owner, declared) for owner in document.schema.members_of(hierarchy)
                      for declared in document.schema.entities[owner].properties.values()
                      if not declared.is_relationship or document.schema.storage(owner, declared) != "derived"]
        widths[hierarchy] = len(properties), 8 + sum(
            column_width(document.schema, owner, declared) for owner, declared in properties)
    for part in data:
        columns += widths[part["hierarchy"]][0]
        if part["rows"] * widths[part["hierarchy"]][1] > limit:
            raise Refused("limit-expanded-bytes", place=part["name"])
    for total in (sum(part["rawSize"] for part in manifest["parts"]),
                  sum(part["textBytes"] for part in data), columns * 256):
        if total > limit:
            raise Refused("limit-expanded-bytes")


def column_width(schema, owner, declared):
    """3.12: the bytes of one row of a column."""
    if declared.is_relationship:
        return 4 if schema.storage(owner, declared) in ("list", "order") else 8
    if declared.type.kind != "scalar":
        return 32
    if declared.type.scalar in (*values.TEXTS, "data"):
        return 4
    return {"bool": 1, "uuid": 16}.get(declared.type.scalar, 8)


def check_totals(document, manifest):
    """3.7: the number of objects of every entity, 0 where it has none."""
    totals = manifest["totals"]
    counts = {name: 0 for name in document.schema.entities}
    for record in document.tables.records():
        counts[record.entity] += 1
    if totals["rows"] != counts:
        raise Refused("manifest-totals", "rows")
