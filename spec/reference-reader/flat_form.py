"""Section 3.11: the flat form."""
import history
import json_text
import objects
import records
import schema as schemas
import tables
import values
import xml_text
from header import (
    EXTENSION, HEADER, check_attachment_type, check_extensions, check_header, check_kept_name, check_kept_names, check_stated,
    document_of_header, entities_of_xml, finish, read_rows)
from json_text import Members
from objects import Member
from rules import Refused, ValueRefused


FLAT_HEADER = (*HEADER, Member("nextKey", "integer"))
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
    sections = Sections(root)
    header = sections.next()
    check_stated(header, "header")
    document = flat_header(header, "+json")
    schema = sections.next()
    if not isinstance(schema, list) or isinstance(schema, Members):
        raise Refused("schema-malformed", "no array", "schema")
    document.schema = schemas.of_items(schema, "schema")
    schemas.check_fingerprints(document.schema, document.stated, "header")
    table_node = sections.next()
    if not isinstance(table_node, Members):
        raise Refused("json-unexpected-value", "no object", "tables")
    read_tables(document, table_node)
    return finish_flat(document, sections)


def read_flat_xml(data):
    root = xml_text.parse(data)
    if not root.is_format("document"):
        older = root.name == "document" and root.namespace == "urn:trip-documents:0"
        raise Refused("container-older" if older else "not-a-document")
    if root.attributes:
        raise Refused("flat-malformed", "attribute", "document")
    sections = Sections((each.name if each.is_format() else "", each) for each in root.elements())
    header = sections.next()
    check_stated(header, "header")
    document = flat_header(header, "+xml")
    document.schema = schemas.of_items(entities_of_xml(sections.next()), "schema")
    schemas.check_fingerprints(document.schema, document.stated, "header")
    table_node = sections.next()
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
    return finish_flat(document, sections)


class Sections:
    """3.11: the four sections, each once and in this order."""

    def __init__(self, found):
        self.found = iter(found)
        self.expected = iter((*SECTIONS, None))

    def next(self):
        """The next section, or None behind the last one."""
        expected = next(self.expected)
        name, section = next(self.found, (None, None))
        if name != expected:
            raise Refused("flat-order", f"expected {expected}, found {name}")
        return section


def flat_header(node, suffix):
    found = objects.read(node, FLAT_HEADER, "flat-malformed", "header")
    check_header(found, "flat-malformed", "header", (suffix,))
    document = document_of_header(found)
    document.next_key = found["nextKey"]
    return document


def read_tables(document, named):
    """3.11: every hierarchy exactly once, in the order of names."""
    schema = document.schema
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


def finish_flat(document, sections):
    trailer = sections.next()
    sections.next()                              # nothing follows the trailer
    found = objects.read(trailer, TRAILER, "flat-malformed", "trailer")
    document.extensions = [objects.read(item, EXTENSION, "part-malformed", "trailer")
                           for item in found.get("extensions", [])]
    document.carried = found.get("carried", [])
    for part in found.get("attachments", []):
        check_kept_name(part["name"], "flat-malformed")
        check_attachment_type(part.get("mediaType"), "flat-malformed", "trailer")
        try:
            part["data"] = values.data_of_text(part["data"])
        except ValueRefused:
            raise Refused("flat-malformed", "data", part["name"]) from None
        document.attachments.append(part)
    check_extensions(document)
    trees_of_history = found.get("history", [])
    if trees_of_history:
        document.history = trees_of_history[0], trees_of_history[1:]
    history.check(document)
    finish(document, "flat-malformed")
    check_kept_names([part["name"] for part in document.attachments], "trailer")
    return document
