"""3.13 Index parts: which data parts of a hierarchy hold which values and references."""

import hashlib
from bisect import bisect_left

import manifest as manifests
import values
from rules import Refused

MAGIC = b"DDINDEX1"
LARGEST = 2 ** 63 - 1
LAST_KEY = 2 ** 53 - 2
SLOTS = range(16)
INDEXED = ("text", "url", "uuid")


def check(document, manifest, reader):
    """What a validator does: each index part is the one that follows from the data parts."""
    data_parts = [part for part in manifest["parts"] if part["kind"] == "data"]
    index_parts = [part["name"] for part in manifest["parts"] if part["name"].startswith("index/")]
    state = hashlib.sha256(b"".join(bytes.fromhex(part["digest"]) for part in data_parts)).hexdigest()
    if manifest.get("indexed", state if not index_parts else None) != state:
        raise Refused("index-mismatch", "another state of the data parts")
    known = {}
    for hierarchy in {part["hierarchy"] for part in data_parts if sections(document.schema, part["hierarchy"])}:
        own = [part for part in data_parts if part["hierarchy"] == hierarchy]
        name = f"index/{manifests.escaped_name(hierarchy)}"
        known[name] = own, SLOTS
        known |= {f"{name}/{slot}": (own, [slot]) for slot in SLOTS}
    for name in index_parts:
        if name.count("/") == 2 and name.rpartition("/")[0] in index_parts:
            raise Refused("index-mismatch", "in a folder with the name of a part", name)
        if name not in known:
            raise Refused("index-mismatch", "of no data part", name)
        if decode(reader.raw(name), name) != index_of(document, *known[name]):
            raise Refused("index-mismatch", place=name)


# The sections of a hierarchy

def sections(schema, hierarchy):
    """3.13: (kind, entity, names of properties) of each section, in their order."""
    members = schema.members_of(hierarchy)
    found = []
    for entity in members:
        own = schema.entities[entity].unique
        indexes = [names for names in schema.entities[entity].indexes if len(names) == 1 and names not in own
                   and names[0] in schema.properties(entity)
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


def index_of(document, data_parts, slots):
    """The whole content that an index part of some slots must have."""
    table = document.tables.tables[data_parts[0]["hierarchy"]]
    keys = sorted(table)
    found = []
    for kind, entity, names in sections(document.schema, data_parts[0]["hierarchy"]):
        runs = []
        for part in data_parts:
            numbers = set()
            for key in keys[bisect_left(keys, part["start"]):bisect_left(keys, part["start"] + 2 ** part["bits"])]:
                if document.schema.is_kind_of(table[key].entity, entity):
                    numbers |= numbers_of(document.schema, table[key], kind, entity, names)
            for slot in slots:
                own = sorted(number for number in numbers if slot_of(kind, number) == slot)
                if own:
                    runs.append((part["start"], slot, own))
        found.append((kind, entity, names, runs))
    return found


def slot_of(kind, number):
    """3.13: the upper 4 bits of a hash of 26, a stripe of 16,384 keys."""
    return number // 2 ** 22 if kind == 0 else number // 16384 % 16


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
    found = []
    for _ in range(checked(stream, stream.number())):
        kind = stream.take(1)[0]
        if kind > 1:
            stream.fail()
        entity = stream.name()
        names = tuple(stream.name() for _ in range(checked(stream, stream.number())))
        runs = []
        for _ in range(checked(stream, stream.number())):
            runs.append(run(stream, kind))
            if len(runs) > 1 and runs[-2][:2] >= runs[-1][:2]:
                stream.fail()
        found.append((kind, entity, names, runs))
    if stream.at != len(raw):
        stream.fail()
    return found


def run(stream, kind):
    """3.13: the numbers of one data part in one slot."""
    first, slot = stream.number(), stream.number()
    count, size = checked(stream, stream.number()), checked(stream, stream.number())
    end = stream.at + size
    numbers = []
    for _ in range(count):
        step = stream.number()
        if numbers and step == 0:
            stream.fail()
        numbers.append(step + (numbers[-1] if numbers else 0))
    largest = 2 ** 26 - 1 if kind == 0 else LAST_KEY
    if first > LAST_KEY or slot not in SLOTS or not numbers or stream.at != end or numbers[-1] > largest:
        stream.fail()
    if any(slot_of(kind, number) != slot for number in numbers):
        stream.fail()
    return first, slot, numbers


def checked(stream, count):
    if count > len(stream.raw) - stream.at:
        stream.fail()
    return count
