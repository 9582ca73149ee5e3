"""3.13 Index parts: which values and references occur in a data part."""

import manifest as manifests
import values
from rules import Refused

MAGIC = b"DDINDEX1"
LARGEST = 2 ** 63 - 1
INDEXED = ("text", "url", "uuid")


def check(document, manifest, reader):
    """What a validator does: each index part is the one that follows from its data part."""
    data_parts = {index_name(part): part for part in manifest["parts"] if part["kind"] == "data"}
    for part in manifest["parts"]:
        if not part["name"].startswith("index/"):
            continue
        name = part["name"]
        if name not in data_parts:
            raise Refused("index-mismatch", "of no data part", name)
        found = decode(reader.raw(name), name)
        expected = index_of(document, data_parts[name], reader)
        if found != expected:
            raise Refused("index-mismatch", place=name)


def index_name(part):
    """3.13, index-part."""
    return f"index/{manifests.escaped_name(part['hierarchy'])}/{part['start']}-{part['start'] + 2 ** part['bits'] - 1}"


# The sections of a hierarchy

def sections(schema, hierarchy):
    """3.13: (kind, entity, names of properties) of each section, in their order."""
    members = schema.members_of(hierarchy)
    found = []
    for entity in members:
        own = schema.entities[entity].unique
        indexes = [names for names in schema.entities[entity].indexes if len(names) == 1 and names not in own
                   and is_indexed_attribute(schema.properties(entity)[names[0]][1])]
        for names in [*own, *indexes]:
            if all(has_comparison_form(schema, *schema.properties(entity)[name]) for name in names):
                found.append((0, entity, tuple(names)))
    relationships = [(name, entity) for entity in members
                     for name, declared in schema.entities[entity].properties.items()
                     if declared.is_relationship and declared.inverse is not None
                     and schema.storage(entity, declared) in ("reference", "list")]
    for name, entity in sorted(relationships, key=lambda pair: [text.encode("utf-8") for text in pair]):
        found.append((1, entity, (name,)))
    return found


def is_indexed_attribute(declared):
    return not declared.is_relationship and declared.type.kind == "scalar" and declared.type.scalar in INDEXED


def has_comparison_form(schema, owner, declared):
    if declared.is_relationship:
        return schema.storage(owner, declared) == "reference"
    return declared.type.kind == "scalar"


def index_of(document, part, reader):
    """The whole content that an index part must have."""
    entry = reader.entries[part["name"]]
    first, last = part["start"], part["start"] + 2 ** part["bits"] - 1
    table = document.tables.tables[part["hierarchy"]]
    rows = [table[key] for key in sorted(table) if first <= key <= last]
    found = []
    for kind, entity, names in sections(document.schema, part["hierarchy"]):
        numbers = set()
        for record in rows:
            if document.schema.is_kind_of(record.entity, entity):
                numbers |= numbers_of(document.schema, record, kind, entity, names)
        found.append((kind, entity, names, sorted(numbers)))
    return entry.crc, entry.raw_size, part["rows"], found


def numbers_of(schema, record, kind, entity, names):
    if kind == 1:
        value = record.values[names[0]]
        return set(value) if isinstance(value, list) else set() if value is None else {value}
    form = b""
    for name in names:
        declared = schema.properties(entity)[name][1]
        value = record.values[name]
        if value is None:
            return set()
        form += values.comparison_bytes("reference" if declared.is_relationship else declared.type.scalar, value)
    return {hash_of(form)}


def hash_of(form):
    """3.13: FNV-1a of 64 bits, folded to 26."""
    found = 0xCBF29CE484222325
    for byte in form:
        found = (found ^ byte) * 0x100000001B3 % 2 ** 64
    return (found >> 32 ^ found) & 0xFFFFFFFF & 2 ** 26 - 1


# The bytes

class _Bytes:
    def __init__(self, raw, place):
        self.raw, self.at, self.place = raw, 0, place

    def fail(self):
        raise Refused("index-malformed", f"byte {self.at}", self.place)

    def take(self, count):
        if count > len(self.raw) - self.at:
            self.fail()
        self.at += count
        return self.raw[self.at - count:self.at]

    def number(self):
        """3.13: LEB128, below 2^63, with no more bytes than it needs."""
        found = shift = 0
        while True:
            byte = self.take(1)[0]
            found |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                break
            if shift > 63:
                self.fail()
        if found > LARGEST or byte == 0 and shift > 7:
            self.fail()
        return found

    def name(self):
        try:
            return self.take(self.number()).decode("utf-8")
        except UnicodeDecodeError:
            return self.fail()


def decode(raw, place):
    """3.13, the table of bytes."""
    stream = _Bytes(raw, place)
    if stream.take(8) != MAGIC:
        stream.fail()
    crc = int.from_bytes(stream.take(4), "little")
    raw_size, rows, count = stream.number(), stream.number(), stream.number()
    if count > len(raw):
        stream.fail()
    found = []
    for _ in range(count):
        kind = stream.take(1)[0]
        if kind > 1:
            stream.fail()
        entity = stream.name()
        names = tuple(stream.name() for _ in range(checked(stream, stream.number())))
        total, size = checked(stream, stream.number()), checked(stream, stream.number())
        end = stream.at + size
        numbers = []
        for _ in range(total):
            step = stream.number()
            if numbers and step == 0:
                stream.fail()
            numbers.append(step + (numbers[-1] if numbers else 0))
        if stream.at != end:
            stream.fail()
        found.append((kind, entity, names, numbers))
    if stream.at != len(raw):
        stream.fail()
    return crc, raw_size, rows, found


def checked(stream, count):
    if count > len(stream.raw) - stream.at:
        stream.fail()
    return count
