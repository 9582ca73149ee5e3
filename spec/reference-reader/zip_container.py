"""Section 2: the narrow profile of zip archives."""
import re
import struct
import unicodedata
import zlib
from typing import NamedTuple

from rules import Refused

# 2.6, the default budgets
MOST_ENTRIES = 100_000
MOST_DIRECTORY = 64 << 20
MOST_NAME = 1024
MOST_ENTRY = 1 << 30
MOST_TOTAL = 16 << 30
MOST_RATIO = 1100

NO_16, NO_32 = 0xFFFF, 0xFFFFFFFF
END, END64, LOCATOR = b"PK\5\6", b"PK\6\6", b"PK\6\7"
CENTRAL, LOCAL = b"PK\1\2", b"PK\3\4"


class Entry(NamedTuple):
    """An entry, as its central directory record states it."""
    name: str
    method: int
    crc: int
    stored_size: int
    raw_size: int
    data_offset: int


class Archive:
    def __init__(self, data):
        self.data = data
        self.entries = read_archive(data)

    def stored(self, entry):
        return self.data[entry.data_offset:entry.data_offset + entry.stored_size]

    def read(self, entry):
        """2.3: the uncompressed bytes, whose size and CRC-32 are as stated."""
        raw = self.stored(entry)
        if entry.method == 8:
            raw = inflate(raw, entry)
        if len(raw) != entry.raw_size:
            raise Refused("zip-size-mismatch", place=entry.name)
        if zlib.crc32(raw) != entry.crc:
            raise Refused("zip-crc-mismatch", place=entry.name)
        return raw


def inflate(stored, entry):
    """2.3: exactly one deflate stream, which ends in the last stored byte."""
    stream = zlib.decompressobj(-15)
    try:
        raw = stream.decompress(stored, entry.raw_size + 1)
    except zlib.error as error:
        raise Refused("zip-deflate-invalid", str(error), entry.name) from None
    if len(raw) > entry.raw_size:
        raise Refused("zip-size-mismatch", place=entry.name)
    if not stream.eof or stream.unused_data:
        raise Refused("zip-deflate-invalid", place=entry.name)
    return raw


def read_archive(data):
    """2.6: arrangement, names and all headers are checked when an archive is opened."""
    count, directory_size, directory_offset, directory_end = read_end(data)
    if directory_offset + directory_size != directory_end:
        at = directory_end - directory_size
        if directory_offset < at and (directory_size == 0 or data[at:at + 4] == CENTRAL):
            raise Refused("zip-leading-bytes")
        raise Refused("zip-directory-bounds")
    if count * 46 > directory_size:
        raise Refused("zip-entry-count", "more records than the directory has room for")
    if count > MOST_ENTRIES:
        raise Refused("zip-budget-entries")
    if directory_size > MOST_DIRECTORY:
        raise Refused("zip-budget-directory-bytes")
    entries, at, position, total, names = [], directory_offset, 0, 0, {}
    while at < directory_end:
        entry, header, offset, at = read_central(data, at, directory_end)
        form = unicodedata.normalize("NFC", entry.name)
        if form in names:
            raise Refused("zip-duplicate-name", place=entry.name)
        names[form] = True
        total += entry.raw_size
        if total > MOST_TOTAL:
            raise Refused("zip-budget-total-bytes")
        if offset < position:
            raise Refused("zip-entry-overlap", place=entry.name)
        if offset > position:
            raise Refused("zip-gap" if entries else "zip-leading-bytes", place=entry.name)
        position = offset + len(header) + entry.stored_size
        if position > directory_offset:
            raise Refused("zip-entry-overlap", place=entry.name)
        if data[offset:offset + len(header)] != header:
            raise Refused("zip-local-header-mismatch", place=entry.name)
        entries.append(entry._replace(data_offset=offset + len(header)))
    if len(entries) != count:
        raise Refused("zip-entry-count", "other records than stated")
    if position != directory_offset:
        raise Refused("zip-gap" if entries else "zip-leading-bytes", "before the directory")
    return entries


# The end records

def read_end(data):
    """Number of entries, size and offset of the directory, and where the directory has to end."""
    at = data.rfind(END, max(0, len(data) - 22 - 0xFFFF))
    while at >= 0 and at + 22 > len(data):
        at = data.rfind(END, 0, at)
    if at < 0:
        raise Refused("zip-truncated" if data[:4] == LOCAL else "zip-end-record-missing")
    (disk, directory_disk, count_here, count, size, offset,
     comment) = struct.unpack_from("<HHHHIIH", data, at + 4)
    rest = len(data) - at - 22
    if comment > rest:
        raise Refused("zip-truncated", "the comment is not all there")
    if comment < rest:
        raise Refused("zip-trailing-bytes")
    if comment:
        raise Refused("zip-comment")
    if disk or directory_disk:
        raise Refused("zip-multidisk")
    if count_here != count:
        raise Refused("zip-entry-count")
    if data[at - 20:at - 16] == LOCATOR and at >= 20:
        return read_end64(data, at, count, size, offset)
    if count == NO_16 or NO_32 in (size, offset):
        raise Refused("zip64-invalid", "no zip64 end record")
    return count, size, offset, at


def read_end64(data, at, count, size, offset):
    """2.5: the zip64 end record and its locator."""
    disk, position, disks = struct.unpack_from("<IQI", data, at - 16)
    if disk or disks != 1:
        raise Refused("zip-multidisk")
    if position != at - 20 - 56 or data[position:position + 4] != END64:
        raise Refused("zip64-invalid", "locator")
    (record_size, made_by, needed, disk, directory_disk, count_here, count64, size64,
     offset64) = struct.unpack_from("<QHHIIQQQQ", data, position + 4)
    if disk or directory_disk:
        raise Refused("zip-multidisk")
    if count_here != count64:
        raise Refused("zip-entry-count")
    if record_size != 44 or made_by != 45 or needed != 45:
        raise Refused("zip64-invalid", "end record")
    needs = count64 >= NO_16 or size64 >= NO_32 or offset64 >= NO_32
    fields = (min(count64, NO_16), min(size64, NO_32), min(offset64, NO_32))
    if not needs or (count, size, offset) != fields:
        raise Refused("zip64-invalid", "values")
    return count64, size64, offset64, position


# 2.4 Headers

def read_central(data, at, end):
    """An entry, the local header that it calls for, its offset, and where the record ends."""
    if data[at:at + 4] != CENTRAL or at + 46 > end:
        raise Refused("zip-directory-record")
    (made_by, needed, flags, method, time, date, crc, stored_size, raw_size, name_size, extra_size,
     comment_size, disk, internal, external, offset) = struct.unpack_from("<HHHHHHIIIHHHHHII", data, at + 4)
    after = at + 46 + name_size + extra_size + comment_size
    if after > end:
        raise Refused("zip-directory-record")
    if name_size > MOST_NAME:
        raise Refused("zip-budget-name-bytes")
    raw_name = data[at + 46:at + 46 + name_size]
    extra = data[at + 46 + name_size:at + 46 + name_size + extra_size]
    check_flags(flags)
    if method not in (0, 8):
        raise Refused("zip-method")
    name = check_name(raw_name, flags)
    if comment_size:
        raise Refused("zip-comment", place=name)
    if disk:
        raise Refused("zip-multidisk", place=name)
    local_extra = b""
    big = NO_32 in (stored_size, raw_size)
    if extra[:2] == b"\1\0" or big or offset == NO_32:
        raw_size, stored_size, offset, local_extra = read_extra64(
            extra, raw_size, stored_size, offset, name)
    elif extra:
        raise Refused("zip-extra-field", place=name)
    needs64 = max(stored_size, raw_size, offset) >= NO_32
    version = 45 if needs64 else 20 if method == 8 else 10
    if (made_by, needed, time, date, internal, external) != (45, version, 0, 0x21, 0, 0):
        raise Refused("zip-field-value", place=name)
    if method == 0 and stored_size != raw_size:
        raise Refused("zip-size-mismatch", place=name)
    if max(raw_size, stored_size) > MOST_ENTRY:
        raise Refused("zip-budget-entry-bytes", place=name)
    if method == 8 and raw_size > stored_size * MOST_RATIO:
        raise Refused("zip-budget-ratio", place=name)
    sizes = (NO_32, NO_32) if local_extra else (stored_size, raw_size)
    header = LOCAL + struct.pack("<HHHHHIIIHH", needed, flags, method, time, date, crc, *sizes,
                                 name_size, len(local_extra)) + raw_name + local_extra
    return Entry(name, method, crc, stored_size, raw_size, 0), header, offset, after


def check_flags(flags):
    if flags & (1 << 0 | 1 << 6 | 1 << 13):
        raise Refused("zip-encrypted")
    if flags & 1 << 3:
        raise Refused("zip-data-descriptor")
    if flags & ~(1 << 11):
        raise Refused("zip-flags")


def read_extra64(extra, raw_size, stored_size, offset, name):
    """2.5: both sizes if one needs it, then the offset if it needs it; nothing else."""
    big = NO_32 in (raw_size, stored_size)
    if big and (raw_size, stored_size) != (NO_32, NO_32):
        raise Refused("zip64-invalid", place=name)
    count = (2 if big else 0) + (offset == NO_32)
    if not count or len(extra) != 4 + 8 * count or extra[:4] != struct.pack("<HH", 1, 8 * count):
        raise Refused("zip64-invalid", place=name)
    found = list(struct.unpack_from(f"<{count}Q", extra, 4))
    local_extra = b""
    if big:
        raw_size, stored_size = found[:2]
        if max(raw_size, stored_size) < NO_32:
            raise Refused("zip64-invalid", "not needed", name)
        local_extra = extra[:0] + struct.pack("<HHQQ", 1, 16, raw_size, stored_size)
    if offset == NO_32:
        offset = found[-1]
        if offset < NO_32:
            raise Refused("zip64-invalid", "not needed", name)
    return raw_size, stored_size, offset, local_extra


# 2.2 Names

def check_name(raw, flags):
    try:
        name = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("zip-name-invalid") from None
    if not is_name(name) or not raw.isascii() and not flags & 1 << 11:
        raise Refused("zip-name-invalid", place=name)
    return name


def is_name(name):
    """2.2, also for names of kept parts in the flat form (3.10)."""
    return (1 <= len(name.encode("utf-8")) <= MOST_NAME
            and not re.search(r"[\x00-\x1f\x7f-\x9f\\]", name)
            and not re.match(r"/|[A-Za-z]:", name)
            and not any(segment in ("", ".", "..") for segment in name.split("/")))
