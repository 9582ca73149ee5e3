"""Index parts (spec 3.13) of the document with JSON parts in samples/small-v4, which is too small to have any."""
import datetime
import io
import json
import unicodedata
import zipfile
import struct
import zlib

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


def section(kind, entity, names, numbers):
    ascending = sorted(set(numbers))
    steps = [last if first is None else last - first for first, last in zip([None] + ascending, ascending)]
    content = b"".join(map(number, steps))
    return (bytes([kind]) + text(entity) + number(len(names)) + b"".join(map(text, names))
            + number(len(ascending)) + number(len(content)) + content)


def index_part(hierarchy, raw):
    records = json.loads(raw)["records"]
    sections = [
        section(0, entity, names, [hash_of(comparison_form(name, record[name]) for name in names) for record in records])
        for entity, names in VALUES.get(hierarchy, [])]
    sections += [
        section(1, entity, [name], [record[name] for record in records if record[name] is not None])
        for entity, name in REFERENCES.get(hierarchy, [])]
    return (b"DDINDEX1" + struct.pack("<I", zlib.crc32(raw)) + number(len(raw)) + number(len(records))
            + number(len(sections)) + b"".join(sections))


def in_index(hierarchy, edit):
    """Adds the index part of a hierarchy's only chunk, changed, and what the manifest says of it."""
    def change(document):
        source = zipfile.ZipFile(io.BytesIO(document))
        parts = [(name, source.read(name)) for name in source.namelist()]
        [(data, raw)] = [entry for entry in parts if entry[0].startswith(f"data/{hierarchy}/")]
        name = data.replace("data/", "index/").removesuffix(".json")
        line = f',\n{{"name":"{name}","kind":"derived","rawSize":0,"storedSize":0,"digest":"{"0" * 64}"}}\n]}}'
        manifest = parts[-1][1].replace(b"\n]}", line.encode())
        index = (name, edit(index_part(hierarchy, raw)))
        return agreeing_archive(parts[:-1] + [index, (parts[-1][0], manifest)], deflates=False)
    return change
