"""Sections 3.5, 3.9 and 3.10: the header, and what both forms check of the data of other programs."""
import re
import unicodedata

import history
import records
import schema as schemas
import tables
import values
import xml_text
import zip_container
from json_text import Members, Number
from objects import Member
from rules import Refused, ValueRefused


MAJOR = 1                            # 3.4: the version before the point that the text describes
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
EXTENSION = (                                                       # 3.9
    Member("id", "integer"),
    Member("entity", "text"),
    Member("anchor", "integer", False),
    Member("value", "content tree"),
)
MEDIA_NAMES = r"[a-z0-9][a-z0-9!#$&^_.+-]{0,126}/[a-z0-9][a-z0-9!#$&^_.+-]{0,121}"   # 3.4
MEDIA_TYPE = re.compile(rf"{MEDIA_NAMES}\+(zip|json|xml)")
FORMAT_VERSION = re.compile(r"(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})")
FEATURE = re.compile(r"[A-Za-z0-9.-]{1,255}")
DIGEST = records.DIGEST


class Document:
    """What a document holds, whatever its form and encoding."""


def check_header(found, rule, place, suffixes):
    """3.5: what the members of a header must be. `suffixes`: of the media type in this form."""
    media_type = found["type"]
    if not MEDIA_TYPE.fullmatch(media_type):
        raise Refused(rule, f"type {media_type}", place)
    if not media_type.endswith(suffixes):
        raise Refused("mimetype-mismatch", media_type, place)
    if not FORMAT_VERSION.fullmatch(found["format"]):
        raise Refused(rule, f"format {found['format']}", place)
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


def check_format_version(text, place):
    """3.4: only the number before the point decides."""
    found = FORMAT_VERSION.fullmatch(text)
    if not found:
        return
    if int(found[1]) > MAJOR:
        raise Refused("container-newer", text, place)
    if int(found[1]) < MAJOR:
        raise Refused("container-older", text, place)


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


def check_stated(node, place):
    """3.12-8: format and requirements of a header of any shape, which are looked at before all else in it."""
    version, features = "", []
    if isinstance(node, Members):
        members = dict(reversed(node))
        version, features = members.get("format"), members.get("requires")
    elif isinstance(node, xml_text.Element):
        version, features = (node.attributes.get(("", name), "") for name in ("format", "requires"))
        features = features.split(" ")
    check_format_version(version if isinstance(version, str) else "", place)
    for feature in features if isinstance(features, list) else []:
        if isinstance(feature, str) and not isinstance(feature, Number) and FEATURE.fullmatch(feature) and feature not in FEATURES:
            raise Refused("feature-unknown", feature, place)


def entities_of_xml(element, place="schema"):
    if element.attributes:
        raise Refused("schema-malformed", "attribute", place)
    found = element.elements("tree-value-type")
    for each in found:
        if not each.is_format("entity"):
            raise Refused("tree-element", each.name, place)
    return found


def read_rows(document, nodes, context):
    """5.1: keys ascend in a chunk or table. Returns the bytes of texts (3.7)."""
    context.before, text_bytes = 0, 0
    for index, node in enumerate(nodes):
        record = records.read(node, context)
        if index == context.rows:
            raise Refused("chunk-rows", place=context.place)
        context.before = record.key
        document.tables.add(record)
        text_bytes += record.text_bytes
    return text_bytes


def check_kept_name(name, rule):
    """3.10: names of attachments."""
    folder, _, rest = name.removeprefix("attachments/").partition("/")
    if not name.startswith("attachments/") or not values.is_reverse_dns(folder) or not rest:
        raise Refused(rule, name)
    if DIRECTIONS.search(name):
        raise Refused(rule, name)
    if not zip_container.is_name(name):
        raise Refused("part-name", name)


def check_attachment_type(media_type, rule, place):
    """3.10: the media type of an attachment, where it has one."""
    if media_type is not None and (len(media_type.encode("utf-8")) > 1024 or not ATTACHMENT_TYPE.fullmatch(media_type)):
        raise Refused(rule, f"mediaType {media_type[:100]}", place)


TYPE_NAME = r"[A-Za-z0-9][A-Za-z0-9!#$&\-^_.+]{0,126}"
TOKEN = r"[A-Za-z0-9!#$%&'*+.^_`{|}~-]+"
QUOTED = r'"(?:[ !#-\[\]-~]|\\[ -~])*"'
ATTACHMENT_TYPE = re.compile(f"{TYPE_NAME}/{TYPE_NAME}(?: *; *{TYPE_NAME}=(?:{TOKEN}|{QUOTED}))*")


def check_kept_names(names, place):
    """3.10: no two names that a file system may take for one, and no file with the name of another's folder."""
    forms = [folded(name) for name in names]
    if len(set(forms)) < len(forms):
        raise Refused("part-name", "equal names", place)
    ordered = sorted(form.replace("/", "\0") for form in forms)
    if any(after.startswith(form + "\0") for form, after in zip(ordered, ordered[1:])):
        raise Refused("part-name", "the name of a folder", place)


def folded(name):
    def composed(text):
        return unicodedata.normalize("NFC", text)
    return composed(composed(name).casefold())


DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069]")


def check_extensions(document):
    """3.9: what extension records are by themselves."""
    for extension in document.extensions:
        key, where = extension["id"], f"extension {extension['id']}"
        if not values.is_reverse_dns(extension["entity"]):
            raise Refused("part-malformed", extension["entity"], where)
        if not 1 <= key <= records.LAST_KEY or not 1 <= extension.get("anchor", 1) <= records.LAST_KEY:
            raise Refused("part-malformed", "key", where)


def finish(document, rule):
    """3.12, whole tables: then keys below the next key, of no other object, and anchors that exist."""
    tables.check(document.tables)
    document.tables.drop_needless_orders()
    used = {record.key for record in document.tables.records()}
    ids = set()
    for extension in document.extensions:
        key, where = extension["id"], f"extension {extension['id']}"
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
