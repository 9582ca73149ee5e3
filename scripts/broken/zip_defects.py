"""Defects of the zip itself, a rule of spec 2.7 each. Budgets that only huge files exceed have none."""
import struct

from broken.archives import *
from broken.edits import *

HEADER = "header.json"
SCHEMA = "schema.json"
ITEMS = "data/BucketListItem/0-7.json"
MANIFEST = "manifest.json"
KEEP = '"kind":"keep"'
TIMESTAMP = bytes.fromhex("5554050001") + bytes(4)
ZIP64 = bytes.fromhex("01001000") + bytes(16)


def of_fields(rule, what, name, where="both", **values):
    return (rule, what, "zip", set_fields(name, where, **values))


def with_entry(rule, what, name, *edits):
    """An entry more whose name has so many bytes, with that name changed afterwards."""
    return (rule, what, "zip", chain(in_parts(added("a" * len(name.encode()), "a", KEEP)),
                                     respell_name("a" * len(name.encode()), name), *edits))


def local_header_of_no_entry(document):
    """A copy of the first entry, before all."""
    return inserted(document, 0, document[:header(document, HEADER)[1]])


def gone_directory_record(document):
    """Only the number of entries says that there is one more."""
    count = number(document, len(document) - END + 10, 2)
    return set_end(entries=count + 1, entries_here=count + 1)(document)


def hidden_directory_record(document):
    count = number(document, len(document) - END + 10, 2)
    return set_end(entries=count - 1, entries_here=count - 1)(document)


def without_signature(document):
    place, _ = header(document, ITEMS)
    return document[:place] + b"XX" + document[place + 2:]


def cut_directory_record(document):
    """The directory ends within its last record."""
    size = number(document, len(document) - END + 12, 4)
    return set_end(size=size - 5)(document[:-END - 5] + document[-END:])


def of_zip64(rule, what, entries=0xFFFF, **fields):
    """A zip64 end record that is needed, because it states more entries than a reader takes."""
    stated = {"entries": 200_000, "entries_here": 200_000} | fields
    return (rule, what, "zip", lambda document: set_end(entries=entries, entries_here=entries)(
        insert_before_end(zip64_end(document, **stated))(document)))


def extra64(*numbers, size=None):
    """A zip64 extra field."""
    return struct.pack(f"<HH{len(numbers)}Q", 1, 8 * len(numbers) if size is None else size, *numbers)


def of_extra64(rule, what, piece, **values):
    """A zip64 extra field of an entry, with other values in the fields."""
    return (rule, what, "zip", chain(
        insert_in_headers(ITEMS, piece), set_fields(ITEMS, extra_length=len(piece), **values)))


def moved_offset(document):
    """The offset of an entry in a zip64 extra field that is not needed."""
    offset = header(document, ITEMS)[1]
    return chain(insert_in_headers(ITEMS, extra64(offset), "central"), set_fields(
        ITEMS, "central", extra_length=12, offset=0xFFFFFFFF))(document)


DEFECTS = [
    # The end records.
    ("zip-truncated", "in-the-directory", "zip", lambda document: document[:-END - 40]),
    ("zip-truncated", "in-the-data", "zip", lambda document: document[:len(document) // 3]),
    ("zip-truncated", "in-the-end-record", "zip", lambda document: document[:-1]),
    ("zip-truncated", "announced-comment", "zip", set_end(comment_length=9)),
    ("zip-trailing-bytes", "line-feed", "zip", append("\n")),
    ("zip-trailing-bytes", "zeros", "zip", append(bytes(512))),
    ("zip-comment", "of-the-archive", "zip", chain(set_end(comment_length=5), append("Paris"))),
    ("zip-multidisk", "this-disk", "zip", set_end(disk=1)),
    ("zip-multidisk", "directory-disk", "zip", set_end(directory_disk=1)),
    ("zip-entry-count", "two-numbers", "zip", set_end(entries_here=2)),
    ("zip-entry-count", "one-more", "zip", gone_directory_record),
    ("zip-entry-count", "one-fewer", "zip", hidden_directory_record),
    ("zip-directory-bounds", "one-byte-longer", "zip", lambda document: set_end(
        size=number(document, len(document) - END + 12, 4) + 1)(document)),
    ("zip-directory-bounds", "bytes-before-the-end-record", "zip", insert_before_end(b"Paris")),
    ("zip-directory-record", "signature", "zip", without_signature),
    ("zip-directory-record", "cut-off", "zip", cut_directory_record),
    ("zip64-invalid", "needless-end-record", "zip", lambda document: insert_before_end(zip64_end(document))(document)),
    ("zip64-invalid", "end-record-missing", "zip", set_end(offset=0xFFFFFFFF)),

    ("zip64-invalid", "number-of-entries-that-says-so", "zip", set_end(entries=0xFFFF, entries_here=0xFFFF)),
    ("zip-directory-record", "cut-off-in-its-fields", "zip", lambda document: set_end(
        size=number(document, len(document) - END + 12, 4) - 46 - len(MANIFEST) + 10)(
            document[:-END - 46 - len(MANIFEST) + 10] + document[-END:])),
    of_zip64("zip-entry-count", "more-than-the-directory-has-room-for"),
    of_zip64("zip-multidisk", "disk-of-the-zip64-end-record", end_disk=1),
    of_zip64("zip-multidisk", "two-disks", disks=2),
    of_zip64("zip-multidisk", "this-disk-in-zip64", disk=1),
    of_zip64("zip-multidisk", "directory-disk-in-zip64", directory_disk=1),
    of_zip64("zip64-invalid", "end-record-elsewhere", place=0),
    ("zip-entry-count", "two-numbers-in-zip64", "zip", lambda document: set_end(size=0xFFFFFFFF)(
        insert_before_end(zip64_end(document, size=1 << 32, entries_here=2))(document))),
    ("zip64-invalid", "end-record-twice", "zip", lambda document: set_end(entries=0xFFFF, entries_here=0xFFFF)(
        insert_before_end(zip64_end(document, entries=200_000, entries_here=200_000)[:56] + zip64_end(
            document, entries=200_000, entries_here=200_000))(document))),
    of_zip64("zip64-invalid", "end-record-without-signature", signature=b"XXXX"),
    of_zip64("zip64-invalid", "end-record-of-another-size", record_size=52),
    of_zip64("zip64-invalid", "end-record-of-another-maker", made_by=63),
    of_zip64("zip64-invalid", "end-record-of-another-version", needed=63),
    of_zip64("zip64-invalid", "end-records-that-differ", entries=5),

    # Entries.
    ("zip-leading-bytes", "stub", "zip", lambda document: document[:4] + document),
    ("zip-leading-bytes", "entry-that-the-directory-leaves-out", "zip", local_header_of_no_entry),
    ("zip-leading-bytes", "second-end-record-of-no-entries", "zip", append(b"PK\x05\x06" + bytes(18))),
    ("zip-gap", "between-entries", "zip", insert_before(SCHEMA, "Paris")),
    ("zip-gap", "before-the-directory", "zip", insert_before(None, "Paris")),
    ("zip-entry-overlap", "same-offset", "zip", lambda document: set_fields(
        SCHEMA, "central", offset=header(document, HEADER)[1])(document)),
    of_fields("zip-encrypted", "flag", ITEMS, flags=0x0001),
    of_fields("zip-encrypted", "strong", ITEMS, flags=0x0040),
    of_fields("zip-data-descriptor", "flag", ITEMS, flags=0x0008),
    of_fields("zip-flags", "fast-compression", ITEMS, flags=0x0004),
    of_fields("zip-method", "bzip2", ITEMS, method=12),
    of_fields("zip-method", "zstandard", ITEMS, method=93),
    of_fields("zip-multidisk", "entry-on-another-disk", ITEMS, disk=1),
    ("zip-comment", "of-an-entry", "zip", chain(
        set_fields(ITEMS, comment_length=5), lambda document: inserted(
            document, header_end(document, ITEMS), b"Paris"))),
    ("zip-extra-field", "timestamp", "zip", chain(
        insert_in_headers(ITEMS, TIMESTAMP), set_fields(ITEMS, extra_length=len(TIMESTAMP)))),
    ("zip64-invalid", "needless-sizes", "zip", chain(
        insert_in_headers(ITEMS, ZIP64), set_fields(ITEMS, extra_length=len(ZIP64)))),
    of_fields("zip64-invalid", "sizes-missing", ITEMS, raw=0xFFFFFFFF, stored=0xFFFFFFFF),
    of_fields("zip64-invalid", "one-size-missing", ITEMS, raw=0xFFFFFFFF),
    of_extra64("zip64-invalid", "one-size-of-two", extra64(1 << 32, 1 << 32), raw=0xFFFFFFFF),
    of_extra64("zip64-invalid", "extra-field-of-nothing", extra64()),
    of_extra64("zip64-invalid", "extra-field-beside-another", extra64(1 << 32, 1 << 32) + TIMESTAMP,
               raw=0xFFFFFFFF, stored=0xFFFFFFFF),
    of_extra64("zip64-invalid", "extra-field-of-another-size", extra64(1 << 32, 1 << 32, size=12),
               raw=0xFFFFFFFF, stored=0xFFFFFFFF),
    of_extra64("zip64-invalid", "needless-sizes-that-the-headers-ask-for", extra64(5, 5), raw=0xFFFFFFFF, stored=0xFFFFFFFF),
    ("zip64-invalid", "needless-offset", "zip", moved_offset),
    of_fields("zip-entry-overlap", "with-the-directory", MANIFEST, raw=1 << 20, stored=1 << 20),
    of_fields("zip-field-value", "date", ITEMS, date=0x58E1),
    of_fields("zip-field-value", "time", ITEMS, time=0x6000),
    of_fields("zip-field-value", "made-by-unix", ITEMS, made_by=0x031E),
    of_fields("zip-field-value", "permissions", ITEMS, external=0o100644 << 16),
    of_fields("zip-field-value", "text-attribute", ITEMS, internal=1),
    of_fields("zip-field-value", "version-needed", ITEMS, version=20),
    of_fields("zip-local-header-mismatch", "date", ITEMS, "local", date=0x58E1),
    of_fields("zip-local-header-mismatch", "crc", ITEMS, "local", crc=0),
    ("zip-local-header-mismatch", "name", "zip", respell_name(ITEMS, "data/BucketListItem/0-8.json", "local")),
    ("zip-local-header-mismatch", "extra-field", "zip", chain(
        insert_in_headers(ITEMS, TIMESTAMP, "local"), set_fields(ITEMS, "local", extra_length=len(TIMESTAMP)))),

    # Names.
    with_entry("zip-name-invalid", "parent-folder", "../a"),
    with_entry("zip-name-invalid", "this-folder", "a/./a"),
    with_entry("zip-name-invalid", "absolute", "/a"),
    with_entry("zip-name-invalid", "drive", "c:a"),
    with_entry("zip-name-invalid", "backslash", "a\\a"),
    with_entry("zip-name-invalid", "folder", "a/"),
    with_entry("zip-name-invalid", "empty-segment", "a//a"),
    with_entry("zip-name-invalid", "control-character", "a\x07"),
    with_entry("zip-name-invalid", "not-ascii-without-flag", "\u00e9"),
    ("zip-name-invalid", "latin-1", "zip", chain(
        in_parts(added("aa", "a", KEEP)), set_fields("aa", flags=0x0800),
        respell_name("aa", b"a\xe9"))),
    ("zip-duplicate-name", "equal", "zip", chain(
        in_parts(added("a/1", "a", KEEP), added("a/2", "a", KEEP)),
        respell_name("a/2", "a/1"))),
    ("zip-duplicate-name", "composed-and-decomposed", "zip", in_parts(
        added("a/\u00e9", "a", KEEP), added("a/e\u0301", "a", KEEP))),
    ("zip-budget-name-bytes", "1025", "zip", in_parts(added("a" * 1025, "a", KEEP))),

    # The data of entries.
    of_fields("zip-size-mismatch", "two-sizes-of-a-stored-entry", ITEMS, raw=5),
    ("zip-size-mismatch", "inflates-to-more", "zip", in_deflated(HEADER, lambda stored: stored, raw=-1)),
    ("zip-size-mismatch", "inflates-to-many-more", "zip", in_deflated(HEADER, lambda stored: stored, raw=-9)),
    ("zip-size-mismatch", "inflates-to-fewer", "zip", in_deflated(HEADER, lambda stored: stored, raw=1)),
    ("zip-deflate-invalid", "block-type", "zip", in_deflated(HEADER, lambda stored: b"\x07" + stored[1:])),
    ("zip-deflate-invalid", "bytes-after-the-end", "zip", in_deflated(HEADER, lambda stored: stored + b"\0")),
    ("zip-deflate-invalid", "ends-early", "zip", in_deflated(HEADER, lambda stored: stored[:-8])),
    of_fields("zip-crc-mismatch", "mimetype", "mimetype", crc=0),
    of_fields("zip-crc-mismatch", "data", ITEMS, crc=0),
    ("zip-budget-entry-bytes", "one-GiB", "zip", in_deflated(HEADER, lambda stored: stored, raw=1 << 30)),
    ("zip-budget-ratio", "one-MiB", "zip", in_deflated(HEADER, lambda stored: stored, raw=1 << 20)),
]
