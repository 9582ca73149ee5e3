"""Zips of the profile of spec 2 from changed parts, whose manifest agrees with them."""
import hashlib
import json
import re
import struct
import zlib


def agreeing_archive(parts, keeps_manifest=False):
    """The bytes of a document from (name, raw bytes), the manifest last.

    Sizes and digests in the manifest are made to be those of the parts, unless the manifest is to be
    kept, or says nothing that can be changed.
    """
    sealed = [(name, raw, stored_bytes(name, raw)) for name, raw in parts]
    name, raw = parts[-1]
    if not keeps_manifest:
        try:
            raw = agreeing_manifest(name, raw, sealed[:-1])
        except (ValueError, KeyError, TypeError, AttributeError):
            pass
    return archive(sealed[:-1] + [(name, raw, stored_bytes(name, raw))])


def archive(entries):
    """A zip of the profile of spec 2, from (name, raw bytes, stored bytes)."""
    body, directory = bytearray(), bytearray()
    for name, raw, stored in entries:
        deflated = stored is not raw
        encoded = name.encode()
        fields = struct.pack(
            "<HHHHHIIIHH", 20 if deflated else 10, 0 if name.isascii() else 0x800,
            8 if deflated else 0, 0, 0x21, zlib.crc32(raw), len(stored), len(raw), len(encoded), 0)
        directory += b"PK\x01\x02\x2d\x00" + fields + struct.pack("<HHHII", 0, 0, 0, 0, len(body))
        directory += encoded
        body += b"PK\x03\x04" + fields + encoded + stored
    end = struct.pack(
        "<4sHHHHIIH", b"PK\x05\x06", 0, 0, len(entries), len(entries), len(directory), len(body), 0)
    return bytes(body + directory + end)


def stored_bytes(name, raw):
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    packed = packer.compress(raw) + packer.flush()
    return raw if name == "mimetype" or len(packed) >= len(raw) else packed


def agreeing_manifest(name, text, sealed):
    """The manifest with sizes and digests as they are now."""
    facts = {
        part: {"digest": hashlib.sha256(stored).hexdigest(), "rawSize": len(raw),
               "storedSize": len(stored)}
        for part, raw, stored in sealed}
    sums = {key: sum(fact[key] for fact in facts.values()) for key in ("rawSize", "storedSize")}
    if name.endswith(".json"):
        manifest = json.loads(text)
        for part in manifest["parts"]:
            part.update(facts.get(part["name"], {}))
        manifest["totals"].update(sums)
        return json.dumps(
            manifest, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode() + b"\n"

    def replaced(piece, values):
        for key, value in values.items():
            piece = re.sub(rf'(name="{key}">)[^<]*', lambda found: found[1] + str(value), piece)
        return piece

    def part(found):
        named = re.search(r'name="name">([^<]*)', found[0])
        return replaced(found[0], facts.get(named[1], {}) if named else {})

    text = re.sub(r"<d:object>.*?</d:object>", part, text.decode(), flags=re.DOTALL)
    head, totals = text.split('name="totals">', 1)
    return (head + 'name="totals">' + replaced(totals, sums)).encode()
