"""Defects of the parts of zips. The manifest agrees with the parts unless the defect is there."""
import hashlib
import io
import pathlib
import sys
import zipfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "spec/reference-reader"))
import json_text  # noqa: E402
import schema as schemas  # noqa: E402

from broken.archives import *
from broken.edits import *
from broken.fragments import *
from broken.indexes import in_index, index_part, of_slots, whole_index, with_index_parts

HEADER = "header.json"
SCHEMA = "schema.json"
ITEMS = "data/BucketListItem/0-7.json"
MANIFEST = "manifest.json"
MIMETYPE = "application/vnd.trip-collection+zip;encoding=json;container=1"
KEEP = '"kind":"keep"'
A_PART = "attachments/com.example/a"


def of_part(rule, what, name, *pairs):
    """One defect in a part of JSON."""
    return (rule, what, "zip", in_parts(part(name, replace(*pairs))))


def of_mimetype(rule, what, text):
    return (rule, what, "zip", in_parts(part("mimetype", whole(text))))


def of_manifest(rule, what, json, xml=None):
    """One defect in the manifest, in JSON and, if given, in XML."""
    defects = [(rule, what, "zip", in_parts(manifest=replace(json)))]
    return defects + ([(rule, what, "zip-xml", in_parts(manifest=replace(xml)))] if xml else [])


def of_stamp(what, json, xml=None):
    """A transaction in `volatile` that is not written as 3.7 says; `xml` are the attributes of its element."""
    element = f'revision="1"><d:history {xml}/></d:volatile>' if xml else None
    return of_manifest("manifest-malformed", f"stamp-of-{what}" if xml else f"stamp-a-{what}",
                       ('"revision":1', f'"revision":1,"history":{json}'), ('revision="1"/>', element) if xml else None)


def of_opening(what, json, xml):
    """Other words at the beginning of the chunk of items."""
    return [
        of_part("chunk-opening", what, ITEMS, json),
        ("chunk-opening", what, "zip-xml", in_parts(part("data/BucketListItem/0-7.xml", replace(xml))))]


def digest(content):
    return hashlib.sha256(content).hexdigest()


def of_digest(following, text):
    """Another digest of the part before the one of this name."""
    return substitute(r'"digest":"[0-9a-f]*"(?=\},\n\{"name":"' + following + '")', f'"digest":"{text}"')


def external(rule, what, content, name=None, size=None, deflate=None):
    """The details of an item in a part of its own."""
    name = name or digest(content)
    size = len(content) if size is None else size
    text_bytes = 47 - len("Monday is closed") + size
    return (rule, what, "zip", in_parts(
        part(ITEMS, replace(('"details":"Monday is closed"',
                             f'"details":{{"$external":"{name}","$size":{size}}}'))),
        part(MANIFEST, replace(('"textBytes":47', f'"textBytes":{text_bytes}'))),
        added(f"external/{name}", content, '"kind":"external"'),
        deflated={f"external/{name}": deflate} if deflate else None))


def of_external(rule, what, members):
    return [(rule, what, "zip", in_parts(part(ITEMS, replace(
        ('"details":"Monday is closed"', f'"details":{{{members}}}')))))]


def of_external_in_xml(rule, what, element):
    return (rule, what, "zip-xml", in_parts(part("data/BucketListItem/0-7.xml", replace(
        ("<details>Monday is closed</details>", element)))))


def with_external(rule, what, *pairs):
    """Details of items are external, and so are stated in the schema, its fingerprints and the chunks."""
    details = '{"name":"details","type":"text","default":""}'

    def fingerprints(text):
        schema = schemas.of_items(json_text.parse(text))
        return {name: schema.fingerprint(layout).encode() for name, layout in (("layout", True), ("model", False))}

    def change(document):
        source = zipfile.ZipFile(io.BytesIO(document))
        old = source.read(SCHEMA)
        new = replace((details, details.replace("}", ',"external":true}')))(old)
        before, after = fingerprints(old), fingerprints(new)
        everywhere = [part(name, replace((before["layout"], after["layout"])))
                      for name in source.namelist() if name.startswith("data/")]
        return in_parts(
            part(SCHEMA, whole(new)), part(HEADER, replace(*((before[name], after[name]) for name in before))),
            *everywhere, part(ITEMS, replace(*pairs)))(document)
    return (rule, what, "zip", change)


def of_xml_part(rule, what, kind, text):
    """A part more in XML."""
    line = f'<d:part name="{kind}.xml" kind="{kind}" rawSize="0" storedSize="0" digest="{ZEROS}"/>\n</d:manifest>'
    return (rule, what, "zip-xml", in_parts(
        lambda parts: parts[:-1] + [(f"{kind}.xml", to_bytes(text + "\n")), parts[-1]],
        part("manifest.xml", replace(("</d:manifest>", line)))))


LONG = b"a" * ((1 << 20) + 1)
LONG_LATIN = b"\xe9" * len(LONG)


def deflate_long(raw, byte=None):
    byte = raw[0] if byte is None else byte
    head, run, tail = raw.partition(bytes([byte]) * len(LONG))
    return deflated_run(head, byte, len(run), tail)


DEFECTS = [
    # The entry mimetype.
    ("mimetype-missing", "header-first", "zip", in_parts(without("mimetype"))),
    ("mimetype-missing", "other-name", "zip", in_parts(renamed("mimetype", "Mimetype"))),
    ("mimetype-missing", "deflated", "zip", in_parts(
        deflated={"mimetype": unpressed})),
    of_mimetype("mimetype-malformed", "line-feed-at-the-end", MIMETYPE + "\n"),
    of_mimetype("mimetype-malformed", "without-encoding", "application/vnd.trip-collection+zip;container=1"),
    of_mimetype("mimetype-malformed", "encoding-unknown", MIMETYPE.replace("json", "yaml")),
    of_mimetype("mimetype-malformed", "type-without-suffix", MIMETYPE.replace("+zip", "")),
    of_mimetype("mimetype-malformed", "container-with-zero", MIMETYPE.replace("=1", "=01")),
    of_mimetype("mimetype-malformed", "subtype-of-123-characters", MIMETYPE.replace("vnd.trip-collection", "a" * 123)),
    of_mimetype("mimetype-malformed", "too-long", MIMETYPE.replace("trip", "trip" * 120)),
    of_mimetype("mimetype-malformed", "type-of-another-program", "application/epub+zip"),
    of_mimetype("mimetype-mismatch", "type-of-another-document", MIMETYPE.replace("trip-collection", "document-data")),
    of_mimetype("container-newer", "container-2", MIMETYPE.replace("=1", "=2")),
    of_mimetype("container-older", "container-0", MIMETYPE.replace("=1", "=0")),
    of_mimetype("container-older", "tables-0", MIMETYPE.replace("container=1", "tables=0")),

    # The header and the schema.
    ("header-missing", "nothing-but-mimetype", "zip", in_parts(lambda parts: parts[:1])),
    ("schema-missing", "nothing-but-the-header", "zip", in_parts(lambda parts: parts[:2])),
    ("part-malformed", "schema-no-array", "zip", in_parts(part(SCHEMA, whole("{}\n")))),
    ("part-malformed", "schema-a-text", "zip", in_parts(part(SCHEMA, whole('"Trip"\n')))),
    ("limit-tree-part-bytes", "header-of-64-MiB-and-more", "zip", chain(
        in_parts(part(HEADER, append(" " * 61_100))), in_deflated(HEADER, lambda stored: stored, raw=64 << 20))),
    ("schema-too-large", "modifier-of-1-MiB-and-more", "zip", in_parts(
        part(SCHEMA, replace(('"hashModifier":"v3"', b'"hashModifier":"' + LONG + b'"'))),
        deflated={SCHEMA: lambda raw: deflate_long(raw, ord("a"))})),
    ("header-missing", "left-out", "zip", in_parts(without(HEADER))),
    ("header-missing", "after-schema", "zip", in_parts(
        lambda parts: [parts[0], parts[2], parts[1]] + parts[3:])),
    ("header-missing", "of-the-other-encoding", "zip", in_parts(
        renamed(HEADER, "header.xml"), part(MANIFEST, replace(('"header.json"', '"header.xml"'))))),
    of_part("container-newer", "next-major", HEADER, (f'"format":"{FORMAT}"', f'"format":"{NEWER}"')),
    of_part("mimetype-mismatch", "header-of-flat-json", HEADER, ("trip-collection+zip", "trip-collection+json")),
    of_part("header-malformed", "member-unknown", HEADER, ('"schema":', '"author":"me","schema":')),
    of_part("header-malformed", "next-key", HEADER, ('"schema":', '"nextKey":12,"schema":')),
    of_part("header-malformed", "type-without-suffix", HEADER, ("trip-collection+zip", "trip-collection")),
    of_part("header-malformed", "feature-with-a-space", HEADER,
            ('"schema":', '"requires":["com.example encryption"],"schema":')),
    ("header-malformed", "fingerprint-missing", "zip", in_parts(
        part(HEADER, substitute(r',"layout":"[^"]*"', "")))),
    ("header-malformed", "fingerprint-missing", "zip-xml", in_parts(
        part("header.xml", substitute(r' model="[^"]*"', "")))),
    of_part("container-newer", "next-major-with-a-member-unknown", HEADER,
            (f'"format":"{FORMAT}"', f'"format":"{NEWER}","zone":5')),
    of_part("feature-unknown", "with-a-member-of-its-own", HEADER,
            ('"schema":', '"requires":["com.example.encryption"],"key":5,"schema":')),
    of_part("feature-unknown", "required", HEADER, ('"schema":', '"requires":["com.example.encryption"],"schema":')),
    ("fingerprint-mismatch", "schema-changed", "zip", in_parts(part(SCHEMA, replace(('"default":0', '"default":1'))))),
    ("part-malformed", "header-no-object", "zip", in_parts(part(HEADER, whole("[]\n")))),
    ("part-malformed", "header-of-another-root", "zip-xml", in_parts(part("header.xml", chain(
        replace(("<d:header ", "<d:head "), ("</d:header>", "</d:head>")))))),
    ("json-byte-order-mark", "header", "zip", in_parts(part(HEADER, prepend("\ufeff")))),
    ("xml-encoding", "byte-order-mark-in-the-header", "zip-xml", in_parts(part("header.xml", prepend("\ufeff")))),
    ("json-truncated", "header", "zip", in_parts(part(HEADER, cut("}}")))),
    ("xml-not-well-formed", "header", "zip-xml", in_parts(part("header.xml", cut("</d:header>")))),
    ("schema-missing", "left-out", "zip", in_parts(without(SCHEMA))),
    ("schema-missing", "after-data", "zip", in_parts(
        lambda parts: parts[:2] + parts[3:-1] + [parts[2], parts[-1]])),
    of_part("schema-malformed", "member-unknown", SCHEMA, ('"default":0', '"default":0,"unit":"EUR"')),
    ("schema-missing-entity", "destination", "zip-xml", in_parts(part("schema.xml", replace(
        ('name="trip" toOne="Trip" inverse="bucketList"', 'name="trip" toOne="Journey"'))))),

    # The manifest.
    ("manifest-missing", "left-out", "zip", in_parts(without(MANIFEST))),
    ("manifest-missing", "not-last", "zip", in_parts(
        lambda parts: parts[:-2] + [parts[-1], parts[-2]])),
    *of_manifest("manifest-malformed", "revision-zero",
                 ('"revision":1', '"revision":0'), ('revision="1"', 'revision="0"')),
    *of_manifest("manifest-malformed", "revision-missing", (',"revision":1', ""), (' revision="1"', "")),
    *of_manifest("manifest-malformed", "next-key-zero",
                 ('"nextKey":12', '"nextKey":0'), ('nextKey="12"', 'nextKey="0"')),
    *of_manifest("manifest-malformed", "member-unknown", ('"nextKey":12', '"author":"me","nextKey":12'),
                 ('nextKey="12"', 'nextKey="12" author="me"')),
    *of_manifest("manifest-malformed", "parent-null", ('"revision":1', '"revision":1,"parent":null'),
                 ('revision="1"', 'revision="1" parent="null"')),
    *of_manifest("manifest-malformed", "size-below-zero",
                 ('"kind":"header","rawSize":', '"kind":"header","rawSize":-')),
    *of_manifest("manifest-malformed", "indexed-no-digest", ('"parts":', '"indexed":"0","parts":')),
    ("manifest-malformed", "digest-in-upper-case", "zip", in_parts(manifest=of_digest(SCHEMA, "AB" * 32))),
    ("manifest-malformed", "next-key-beyond-2-to-53", "zip-xml", in_parts(manifest=replace(
        ('nextKey="12"', 'nextKey="9007199254740992"')))),
    *of_stamp("text", '"x"'),
    *of_stamp("null", "null"),
    *of_stamp("array", "[]"),
    *of_stamp("number-below-zero", f'{{"number":-1,"digest":"{ZEROS}"}}', f'number="-1" digest="{ZEROS}"'),
    *of_stamp("number-zero", f'{{"number":0,"digest":"{ZEROS}"}}', f'number="0" digest="{ZEROS}"'),
    *of_stamp("number-beyond-2-to-53", f'{{"number":{{"$integer":"9007199254740992"}},"digest":"{ZEROS}"}}',
              f'number="9007199254740992" digest="{ZEROS}"'),
    *of_stamp("number-missing", f'{{"digest":"{ZEROS}"}}', f'digest="{ZEROS}"'),
    *of_stamp("digest-missing", '{"number":1}', 'number="1"'),
    *of_stamp("digest-in-upper-case", f'{{"number":1,"digest":"{"AB" * 32}"}}', f'number="1" digest="{"AB" * 32}"'),
    *of_stamp("member-unknown", f'{{"number":1,"digest":"{ZEROS}","author":"me"}}',
              f'number="1" digest="{ZEROS}" author="me"'),
    ("tree-element", "stamp-an-attribute", "zip-xml", in_parts(manifest=replace(('revision="1"', 'revision="1" history="x"')))),
    ("tree-element", "parent-an-element", "zip-xml", in_parts(manifest=replace(
        ('revision="1"/>', f'revision="1"><d:parent>{ZEROS}</d:parent></d:volatile>')))),
    ("tree-value-type", "text-in-volatile", "zip-xml", in_parts(manifest=replace(
        ('revision="1"/>', 'revision="1">Paris</d:volatile>')))),
    ("tree-element", "mark-of-no-attribute-in-volatile", "zip-xml", in_parts(manifest=replace(
        ('revision="1"', 'revision="1" escaped-note="true"')))),
    ("tree-mark", "in-volatile", "zip", in_parts(manifest=replace(
        ('"revision":1', '"revision":1,"note":{"$note":"1"}')))),
    ("tree-mark", "member-of-volatile", "zip", in_parts(manifest=replace(('"revision":1', '"revision":1,"$note":1')))),
    ("tree-depth", "65-in-volatile", "zip", in_parts(manifest=replace(
        ('"revision":1', '"revision":1,"note":' + "[" * 65 + "]" * 65)))),
    ("tree-duplicate-name", "in-volatile", "zip", in_parts(manifest=replace(
        ('"revision":1', '"revision":1,"note":1,"note":2')))),
    ("manifest-malformed", "volatile-no-object", "zip", in_parts(manifest=substitute(
        r'"volatile":\{[^}]*\}', '"volatile":[]'))),
    ("manifest-malformed", "totals-no-object", "zip", in_parts(manifest=substitute(
        r'"totals":\{.*?\}\}', '"totals":[]'))),
    ("manifest-malformed", "rows-no-object", "zip", in_parts(manifest=substitute(r'"rows":\{[^}]*\}', '"rows":[]'))),
    ("manifest-malformed", "rows-null", "zip", in_parts(manifest=substitute(r'"rows":\{[^}]*\}', '"rows":null'))),
    ("tree-duplicate-name", "rows-of-an-entity-twice", "zip-xml", in_parts(manifest=replace(
        ('<d:rows entity="Trip" count="1"/>', '<d:rows entity="Trip" count="1"/>' * 2)))),
    ("manifest-malformed", "total-below-zero", "zip", in_parts(manifest=substitute(
        r'"totals":\{"rawSize":\d+', '"totals":{"rawSize":-1'))),
    *of_manifest("manifest-malformed", "rows-below-zero", ('"PersonalTrip":1', '"PersonalTrip":-1'),
                 ('entity="PersonalTrip" count="1"', 'entity="PersonalTrip" count="-1"')),
    *of_manifest("manifest-malformed", "bits-below-zero", ('"start":0,"bits":3', '"start":0,"bits":-1'),
                 ('start="0" bits="3"', 'start="0" bits="-1"')),
    *of_manifest("manifest-malformed", "very-many-bits", ('"start":0,"bits":3', '"start":0,"bits":1000000000000000'),
                 ('start="0" bits="3"', 'start="0" bits="1000000000000000"')),
    *of_manifest("manifest-malformed", "bits-54", ('"start":0,"bits":3', '"start":0,"bits":54'),
                 ('start="0" bits="3"', 'start="0" bits="54"')),
    ("manifest-malformed", "range-beyond-2-to-53", "zip-xml", in_parts(manifest=replace(
        ('start="0" bits="3"', 'start="9007199254740992" bits="3"')))),
    *of_manifest("manifest-malformed", "data-part-of-no-rows", ('"bits":3,"rows":4', '"bits":3,"rows":0'),
                 ('bits="3" rows="4"', 'bits="3" rows="0"')),
    *of_manifest("manifest-malformed", "texts-below-zero", ('"textBytes":47', '"textBytes":-47'),
                 ('textBytes="47"', 'textBytes="-47"')),
    ("manifest-malformed", "anchor-zero", "zip", in_parts(added(A_PART, "a", f'{KEEP},"anchor":0'))),
    ("manifest-malformed", "anchor-beyond-the-last-key", "zip", in_parts(
        added(A_PART, "a", f'{KEEP},"anchor":9007199254740991'))),
    *of_manifest("manifest-malformed", "rows-missing",
                 ('"bits":3,"rows":4,', '"bits":3,'), (' bits="3" rows="4"', ' bits="3"')),
    *of_manifest("manifest-malformed", "start-within-another-range", ('"start":0,"bits":3', '"start":4,"bits":3'),
                 ('start="0" bits="3"', 'start="4" bits="3"')),
    ("manifest-malformed", "kind-unknown", "zip", in_parts(
        added(A_PART, "a", '"kind":"com.example.photo"'))),
    ("manifest-malformed", "media-type-of-one-word", "zip", in_parts(
        added(A_PART, "a", f'{KEEP},"mediaType":"photo"'))),
    ("manifest-malformed", "media-type-with-line-feed", "zip", in_parts(
        added(A_PART, "a", f'{KEEP},"mediaType":"text/plain\\n"'))),
    ("manifest-malformed", "anchor-null", "zip", in_parts(
        added(A_PART, "a", f'{KEEP},"anchor":null'))),
    ("manifest-malformed", "media-type-of-data", "zip", in_parts(manifest=replace(
        ('"kind":"data","hierarchy":"Trip"', '"kind":"data","mediaType":"text/plain","hierarchy":"Trip"')))),
    ("manifest-malformed", "part-twice", "zip", in_parts(
        manifest=substitute(r'\n(?=\{"name":"schema.json")', '\n{"name":"header.json","kind":"keep",'
                            f'"rawSize":0,"storedSize":0,"digest":"{ZEROS}"}},\n'))),
    ("tree-element", "count-without-entity", "zip-xml", in_parts(manifest=replace(
        ('<d:rows entity="Trip" count="1"/>', '<d:rows count="1"/>')))),
    *of_manifest("manifest-document", "of-another-document", (DOCUMENT, DOCUMENT.replace("D012", "D013")),
                 (DOCUMENT, DOCUMENT.replace("D012", "D013"))),
    ("manifest-totals", "raw-size", "zip", in_parts(manifest=replace(
        ('"totals":{"rawSize":', '"totals":{"rawSize":1')))),
    ("manifest-totals", "raw-size", "zip-xml", in_parts(manifest=substitute(
        r'(?<=<d:totals )rawSize="\d+"', 'rawSize="0"'))),
    *of_manifest("manifest-totals", "rows", ('"rows":{"BucketListItem":4', '"rows":{"BucketListItem":5'),
                 ('entity="BucketListItem" count="4"', 'entity="BucketListItem" count="5"')),
    *of_manifest("manifest-totals", "entity-missing", ('"PersonalTrip":1,', ""),
                 ('<d:rows entity="PersonalTrip" count="1"/>', "")),
    *of_manifest("manifest-totals", "entity-unknown", ('"PersonalTrip":1,', '"PersonalTrip":1,"PrivateTrip":0,'),
                 ('<d:rows entity="PersonalTrip" count="1"/>',
                  '<d:rows entity="PersonalTrip" count="1"/><d:rows entity="PrivateTrip" count="0"/>')),
    *of_manifest("manifest-totals", "rows-of-entities", ('"PersonalTrip":1,"Trip":1', '"PersonalTrip":2,"Trip":0'),
                 ('"PersonalTrip" count="1"/><d:rows entity="Trip" count="1"', '"PersonalTrip" count="2"/><d:rows entity="Trip" count="0"')),
    ("limit-objects", "two-thousand-millions", "zip", in_parts(manifest=replace(
        ('"BucketListItem":4', '"BucketListItem":2000000000'), ('"bits":3,"rows":4', '"bits":3,"rows":2000000000')))),

    ("limit-expanded-bytes", "fifty-millions-of-rows", "zip", in_parts(manifest=replace(
        ('"BucketListItem":4', '"BucketListItem":50000000'), ('"bits":3,"rows":4', '"bits":3,"rows":50000000')))),
    ("limit-expanded-bytes", "two-GiB-of-texts", "zip", in_parts(manifest=replace(
        ('"textBytes":47', '"textBytes":2147483648')))),

    # The list of parts.
    ("part-undeclared", "attachment", "zip", in_parts(added(A_PART, "a"))),
    ("part-missing", "data", "zip", in_parts(without(ITEMS))),
    ("part-missing", "attachment", "zip", in_parts(added(A_PART, "a", KEEP), without(A_PART))),
    ("part-order", "chunks", "zip", in_parts(
        lambda parts: parts[:3] + [parts[4], parts[3]] + parts[5:],
        part(MANIFEST, exchange(r'(\{"name":"data/BucketListItem[^\n]*\n)(\{"name":"data/Living[^\n]*\n)')))),
    ("part-order", "manifest-in-another-order", "zip", in_parts(
        part(MANIFEST, exchange(r'(\{"name":"data/BucketListItem[^\n]*\n)(\{"name":"data/Living[^\n]*\n)')))),
    ("part-order", "data-after-an-attachment", "zip", in_parts(
        added(A_PART, "a", KEEP),
        lambda parts: parts[:5] + [parts[6], parts[5], parts[7]],
        part(MANIFEST, exchange(r'(\{"name":"data/Trip[^\n]*),\n(\{"name":"attachments[^\n]*)(?=\n)')),
        part(MANIFEST, replace(('}{"name":"data/Trip', '},\n{"name":"data/Trip'))))),
    ("part-name", "chunk-of-another-range", "zip", in_parts(
        renamed(ITEMS, "data/BucketListItem/0-15.json"),
        part(MANIFEST, replace((ITEMS, "data/BucketListItem/0-15.json"))))),
    ("part-name", "chunk-of-no-hierarchy", "zip", in_parts(
        renamed(ITEMS, "data/Item/0-7.json"),
        part(MANIFEST, replace((f'"{ITEMS}"', '"data/Item/0-7.json"'),
                               ('"hierarchy":"BucketListItem"', '"hierarchy":"Item"'))))),
    ("part-name", "attachment-in-a-folder-of-the-format", "zip", in_parts(added("data/notes.txt", "a", KEEP))),
    ("part-name", "attachment-with-a-reserved-name", "zip", in_parts(added("schema.txt", "a", KEEP))),
    ("part-name", "attachment-in-a-folder-of-another-format", "zip", in_parts(added("META-INF/container.xml", "a", KEEP))),
    ("part-name", "attachment-of-a-program-without-point", "zip", in_parts(added("attachments/example/a", "a", KEEP))),
    ("part-name", "attachments-of-equal-names", "zip", in_parts(
        added("attachments/com.example/A", "a", KEEP), added(A_PART, "a", KEEP))),
    ("part-name", "attachment-with-the-name-of-a-folder", "zip", in_parts(
        added("attachments/com.example/A", "a", KEEP), added(A_PART + "-", "a", KEEP), added(A_PART + "/b", "b", KEEP))),
    ("part-order", "attachments-in-another-order", "zip", in_parts(
        added(A_PART, "a", KEEP), added(A_PART + "b", "b", KEEP), lambda parts: parts[:-3] + [parts[-2], parts[-3], parts[-1]])),
    ("part-order", "ranges-that-overlap", "zip", in_parts(
        added("data/Trip/8-15.json", "", '"kind":"data","hierarchy":"Trip","start":8,"bits":3,"rows":1,"textBytes":0'))),
    ("part-size", "raw-and-stored", "zip", in_parts(manifest=chain(
        add(r'"kind":"header","rawSize":(\d+)', 1), add(r'"kind":"schema","rawSize":(\d+)', -1)))),
    ("part-digest", "data", "zip", in_parts(manifest=of_digest("data/LivingAccommodation/2-2.json", ZEROS))),
    ("part-digest", "schema", "zip", in_parts(manifest=of_digest(ITEMS, ZEROS))),

    # Data parts.
    *of_opening("rows-as-other-characters", ('"rows":4}', '"rows":"4"}'), ('rows="4"', 'rows="04"')),
    *of_opening("of-another-document", (DOCUMENT, DOCUMENT.replace("D012", "D013")),
                (DOCUMENT, DOCUMENT.replace("D012", "D013"))),
    *of_opening("of-another-hierarchy", ('"hierarchy":"BucketListItem"', '"hierarchy":"Trip"'),
                ('hierarchy="BucketListItem"', 'hierarchy="Trip"')),
    *of_opening("of-another-range", ('"start":0', '"start":8'), ('start="0"', 'start="8"')),
    *of_opening("of-fewer-rows", ('"rows":4}', '"rows":3}'), ('rows="4"', 'rows="3"')),
    *of_opening("member-unknown", ('"rows":4}', '"rows":4,"texts":4}'), ('rows="4"', 'rows="4" texts="4"')),
    *of_opening("member-missing", (',"rows":4}', "}"), (' rows="4"', "")),
    of_part("chunk-opening", "missing", ITEMS, ('"$chunk"', '"chunk"')),
    ("chunk-opening", "of-another-layout", "zip", in_parts(part(ITEMS, substitute(
        r'"layout":"[^"]*"', f'"layout":"{ZEROS}"')))),
    of_part("chunk-malformed", "member-before-the-records", ITEMS, ('"records":[', '"count":4,"records":[')),
    of_part("chunk-malformed", "member-after-the-records", ITEMS, ("\n]}", '\n],"count":4}')),
    ("chunk-malformed", "records-an-object", "zip", in_parts(part(ITEMS, substitute(r'"records":\[.*\]', '"records":{}')))),
    ("chunk-malformed", "records-a-text", "zip", in_parts(part(ITEMS, substitute(r'"records":\[.*\]', '"records":"none"')))),
    ("chunk-malformed", "no-object", "zip", in_parts(part(ITEMS, whole("[]\n")))),
    ("chunk-opening", "left-out", "zip", in_parts(part(ITEMS, whole("{}\n")))),
    ("chunk-opening", "other-root", "zip-xml", in_parts(part("data/BucketListItem/0-7.xml", chain(
        replace(("<d:chunk ", "<d:records "), ("</d:chunk>", "</d:records>")))))),
    ("chunk-rows", "one-more", "zip", in_parts(
        part(ITEMS, replace(('"rows":4}', '"rows":5}'))),
        part(MANIFEST, replace(('"BucketListItem":4', '"BucketListItem":5'),
                               ('"bits":3,"rows":4', '"bits":3,"rows":5'))))),
    ("chunk-rows", "one-fewer", "zip", in_parts(
        part(ITEMS, replace(('"rows":4}', '"rows":3}'))),
        part(MANIFEST, replace(('"BucketListItem":4', '"BucketListItem":3'),
                               ('"bits":3,"rows":4', '"bits":3,"rows":3'))))),
    *of_manifest("chunk-text-bytes", "one-more",
                 ('"textBytes":47', '"textBytes":48'), ('textBytes="47"', 'textBytes="48"')),
    of_part("record-key-range", "outside-the-range", ITEMS, ('{"$id":7,', '{"$id":9,')),
    of_part("record-unknown-property", "rating", ITEMS, ('"title":"Louvre"', '"title":"Louvre","rating":5')),
    of_part("reference-dangling", "trip", ITEMS, ('"title":"Stand 12","trip":6', '"title":"Stand 12","trip":11')),
    ("json-trailing-bytes", "data", "zip", in_parts(part(ITEMS, append("{}\n")))),
    *of_manifest("record-key-range", "the-next-key", ('"nextKey":12', '"nextKey":8'), ('nextKey="12"', 'nextKey="8"')),

    # External values: only values of more than 1 MiB have parts of their own here.
    external("record-external-needless", "short", b"Monday is closed"),
    ("record-external-syntax", "without-size", "zip", in_parts(part(ITEMS, replace(
        ('"details":"Monday is closed"', f'"details":{{"$external":"{ZEROS}"}}'))))),
    ("record-external-syntax", "digest-in-upper-case", "zip", in_parts(part(ITEMS, replace(
        ('"details":"Monday is closed"', f'"details":{{"$external":"{"AB" * 32}","$size":1048577}}'))))),
    *of_external("record-external-syntax", "member-unknown", f'"$external":"{ZEROS}","$size":1048577,"$type":"text"'),
    *of_external("record-external-syntax", "size-under-another-name", f'"$external":"{ZEROS}","$bytes":1048577'),
    *of_external("record-external-syntax", "size-twice", f'"$external":"{ZEROS}","$size":1048577,"$size":1048577'),
    *of_external("record-value-type", "size-as-a-text", f'"$external":"{ZEROS}","$size":"1048577"'),
    *of_external("record-external-syntax", "size-below-zero", f'"$external":"{ZEROS}","$size":-1'),
    *of_external("record-value-type", "digest-null", '"$external":null,"$size":1048577'),
    *of_external("record-value-type", "digest-as-a-number", '"$external":5,"$size":1048577'),
    of_external_in_xml("record-external-syntax", "without-size", f'<details d:external="{ZEROS}"/>'),
    of_external_in_xml("record-syntax", "external-with-content", f'<details d:external="{ZEROS}" d:size="1048577">a</details>'),
    with_external("record-external-required", "text-of-an-external-attribute"),
    with_external("record-external-needless", "empty-text-of-an-external-attribute",
                  ('"details":"Monday is closed"', f'"details":{{"$external":"{digest(b"")}","$size":0}}')),
    ("record-external-required", "long-text-in-a-record", "zip", in_parts(
        part(ITEMS, replace(("Monday is closed", LONG))),
        part(MANIFEST, replace(('"textBytes":47', f'"textBytes":{31 + len(LONG)}'))),
        deflated={ITEMS: lambda raw: deflate_long(raw, ord("a"))})),
    ("external-missing", "left-out", "zip", in_parts(
        part(ITEMS, replace(('"details":"Monday is closed"', f'"details":{{"$external":"{ZEROS}","$size":1048577}}'))),
        part(MANIFEST, replace(('"textBytes":47', '"textBytes":1048608'))))),
    external("external-missing", "of-another-size", LONG, size=len(LONG) + 1, deflate=deflate_long),
    external("external-digest", "of-another-value", LONG, name=ZEROS, deflate=deflate_long),
    external("record-external-text", "latin-1", LONG_LATIN, deflate=deflate_long),
    ("external-unreferenced", "attachment", "zip", in_parts(
        added("external/" + digest(b"Rue Cler"), "Rue Cler", '"kind":"external"'))),

    # Extensions and carried entries.
    ("part-malformed", "extensions-a-number", "zip", in_parts(added("extensions.json", "5\n", '"kind":"extensions"'))),
    ("part-malformed", "extensions-null", "zip", in_parts(added("extensions.json", "null\n", '"kind":"extensions"'))),
    ("part-malformed", "carried-a-number", "zip", in_parts(added("carried.json", "5\n", '"kind":"carried"'))),
    ("tree-depth", "65-in-a-carried-entry", "zip", in_parts(
        added("carried.json", "[" + "[" * 65 + "]" * 65 + "]\n", '"kind":"carried"'))),
    ("tree-depth", "65-in-an-extension", "zip", in_parts(added(
        "extensions.json", '[{"id":9,"entity":"com.example.Photo","value":' + "[" * 65 + "]" * 65 + "}]\n",
        '"kind":"extensions"'))),
    of_xml_part("tree-element", "attribute-of-extensions", "extensions", '<d:extensions xmlns:d="urn:trip-documents:format" count="0"/>'),
    of_xml_part("tree-element", "attribute-of-carried", "carried", '<d:carried xmlns:d="urn:trip-documents:format" count="0"/>'),
    of_xml_part("tree-element", "extension-of-another-element", "extensions",
                '<d:extensions xmlns:d="urn:trip-documents:format"><d:null/></d:extensions>'),
    ("part-malformed", "extensions-no-array", "zip", in_parts(added("extensions.json", "{}\n", '"kind":"extensions"'))),
    ("part-malformed", "carried-no-array", "zip", in_parts(added("carried.json", "{}\n", '"kind":"carried"'))),
    ("part-malformed", "extension-without-dot", "zip", in_parts(
        added("extensions.json", '[\n{"id":9,"entity":"Photo","value":null}\n]\n', '"kind":"extensions"'))),
    ("anchor-missing", "attachment", "zip", in_parts(added(A_PART, "a", f'{KEEP},"anchor":11'))),
    ("history-malformed", "part-without-policy", "zip", in_parts(
        added("history/state.json", "{}\n", '"kind":"history"'))),

    # Index parts, which only validation reads as a whole.
    ("index-malformed", "magic", "zip", in_index("Trip", replace(("DDINDEX1", "DDINDEX2")))),
    ("index-malformed", "more-sections-than-bytes", "zip", in_index("LivingAccommodation", set_byte(8, 0x7F))),
    ("index-malformed", "numbers-that-do-not-ascend", "zip", in_index("BucketListItem", set_byte(-1, 0))),
    ("index-malformed", "number-of-another-slot", "zip", in_index("BucketListItem", set_byte(33, 1))),
    ("index-mismatch", "another-state-of-the-data", "zip",
     in_index("BucketListItem", lambda content: content, state="0" * 64)),
    ("index-mismatch", "of-no-slot", "zip", in_index("BucketListItem", lambda content: content, name="index/BucketListItem/16")),
    ("index-mismatch", "beside-one-of-a-slot", "zip", with_index_parts(
        "BucketListItem", whole_index("BucketListItem"), *of_slots("BucketListItem", 0))),
    ("index-mismatch", "runs-of-another-slot", "zip", with_index_parts(
        "BucketListItem", ("index/BucketListItem/9", lambda raw: index_part("BucketListItem", raw)))),
    ("index-mismatch", "slot-without-its-run", "zip", with_index_parts(
        "BucketListItem", ("index/BucketListItem/0", lambda raw: index_part("BucketListItem", raw, [9])))),
    ("index-mismatch", "data-part-that-does-not-exist", "zip", in_index("BucketListItem", set_byte(32, 8))),
    ("index-mismatch", "key-of-no-reference", "zip", in_index("BucketListItem", set_byte(-1, 6))),
    ("index-mismatch", "hash-of-no-record", "zip", in_index("Trip", set_byte(-3, 0xBF))),
]
