"""Index parts (spec 3.13) of the document with JSON parts in samples/small-v4, which is too small to have any."""
import datetime
import hashlib
import io
import json
import unicodedata
import struct
import zipfile

from agreeing_archive import agreeing_archive

# The sections of each hierarchy: the entity, and the properties of values or the reference.
VALUES = {"Trip": [("Trip", ["endDate", "name", "startDate"]), ("Trip", ["name"])]}
REFERENCES = {"BucketListItem": [("BucketListItem", "trip")], "LivingAccommodation": [("LivingAccommodation", "trip")]}


def number(value):
    result = bytearray()
    while value > 127:
        result.append(value & 127 | 128)
        value >>= 7
    return bytes(result + bytes([value]))


def text(value):
    return number(len(value.encode())) + value.encode()


def comparison_form(name, value):
    if not name.endswith("Date"):
        return unicodedata.normalize("NFC", value).encode() + b"\xff"
    time = datetime.datetime.fromisoformat(value) - datetime.datetime(2001, 1, 1, tzinfo=datetime.timezone.utc)
    return struct.pack("<d", time.total_seconds())


def hash_of(values):
    result = 0xCBF29CE484222325
    for byte in b"".join(values):
        result = (result ^ byte) * 0x100000001B3 % 2**64
    return (result >> 32 ^ result & 0xFFFFFFFF) % 2**26


def section(kind, entity, names, start, numbers, own_slots):
    """A section with the runs of the only data part, in some of the slots."""
    slots = {}
    for each in sorted(set(numbers)):
        slots.setdefault(each >> 22 if kind == 0 else each >> 14 & 15, []).append(each)
    runs = b""
    slots = {slot: own for slot, own in sorted(slots.items()) if slot in own_slots}
    for slot, own in slots.items():
        content = b"".join(number(last - first) for first, last in zip([0] + own, own))
        runs += number(start) + number(slot) + number(len(own)) + number(len(content)) + content
    return bytes([kind]) + text(entity) + number(len(names)) + b"".join(map(text, names)) + number(len(slots)) + runs


def index_part(hierarchy, raw, slots=range(16)):
    chunk = json.loads(raw)
    records, start = chunk["records"], chunk["$chunk"]["start"]
    sections = [
        section(0, entity, names, start,
                [hash_of(comparison_form(name, record[name]) for name in names) for record in records], slots)
        for entity, names in VALUES.get(hierarchy, [])]
    sections += [
        section(1, entity, [name], start, [record[name] for record in records if record[name] is not None], slots)
        for entity, name in REFERENCES.get(hierarchy, [])]
    return b"DDINDEX1" + number(len(sections)) + b"".join(sections)


def with_index_parts(hierarchy, *made, state=None):
    """Adds index parts of a hierarchy, each a name and how it is made of the data part, and what the manifest says of them."""
    def change(document):
        source = zipfile.ZipFile(io.BytesIO(document))
        parts = [(name, source.read(name)) for name in source.namelist()]
        data = [raw for name, raw in parts if name.startswith("data/")]
        [raw] = [raw for name, raw in parts if name.startswith(f"data/{hierarchy}/")]
        indexed = state or hashlib.sha256(b"".join(hashlib.sha256(raw).digest() for raw in data)).hexdigest()
        lines = "".join(
            f',\n{{"name":"{name}","kind":"derived","rawSize":0,"storedSize":0,"digest":"{"0" * 64}"}}' for name, _ in made)
        manifest = parts[-1][1].replace(b'"parts":', f'"indexed":"{indexed}","parts":'.encode()).replace(b"\n]}", f"{lines}\n]}}".encode())
        added = [(name, make(raw)) for name, make in made]
        return agreeing_archive(parts[:-1] + added + [(parts[-1][0], manifest)], deflates=False)
    return change


def in_index(hierarchy, edit, name=None, state=None):
    """Adds the index part of a hierarchy, changed."""
    return with_index_parts(
        hierarchy, (name or f"index/{hierarchy}", lambda raw: edit(index_part(hierarchy, raw))), state=state)


def of_slots(hierarchy, *slots):
    """Some of the sixteen index parts of a hierarchy, each with its name."""
    return [(f"index/{hierarchy}/{slot}", lambda raw, slot=slot: index_part(hierarchy, raw, [slot])) for slot in slots]


def whole_index(hierarchy):
    """The only index part of a hierarchy, with its name."""
    return f"index/{hierarchy}", lambda raw: index_part(hierarchy, raw)
