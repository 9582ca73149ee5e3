"""Edits of zips: of their parts, with a manifest that agrees with them, or of the zip's own fields."""
import io
import re
import struct
import zipfile

from agreeing_archive import agreeing_manifest, archive
from broken.edits import to_bytes

END = 22


# Parts.

def in_parts(*steps, manifest=None, deflated=None):
    """Changes the list of (name, bytes), and makes the manifest agree with it.

    `manifest` then changes the manifest's bytes. `deflated` has functions that deflate parts.
    """
    def edit(document):
        source = zipfile.ZipFile(io.BytesIO(document))
        parts = [(name, source.read(name)) for name in source.namelist()]
        for step in steps:
            parts = step(parts)
        sealed = [(name, raw, deflated[name](raw) if name in (deflated or {}) else raw) for name, raw in parts]
        for index, (name, raw, stored) in enumerate(sealed):
            if name.startswith("manifest."):
                raw = agreeing_manifest(name, raw, [entry for entry in sealed if entry[0] != name])
                raw = manifest(raw) if manifest else raw
                sealed[index] = (name, raw, raw)
        return archive(sealed)
    return edit


def part(name, edit):
    """Changes the bytes of a part."""
    def step(parts):
        if name not in dict(parts):
            raise ValueError(f"there is no {name}")
        return [(other, edit(raw) if other == name else raw) for other, raw in parts]
    return step


def renamed(old, new):
    return lambda parts: [(new if name == old else name, raw) for name, raw in parts]


def without(name):
    return lambda parts: [entry for entry in parts if entry[0] != name]


def dropped(name):
    """Removes a part, and its line of the manifest in JSON."""
    def step(parts):
        manifest, text = parts[-1]
        text, count = re.subn(rb',\n\{"name":"' + re.escape(to_bytes(name)) + rb'",[^\n]*\}(?=,?\n)', b"", text)
        if count != 1:
            raise ValueError(f"the manifest has {count} lines of {name}")
        return [entry for entry in parts[:-1] if entry[0] != name] + [(manifest, text)]
    return step


def added(name, raw, listed=None):
    """Adds a part before the manifest; `listed` are the members of its line there."""
    def step(parts):
        manifest, text = parts[-1]
        if listed is not None:
            line = to_bytes(f'{{"name":"{name}",{listed},"rawSize":0,"storedSize":0,"digest":"{"0" * 64}"}}')
            text = text.replace(b"\n]}", b",\n" + line + b"\n]}")
        return parts[:-1] + [(name, to_bytes(raw)), (manifest, text)]
    return step


def deflated_run(head, byte, count, tail=b""):
    """A deflate stream of `head`, a run of equal bytes and `tail`, which no library decides."""
    bits = []

    def code(value, length):
        bits.extend(value >> (length - 1 - index) & 1 for index in range(length))

    def block(content, is_last):
        bits.extend([is_last, 0, 0])
        bits.extend([0] * (-len(bits) % 8))
        for value in struct.pack("<HH", len(content), len(content) ^ 0xFFFF) + content:
            bits.extend(value >> index & 1 for index in range(8))

    def literal():
        code(0x30 + byte, 8) if byte < 144 else code(0x190 + byte - 144, 9)

    block(head, 0)
    bits.extend([0, 1, 0])  # A block with fixed codes.
    longest, rest = divmod(count - 1, 258)
    for _ in range(1 + rest):
        literal()
    for _ in range(longest):
        code(0xC0 + 285 - 280, 8)
        code(0, 5)
    code(0, 7)
    block(tail, 1)
    return bytes(
        sum(bit << index for index, bit in enumerate(bits[place:place + 8]))
        for place in range(0, len(bits), 8))


def unpressed(raw):
    """A deflate stream of one block that is not compressed."""
    return b"\x01" + struct.pack("<HH", len(raw), len(raw) ^ 0xFFFF) + raw


def in_deflated(name, edit, raw=0):
    """Deflates a part, changes its stored bytes, and states so many bytes more than there are."""
    def change(document):
        source = zipfile.ZipFile(io.BytesIO(document))
        content = source.read(name)
        document = in_parts(deflated={name: lambda raw: edit(unpressed(raw))})(document)
        return set_fields(name, raw=len(content) + raw)(document) if raw else document
    return change


# The zip's own fields.

# Offsets in a local header, and sizes; a central directory record has the field 2 bytes later.
SHARED = {"version": (4, 2), "flags": (6, 2), "method": (8, 2), "time": (10, 2), "date": (12, 2),
          "crc": (14, 4), "stored": (18, 4), "raw": (22, 4), "extra length": (28, 2)}
CENTRAL = {"made by": (4, 2), "comment length": (32, 2), "disk": (34, 2), "internal": (36, 2),
           "external": (38, 4), "offset": (42, 4)}
END_RECORD = {"disk": (4, 2), "directory disk": (6, 2), "entries here": (8, 2), "entries": (10, 2),
              "size": (12, 4), "offset": (16, 4), "comment length": (20, 2)}


def number(document, place, size):
    return int.from_bytes(document[place:place + size], "little")


def put(document, place, size, value):
    return document[:place] + value.to_bytes(size, "little") + document[place + size:]


def records(document):
    """The central directory records: (name, place, offset of the local header)."""
    end = len(document) - END
    place, found = number(document, end + 16, 4), []
    while place < end:
        lengths = [number(document, place + field, 2) for field in (28, 30, 32)]
        name = document[place + 46:place + 46 + lengths[0]]
        found.append((name, place, number(document, place + 42, 4)))
        place += 46 + sum(lengths)
    return found


def header(document, name):
    [(_, place, offset)] = [record for record in records(document) if record[0] == to_bytes(name)]
    return place, offset


def header_end(document, name):
    """The end of an entry's central directory record that has neither extra field nor comment."""
    return header(document, name)[0] + 46 + len(to_bytes(name))


def set_fields(name, where="both", **values):
    """Sets fields of an entry's headers: in both, or only in the local or the central one."""
    def edit(document):
        place, offset = header(document, name)
        for field, value in values.items():
            field = field.replace("_", " ")
            if field in SHARED:
                start, size = SHARED[field]
                if where != "central":
                    document = put(document, offset + start, size, value)
                if where != "local":
                    document = put(document, place + start + 2, size, value)
            else:
                start, size = CENTRAL[field]
                document = put(document, place + start, size, value)
        return document
    return edit


def set_end(**values):
    def edit(document):
        for field, value in values.items():
            start, size = END_RECORD[field.replace("_", " ")]
            document = put(document, len(document) - END + start, size, value)
        return document
    return edit


def inserted(document, place, piece):
    """Inserts bytes, and moves all offsets that lie behind them."""
    end = len(document) - END
    directory = number(document, end + 16, 4)
    for _, record, offset in records(document):
        if offset >= place:
            document = put(document, record + 42, 4, offset + len(piece))
    if directory >= place:
        document = put(document, end + 16, 4, directory + len(piece))
    elif place <= end:
        document = put(document, end + 12, 4, number(document, end + 12, 4) + len(piece))
    return document[:place] + piece + document[place:]


def insert_before(name, piece):
    """Inserts bytes before an entry, or before the directory."""
    def edit(document):
        place = number(document, len(document) - END + 16, 4) if name is None else header(document, name)[1]
        return inserted(document, place, to_bytes(piece))
    return edit


def insert_in_headers(name, piece, where="both"):
    """Inserts bytes behind an entry's name in its headers."""
    def edit(document):
        place, offset = header(document, name)
        if where != "local":
            document = inserted(document, place + 46 + len(to_bytes(name)), to_bytes(piece))
        if where != "central":
            document = inserted(document, offset + 30 + len(to_bytes(name)), to_bytes(piece))
        return document
    return edit


def insert_before_end(piece):
    """Inserts bytes between the directory and the end record."""
    return lambda document: document[:-END] + piece + document[-END:]


def respell_name(old, new, where="both"):
    """Writes another name of as many bytes."""
    def edit(document):
        place, offset = header(document, old)
        spelled = to_bytes(new)
        if len(spelled) != len(to_bytes(old)):
            raise ValueError(f"{new!r} has another length than {old!r}")
        if where != "central":
            document = document[:offset + 30] + spelled + document[offset + 30 + len(spelled):]
        if where != "local":
            document = document[:place + 46] + spelled + document[place + 46 + len(spelled):]
        return document
    return edit


def zip64_end(document, **fields):
    """A zip64 end record and its locator that repeat what the end record says, but for the fields given."""
    end = len(document) - END
    entries, size, offset = (number(document, end + field, width) for field, width in ((10, 2), (12, 4), (16, 4)))
    values = {
        "signature": b"PK\x06\x06", "record_size": 44, "made_by": 45, "needed": 45, "disk": 0, "directory_disk": 0,
        "entries_here": entries, "entries": entries, "size": size, "offset": offset, "locator": b"PK\x06\x07",
        "end_disk": 0, "place": end, "disks": 1}
    return struct.pack("<4sQHHIIQQQQ4sIQI", *(values | fields).values())
