"""Section 9: the text that equal documents have in common."""
import hashlib
import json
import re

import json_text
import trees
import values

PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
UNSAFE = re.compile(                                                 # 9.3-5
    "[\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]")


def dump(document):
    """9.1: the dump of everything."""
    blocks = [document_block(document)]
    for record in document.tables.records():
        blocks.append(record_block(document, record))
    for extension in sorted(document.extensions, key=lambda e: (e["entity"].encode("utf-8"), e["id"])):
        blocks.append("$extension " + string(extension["entity"]) + "\n" + lines([
            ("key", str(extension["id"])),
            ("anchor", optional(extension.get("anchor"), str)),
            ("value", tree(extension["value"]))]))
    for carried in document.carried:
        blocks.append("$carried\n" + lines([("value", tree(carried))]))
    for part in sorted(document.attachments, key=lambda part: part["name"].encode("utf-8")):
        blocks.append("$part " + string(part["name"]) + "\n" + lines([
            ("anchor", optional(part.get("anchor"), str)),
            ("mediaType", optional(part.get("mediaType"), string)),
            ("size", str(len(part["data"]))),
            ("sha256", hashlib.sha256(part["data"]).hexdigest())]))
    return "\n".join(blocks)


def document_block(document):
    return "$document\n" + lines([
        ("schema", string(document.schema_name)),
        ("version", document.version or "nil"),
        ("layout", document.schema.fingerprint(layout=True)),
        ("model", document.schema.fingerprint()),
        ("nextKey", str(document.next_key))])


def record_block(document, record):
    """9.2: a record states each declared property, in the order of names."""
    pairs = []
    for property_name, (owner, declared) in document.schema.properties(record.entity).items():
        if declared.is_relationship:
            text = relationship_text(document.tables.related(record, owner, declared))
        else:
            text = attribute_text(record.values[property_name], declared.type)
        pairs.append((name(property_name), text))
    if record.foreign is not None:
        pairs.append(("$foreign", tree(record.foreign)))
    return f"{name(record.entity)} {record.key}\n" + lines(pairs)


def lines(pairs):
    return "".join(f"  {key} = {value}\n" for key, value in pairs)


def optional(value, text):
    return "nil" if value is None else text(value)


def name(text):
    return text if PLAIN_NAME.fullmatch(text) else string(text)


def string(text):
    return safe(json_text.string(text))


def safe(text):
    """9.3: further escapes, so that no value can break a line or hide."""
    return UNSAFE.sub(lambda found: json.dumps(found[0]).strip('"'), text)


def tree(value):
    return safe(trees.canonical(value, double_text))


def double_text(value):
    """9.3: each finite double as a number, with `.0` where it has neither `.` nor `e`."""
    text = values.float_text(value)
    if value - value != 0:
        return '{"$double":"' + text + '"}'
    return text if "." in text or "e" in text else text + ".0"


def attribute_text(value, type_):
    if value is None:
        return "nil"
    if type_.kind == "scalar":
        return scalar_text(type_.scalar, value)
    if type_.kind == "list":
        return "[" + ", ".join(optional(item, lambda item: scalar_text(type_.scalar, item))
                               for item in value) + "]"
    return tree(trees.of_attribute(type_, value))


def scalar_text(type_name, value):
    text = values.text_of(type_name, value)
    return string(text) if type_name in ("text", "clockTime", "zonedTime", "url", "data") else text


def relationship_text(related):
    if isinstance(related, list):
        return "[" + ", ".join(map(str, related)) + "]"
    return optional(related, str)
