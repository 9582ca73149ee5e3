"""Zips of the profile of spec 2 from changed parts, whose manifest agrees with them."""
import hashlib
import json
import re
import struct
import zlib

SIZES = ("rawSize", "storedSize")


def agreeing_archive(parts, keeps_manifest=False, deflates=True):
    """The bytes of a document from (name, raw bytes), the manifest last.

    Sizes and digests in the manifest are made to be those of the parts, unless the manifest is to be
    kept, or says nothing that can be changed.
    """
    stored = stored_bytes if deflates else lambda _, raw: raw
    sealed = [(name, raw, stored(name, raw)) for name, raw in parts]
    name, raw = parts[-1]
    if not keeps_manifest:
        raw = agreeing_manifest(name, raw, sealed[:-1])
    return archive(sealed[:-1] + [(name, raw, stored(name, raw))])


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
    """The manifest with the sizes and digests of (name, raw bytes, stored bytes).

    A manifest that cannot be understood stays as it is.
    """
    facts = {
        part: {"digest": hashlib.sha256(stored).hexdigest(), "rawSize": len(raw),
               "storedSize": len(stored)}
        for part, raw, stored in sealed}
    try:
        return (json_manifest if name.endswith(".json") else xml_manifest)(text, facts)
    except (ValueError, KeyError, TypeError, AttributeError):
        return text


def json_manifest(text, facts):
    def spelled(value):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    manifest = json.loads(text)
    for part in manifest["parts"]:
        part.update(facts.get(part["name"], {}))
    for key in SIZES:
        manifest["totals"][key] = sum(part[key] for part in manifest["parts"])
    lines = ",\n".join(spelled(part) for part in manifest.pop("parts"))
    return f'{spelled(manifest)[:-1]},"parts":[\n{lines}\n]}}\n'.encode()


def xml_manifest(text, facts):
    def replaced(tag, values):
        for key, value in values.items():
            tag = re.sub(rf'( {key}=")[^"]*', lambda found: found[1] + str(value), tag)
        return tag

    def part(found):
        named = re.search(r' name="([^"]*)"', found[0])
        return replaced(found[0], facts.get(named[1], {}) if named else {})

    text = re.sub(r"<d:part [^>]*>", part, text.decode())
    parts = "".join(re.findall(r"<d:part [^>]*>", text))
    sums = {key: sum(map(int, re.findall(rf' {key}="(\d+)"', parts))) for key in SIZES}
    return re.sub(r"<d:totals [^>]*>", lambda found: replaced(found[0], sums), text).encode()
