"""Defects that readers found in another order than the text, or under another rule: each is what a second reader stumbled over."""
import re

from broken.archives import *
from broken.edits import *
from broken.fragments import *

TRIPS = "data/Trip/0-15"
FEATURE = "com.example.encryption"
NEWER_XML = (f' format="{FORMAT}"', f' format="{NEWER}" author="me"')
FEATURE_XML = (f' document="{DOCUMENT}"', f' author="me" document="{DOCUMENT}" requires="{FEATURE}"')


def in_all_forms(rule, what, json, xml, name="header"):
    """One defect in the header or in another part, in all four forms."""
    [of_json, of_xml] = in_both(rule, what, json, xml)
    return [of_json, of_xml, (rule, what, "zip", in_parts(part(f"{name}.json", replace(json)))),
            (rule, what, "zip-xml", in_parts(part(f"{name}.xml", replace(xml))))]


def arrays(depth, name=""):
    """So many arrays, one in another."""
    return "[" * depth + "]" * depth, f"<d:array{name}>" + "<d:array>" * (depth - 1) + "</d:array>" * depth


def in_trailer_and_part(rule, what, name, xml):
    """One defect of the carried entries or the extension records in XML: of the flat form, and of a part that is added."""
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n<d:{name} xmlns:d="urn:trip-documents:format">{xml}</d:{name}>\n'
    return [(rule, what, "xml", replace(("<d:trailer/>", f"<d:trailer><d:{name}>{xml}</d:{name}></d:trailer>"))),
            (rule, what, "zip-xml", in_parts(added_in_xml(f"{name}.xml", text, name)))]


def added_in_xml(name, raw, kind):
    def step(parts):
        manifest, text = parts[-1]
        line = f'<d:part name="{name}" kind="{kind}" rawSize="0" storedSize="0" digest="{ZEROS}"/>\n</d:manifest>'
        return parts[:-1] + [(name, to_bytes(raw)), (manifest, replace(("</d:manifest>", line))(text))]
    return step


def extension_of(json, xml):
    return (f'{{"id":11,"entity":"com.example.note","value":{json}}}',
            f'<d:extension id="11" entity="com.example.note">{xml}</d:extension>')


def with_range(start, bits):
    """The trips in another range, in the opening words and in the manifest, with the name that this gives."""
    words = f'"start":{start},"bits":{bits}'
    return in_parts(part(f"{TRIPS}.json", replace(('"start":0,"bits":4', words))),
                    manifest=replace(('"hierarchy":"Trip","start":0,"bits":4', f'"hierarchy":"Trip",{words}')))


def records_first(raw):
    """3.6-11: the records before the opening words."""
    opening, records = re.fullmatch(rb'\{("\$chunk":\{.*?\}),("records":\[.*\])\}\n', raw, re.DOTALL).groups()
    return b"{" + records + b"," + opening + b"}\n"


DEFECTS = [
    # 3.5-6: `format`, then `requires`, before any other member.
    ("container-newer", "with-an-unknown-member", "zip-xml", in_parts(part("header.xml", replace(NEWER_XML)))),
    ("feature-unknown", "with-an-unknown-member", "zip-xml", in_parts(part("header.xml", replace(FEATURE_XML)))),
    *in_all_forms("container-newer", "with-a-member-of-another-type",
                  (f'"format":"{FORMAT}","document":"{DOCUMENT}"', f'"format":"{NEWER}","document":5'),
                  (f' format="{FORMAT}" document="{DOCUMENT}"', f' format="{NEWER}"')),
    *in_all_forms("feature-unknown", "with-another-type-of-document",
                  (f'"document":"{DOCUMENT}",', f'"document":"{DOCUMENT.lower()}","requires":["{FEATURE}"],'),
                  (f' document="{DOCUMENT}"', f' document="{DOCUMENT.lower()}" requires="{FEATURE}"')),
    *in_all_forms("container-newer", "with-an-unknown-feature",
                  (f'"format":"{FORMAT}"', f'"requires":["{FEATURE}"],"format":"{NEWER}"'),
                  (f' format="{FORMAT}"', f' requires="{FEATURE}" format="{NEWER}"')),

    # 3.1-12: the depth of each tree by itself. 64 deep are trees of samples/newer/collection.
    *in_all_forms("tree-depth", "65-with-the-object-of-foreign-data", (COLOR_JSON, f'"com.example.color":{arrays(64)[0]}'),
                  (COLOR_XML, arrays(64, ' name="com.example.color"')[1]), name=TRIPS)[2:],
    *in_trailer_and_part("tree-depth", "65-in-a-carried-entry", "carried", arrays(65)[1])[1:],
    *of_trailer("tree-depth", "65-in-an-extension-record", "extensions", *extension_of(*arrays(65))),
    *in_trailer_and_part("tree-depth", "65-in-an-extension-record", "extensions", extension_of(*arrays(65))[1])[1:],

    # 3.12-11: the numbers of objects, before a data part is read.
    ("manifest-totals", "ahead-of-the-opening-words", "zip", in_parts(manifest=replace(
        ('"hierarchy":"Trip","start":0,"bits":4,"rows":3', '"hierarchy":"Trip","start":0,"bits":4,"rows":43')))),
    ("manifest-totals", "entity-unknown-ahead-of-the-opening-words", "zip", in_parts(
        part(f"{TRIPS}.json", records_first), manifest=replace(('"PersonalTrip":1,', '"PersonalTrip":1,"PrivateTrip":0,')))),

    # 3.6: ranges.
    ("manifest-malformed", "start-no-multiple", "zip", with_range(8, 4)),
    ("manifest-malformed", "range-beyond-the-last-key", "zip", with_range(0, 54)),
    ("chunk-opening", "behind-the-records", "zip", in_parts(part(f"{TRIPS}.json", records_first))),
    *of_key("record-key-order", "equal-to-one-further-ahead", 7, 4),

    # 3.10, 3.12: attachments, derived ones too; the rules of whole tables come before theirs.
    ("part-name", "derived-part-with-the-name-of-a-kept-one", "zip", in_parts(
        added("attachments/com.example/a", "", '"kind":"keep"'), added("attachments/com.example/A", "", '"kind":"derived"'))),
    ("reference-dangling", "ahead-of-equal-names-of-attachments", "json", chain(
        replace(('"title":"Stand 12","trip":6', '"title":"Stand 12","trip":9')),
        replace(('"trailer":{}', '"trailer":{"attachments":[{"name":"attachments/com.example/a","data":""},'
                                 '{"name":"attachments/com.example/A","data":""}]}')))),
    ("reference-dangling", "ahead-of-the-key-of-an-extension-record", "json", chain(
        replace(('"title":"Stand 12","trip":6', '"title":"Stand 12","trip":9')),
        replace(('"trailer":{}', '"trailer":{"extensions":[{"id":5,"entity":"com.example.note","value":null}]}')))),

    # 4.2, 5.1: integers of another JSON type.
    ("record-key-range", "number-beyond-53-bits", "json", replace(('"$id":8,', '"$id":9007199254740992,'))),
    ("record-value-type", "key-beyond-53-bits-as-a-text", "json", replace(('"$id":8,', '"$id":"9007199254740992",'))),
    ("record-key-range", "reference-beyond-53-bits", "json", replace(
        ('"title":"Stand 12","trip":6', '"title":"Stand 12","trip":9007199254740992'))),
    ("record-value-type", "double-as-a-text", "json", replace(('"perdiem":75.5', '"perdiem":"75"'))),

    # 3.1: marks with another text.
    *[("tree-value-not-canonical", what, "json", replace((COLOR_JSON, f'"com.example.color":{json}'))) for what, json in (
        ("double-in-a-mark-with-a-point", '{"$double":"1.0"}'), ("number-beyond-53-bits", "9007199254740992"))],
    *[("tree-value-range", what, "json", replace((COLOR_JSON, f'"com.example.color":{json}'))) for what, json in (
        ("double-in-a-mark-too-large", '{"$double":"5e+400"}'), ("integer-in-a-mark-beyond-64-bits", '{"$integer":"18446744073709551616"}'))],

    # 3.1-8: what stands in a scalar, in XML.
    ("tree-value-type", "element-in-a-text", "xml", replace((COLOR_XML, COLOR_XML.replace("#", "<d:null/>#")))),
    ("tree-value-type", "element-in-null", "xml", replace((COLOR_XML, '<d:null name="com.example.color"><d:null/></d:null>'))),
    ("tree-element", "text-in-null", "xml", replace((COLOR_XML, '<d:null name="com.example.color"> </d:null>'))),
    ("tree-value-type", "element-in-a-constraint", "xml", replace(("<d:unique>", "<d:unique><d:text/>"))),
    ("tree-value-type", "element-in-an-attachment", "xml", replace(
        ("<d:trailer/>", '<d:trailer><d:attachment name="attachments/com.example/a">AA<d:text/>==</d:attachment></d:trailer>'))),

    # 3.14-10: elements and attributes without a place.
    ("flat-malformed", "attribute-of-the-trailer", "xml", replace(("<d:trailer/>", '<d:trailer count="0"/>'))),
    ("schema-malformed", "attribute-unknown-of-an-entity", "xml", replace(
        ('<d:entity name="BucketListItem">', '<d:entity name="BucketListItem" note="">'))),
    ("schema-malformed", "element-unknown-in-an-entity", "xml", replace(
        ('<d:entity name="BucketListItem">', '<d:entity name="BucketListItem"><d:note/>'))),
    ("tree-element", "element-unknown-among-entities", "xml", replace(("<d:schema>\n", "<d:schema>\n<d:note/>\n"))),
    ("tree-element", "attribute-of-a-constraint", "xml", replace(("<d:unique>", '<d:unique note="">'))),
    ("tree-duplicate-name", "carried-twice", "xml", replace(
        ("<d:trailer/>", "<d:trailer><d:carried><d:null/></d:carried><d:carried><d:null/></d:carried></d:trailer>"))),

    # 6.4: numbers of a schema.
    ("schema-malformed", "default-as-a-marked-integer", "json", replace(
        ('"type":"double","default":0', '"type":"int64","default":{"$integer":"9007199254740992"}'))),
]
