"""Other spellings of documents in a zip: of its fields, of its parts, and of their manifest."""
import json
import re
import zlib

from accepted.json_spellings import reversed_but_sections
from accepted.json_text import Number, parsed, reversed_members, spelled
from broken.archives import *
from broken.edits import *
from broken.fragments import *
from broken.indexes import in_index, of_slots, with_index_parts

TRIPS = "data/Trip/0-15.json"
OTHERS = '"color":{"$unknown":[1,2.0,null]},"$mark":1,"history.of":"-"'


def json_parts(change):
    """Changes each part in JSON, as what it says."""
    def step(parts):
        return [(name, (spelled(change(name, parsed(raw))) + "\n").encode() if name.endswith(".json") else raw) for name, raw in parts]
    return step


def reversed_part(name, value):
    """3.6-11, 3.14-3, 5.1-3: `$chunk` stands before the records, and the members of each in any order."""
    if name.startswith("data/"):
        return {key: reversed_members(item) for key, item in value.items()}
    return reversed_members(value)


def deflate(raw):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(raw) + packer.flush()


def text_bytes(record):
    return sum(len(record[name].encode()) for name in ("destination", "name", "reason") if name in record)


def in_ranges(*ranges):
    """3.6-6: the trips in chunks of other ranges, each a first key and a number of bits."""
    def step(parts):
        name, raw = parts[-1]
        manifest, result = json.loads(raw), []
        for other, content in parts[:-1]:
            if other != TRIPS:
                result.append((other, content))
                continue
            [opening, *lines] = content.decode().rstrip().split("\n")
            records = [line.rstrip(",") for line in lines[:-1]]
            [place] = [index for index, part in enumerate(manifest["parts"]) if part["name"] == TRIPS]
            old, new = manifest["parts"][place], []
            for start, bits in ranges:
                own = [record for record in records if start <= json.loads(record)["$id"] < start + 2 ** bits]
                name_of_part = f"data/Trip/{start}-{start + 2 ** bits - 1}.json"
                new.append({**old, "name": name_of_part, "start": start, "bits": bits, "rows": len(own),
                            "textBytes": sum(text_bytes(json.loads(record)) for record in own)})
                words = re.sub('"start":.*"rows":[0-9]+', f'"start":{start},"bits":{bits},"rows":{len(own)}', opening)
                result.append((name_of_part, "\n".join([words, ",\n".join(own), "]}", ""]).encode()))
            manifest["parts"][place:place + 1] = new
        return result + [(name, spelled_manifest(manifest))]
    return step


def spelled_manifest(manifest):
    return json.dumps(manifest, ensure_ascii=False, separators=(",", ":")).encode()


def with_parts(*added, first=()):
    """Adds parts of other programs before the manifest: the name, the members of its line, and the content."""
    def step(parts):
        name, raw = parts[-1]
        manifest = json.loads(raw)
        manifest["parts"] += [{"name": part, **members, "rawSize": 0, "storedSize": 0, "digest": "0" * 64} for part, members, _ in added]
        return parts[:-1] + [(part, content) for part, _, content in added] + [(name, spelled_manifest(manifest))]
    return step


def derived_before_kept(parts):
    """3.3-1: the parts of other programs in the opposite order, with a derived part between them."""
    name, raw = parts[-1]
    manifest = json.loads(raw)
    kept = [part for part in manifest["parts"] if part["kind"] == "keep"]
    others = [part for part in manifest["parts"] if part["kind"] != "keep"]
    derived = {"name": "attachments/com.example/cache", "kind": "derived", "rawSize": 0, "storedSize": 0, "digest": "0" * 64}
    behind = [kept[-1], derived, *kept[-2::-1]]
    manifest["parts"] = others + behind
    content = {**dict(parts), "attachments/com.example/cache": b"made again"}
    return [(part["name"], content[part["name"]]) for part in manifest["parts"]] + [(name, spelled_manifest(manifest))]


def utf8_flags(document):
    """2.4-1: bit 11 for names of ASCII."""
    for name, _, _ in records(document):
        document = set_fields(name.decode(), flags=0x800)(document)
    return document


SPELLINGS = [
    ("small-v4", "deflated-without-gain", "zip", in_parts(deflated={"header.json": unpressed, TRIPS: unpressed})),
    ("small-v4", "all-deflated", "zip", in_parts(deflated={name: deflate for name in (
        "header.json", "schema.json", "data/BucketListItem/0-7.json", "data/LivingAccommodation/2-2.json", TRIPS)})),
    ("small-v4", "bit-11-for-ASCII-names", "zip", utf8_flags),
    ("small-v4", "members-reversed", "zip", in_parts(json_parts(reversed_part))),
    ("foreign-v4", "members-reversed", "zip", in_parts(json_parts(reversed_part))),
    ("history-v4", "members-reversed", "zip", in_parts(json_parts(reversed_part))),
    ("collection", "members-reversed", "zip", in_parts(json_parts(reversed_part))),
    ("small-v4", "every-character-escaped", "zip", in_parts(lambda parts: [
        (name, spelled(parsed(raw), escapes=True).encode() if name.endswith(".json") else raw) for name, raw in parts])),
    ("small-v4", "white-space-everywhere", "zip", in_parts(lambda parts: [
        (name, spelled(parsed(raw), between="\n ").encode() if name.endswith(".json") else raw) for name, raw in parts])),
    ("small-v4", "minor-version", "zip", in_parts(part("header.json", replace((f'"format":"{FORMAT}"', '"format":"1.999999999"'))))),
    ("small-v4", "minor-version", "zip-xml", in_parts(part("header.xml", replace((f' format="{FORMAT}"', ' format="1.7"'))))),
    ("small-v4", "feature-required-to-write", "zip", in_parts(part("header.json", replace(
        (f'"document":"{DOCUMENT}",', f'"document":"{DOCUMENT}","requires":[],"requiresToWrite":["com.example.a"],'))))),
    ("small-v4", "feature-required-to-write", "zip-xml", in_parts(part("header.xml", replace(
        (f' document="{DOCUMENT}"', f' document="{DOCUMENT}" requires="" requiresToWrite="com.example.a"'))))),
    ("small-v4", "unknown-volatile-members", "zip", in_parts(manifest=replace(
        ('"volatile":{', f'"volatile":{{"clock":[[],{{"a":0.5}}],"times":{{"a":{{"$date":"2001-01-01T00:00:00Z"}}}},')))),
    ("small-v4", "unknown-volatile-members", "zip-xml", in_parts(manifest=replace(
        ("<d:volatile ", '<d:volatile clock="late" escaped-note="true" note="\\u0000" '),
        ('revision="1"/>', 'revision="1"><d:note><d:text a="b">any</d:text><other/></d:note></d:volatile>')))),
    ("small-v4", "no-generator", "zip", in_parts(manifest=replace(('"generator":"TripDocuments samples",', "")))),
    ("small-v4", "two-chunks", "zip", in_parts(in_ranges((0, 3), (8, 2)))),
    ("small-v4", "chunk-of-each-record", "zip", in_parts(in_ranges((1, 0), (6, 0), (8, 0)))),
    ("small-v4", "widest-range", "zip", in_parts(in_ranges((0, 53)))),
    ("small-v4", "index-part", "zip", in_index("Trip", lambda raw: raw)),
    ("small-v4", "index-part-of-references", "zip", in_index("BucketListItem", lambda raw: raw)),
    ("small-v4", "sixteen-index-parts", "zip", with_index_parts("Trip", *of_slots("Trip", *range(16)))),
    ("small-v4", "five-of-sixteen-index-parts", "zip", with_index_parts("Trip", *of_slots("Trip", 0, 3, 8, 12, 15))),
    ("small-v4", "derived-part", "zip", in_parts(with_parts(
        ("attachments/com.example/cache", {"kind": "derived", "mediaType": "text/plain ; a=b;c=\"d e\"", "anchor": 8}, b"made again")))),
    ("foreign-v4", "parts-of-other-programs-reversed", "zip", in_parts(derived_before_kept)),
    ("collection", "members-of-an-external-value-reversed", "zip", in_parts(part("data/Piece/0-15.json", lambda raw: re.sub(
        rb'\{("\$external":"[0-9a-f]*"),("\$size":[0-9]*)\}', rb"{\2,\1}", raw)))),
    ("small-v4", "attributes-reversed", "zip-xml", in_parts(lambda parts: [
        (name, re.sub(rb'<([\w:.-]+)((?: [^\s=>]+="[^"]*")+)', lambda found: b"<" + found[1] + b" "
                      + b" ".join(reversed(re.findall(rb'[^\s=]+="[^"]*"', found[2]))), raw) if name.endswith(".xml") else raw)
        for name, raw in parts])),
    ("collection", "comments", "zip-xml", in_parts(lambda parts: [
        (name, raw.replace(b"><", b"><!-- nothing --><") + b"<!-- the end -->\n" if name.endswith(".xml") else raw)
        for name, raw in parts])),
]
