"""Defects of records, of tables and of the trailer."""
from broken.edits import *
from broken.fragments import *

DEFECTS = [
    # Keys.
    *of_key("record-duplicate-key", "in-one-table", 4, 3),
    ("record-key-order", "descending", "json", swap(
        r'\{"\$id":4', r'\{"\$id":5')),
    ("record-key-order", "descending", "xml", swap(
        r'<d:record id="4"', r'<d:record id="5"')),
    *of_key("record-key-range", "zero", 2, 0),
    *of_key("record-key-range", "negative", 2, -2),
    *of_key("record-key-range", "the-next-key", 8, 12),
    *of_key("record-key-range", "beyond-2-to-53", 8, 9007199254740993),
    *of_key("record-value-range", "key-beyond-64-bits", 8, 99999999999999999999),
    *of_key("key-duplicate", "in-two-tables", 2, 3),

    # Records.
    ("record-syntax", "without-key", "json", replace(('{"$id":2,', '{'))),
    ("record-syntax", "without-key", "xml", replace((' id="2"', ""))),
    ("record-syntax", "unknown-attribute", "xml", replace((LOUVRE_XML, '<title lang="fr">Louvre</title>'))),
    ("record-syntax", "order-of-other-elements", "xml", replace(
        ("<d:key>5</d:key>", "<d:item>5</d:item>"))),
    ("record-value-type", "number-for-a-record", "json", replace(('{"$id":4,', '5,{"$id":4,'))),
    ("record-value-type", "text-for-a-key", "json", replace(('"$id":4,', '"$id":"4",'))),
    ("record-value-range", "key-of-5000-digits", "json", replace(('"$id":8,', '"$id":' + "9" * 5000 + ","))),
    ("record-value-type", "number-for-an-entity", "json", replace(('"$entity":"BusinessTrip"', '"$entity":5'))),
    ("record-value-type", "array-for-an-entity", "json", replace(('"$entity":"BusinessTrip"', '"$entity":[]'))),
    ("record-syntax", "key-under-another-name", "json", replace(('{"$id":4,', '{"$idx":4,'))),
    ("record-value-type", "title-as-foreign-data", "json", replace((LOUVRE_JSON, '"$foreign":"Louvre"'))),
    ("record-value-type", "number-for-foreign-data", "json", replace(("{" + COLOR_JSON + "}", "5"))),
    ("record-value-type", "date-for-foreign-data", "json", replace(
        (COLOR_JSON, '"$date":"2024-07-01T00:00:00Z"'))),
    ("record-syntax", "record-of-another-element", "xml", replace(
        ('<d:record id="4"', '<d:row id="3"/><d:record id="4"'))),
    ("record-syntax", "attribute-of-a-record", "xml", replace(('<d:record id="4"', '<d:record class="a" id="4"'))),
    ("record-syntax", "attribute-of-a-record-with-a-prefix", "xml", replace(
        ('<d:record id="4"', '<d:record d:id="4" id="4"'))),
    ("record-syntax", "field-without-name", "xml", replace((LOUVRE_XML, "<d:field>Louvre</d:field>"))),
    ("record-syntax", "field-with-the-name-of-an-element", "xml", replace(
        (LOUVRE_XML, '<d:field name="title">Louvre</d:field>'))),
    ("record-syntax", "attribute-of-foreign-data", "xml", replace(("<d:foreign>", '<d:foreign name="a">'))),
    ("record-duplicate-property", "foreign-data", "xml", replace(
        ("<d:foreign>", "<d:foreign>" + COLOR_XML + "</d:foreign><d:foreign>"))),
    ("record-unknown-property", "element-of-the-format", "xml", replace((LOUVRE_XML, f"<d:title/>{LOUVRE_XML}"))),
    ("record-syntax", "mark-without-prefix", "xml", replace((LOUVRE_XML, '<title nil="true"/>'))),
    ("record-syntax", "mark-unknown", "xml", replace((LOUVRE_XML, '<title d:lang="fr">Louvre</title>'))),
    ("record-syntax", "mark-of-another-value", "xml", replace((LOUVRE_XML, '<title d:escaped="no">Louvre</title>'))),
    ("record-syntax", "nil-with-content", "xml", replace(
        ("<title>Stand 12</title><trip>6</trip>", '<title>Stand 12</title><trip d:nil="true">6</trip>'))),
    ("record-syntax", "nil-beside-another-mark", "xml", replace((LOUVRE_XML, '<title d:escaped="true" d:nil="true"/>'))),
    ("record-syntax", "escaped-number", "xml", replace(
        ("<perdiem>75.5</perdiem>", '<perdiem d:escaped="true">75.5</perdiem>'))),
    ("record-syntax", "escaped-reference", "xml", replace(
        ("<title>Stand 12</title><trip>6</trip>", '<title>Stand 12</title><trip d:escaped="true">6</trip>'))),
    ("record-syntax", "attribute-of-a-key", "xml", replace(("<d:key>5</d:key>", '<d:key name="a">5</d:key>'))),
    ("record-value-type", "number-marked-as-external", "xml", replace(
        ("<perdiem>75.5</perdiem>", f'<perdiem d:external="{ZEROS}" d:size="4"/>'))),
    *in_both(
        "record-unknown-entity", "misspelled", ('"$entity":"BusinessTrip"', '"$entity":"businessTrip"'),
        ('entity="BusinessTrip"', 'entity="businessTrip"')),
    *in_both(
        "record-unknown-entity", "of-another-table",
        ('{"$id":2,', '{"$id":2,"$entity":"Trip",'), ('<d:record id="2"', '<d:record id="2" entity="Trip"')),
    ("record-duplicate-property", "entity", "json", replace(
        ('{"$id":6,', '{"$id":6,"$entity":"Trip",'))),
    *of_title("record-unknown-property", "rating", '"Louvre","rating":5',
              "<title>Louvre</title><rating>5</rating>"),
    *of_title("record-unknown-property", "of-a-subclass", '"Louvre","perdiem":5',
              "<title>Louvre</title><perdiem>5</perdiem>"),
    ("record-unknown-property", "dollar", "json", replace((LOUVRE_JSON, f'{LOUVRE_JSON},"$note":""'))),
    *of_title("record-duplicate-property", "title", '"Louvre","title":"Louvre"',
              "<title>Louvre</title><title>Louvre</title>"),
    *in_both("record-missing-property", "title", (f",{LOUVRE_JSON}", ""), (LOUVRE_XML, "")),
    *in_both(
        "record-missing-property", "case-without-default", (',"reason":"family"', ""),
        ("<reason>family</reason>", "")),
    *in_both(
        "record-derived-property", "accommodation",
        ('"endDate":"2024-07-08T00:00:00Z",', '"endDate":"2024-07-08T00:00:00Z","livingAccommodation":2,'),
        ("<endDate>2024-07-08T00:00:00Z</endDate>",
         "<endDate>2024-07-08T00:00:00Z</endDate><livingAccommodation>2</livingAccommodation>")),
    *of_title("record-null", "title", "null", '<title d:nil="true"/>'),
    ("record-null", "order", "json", replace(('"bucketList":[5,3,4]', '"bucketList":null'))),
    ("record-null", "order", "xml", substitute(
        r"<bucketList><d:key>.*?</bucketList>", '<bucketList d:nil="true"/>')),

    # Values.
    ("record-value-type", "number-for-text", "json", replace((LOUVRE_JSON, '"title":5'))),
    ("record-value-type", "elements-in-a-text", "xml", replace((LOUVRE_XML, "<title><b>Louvre</b></title>"))),
    ("record-value-type", "text-for-bool", "json", replace(
        ('"details":"Monday is closed","hasReservation":true',
         '"details":"Monday is closed","hasReservation":"true"'))),
    ("record-value-type", "word-for-bool", "xml", replace(
        ("<details>Monday is closed</details><hasReservation>true",
         "<details>Monday is closed</details><hasReservation>yes"))),
    ("record-value-type", "text-for-number", "json", replace(('"perdiem":75.5', '"perdiem":"75.5"'))),
    ("record-value-type", "word-for-number", "xml", replace((">75.5<", ">much<"))),
    ("record-value-type", "bool-for-number", "json", replace(('"perdiem":75.5', '"perdiem":true'))),
    ("record-value-type", "array-for-date", "json", replace((START_JSON, '"startDate":[]'))),
    ("record-value-type", "text-for-a-reference", "json", replace(
        ('"title":"Stand 12","trip":6', '"title":"Stand 12","trip":"6"'))),
    ("record-value-type", "number-for-an-order", "json", replace(('"bucketList":[5,3,4]', '"bucketList":5'))),
    ("record-value-type", "bool-for-an-order", "json", replace(('"bucketList":[5,3,4]', '"bucketList":true'))),
    ("record-value-type", "object-for-an-order", "json", replace(('"bucketList":[5,3,4]', '"bucketList":{}'))),
    ("record-value-type", "text-for-a-key-of-an-order", "json", replace(
        ('"bucketList":[5,3,4]', '"bucketList":["5",3,4]'))),
    *of_reference("record-key-range", "reference-to-the-last-key-and-one", 9007199254740991),
    ("record-value-type", "fraction-for-key", "json", replace(
        ('"title":"Stand 12","trip":6', '"title":"Stand 12","trip":6.0'))),
    *of_start("record-value-type", "date-without-time", "2024-07-01"),
    *of_start("record-value-type", "date-with-offset", "2024-07-01T02:00:00+02:00"),
    *of_start("record-value-type", "date-in-lower-case", "2024-07-01t00:00:00z"),
    *of_start("record-value-range", "thirtieth-of-February", "2024-02-30T00:00:00Z"),
    *of_start("record-value-range", "year-0000", "0000-07-01T00:00:00Z"),
    *of_start("record-value-range", "leap-second", "2016-12-31T23:59:60Z"),
    *of_start("record-value-range", "hour-24", "2024-07-01T24:00:00Z"),
    *of_start("record-value-not-canonical", "date-with-zeros", "2024-07-01T00:00:00.50Z"),
    *of_start("record-value-not-canonical", "date-as-seconds", "@741484800"),
    *of_perdiem("record-value-range", "double-overflow", "1e309", "1e309"),
    *of_perdiem("record-value-range", "double-underflow", "1e-400", "1e-400"),
    *of_reference("record-key-range", "reference-zero", 0),
    *of_reference("record-value-range", "reference-beyond-64-bits", 99999999999999999999),
    *in_both(
        "record-enum-case", "unknown", ('"reason":"family"', '"reason":"business"'),
        ("<reason>family<", "<reason>business<")),
    *in_both(
        "record-enum-case", "upper-case", ('"reason":"family"', '"reason":"Family"'),
        ("<reason>family<", "<reason>Family<")),
    *of_title(
        "record-external-not-allowed", "in-a-flat-document", f'{{"$external":"{ZEROS}","$size":6}}',
        f'<title d:external="{ZEROS}" d:size="6"/>'),
    *of_title(
        "record-external-not-allowed", "of-a-size-that-is-no-number", f'{{"$external":"{ZEROS}","$size":"six"}}',
        f'<title d:external="{ZEROS}" d:size="six"/>'),
    ("record-external-not-allowed", "of-a-size-alone", "xml", replace((LOUVRE_XML, '<title d:size="six"/>'))),
    ("record-needless-escape", "title", "xml", replace(
        (LOUVRE_XML, '<title d:escaped="true">Louvre</title>'))),
    ("record-value-not-canonical", "escape-in-upper-case", "xml", replace(
        (LOUVRE_XML, '<title d:escaped="true">Louvre\\u001F</title>'))),

    # Foreign data.
    *of_color("record-foreign-name", "without-dot", '"color":"#ff8800"',
              '<d:text name="color">#ff8800</d:text>'),
    *of_color("record-foreign-name", "with-empty-label", '"com..color":"#ff8800"',
              '<d:text name="com..color">#ff8800</d:text>'),
    *of_color("record-foreign-name", "with-point-at-the-end", '"color.":"#ff8800"',
              '<d:text name="color.">#ff8800</d:text>'),
    *of_color("record-foreign-name", "a-point", '".":"#ff8800"', '<d:text name=".">#ff8800</d:text>'),
    *of_color("record-foreign-name", "with-space", '"com.example.my color":"#ff8800"',
              '<d:text name="com.example.my color">#ff8800</d:text>'),
    *of_color("record-value-not-canonical", "foreign-without-members", "", ""),
    *of_color("tree-depth", "70", *nested(70)),
    *of_color("tree-depth", "64-in-foreign-data", *nested(64)),
    *of_trailer("tree-depth", "65-in-a-carried-entry", "carried", "[" * 65 + "]" * 65,
                "<d:carried>" + "<d:array>" * 65 + "</d:array>" * 65 + "</d:carried>"),
    ("tree-depth", "10000", "json", replace((COLOR_JSON, nested(10000)[0]))),
    ("tree-depth", "1000", "xml", replace((COLOR_XML, nested(1000)[1]))),
    *of_color("tree-duplicate-name", "color", f"{COLOR_JSON},{COLOR_JSON}", COLOR_XML + COLOR_XML),
    ("tree-mark", "unknown", "json", replace(
        (COLOR_JSON, '"com.example.color":{"$color":"#ff8800"}'))),
    ("tree-mark", "beside-another", "json", replace(
        (COLOR_JSON, '"com.example.color":{"$url":"a:b","name":"x"}'))),
    ("tree-element", "unknown", "xml", replace(
        (COLOR_XML, '<d:color name="com.example.color">#ff8800</d:color>'))),
    ("tree-value-type", "date-as-a-number", "json", replace((COLOR_JSON, '"com.example.color":{"$date":5}'))),
    ("tree-value-type", "url-as-a-number", "json", replace((COLOR_JSON, '"com.example.color":{"$url":5}'))),
    ("tree-value-type", "date-null", "json", replace((COLOR_JSON, '"com.example.color":{"$date":null}'))),
    ("tree-value-not-canonical", "fraction-with-a-mark", "json", replace(
        (COLOR_JSON, '"com.example.color":{"$double":"1.5"}'))),
    ("tree-element", "attribute-with-a-prefix", "xml", replace(
        (COLOR_XML, '<d:text name="com.example.color" d:name="a">#ff8800</d:text>'))),
    ("tree-element", "attribute-unknown", "xml", replace(
        (COLOR_XML, '<d:text name="com.example.color" lang="fr">#ff8800</d:text>'))),
    ("tree-element", "escaped-number", "xml", replace(
        (COLOR_XML, '<d:integer name="com.example.color" escaped="true">5</d:integer>'))),
    ("tree-element", "escaped-text-with-another-mark", "xml", replace(
        (COLOR_XML, '<d:text name="com.example.color" escaped="no">#ff8800</d:text>'))),
    ("tree-element", "of-no-namespace", "xml", replace((COLOR_XML, '<text name="com.example.color">#ff8800</text>'))),
    ("tree-element", "null-with-content", "xml", replace((COLOR_XML, '<d:null name="com.example.color">0</d:null>'))),
    ("tree-element", "member-without-name", "xml", replace(
        (COLOR_XML, '<d:object name="com.example.color"><d:integer>5</d:integer></d:object>'))),
    ("tree-duplicate-name", "in-an-object", "xml", replace(
        (COLOR_XML, '<d:object name="com.example.color"><d:null name="a"/><d:null name="a"/></d:object>'))),
    ("tree-element", "mark-of-a-name-that-is-not-there", "xml", replace(
        (COLOR_XML, COLOR_XML + '<d:text escaped-name="true">#ff8800</d:text>'))),
    ("tree-element", "without-name", "xml", replace((COLOR_XML, "<d:text>#ff8800</d:text>"))),
    *of_color("tree-value-type", "date", '"com.example.color":{"$date":"yesterday"}',
              '<d:date name="com.example.color">yesterday</d:date>'),
    *of_color("tree-value-type", "base64", '"com.example.color":{"$data":"A"}',
              '<d:data name="com.example.color">A</d:data>'),
    *of_color("tree-value-not-canonical", "base64-bits", '"com.example.color":{"$data":"AB=="}',
              '<d:data name="com.example.color">AB==</d:data>'),
    *of_color("tree-value-not-canonical", "uuid-in-lower-case",
              '"com.example.color":{"$uuid":"00112233-4455-6677-8899-aabbccddeeff"}',
              '<d:uuid name="com.example.color">00112233-4455-6677-8899-aabbccddeeff</d:uuid>'),
    *of_color("tree-value-range", "thirtieth-of-February", '"com.example.color":{"$date":"2024-02-30T00:00:00Z"}',
              '<d:date name="com.example.color">2024-02-30T00:00:00Z</d:date>'),
    *of_color("tree-value-not-representable", "decimal-of-forty-digits",
              f'"com.example.color":{{"$decimal":"{"7" * 40}"}}',
              f'<d:decimal name="com.example.color">{"7" * 40}</d:decimal>'),
    ("tree-value-not-canonical", "integer-as-text", "json", replace(
        (COLOR_JSON, '"com.example.color":{"$integer":"5"}'))),

    # Defects that only the whole tables show.
    *of_reference("reference-dangling", "trip", 11),
    *of_reference("reference-wrong-entity", "accommodation-as-trip", 2),
    ("reference-shared", "two-accommodations-of-one-trip", "json", replace(
        ('"isConfirmed":true,"placeName":"Hôtel","trip":1}\n',
         '"isConfirmed":true,"placeName":"Hôtel","trip":1},\n{"$id":9,'
         '"address":"Rue Cler 2","isConfirmed":false,"placeName":"Pension","trip":1}\n'))),
    ("reference-shared", "two-accommodations-of-one-trip", "xml", replace(
        ("<placeName>Hôtel</placeName><trip>1</trip></d:record>",
         "<placeName>Hôtel</placeName><trip>1</trip></d:record>\n"
         '<d:record id="9"><address>Rue Cler 2</address>'
         "<isConfirmed>false</isConfirmed><placeName>Pension</placeName><trip>1</trip></d:record>"))),
    ("unique-violated", "composed-and-decomposed", "json", replace(
        ('"endDate":"2025-01-02T00:00:00Z","name":"Somewhere","startDate":"2025-01-01T00:00:00Z"',
         '"endDate":"2024-07-08T00:00:00Z","name":"E\u0301te\u0301 a\u0300 Paris",'
         '"startDate":"2024-07-01T00:00:00Z"'))),
    ("unique-violated", "composed-and-decomposed", "xml", replace(
        ("<endDate>2025-01-02T00:00:00Z</endDate><name>Somewhere</name>"
         "<startDate>2025-01-01T00:00:00Z</startDate>",
         "<endDate>2024-07-08T00:00:00Z</endDate><name>E\u0301te\u0301 a\u0300 Paris</name>"
         "<startDate>2024-07-01T00:00:00Z</startDate>"))),
    *of_order("order-not-members", "one-missing", [5, 3]),
    *of_order("order-not-members", "one-too-many", [5, 3, 4, 7]),
    *of_order("list-repeated-member", "twice", [5, 3, 4, 4]),
    *of_trailer("part-malformed", "extension-without-dot", "extensions", *extension("Photo", 9, None)),
    *of_trailer("part-malformed", "extension-with-empty-label", "extensions", *extension("com..Photo", 9, None)),
    *of_trailer("next-key", "extension", "extensions", *extension("com.example.Photo", 12, None)),
    *of_trailer("key-used-twice", "extension", "extensions", *extension("com.example.Photo", 1, None)),
    *of_trailer("anchor-missing", "extension", "extensions", *extension("com.example.Photo", 9, 11)),
    *of_trailer("part-malformed", "extension-with-key-zero", "extensions", *extension("com.example.Photo", 0, None)),
    *of_trailer("part-malformed", "extension-beyond-the-last-key", "extensions",
                *extension("com.example.Photo", 9007199254740991, None)),
    *of_trailer("part-malformed", "extension-with-anchor-zero", "extensions", *extension("com.example.Photo", 9, 0)),
    *of_trailer("part-malformed", "extension-with-anchor-beyond-the-last-key", "extensions",
                *extension("com.example.Photo", 9, 9007199254740991)),
    ("key-used-twice", "two-extensions", "json", replace(('"trailer":{}', '"trailer":{"extensions":['
        + ",".join([extension("com.example.Photo", 9, None)[0]] * 2) + "]}"))),
    *of_trailer("flat-malformed", "attachment-with-anchor-zero", "attachments",
                *attachment("attachments/com.example/a", 0)),
    *of_trailer("flat-malformed", "attachment-with-anchor-beyond-the-last-key", "attachments",
                *attachment("attachments/com.example/a", 9007199254740991)),
    *of_trailer("flat-malformed", "attachment-in-a-folder-of-its-own", "attachments", *attachment("com.example/a", None)),
    ("flat-malformed", "attachments-a-number", "json", replace(('"trailer":{}', '"trailer":{"attachments":5}'))),
    ("flat-malformed", "carried-a-number", "json", replace(('"trailer":{}', '"trailer":{"carried":5}'))),
    ("tree-element", "attribute-of-carried", "xml", replace(
        ("<d:trailer/>", '<d:trailer><d:carried count="1"><d:null/></d:carried></d:trailer>'))),
    *of_trailer("anchor-missing", "attachment", "attachments", *attachment("attachments/com.example/a", 11)),
    *of_trailer("flat-malformed", "attachment-named-manifest", "attachments",
                *attachment("manifest.json", None)),
    *of_trailer("flat-malformed", "attachment-outside", "attachments",
                *attachment("attachments/../a", None)),
    *of_trailer("part-name", "attachment-above-its-folder", "attachments",
                *attachment("attachments/com.example/../a", None)),
    *of_trailer("flat-malformed", "attachment-without-name", "attachments", *attachment("", None)),
    *of_trailer("flat-malformed", "attachment-of-no-program", "attachments", *attachment("attachments/com.example/", None)),
    *of_trailer("flat-malformed", "attachment-of-a-program-without-point", "attachments",
                *attachment("attachments/example/a", None)),
    *of_trailer("flat-malformed", "attachment-shown-backwards", "attachments",
                *attachment("attachments/com.example/photo\u202egpj.exe", None)),
    *in_both("part-name", "attachments-of-equal-names",
             ('"trailer":{}', '"trailer":{"attachments":[\n{"name":"attachments/com.example/STRASSE E\u0301","data":""},'
                              '\n{"name":"attachments/com.example/Straße é","data":""}\n]}'),
             ("<d:trailer/>", '<d:trailer><d:attachment name="attachments/com.example/STRASSE E\u0301"></d:attachment>'
                              '<d:attachment name="attachments/com.example/Straße é"></d:attachment></d:trailer>')),
    *in_both("part-name", "attachment-with-the-name-of-a-folder",
             ('"trailer":{}', '"trailer":{"attachments":[\n{"name":"attachments/com.example/a","data":""},'
                              '\n{"name":"attachments/com.example/a/b","data":""}\n]}'),
             ("<d:trailer/>", '<d:trailer><d:attachment name="attachments/com.example/a"></d:attachment>'
                              '<d:attachment name="attachments/com.example/a/b"></d:attachment></d:trailer>')),

    *of_trailer("flat-malformed", "attachment-not-base64", "attachments",
                *attachment("attachments/com.example/a", None, "AA")),
    *of_trailer("part-malformed", "anchor-null", "extensions",
                '{"id":9,"entity":"com.example.Photo","anchor":null,"value":null}',
                '<d:extension id="9" entity="com.example.Photo" anchor="null"><d:null/></d:extension>'),
    ("part-malformed", "extension-without-value", "json", replace(
        ('"trailer":{}', '"trailer":{"extensions":[{"id":9,"entity":"com.example.Photo"}]}'))),
    ("tree-element", "extension-without-value", "xml", replace(
        ("<d:trailer/>", '<d:trailer><d:extension id="9" entity="com.example.Photo"/></d:trailer>'))),
    ("flat-malformed", "attachment-with-media-type-null", "json", replace(
        ('"trailer":{}', '"trailer":{"attachments":[{"name":"attachments/com.example/a","mediaType":null,'
                         '"data":"AA=="}]}'))),
    *of_trailer("flat-malformed", "attachment-of-a-media-type-with-space", "attachments",
                '{"name":"attachments/com.example/a","mediaType":"not a type","data":"AA=="}',
                '<d:attachment name="attachments/com.example/a" mediaType="not a type">AA==</d:attachment>'),
    *of_trailer("flat-malformed", "attachment-of-a-media-type-of-1025-bytes", "attachments",
                f'{{"name":"attachments/com.example/a","mediaType":"text/plain; a={"b" * 1011}","data":"AA=="}}',
                f'<d:attachment name="attachments/com.example/a" mediaType="text/plain; a={"b" * 1011}">AA==</d:attachment>'),
    *of_trailer("flat-malformed", "attachment-member-unknown", "attachments",
                '{"name":"attachments/com.example/a","kind":"photo","data":"AA=="}',
                '<d:attachment name="attachments/com.example/a" kind="photo">AA==</d:attachment>'),

    # Records of other schemas.
    *with_schema("record-abstract-entity", "trip",
                 [('{"name":"Trip",', '{"name":"Trip","abstract":true,')],
                 [('<d:entity name="Trip">', '<d:entity name="Trip" abstract="true">')]),
    *with_schema("record-null", "accommodation-of-no-trip",
                 [('"toOne":"Trip","inverse":"livingAccommodation"',
                   '"toOne":"Trip","inverse":"livingAccommodation","optional":false'),
                  ('"placeName":"Hôtel","trip":1', '"placeName":"Hôtel","trip":null')],
                 [('toOne="Trip" inverse="livingAccommodation"',
                   'toOne="Trip" inverse="livingAccommodation" optional="false"'),
                  ("<placeName>Hôtel</placeName><trip>1</trip>",
                   '<placeName>Hôtel</placeName><trip d:nil="true"/>')]),
    *with_schema("reference-not-mutual", "pair-of-trips",
                 [('"relationships":[{"name":"bucketList"',
                   '"relationships":[{"name":"pair","toOne":"Trip","inverse":"pair"},{"name":"bucketList"'),
                  ('"name":"Fair","perdiem"', '"name":"Fair","pair":8,"perdiem"')],
                 [('<d:relationship name="bucketList"',
                   '<d:relationship name="pair" toOne="Trip" inverse="pair"/><d:relationship name="bucketList"'),
                  ("<name>Fair</name>", "<name>Fair</name><pair>8</pair>")]),
    *with_schema("reference-not-mutual", "list-of-one-side",
                 [('"relationships":[{"name":"bucketList"',
                   '"relationships":[{"name":"pairs","toMany":"Trip","inverse":"pairs"},{"name":"bucketList"'),
                  ('"name":"Fair","perdiem"', '"name":"Fair","pairs":[8],"perdiem"')],
                 [('<d:relationship name="bucketList"',
                   '<d:relationship name="pairs" toMany="Trip" inverse="pairs"/><d:relationship name="bucketList"'),
                  ("<name>Fair</name>", "<name>Fair</name><pairs><d:key>8</d:key></pairs>")]),
    *with_schema("reference-missing", "trips-without-accommodation",
                 [('"toOne":"LivingAccommodation","inverse":"trip"',
                   '"toOne":"LivingAccommodation","inverse":"trip","optional":false')],
                 [('toOne="LivingAccommodation" inverse="trip"',
                   'toOne="LivingAccommodation" inverse="trip" optional="false"')]),
    *with_schema("record-value-type", "url-with-a-host-that-is-no-address",
                 [('"type":"double","default":0', '"type":"url"'), ('"perdiem":75.5', '"perdiem":"http://[zz]/"')],
                 [('type="double" default="0"', 'type="url"'), ("<perdiem>75.5<", "<perdiem>http://[zz]/<")]),
    *with_schema("count-too-few", "items",
                 [('"inverse":"trip","deleteRule":"cascade"},{"name":"livingAccommodation"',
                   '"inverse":"trip","deleteRule":"cascade","minimumCount":2},{"name":"livingAccommodation"')],
                 [('toMany="BucketListItem" inverse="trip" deleteRule="cascade"',
                   'toMany="BucketListItem" inverse="trip" deleteRule="cascade" minimumCount="2"')]),
    *with_schema("count-too-many", "items",
                 [('"inverse":"trip","deleteRule":"cascade"},{"name":"livingAccommodation"',
                   '"inverse":"trip","deleteRule":"cascade","maximumCount":2},{"name":"livingAccommodation"')],
                 [('toMany="BucketListItem" inverse="trip" deleteRule="cascade"',
                   'toMany="BucketListItem" inverse="trip" deleteRule="cascade" maximumCount="2"')]),
    *with_schema("record-missing-property", "trip-of-an-item",
                 [('"name":"trip","toOne":"Trip","inverse":"bucketList"',
                   '"name":"trip","toOne":"Trip","inverse":"bucketList","optional":false'),
                  ('"title":"Stand 12","trip":6', '"title":"Stand 12"')],
                 [('name="trip" toOne="Trip" inverse="bucketList"',
                   'name="trip" toOne="Trip" inverse="bucketList" optional="false"'),
                  ("<title>Stand 12</title><trip>6</trip>", "<title>Stand 12</title>")]),
    *of_perdiem_type("record-value-type", "number-for-a-list", "[double]", "75.5", "<perdiem>75.5</perdiem>"),
    *of_perdiem_type("record-value-type", "bool-for-a-list", "[double]", "true"),
    *of_perdiem_type("record-syntax", "item-marked-as-external", "[text]",
                     xml=f'<perdiem><d:item external="{ZEROS}" size="4"/></perdiem>'),
    *of_perdiem_type("record-value-type", "object-for-a-list", "[double]", "{}"),
    *of_perdiem_type("record-null", "item-of-a-list", "[double]", "[null]",
                     '<perdiem><d:item nil="true"/></perdiem>'),
    *of_perdiem_type("record-syntax", "item-of-another-element", "[double]", xml="<perdiem><d:key>5</d:key></perdiem>"),
    *of_perdiem_type("record-syntax", "escaped-list", "[double]", xml='<perdiem d:escaped="true"/>'),
    *of_perdiem_type("record-syntax", "escaped-tree", "tree", xml='<perdiem d:escaped="true"/>'),
    *of_perdiem_type("tree-element", "two-trees", "tree", xml="<perdiem><d:array/><d:array/></perdiem>"),
    *of_perdiem_type("record-value-not-canonical", "null-for-a-tree", "tree", xml="<perdiem><d:null/></perdiem>"),
    *of_perdiem_type("record-value-type", "bool-for-an-integer", "int32", json="true"),
    *of_perdiem_type("record-value-not-representable", "decimal-of-401-digits", "decimal", f'"{"7" * 401}"',
                     f"<perdiem>{'7' * 401}</perdiem>"),
    *with_schema("record-value-not-representable", "decimal-of-forty-digits",
                 [('"type":"double","default":0', '"type":"decimal","default":"0"'),
                  ('"perdiem":75.5', f'"perdiem":"{"7" * 40}"')],
                 [('type="double" default="0"', 'type="decimal" default="0"'),
                  ("<perdiem>75.5<", f"<perdiem>{'7' * 40}<")]),
    *with_schema("record-value-not-canonical", "decimal-with-zeros",
                 [('"type":"double","default":0', '"type":"decimal","default":"0"'),
                  ('"perdiem":75.5', '"perdiem":"75.50"')],
                 [('type="double" default="0"', 'type="decimal" default="0"'),
                  ("<perdiem>75.5<", "<perdiem>75.50<")]),
]
