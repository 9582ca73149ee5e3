"""Defects of the header and of the sections of flat documents."""
from broken.edits import *
from broken.fragments import *

DEFECTS = [
    # The kind and the version of the document.
    ("not-a-document", "other-namespace", "xml", replace(
        ('"urn:trip-documents:format"', '"urn:example:format"'))),
    ("not-a-document", "other-root", "xml", replace_all("d:document", "d:trips")),
    ("container-older", "section-format", "json", replace(
        ('"header":', '"format":{"encoding":"json","tables":0,"type":"application/vnd.trip-collection+zip",'
                      '"version":"0.1"},\n"header":'))),
    ("container-older", "old-namespace", "xml", replace(('"urn:trip-documents:format"', '"urn:trip-documents:0"'))),
    *in_both("container-older", "format-0.2",
             (f'"format":"{FORMAT}"', f'"format":"{OLDER}"'), (f' format="{FORMAT}"', f' format="{OLDER}"')),
    *in_both("container-newer", "next-major",
             (f'"format":"{FORMAT}"', f'"format":"{NEWER}"'), (f' format="{FORMAT}"', f' format="{NEWER}"')),
    ("mimetype-mismatch", "type-of-a-zip", "json", replace(("trip-collection+json", "trip-collection+zip"))),
    ("mimetype-mismatch", "type-of-a-zip", "xml", replace(("trip-collection+xml", "trip-collection+zip"))),
    ("mimetype-mismatch", "type-of-the-other-encoding", "json", replace(
        ("trip-collection+json", "trip-collection+xml"))),
    ("mimetype-mismatch", "type-of-the-other-encoding", "xml", replace(
        ("trip-collection+xml", "trip-collection+json"))),
    ("flat-malformed", "type-without-suffix", "json", replace(("trip-collection+json", "trip-collection"))),
    ("flat-malformed", "type-without-suffix", "xml", replace(("trip-collection+xml", "trip-collection"))),
    ("flat-malformed", "type-without-slash", "json", replace(("application/vnd.", "application.vnd."))),

    # The header.
    *of_header("feature-unknown", "required", '"requires":["com.example.encryption"]',
               'requires="com.example.encryption"'),
    ("flat-malformed", "feature-without-name", "json", replace(
        (f'"{DOCUMENT}",', f'"{DOCUMENT}","requires":[""],'))),
    *of_header("flat-malformed", "feature-with-a-space", '"requires":["com.example encryption"]',
               r'requires="com.example\u0020encryption" escaped-requires="true"'),
    ("flat-malformed", "features-as-a-text", "json", replace(
        (f'"{DOCUMENT}",', f'"{DOCUMENT}","requires":"com.example.encryption",'))),
    ("tree-value-not-canonical", "features-separated-by-two-spaces", "xml", replace(
        (f'"{DOCUMENT}"', f'"{DOCUMENT}" requiresToWrite="com.example.a  com.example.b"'))),
    ("fingerprint-mismatch", "layout", "json", replace(
        ('"version":"4.0.0"', f'"version":"4.0.0","layout":"{ZEROS}"'))),
    ("fingerprint-mismatch", "layout", "xml", substitute(r' layout="[^"]*"', f' layout="{ZEROS}"')),
    ("fingerprint-mismatch", "model", "json", replace(
        ('"version":"4.0.0"', f'"version":"4.0.0","model":"{ZEROS}"'))),
    ("fingerprint-mismatch", "model", "xml", substitute(r' model="[^"]*"', f' model="{ZEROS}"')),
    ("flat-malformed", "fingerprint-in-upper-case", "json", replace(
        ('"version":"4.0.0"', f'"version":"4.0.0","layout":"{"AB" * 32}"'))),
    ("flat-malformed", "fingerprint-in-upper-case", "xml", substitute(
        r' layout="[^"]*"', f' layout="{"AB" * 32}"')),
    *in_both("flat-malformed", "document-id-in-lower-case",
             (DOCUMENT, DOCUMENT.lower()), (DOCUMENT, DOCUMENT.lower())),
    *in_both("flat-malformed", "document-id-missing",
             (f'"document":"{DOCUMENT}",', ""), (f' document="{DOCUMENT}"', "")),
    *of_header("flat-malformed", "header-member-unknown", '"author":"me"', 'author="me"'),
    *in_both("flat-malformed", "header-member-missing", (',"nextKey":12', ""), (' nextKey="12"', "")),
    *in_both("flat-malformed", "next-key-zero", ('"nextKey":12', '"nextKey":0'), (' nextKey="12"', ' nextKey="0"')),
    *in_both("flat-malformed", "next-key-of-other-characters", ('"nextKey":12', '"nextKey":"12"'),
             (' nextKey="12"', ' nextKey="012"')),
    *in_both("flat-malformed", "format-version", (f'"format":"{FORMAT}"', '"format":"first"'),
             (f' format="{FORMAT}"', ' format="first"')),
    *in_both("flat-malformed", "format-version-with-zero", (f'"format":"{FORMAT}"', f'"format":"0{FORMAT}"'),
             (f' format="{FORMAT}"', f' format="0{FORMAT}"')),
    *in_both("flat-malformed", "schema-version-of-two-numbers",
             ('"version":"4.0.0"', '"version":"4.0"'), (' version="4.0.0"', ' version="4.0"')),
    *in_both("flat-malformed", "schema-without-name", ('"name":"trips",', ""), (' name="trips"', "")),
    ("flat-malformed", "header-no-object", "json", substitute(r'"header":\{.*?\}\}?,\n', '"header":[],\n')),
    ("flat-malformed", "element-unknown-in-the-header", "xml", replace(("</d:header>", "<d:note/></d:header>"))),
    ("tree-duplicate-name", "next-key-twice", "json", replace(('"nextKey":12', '"nextKey":12,"nextKey":12'))),
    ("tree-duplicate-name", "schema-twice-in-the-header", "xml", replace(
        ("</d:header>", '<d:schema name="trips"/></d:header>'))),
    ("tree-element", "mark-of-no-attribute", "xml", replace(
        (f'"{DOCUMENT}"', f'"{DOCUMENT}" escaped-requires="true"'))),
    ("xml-depth", "elements-in-the-header", "xml", replace(
        ("</d:header>", "<note>" * 200 + "</note>" * 200 + "</d:header>"))),
    ("xml-attribute-count", "300-in-the-header", "xml", replace(
        ("<d:header ", "<d:header " + "".join(f'note{number}="" ' for number in range(300))))),
    ("tree-value-type", "text-in-the-header", "xml", replace(("</d:header>", "Paris</d:header>"))),

    # The order of the sections.
    ("flat-order", "header-after-schema", "json", exchange(r'("header":.*?,\n)("schema":\[.*?\n\],\n)')),
    ("flat-order", "header-after-schema", "xml", exchange(
        r"(<d:header .*?</d:header>\n)(<d:schema>.*?</d:schema>\n)")),
    ("flat-order", "schema-missing", "json", substitute(r'"schema":\[.*?\n\],\n', "")),
    ("flat-order", "schema-missing", "xml", substitute(r"<d:schema>.*?</d:schema>\n", "")),
    ("flat-order", "trailer-missing", "json", replace(('},\n"trailer":{}\n', "}\n"))),
    ("flat-order", "trailer-missing", "xml", replace(("<d:trailer/>\n", ""))),
    ("flat-order", "section-twice", "json", replace(('"trailer":{}\n', '"trailer":{},\n"trailer":{}\n'))),
    ("flat-order", "section-twice", "xml", replace(("<d:trailer/>\n", "<d:trailer/>\n<d:trailer/>\n"))),
    ("flat-order", "section-unknown", "json", replace(('"tables":', '"notes":[],\n"tables":'))),
    ("flat-order", "section-unknown", "xml", replace(("<d:tables>", "<d:notes/>\n<d:tables>"))),
    ("schema-malformed", "schema-no-array", "json", substitute(r'"schema":\[.*?\n\],\n', '"schema":{},\n')),
    *in_both("flat-malformed", "trailer-member-unknown", ('"trailer":{}', '"trailer":{"extension":[]}'),
             ("<d:trailer/>", "<d:trailer><d:notes/></d:trailer>")),
    *in_both("flat-malformed", "attachments-no-list", ('"trailer":{}', '"trailer":{"attachments":{}}'),
             ("<d:trailer/>", '<d:trailer attachments="none"/>')),
    ("json-unexpected-value", "tables-no-object", "json", replace(
        ('"tables":{\n"BucketListItem":[', '"tables":[\n"BucketListItem":['))),
    ("flat-malformed", "attribute-of-tables", "xml", replace(("<d:tables>", '<d:tables count="3">'))),
    ("flat-malformed", "table-of-another-element", "xml", replace(
        ("<d:tables>\n", "<d:tables>\n<d:list/>\n"))),
    ("flat-malformed", "table-without-hierarchy", "xml", replace(
        ('<d:table hierarchy="Trip">', "<d:table>"))),
    ("flat-table-missing", "left-out", "json", substitute(r'"LivingAccommodation":\[\n.*?\n\],\n', "")),
    ("flat-table-missing", "left-out", "xml", substitute(
        r'<d:table hierarchy="LivingAccommodation">.*?</d:table>\n', "")),
    ("flat-table-missing", "twice", "json", replace(
        ('"LivingAccommodation":[\n', '"BucketListItem":[\n],\n"LivingAccommodation":[\n'))),
    ("flat-table-missing", "twice", "xml", replace(
        ('<d:table hierarchy="LivingAccommodation">\n',
         '<d:table hierarchy="BucketListItem">\n</d:table>\n<d:table hierarchy="LivingAccommodation">\n'))),
    ("flat-table-missing", "of-a-subclass", "json", replace(
        ('"Trip":[\n', '"BusinessTrip":[\n],\n"Trip":[\n'))),
    ("flat-table-missing", "of-a-subclass", "xml", replace(
        ('<d:table hierarchy="Trip">\n',
         '<d:table hierarchy="BusinessTrip">\n</d:table>\n<d:table hierarchy="Trip">\n'))),
]
