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
    ("flat-malformed", "subtype-of-123-characters", "json", replace(("vnd.trip-collection+json", "a" * 123 + "+json"))),
    ("flat-malformed", "subtype-of-123-characters", "xml", replace(("vnd.trip-collection+xml", "a" * 123 + "+xml"))),
    ("flat-malformed", "type-without-slash", "json", replace(("application/vnd.", "application.vnd."))),

    *in_both("container-newer", "next-major-with-a-member-unknown",
             (f'"format":"{FORMAT}"', f'"format":"{NEWER}","zone":5'), (f' format="{FORMAT}"', f' format="{NEWER}" zone="5"')),

    # The header.
    *of_header("feature-unknown", "with-a-member-of-its-own", '"requires":["com.example.encryption"],"key":5',
               'requires="com.example.encryption" key="5"'),
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
    ("tree-value-not-canonical", "next-key-beyond-2-to-53", "json", replace(
        ('"nextKey":12', '"nextKey":9007199254740992'))),
    ("flat-malformed", "next-key-beyond-2-to-53", "xml", replace((' nextKey="12"', ' nextKey="9007199254740992"'))),
    ("flat-malformed", "schema-of-the-header-no-object", "json", replace(
        ('"schema":{"name":"trips","version":"4.0.0"}', '"schema":"trips"'))),
    ("flat-malformed", "schema-name-no-text", "json", replace(('"name":"trips"', '"name":4'))),
    ("flat-malformed", "features-of-numbers", "json", replace((f'"{DOCUMENT}",', f'"{DOCUMENT}","requires":[5],'))),
    ("flat-malformed", "features-an-object", "json", replace((f'"{DOCUMENT}",', f'"{DOCUMENT}","requires":{{}},'))),
    ("flat-malformed", "features-of-arrays", "json", replace((f'"{DOCUMENT}",', f'"{DOCUMENT}","requires":[[]],'))),
    ("flat-malformed", "attribute-with-a-prefix", "xml", replace((" nextKey=", " d:nextKey="))),
    ("flat-malformed", "mark-of-another-value", "xml", replace(
        (f' document="{DOCUMENT}"', f' document="{DOCUMENT}" requiresToWrite="a" escaped-requiresToWrite="yes"'))),
    ("tree-value-type", "features-with-an-unknown-escape", "xml", replace(
        (f' document="{DOCUMENT}"', f' document="{DOCUMENT}" requiresToWrite="a\\x" escaped-requiresToWrite="true"'))),
    ("tree-value-not-canonical", "features-with-a-needless-escape", "xml", replace(
        (f' document="{DOCUMENT}"',
         f' document="{DOCUMENT}" requiresToWrite="\\u0041 \\u0020" escaped-requiresToWrite="true"'))),
    ("flat-malformed", "header-no-object", "json", substitute(r'"header":\{.*?\}\}?,\n', '"header":[],\n')),
    ("flat-malformed", "element-unknown-in-the-header", "xml", replace(("</d:header>", "<d:note/></d:header>"))),
    ("tree-duplicate-name", "next-key-twice", "json", replace(('"nextKey":12', '"nextKey":12,"nextKey":12'))),
    ("tree-duplicate-name", "schema-twice-in-the-header", "xml", replace(
        ("</d:header>", '<d:schema name="trips"/></d:header>'))),
    ("tree-element", "mark-of-no-attribute", "xml", replace(
        (f'"{DOCUMENT}"', f'"{DOCUMENT}" escaped-requires="true"'))),
    ("xml-depth", "elements-in-the-header", "xml", replace(
        ("</d:header>", "<note>" * 200 + "</note>" * 200 + "</d:header>"))),
    ("xml-attribute-count", "300-namespaces-in-three-elements", "xml", replace(
        ("</d:header>", "".join("<note" + "".join(f' xmlns:n{level}-{number}="urn:note"' for number in range(100)) + ">"
                                for level in range(3)) + "</note>" * 3 + "</d:header>"))),
    ("xml-attribute-count", "300-in-the-header", "xml", replace(
        ("<d:header ", "<d:header " + "".join(f'note{number}="" ' for number in range(300))))),
    ("tree-value-type", "text-in-the-header", "xml", replace(("</d:header>", "Paris</d:header>"))),
    ("xml-unexpected-text", "between-sections", "xml", replace(("</d:header>", "</d:header>Paris"))),
    ("tree-element", "next-key-an-element", "xml", replace(("</d:header>", "<d:nextKey>12</d:nextKey></d:header>"))),

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
    ("schema-malformed", "schema-null", "json", substitute(r'"schema":\[.*?\n\],\n', '"schema":null,\n')),
    ("tree-element", "attribute-of-the-schema", "xml", replace(("<d:schema>", '<d:schema count="5">'))),
    ("schema-malformed", "schema-no-array", "json", substitute(r'"schema":\[.*?\n\],\n', '"schema":{},\n')),
    *in_both("flat-malformed", "trailer-member-unknown", ('"trailer":{}', '"trailer":{"extension":[]}'),
             ("<d:trailer/>", "<d:trailer><d:notes/></d:trailer>")),
    ("flat-malformed", "attachments-no-list", "json", replace(('"trailer":{}', '"trailer":{"attachments":{}}'))),
    ("tree-element", "attachments-an-attribute", "xml", replace(("<d:trailer/>", '<d:trailer attachments="none"/>'))),
    ("tree-element", "history-an-attribute", "xml", replace(("<d:trailer/>", '<d:trailer history=""/>'))),
    ("tree-element", "data-of-an-attachment-an-attribute", "xml", replace(
        ("<d:trailer/>", '<d:trailer><d:attachment name="attachments/com.example/a" data="AA=="/></d:trailer>'))),
    ("json-unexpected-value", "tables-no-object", "json", replace(
        ('"tables":{\n"BucketListItem":[', '"tables":[\n"BucketListItem":['))),
    ("json-unexpected-value", "tables-an-array", "json", substitute(
        r'"tables":\{.*?\n\},\n(?="trailer")', '"tables":[],\n')),
    ("json-unexpected-value", "table-an-object", "json", substitute(
        r'"LivingAccommodation":\[\n.*?\n\],\n', '"LivingAccommodation":{},\n')),
    ("json-unexpected-value", "table-a-number", "json", substitute(
        r'"LivingAccommodation":\[\n.*?\n\],\n', '"LivingAccommodation":5,\n')),
    ("flat-malformed", "trailer-no-object", "json", replace(('"trailer":{}', '"trailer":[]'))),
    ("flat-malformed", "attribute-of-the-root", "xml", replace(("<d:document ", '<d:document count="3" '))),
    ("flat-malformed", "table-of-another-name", "xml", substitute(
        r'<d:table hierarchy="LivingAccommodation">.*?</d:table>', '<d:list hierarchy="LivingAccommodation"></d:list>')),
    ("flat-malformed", "attribute-of-a-table", "xml", replace(
        ('<d:table hierarchy="Trip">', '<d:table hierarchy="Trip" count="3">'))),
    ("flat-malformed", "attribute-of-a-table-with-a-prefix", "xml", replace(
        ('<d:table hierarchy="Trip">', '<d:table hierarchy="Trip" d:hierarchy="Trip">'))),
    ("flat-malformed", "attribute-of-tables", "xml", replace(("<d:tables>", '<d:tables count="3">'))),
    ("flat-malformed", "table-of-another-element", "xml", replace(
        ("<d:tables>\n", "<d:tables>\n<d:list/>\n"))),
    ("flat-malformed", "table-without-hierarchy", "xml", replace(
        ('<d:table hierarchy="Trip">', "<d:table>"))),
    ("flat-table-missing", "left-out", "json", substitute(r'"LivingAccommodation":\[\n.*?\n\],\n', "")),
    ("flat-table-missing", "left-out", "xml", substitute(
        r'<d:table hierarchy="LivingAccommodation">.*?</d:table>\n', "")),
    ("flat-table-missing", "last", "json", substitute(r'\n\],\n"Trip":\[\n.*?\n\]', "\n]")),
    ("flat-table-missing", "last", "xml", substitute(r'<d:table hierarchy="Trip">.*?</d:table>\n', "")),
    *in_both("flat-table-missing", "of-another-name", ('"LivingAccommodation":[', '"Journey":['),
             ('<d:table hierarchy="LivingAccommodation">', '<d:table hierarchy="Journey">')),
    *in_both("flat-table-missing", "of-no-hierarchy", ('\n]\n},\n"trailer"', '\n],\n"Zoo":[]\n},\n"trailer"'),
             ("</d:tables>", '<d:table hierarchy="Zoo"></d:table>\n</d:tables>')),
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
