"""Section 3: the document form (a zip of parts) and the flat form."""
import hashlib
import re
import unicodedata

import history
import indexes
import json_text
import objects
import records
import schema as schemas
import tables
import trees
import values
import xml_text
import zip_container
from json_text import Members
from objects import Member
from rules import Refused, ValueRefused

MAJOR = 0                            # 3.4: the major version that the text describes
MOST_FILE = 4 << 30                  # 3.12
MOST_TREE_PART = 64 << 20            # 3.12
MOST_OBJECTS = 100_000_000           # 3.12
LIMIT_PER_BYTE, LEAST_LIMIT = 64, 1 << 30
LARGEST_NEXT_KEY = 2 ** 53 - 1       # 3.7
FEATURES = frozenset()               # 3.5: the names that this program knows

HEADER = (                                                          # 3.5
    Member("type", "text"),
    Member("format", "text"),
    Member("document", "text"),
    Member("schema", "object", True, schemas.SCHEMA_OF_HEADER),
    Member("requires", "texts", False),
    Member("requiresToWrite", "texts", False),
    Member("history", "object", False, history.POLICY),
)
FLAT_HEADER = (*HEADER, Member("nextKey", "integer"))
EXTENSION = (                                                       # 3.9
    Member("id", "integer"),
    Member("entity", "text"),
    Member("anchor", "integer", False),
    Member("value", "content tree"),
)
ATTACHMENT = (                                                      # 3.11
    Member("name", "text"),
    Member("mediaType", "text", False),
    Member("anchor", "integer", False),
    Member("data", "content"),
)
TRAILER = (                                                         # 3.11
    Member("attachments", "objects", False, ATTACHMENT, "attachment"),
    Member("carried", "trees", False),
    Member("extensions", "raws", False, element="extension"),
    Member("history", "trees", False),
)
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
    Member("policy", "text", False),
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
    Member("parts", "objects", True, PART, "part"),
)
CHUNK = (                                                           # 3.6
    Member("document", "text"),
    Member("layout", "text"),
    Member("hierarchy", "text"),
    Member("start", "integer"),
    Member("bits", "integer"),
    Member("rows", "integer"),
)
DATA_MEMBERS = {"hierarchy", "start", "bits", "rows", "textBytes"}
KINDS = ("mimetype", "header", "schema", "data", "external", "extensions", "carried", "history", "keep", "derived")

RESTRICTED_NAME = r"[a-z0-9][a-z0-9!#$&^_.+-]{0,126}"
MEDIA_TYPE = re.compile(rf"{RESTRICTED_NAME}/{RESTRICTED_NAME}")
MIMETYPE = re.compile(rf"({RESTRICTED_NAME}/{RESTRICTED_NAME}\+zip);encoding=(json|xml);container=(0|[1-9][0-9]{{0,8}})")
FORMAT_VERSION = re.compile(r"(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})")
FEATURE = re.compile(r"[A-Za-z0-9.-]{1,255}")
DIGEST = records.DIGEST


class Document:
    """What a document holds, whatever its form and encoding."""


# 1.2 Two forms, two encodings

def read_document(data):
    """1.2: the form and encoding are told by the first bytes."""
    if len(data) > MOST_FILE:
        raise Refused("limit-file-bytes")
    if data[:4] == b"PK\3\4":
        return read_document_form(data)
    first = data.lstrip(b" \t\n\r")[:1]
    if first == b"{":
        return read_flat_json(data)
    if first == b"<":
        return read_flat_xml(data)
    raise Refused("not-a-document")


# 3.5 Header

def check_header(found, rule, place, suffixes):
    """3.5: what the members of a header must be. `suffixes`: of the media type in this form."""
    media_type = found["type"]
    if not MEDIA_TYPE.fullmatch(media_type) or not re.search(r"\+(zip|json|xml)$", media_type):
        raise Refused(rule, f"type {media_type}", place)
    if not media_type.endswith(suffixes):
        raise Refused("mimetype-mismatch", media_type, place)
    if not FORMAT_VERSION.fullmatch(found["format"]):
        raise Refused(rule, f"format {found['format']}", place)
    check_format_version(found["format"], place)
    check_uuid(found["document"], rule, place)
    stated = found["schema"]
    if "version" in stated and not schemas.is_version(stated["version"]):
        raise Refused(rule, f"version {stated['version']}", place)
    for name in ("layout", "model"):
        if name in stated and not DIGEST.fullmatch(stated[name]):
            raise Refused(rule, name, place)
        if name not in stated and rule == "header-malformed":
            raise Refused(rule, f"no {name}", place)
    for feature in found.get("requires", []) + found.get("requiresToWrite", []):
        if not FEATURE.fullmatch(feature):
            raise Refused(rule, f"feature {feature!r}", place)
    history.check_policy(found.get("history"), rule, place)
    if "nextKey" in found and not 1 <= found["nextKey"] <= LARGEST_NEXT_KEY:
        raise Refused(rule, "nextKey", place)
    for feature in found.get("requires", []):
        if feature not in FEATURES:
            raise Refused("feature-unknown", feature, place)


def check_format_version(text, place):
    """3.4: a greater major version is refused by name."""
    found = FORMAT_VERSION.fullmatch(text)
    if found and int(found[1]) > MAJOR:
        raise Refused("container-newer", text, place)


def check_uuid(text, rule, place):
    try:
        values.uuid_of_text(text)
    except ValueRefused:
        raise Refused(rule, f"UUID {text}", place) from None


def document_of_header(found):
    document = Document()
    document.type, document.format, document.id = found["type"], found["format"], found["document"]
    document.schema_name, document.version = found["schema"]["name"], found["schema"].get("version")
    document.stated = found["schema"]
    document.policy = found.get("history")
    document.read_only = bool(set(found.get("requiresToWrite", [])) - FEATURES)
    document.extensions, document.carried, document.attachments, document.history = [], [], [], None
    return document


def stated_format(node):
    """The member `format` of a header of any shape, which is looked at before all else."""
    if isinstance(node, Members):
        return next((value for name, value in node if name == "format" and isinstance(value, str)), "")
    return node.attributes.get(("", "format"), "") if isinstance(node, xml_text.Element) else ""


# 3.11 Flat form

SECTIONS = ("header", "schema", "tables", "trailer")


def read_flat_json(data):
    root = json_text.parse(data)
    names = [name for name, _ in root]
    if not names or names[0] not in SECTIONS:
        # 3.4: flat JSON of version 0.1 begins with the member `format`.
        older = names[:1] == ["format"] and not isinstance(root[0][1], str)
        raise Refused("container-older" if older else "not-a-document")
    if names[0] == "schema" and isinstance(root[0][1], Members):
        raise Refused("not-a-document", "a schema file")
    check_sections(names)
    header, schema, table_node, trailer = (value for _, value in root)
    check_format_version(stated_format(header), "header")
    document = flat_header(header, "+json")
    if not isinstance(schema, list) or isinstance(schema, Members):
        raise Refused("schema-malformed", "no array", "schema")
    document.schema = schemas.of_items(schema, "schema")
    if not isinstance(table_node, Members):
        raise Refused("json-unexpected-value", "no object", "tables")
    read_tables(document, table_node)
    if not isinstance(trailer, Members):
        raise Refused("flat-malformed", "no object", "trailer")
    return finish_flat(document, trailer)


def read_flat_xml(data):
    root = xml_text.parse(data)
    if not root.is_format("document"):
        older = root.name == "document" and root.namespace == "urn:trip-documents:0"
        raise Refused("container-older" if older else "not-a-document")
    if root.attributes:
        raise Refused("flat-malformed", "attribute", "document")
    sections = root.elements()
    check_sections([each.name if each.is_format() else "" for each in sections])
    header, schema, table_node, trailer = sections
    check_format_version(stated_format(header), "header")
    document = flat_header(header, "+xml")
    document.schema = schemas.of_items(entities_of_xml(schema), "schema")
    named = []
    if table_node.attributes:
        raise Refused("flat-malformed", "attribute", "tables")
    for table in table_node.elements():
        name = xml_text.attribute(table.attributes, "hierarchy", "tree", "tables")
        if not table.is_format("table") or name is None or any(
                space or key not in ("hierarchy", "escaped-hierarchy") for space, key in table.attributes):
            raise Refused("flat-malformed", table.name, "tables")
        named.append((name, table.elements()))
    read_tables(document, named)
    return finish_flat(document, trailer)


def check_sections(names):
    """3.11: the four sections, each once and in this order."""
    if tuple(names) != SECTIONS:
        raise Refused("flat-order", ", ".join(names))


def flat_header(node, suffix):
    found = objects.read(node, FLAT_HEADER, "flat-malformed", "header")
    check_header(found, "flat-malformed", "header", (suffix,))
    document = document_of_header(found)
    document.next_key = found["nextKey"]
    return document


def entities_of_xml(element, place="schema"):
    if element.attributes:
        raise Refused("schema-malformed", "attribute", place)
    found = element.elements("tree-value-type")
    for each in found:
        if not each.is_format("entity"):
            raise Refused("tree-element", each.name, place)
    return found


def read_tables(document, named):
    """3.11: every hierarchy exactly once, in the order of names."""
    schema = document.schema
    schemas.check_fingerprints(schema, document.stated, "header")
    document.tables = tables.Tables(schema)
    last = min(records.LAST_KEY, document.next_key - 1)
    hierarchies = schema.hierarchies()
    for index, (name, nodes) in enumerate(named):
        if index >= len(hierarchies) or name != hierarchies[index]:
            raise Refused("flat-table-missing", name, "tables")
        if not isinstance(nodes, list) or isinstance(nodes, Members):
            raise Refused("json-unexpected-value", "no array", f"tables {name}")
        context = records.Context(schema, name, 1, last, place="")
        read_rows(document, nodes, context)
    if len(named) != len(hierarchies):
        raise Refused("flat-table-missing", place="tables")


def read_rows(document, nodes, context):
    """5.1: keys ascend in a chunk or table. Returns the bytes of texts (3.7)."""
    context.before, text_bytes = 0, 0
    for index, node in enumerate(nodes):
        record = records.read(node, context)
        if index == context.rows:
            raise Refused("chunk-rows", place=context.place)
        context.before = record.key
        if document.tables.object(record.key):
            raise Refused("key-duplicate", place=record.place())
        document.tables.add(record)
        text_bytes += record.text_bytes
    return text_bytes


def finish_flat(document, trailer):
    found = objects.read(trailer, TRAILER, "flat-malformed", "trailer")
    document.extensions = [objects.read(item, EXTENSION, "part-malformed", "trailer")
                           for item in found.get("extensions", [])]
    document.carried = found.get("carried", [])
    for part in found.get("attachments", []):
        check_kept_name(part["name"], "flat-malformed")
        try:
            part["data"] = values.data_of_text(part["data"])
        except ValueRefused:
            raise Refused("flat-malformed", "data", part["name"]) from None
        document.attachments.append(part)
    check_kept_names([part["name"] for part in document.attachments], "trailer")
    trees_of_history = found.get("history", [])
    if trees_of_history:
        document.history = trees_of_history[0], trees_of_history[1:]
    finish(document, "trailer")
    return document


def check_kept_name(name, rule):
    """3.10: names of attachments."""
    folder, _, rest = name.removeprefix("attachments/").partition("/")
    if not name.startswith("attachments/") or not values.is_reverse_dns(folder) or not rest:
        raise Refused(rule, name)
    if DIRECTIONS.search(name):
        raise Refused(rule, name)
    if not zip_container.is_name(name):
        raise Refused("part-name", name)


def check_kept_names(names, place):
    """3.10: no two names that a file system may take for one."""
    forms = [folded(name) for name in names]
    if len(set(forms)) < len(forms):
        raise Refused("part-name", "equal names", place)


def folded(name):
    def composed(text):
        return unicodedata.normalize("NFC", text)
    return composed(composed(name).casefold())


# Embeddings, overrides and isolates.
DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069]")


# What both forms check at the end

def finish(document, place):
    check_extensions(document, place)
    history.check(document)
    tables.check(document.tables)


def check_extensions(document, place):
    """3.9: keys below the next key, of no other object, and anchors that exist."""
    rule = "flat-malformed" if place == "trailer" else "part-malformed"
    used = {record.key for record in document.tables.records()}
    ids = set()
    for extension in document.extensions:
        key, where = extension["id"], f"extension {extension['id']}"
        if not values.is_reverse_dns(extension["entity"]):
            raise Refused("part-malformed", extension["entity"], where)
        if not 1 <= key <= records.LAST_KEY or not 1 <= extension.get("anchor", 1) <= records.LAST_KEY:
            raise Refused("part-malformed", "key", where)
        if key >= document.next_key:
            raise Refused("next-key", place=where)
        if key in used or key in ids:
            raise Refused("key-used-twice", place=where)
        ids.add(key)
        if "anchor" in extension and extension["anchor"] not in used:
            raise Refused("anchor-missing", str(extension["anchor"]), where)
    for part in document.attachments:
        if "anchor" in part and not 1 <= part["anchor"] <= records.LAST_KEY:
            raise Refused(rule, "anchor", part["name"])
        if "anchor" in part and part["anchor"] not in used:
            raise Refused("anchor-missing", str(part["anchor"]), part["name"])


# 3.12 The document form

def check_first_bytes(data):
    """3.4: a greater or older version is refused at the first bytes, before they are read as a zip."""
    name_size, extra_size = int.from_bytes(data[26:28], "little"), int.from_bytes(data[28:30], "little")
    start = 30 + name_size + extra_size
    size = int.from_bytes(data[18:22], "little")
    if data[30:30 + name_size] != b"mimetype" or size > 1024:
        return
    check_major(data[start:start + size])


def check_major(mimetype):
    found = re.fullmatch(rb"[^;]+;encoding=[^;]+;(container|tables)=([0-9]{1,9})", mimetype)
    if found and found[1] == b"tables" and found[2] == b"0":
        raise Refused("container-older", place="mimetype")
    if found and found[1] == b"container" and int(found[2]) > MAJOR:
        raise Refused("container-newer", place="mimetype")


def read_document_form(data):
    check_first_bytes(data)
    archive = zip_container.Archive(data)
    entries = archive.entries
    media_type, encoding = read_mimetype(archive)

    if len(entries) < 2 or entries[1].name != f"header.{encoding}":
        raise Refused("header-missing")
    header_part = read_part(archive, entries[1], encoding, "header")
    check_format_version(stated_format(header_part), entries[1].name)
    found = objects.read(header_part, HEADER, "header-malformed", entries[1].name)
    check_header(found, "header-malformed", entries[1].name, ("+zip",))
    if found["type"] != media_type:
        raise Refused("mimetype-mismatch", found["type"], entries[1].name)
    document = document_of_header(found)

    if len(entries) < 3 or entries[2].name != f"schema.{encoding}":
        raise Refused("schema-missing")
    schema_part = read_part(archive, entries[2], encoding, "schema")
    if encoding == "xml":
        schema_part = entities_of_xml(schema_part, entries[2].name)
    elif not isinstance(schema_part, list) or isinstance(schema_part, Members):
        raise Refused("schema-malformed", "no array", entries[2].name)
    document.schema = schemas.of_items(schema_part, entries[2].name)
    schemas.check_fingerprints(document.schema, document.stated, entries[1].name)

    if entries[-1].name != f"manifest.{encoding}":
        raise Refused("manifest-missing")
    manifest = read_manifest(document, archive, entries[-1], encoding)
    check_parts(document, archive, manifest, encoding)
    check_limits(document, manifest, len(data))
    document.tables = tables.Tables(document.schema)
    reader = PartReader(document, archive, manifest, encoding)
    for name in (entry.name for entry in entries[:3]):
        reader.check_digest(name)
    reader.read_data()
    reader.read_others()
    check_totals(document, manifest)
    finish(document, "")
    indexes.check(document, manifest, reader)
    return document


def read_mimetype(archive):
    """3.4."""
    entries = archive.entries
    if not entries or entries[0].name != "mimetype" or entries[0].method != 0:
        raise Refused("mimetype-missing")
    raw = archive.read(entries[0])
    check_major(raw)
    found = MIMETYPE.fullmatch(raw.decode("utf-8", "replace"))
    if found is None:
        raise Refused("mimetype-malformed")
    return found[1], found[2]


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


# 3.7 Manifest

def read_manifest(document, archive, entry, encoding):
    node = read_part(archive, entry, encoding, "manifest")
    rule, place = "manifest-malformed", entry.name
    manifest = objects.read(node, MANIFEST, rule, place)
    check_uuid(manifest["document"], rule, place)
    if not 1 <= manifest["nextKey"] <= LARGEST_NEXT_KEY:
        raise Refused(rule, "nextKey", place)
    known = {member.name for member in VOLATILE}
    volatile = manifest["volatile"]
    if isinstance(volatile, Members):
        volatile = Members(pair for pair in volatile if pair[0] in known)
    elif isinstance(volatile, xml_text.Element):
        volatile.attributes = {pair: text for pair, text in volatile.attributes.items()
                               if pair[1].removeprefix("escaped-") in known}
        volatile.children = [c for c in volatile.children if isinstance(c, str) or c.name in known]
    else:
        raise Refused(rule, "volatile", place)
    manifest["volatile"] = objects.read(volatile, VOLATILE, rule, place)
    if manifest["volatile"]["revision"] < 1:
        raise Refused(rule, "revision", place)
    if not DIGEST.fullmatch(manifest["volatile"].get("parent", "0" * 64)):
        raise Refused(rule, "parent", place)
    if not isinstance(manifest["totals"], (Members, xml_text.Element)):
        raise Refused(rule, "totals", place)
    totals = objects.read(manifest["totals"], TOTALS, rule, place, extra=("rows",))
    totals["rows"] = rows_of(totals.get("rows"), manifest["totals"], rule, place)
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


def rows_of(rows, totals, rule, place):
    """3.7: the number of objects of every entity."""
    if isinstance(totals, xml_text.Element):
        found = {}
        for each in rows or []:
            if set(each.attributes) - {("", "escaped-entity")} != {("", "entity"), ("", "count")}:
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
    """3.7: a part has the members of its rows and no others."""
    rule, kind = "manifest-malformed", part["kind"]
    named = part["name"]
    allowed = {"name", "kind", "rawSize", "storedSize", "digest"}
    if kind == "data":
        allowed |= DATA_MEMBERS
        if not DATA_MEMBERS <= set(part):
            raise Refused(rule, f"{named}: members of a data part", place)
    elif kind == "external":
        allowed |= {"mediaType"}
    elif kind == "derived" or kind not in KINDS or kind == "keep":
        allowed |= {"mediaType", "policy", "anchor"}
        policy = part.get("policy")
        if kind == "derived" and policy not in (None, "derived"):
            raise Refused(rule, f"{named}: policy", place)
        if kind != "derived" and policy not in ("keep", "derived"):
            raise Refused(rule, f"{named}: policy", place)
    if set(part) - allowed:
        raise Refused(rule, f"{named}: {', '.join(set(part) - allowed)}", place)
    for name in ("rawSize", "storedSize", "rows", "textBytes", "start"):
        if part.get(name, 0) < 0:
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
    """3.3: the place of a part in the order of entries."""
    name, kind = part["name"], part["kind"]
    order = ("mimetype", "header", "schema", "data", "external", "extensions", "carried", "history")
    index = order.index(kind) if kind in order else len(order)
    if kind == "data":
        return index, part["hierarchy"].encode("utf-8"), part["start"]
    if kind == "external":
        return index, name.encode("utf-8"), 0
    if kind == "history":
        return index, b"", history.run_of_name(name, encoding)
    return index, b"", 0


def check_parts(document, archive, manifest, encoding):
    """3.3 and 3.7: the list of parts, their names, order and sizes."""
    entries = archive.entries[:-1]
    stated = {part["name"]: part for part in manifest["parts"]}
    names = {entry.name for entry in entries}
    for entry in entries:
        if entry.name not in stated:
            raise Refused("part-undeclared", place=entry.name)
    for part in manifest["parts"]:
        if part["name"] not in names:
            raise Refused("part-missing", place=part["name"])
    if [part["name"] for part in manifest["parts"]] != [entry.name for entry in entries]:
        raise Refused("part-order")
    before = None
    ends = {}
    for entry, part in zip(entries, manifest["parts"]):
        check_part_name(document, part, encoding)
        here = rank(part, encoding)
        if before is not None and here < before:
            raise Refused("part-order", place=entry.name)
        before = here
        if (part["rawSize"], part["storedSize"]) != (entry.raw_size, entry.stored_size):
            raise Refused("part-size", place=entry.name)
        if part["kind"] == "data":
            if part["start"] < ends.get(part["hierarchy"], 0):
                raise Refused("manifest-malformed", "ranges overlap", entry.name)
            ends[part["hierarchy"]] = part["start"] + 2 ** part["bits"]


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
    limit = max(LEAST_LIMIT, LIMIT_PER_BYTE * file_size)
    data = [part for part in manifest["parts"] if part["kind"] == "data"]
    if sum(part["rows"] for part in data) > MOST_OBJECTS:
        raise Refused("limit-objects")
    widths, columns = {}, 0
    for hierarchy in document.schema.hierarchies():
        properties = [(owner, declared) for owner in document.schema.members_of(hierarchy)
                      for declared in document.schema.entities[owner].properties.values()]
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
    return {"bool": 1, "uuid": 16, "text": 4, "url": 4, "decimal": 4, "data": 4}.get(declared.type.scalar, 8)


def check_totals(document, manifest):
    """3.7: the number of objects of every entity, 0 where it has none."""
    totals = manifest["totals"]
    counts = {name: 0 for name in document.schema.entities}
    for record in document.tables.records():
        counts[record.entity] += 1
    if totals["rows"] != counts:
        raise Refused("manifest-totals", "rows")


class PartReader:
    """3.12: reads the parts behind the schema, in their order."""

    def __init__(self, document, archive, manifest, encoding):
        self.document, self.archive, self.manifest, self.encoding = document, archive, manifest, encoding
        self.entries = {entry.name: entry for entry in archive.entries}
        self.parts = {part["name"]: part for part in manifest["parts"]}
        self.externals, self.referred = {}, set()

    def check_digest(self, name):
        """3.7: a reader verifies the digest of every part that it reads."""
        stored = self.archive.stored(self.entries[name])
        if hashlib.sha256(stored).hexdigest() != self.parts[name]["digest"]:
            raise Refused("part-digest", place=name)

    def raw(self, name):
        self.check_digest(name)
        return self.archive.read(self.entries[name])

    def tree_part(self, name, root):
        self.check_digest(name)
        return read_part(self.archive, self.entries[name], self.encoding, root)

    def external(self, digest, size, place):
        """3.8: the raw bytes of an external value."""
        name = f"external/{digest}"
        if name not in self.parts or self.parts[name]["rawSize"] != size:
            raise Refused("external-missing", name, place)
        if name not in self.externals:
            raw = self.raw(name)
            if hashlib.sha256(raw).hexdigest() != digest:
                raise Refused("external-digest", place=name)
            self.externals[name] = raw
        return self.externals[name]

    # 3.6 Data parts

    def read_data(self):
        for part in self.manifest["parts"]:
            if part["kind"] == "data":
                self.read_chunk(part)
        for part in self.manifest["parts"]:
            if part["kind"] == "external" and part["name"] not in self.externals:
                raise Refused("external-unreferenced", place=part["name"])

    def read_chunk(self, part):
        name = part["name"]
        raw = self.raw(name)
        if self.encoding == "json":
            opening, nodes = self.chunk_of_json(json_text.parse(raw, name), name)
        else:
            opening, nodes = self.chunk_of_xml(xml_text.parse(raw, name), name)
        stated = {"document": self.document.id, "layout": self.document.schema.fingerprint(layout=True),
                  **{key: part[key] for key in ("hierarchy", "start", "bits", "rows")}}
        for key, value in opening.items():
            if value != stated[key]:
                raise Refused("chunk-opening", key, name)
        first, last = part["start"], part["start"] + 2 ** part["bits"] - 1
        last = min(last, records.LAST_KEY, self.document.next_key - 1)
        context = records.Context(self.document.schema, part["hierarchy"], max(first, 1), last,
                                  self.external, name)
        context.rows = part["rows"]
        text_bytes = read_rows(self.document, nodes, context)
        if len(nodes) != part["rows"] or not nodes:
            raise Refused("chunk-rows", place=name)
        if text_bytes != part["textBytes"]:
            raise Refused("chunk-text-bytes", str(text_bytes), name)

    @staticmethod
    def chunk_of_json(node, name):
        if not isinstance(node, Members):
            raise Refused("chunk-malformed", place=name)
        if not node or node[0][0] != "$chunk":
            raise Refused("chunk-opening", place=name)
        opening = objects.read(node[0][1], CHUNK, "chunk-opening", name)
        if [key for key, _ in node] != ["$chunk", "records"]:
            raise Refused("chunk-malformed", place=name)
        if not isinstance(node[1][1], list) or isinstance(node[1][1], Members):
            raise Refused("chunk-malformed", place=name)
        return opening, node[1][1]

    @staticmethod
    def chunk_of_xml(root, name):
        if not root.is_format("chunk"):
            raise Refused("chunk-opening", place=name)
        children, root.children = root.children, []
        opening = objects.read(root, CHUNK, "chunk-opening", name)
        root.children = children
        return opening, root.elements()

    # 3.9 to 3.11: the other parts

    def read_others(self):
        document = self.document
        state, transactions = None, []
        for part in self.manifest["parts"]:
            name, kind = part["name"], part["kind"]
            if kind == "history":
                state, transactions = self.read_history(name, state, transactions)
            elif kind == "extensions":
                document.extensions = self.read_extensions(name)
            elif kind == "carried":
                document.carried = self.read_trees(name, "carried")
            elif part.get("policy") == "keep":
                document.attachments.append({**part, "data": self.raw(name)})
        check_kept_names([part["name"] for part in document.attachments], "manifest")
        if state is not None or transactions:
            document.history = state, transactions

    def read_history(self, name, state, transactions):
        run = history.run_of_name(name, self.encoding)
        if run < 0:
            return self.read_state(name), transactions
        found = self.read_trees(name, "transactions")
        history.check_run(found, run, name)
        return state, transactions + found

    def read_state(self, name):
        node = self.tree_part(name, "history")
        if self.encoding == "json":
            return trees.of_json(node, name)
        node.name = "object"       # the root element is the object itself
        return trees.of_xml(node, name)

    def read_trees(self, name, root):
        node = self.tree_part(name, root)
        if self.encoding == "json":
            if not isinstance(node, list) or isinstance(node, Members):
                raise Refused("part-malformed" if root == "carried" else "history-malformed", "no array", name)
            return [trees.of_json(item, name) for item in node]
        if node.attributes:
            raise Refused("part-malformed", "attribute", name)
        return [trees.of_xml(child, name) for child in node.elements()]

    def read_extensions(self, name):
        node = self.tree_part(name, "extensions")
        if self.encoding == "json":
            if not isinstance(node, list) or isinstance(node, Members):
                raise Refused("part-malformed", "no array", name)
            items = node
        else:
            items = node.elements()
            if node.attributes or not all(item.is_format("extension") for item in items):
                raise Refused("part-malformed", "extensions", name)
        return [objects.read(item, EXTENSION, "part-malformed", name) for item in items]
