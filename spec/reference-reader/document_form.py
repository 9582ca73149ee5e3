"""Sections 3.3 to 3.12: the document form, a zip of parts."""
import hashlib
import re

import history
import indexes
import json_text
import objects
import records
import schema as schemas
import tables
import trees
import xml_text
import zip_container
from header import (
    EXTENSION, HEADER, MAJOR, MEDIA_NAMES, check_extensions, check_header, check_stated,
    document_of_header, entities_of_xml, finish, read_rows)
from json_text import Members
from manifest import check_limits, check_parts, check_totals, read_manifest, read_part
from objects import Member
from rules import Refused


CHUNK = (                                                           # 3.6
    Member("document", "text"),
    Member("layout", "text"),
    Member("hierarchy", "text"),
    Member("start", "integer"),
    Member("bits", "integer"),
    Member("rows", "integer"),
)
MIMETYPE = re.compile(rf"({MEDIA_NAMES}\+zip);encoding=(json|xml);container=(0|[1-9][0-9]{{0,8}})")


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
    if found and found[1] == b"container" and int(found[2]) != MAJOR:
        raise Refused("container-newer" if int(found[2]) > MAJOR else "container-older", place="mimetype")


def read_document_form(data):
    check_first_bytes(data)
    archive = zip_container.Archive(data)
    entries = archive.entries
    media_type, encoding = read_mimetype(archive)

    if len(entries) < 2 or entries[1].name != f"header.{encoding}":
        raise Refused("header-missing")
    header_part = read_part(archive, entries[1], encoding, "header")
    check_stated(header_part, entries[1].name)
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
        raise Refused("part-malformed", "no array", entries[2].name)
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
    history.check(document)
    check_extensions(document)
    check_totals(document, manifest)
    reader.check_externals()
    finish(document, "part-malformed")
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

    def check_externals(self):
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
        if len(nodes) != part["rows"]:
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
            elif kind == "keep":
                document.attachments.append({**part, "data": self.raw(name)})
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
                raise Refused("part-malformed", "no array", name)
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
