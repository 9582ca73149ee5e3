"""Defects of the schema, in flat documents."""
from broken.edits import *
from broken.fragments import *

PERDIEM_JSON = '{"name":"perdiem","type":"double","default":0}'
PERDIEM_XML = '<d:attribute name="perdiem" type="double" default="0"/>'
LIST_JSON = '"toMany":"BucketListItem","inverse":"trip","deleteRule":"cascade"'
LIST_XML = 'toMany="BucketListItem" inverse="trip" deleteRule="cascade"'
UNIQUE_JSON = '"unique":[["endDate","name","startDate"]]'
UNIQUE_XML = "<d:unique>endDate name startDate</d:unique>"


def of_perdiem_attribute(rule, what, json, xml):
    """Other members of an attribute; `xml` ends with the end of its start tag."""
    return in_both(rule, what, (PERDIEM_JSON, "{" + json + "}"), (PERDIEM_XML, "<d:attribute " + xml))


def of_type(rule, what, type, json, xml):
    """perdiem of another type, with other members; `xml` ends with the end of its element."""
    return of_perdiem_attribute(rule, what, f'"name":"perdiem","type":"{type}",{json}', f'name="perdiem" type="{type}" {xml}')


def of_default(rule, what, type, json, xml):
    """A default that is no scalar: an element of the attribute in XML."""
    return of_type(rule, what, type, f'"optional":true,"default":{json}',
                   f'optional="true"><d:default>{xml}</d:default></d:attribute>')


def of_entities(rule, what, *relationships):
    """Further entities: the relationships of each, to which entity, and the inverse."""
    json, xml = "", ""
    for entity in sorted({relationship[0] for relationship in relationships}):
        own = [(name, target, inverse) for owner, name, target, inverse in relationships if owner == entity]
        json += f'{{"name":"{entity}","relationships":[' + ",".join(
            f'{{"name":"{name}","toOne":"{target}","inverse":"{inverse}"}}' for name, target, inverse in own) + "]},\n"
        xml += f'<d:entity name="{entity}">' + "".join(
            f'<d:relationship name="{name}" toOne="{target}" inverse="{inverse}"/>' for name, target, inverse in own) + "</d:entity>\n"
    return in_both(rule, what, ('"schema":[\n', '"schema":[\n' + json), ("<d:schema>\n", "<d:schema>\n" + xml))


def of_list(rule, what, json, xml):
    return in_both(rule, what, (LIST_JSON, json), (LIST_XML, xml))


def of_unique(rule, what, lists):
    return in_both(
        rule, what,
        (UNIQUE_JSON, '"unique":[' + ",".join("[" + ",".join(f'"{name}"' for name in names) + "]"
                                              for names in lists) + "]"),
        (UNIQUE_XML, "".join(f"<d:unique>{' '.join(names)}</d:unique>" for names in lists)))


DEFECTS = [
    # Members.
    *of_perdiem_attribute("schema-malformed", "member-unknown",
                          '"name":"perdiem","type":"double","default":0,"unit":"EUR"',
                          'name="perdiem" type="double" default="0" unit="EUR"/>'),
    *of_perdiem_attribute("schema-malformed", "attribute-without-type", '"name":"perdiem"', 'name="perdiem"/>'),
    *of_perdiem_attribute("schema-malformed", "attribute-without-name", '"type":"double"', 'type="double"/>'),
    *of_perdiem_attribute("schema-malformed", "name-empty", '"name":"","type":"double"', 'name="" type="double"/>'),
    *of_perdiem_attribute("schema-malformed", "name-with-dollar", '"name":"$perdiem","type":"double"',
                          'name="$perdiem" type="double"/>'),
    *of_perdiem_attribute("schema-malformed", "optional-as-a-text",
                          '"name":"perdiem","type":"double","optional":"yes"',
                          'name="perdiem" type="double" optional="yes"/>'),
    ("schema-malformed", "element-unknown", "xml", replace(
        (PERDIEM_XML, PERDIEM_XML + "<d:note/>"))),
    ("tree-element", "entity-of-another-element", "xml", replace(
        ("<d:schema>\n", '<d:schema>\n<d:table name="Trip"/>\n'))),
    ("tree-element", "default-as-an-element", "xml", replace(
        (PERDIEM_XML, '<d:attribute name="perdiem" type="double"><d:default><d:double>0</d:double></d:default></d:attribute>'))),
    # 3.14-12: a member in the other place.
    *((("tree-element", f"{name}-an-attribute", "xml", replace(
        (PERDIEM_XML, f'<d:attribute name="perdiem" type="{type}" {name}="x"/>')))
       for name, type in (("shape", "tree"), ("cases", "text")))),
    ("tree-element", "attributes-an-attribute", "xml", replace(
        ('<d:entity name="BusinessTrip"', '<d:entity name="BusinessTrip" attributes=""'))),
    ("tree-element", "type-an-element", "xml", replace(
        (PERDIEM_XML, '<d:attribute name="perdiem"><d:type>double</d:type></d:attribute>'))),
    ("tree-element", "attribute-of-a-case", "xml", replace(
        ("<d:case>family</d:case>", '<d:case lang="en">family</d:case>'))),
    ("schema-malformed", "entity-without-name", "json", replace(
        ('{"name":"BusinessTrip",', "{"))),
    ("schema-malformed", "entity-without-name", "xml", replace(('<d:entity name="BusinessTrip" ', "<d:entity "))),
    # 3.14-4: integers.
    ("tree-value-not-canonical", "count-of-2-to-53-as-a-number", "json", replace(
        (LIST_JSON, LIST_JSON + ',"maximumCount":9007199254740992'))),
    ("tree-value-not-canonical", "small-count-as-a-mark", "json", replace(
        (LIST_JSON, LIST_JSON + ',"maximumCount":{"$integer":"5"}'))),
    *of_list("schema-malformed", "count-beyond-63-bits", LIST_JSON + ',"maximumCount":{"$integer":"9223372036854775808"}',
             LIST_XML + ' maximumCount="9223372036854775808"'),
    ("schema-malformed", "count-with-a-point", "json", replace((LIST_JSON, LIST_JSON + ',"maximumCount":5.5'))),
    ("tree-duplicate-name", "type-twice", "json", replace(
        ('"type":"double"', '"type":"double","type":"double"'))),

    # Types, defaults and cases.
    *of_perdiem_attribute("schema-malformed", "type-unknown", '"name":"perdiem","type":"number"',
                          'name="perdiem" type="number"/>'),
    *of_perdiem_attribute("schema-malformed", "type-of-an-unclosed-list", '"name":"perdiem","type":"[text"',
                          'name="perdiem" type="[text"/>'),
    *of_perdiem_attribute("schema-malformed", "type-with-spaces", '"name":"perdiem","type":"[ double ]"',
                          'name="perdiem" type="[ double ]"/>'),
    *of_perdiem_attribute("schema-malformed", "shape-of-a-scalar",
                          '"name":"perdiem","type":"double","shape":{"keyed":[]}',
                          'name="perdiem" type="double"><d:shape><d:null/></d:shape></d:attribute>'),
    *of_perdiem_attribute("schema-malformed", "default-of-another-type",
                          '"name":"perdiem","type":"double","default":"much"',
                          'name="perdiem" type="double" default="much"/>'),
    *of_perdiem_attribute("schema-malformed", "default-not-canonical",
                          '"name":"perdiem","type":"double","default":"0"',
                          'name="perdiem" type="double" default="0.0"/>'),
    *of_perdiem_attribute("schema-malformed", "default-null-of-a-required-attribute",
                          '"name":"perdiem","type":"double","default":null',
                          'name="perdiem" type="double"><d:default><d:null/></d:default></d:attribute>'),
    *of_perdiem_attribute("schema-malformed", "default-both-stated-and-computed",
                          '"name":"perdiem","type":"double","default":0,"computed":true',
                          'name="perdiem" type="double" default="0" computed="true"/>'),
    *of_perdiem_attribute("schema-malformed", "case-of-another-type",
                          '"name":"perdiem","type":"double","cases":["much"]',
                          'name="perdiem" type="double"><d:case>much</d:case></d:attribute>'),
    *of_perdiem_attribute("schema-malformed", "default-that-is-no-case",
                          '"name":"perdiem","type":"double","default":0,"cases":[1]',
                          'name="perdiem" type="double" default="0"><d:case>1</d:case></d:attribute>'),

    *of_type("schema-malformed", "default-of-another-type-of-an-optional-attribute", "double",
             '"optional":true,"default":"much"', 'optional="true" default="much"/>'),
    ("schema-malformed", "case-null", "json", replace((PERDIEM_JSON, '{"name":"perdiem","type":"double","cases":[null]}'))),
    ("schema-malformed", "cases-of-none", "json", replace((PERDIEM_JSON, '{"name":"perdiem","type":"double","cases":[]}'))),
    ("schema-malformed", "option-empty", "json", replace((PERDIEM_JSON, '{"name":"perdiem","type":"double","options":[""]}'))),
    *of_perdiem_attribute("schema-malformed", "type-of-a-list-of-no-scalars", '"name":"perdiem","type":"[number]"',
                          'name="perdiem" type="[number]"/>'),
    *of_perdiem_attribute("schema-malformed", "type-of-a-map-from-no-scalar", '"name":"perdiem","type":"[number: text]"',
                          'name="perdiem" type="[number: text]"/>'),
    ("schema-malformed", "default-of-a-list-a-bool", "json", replace(
        (PERDIEM_JSON, '{"name":"perdiem","type":"[double]","optional":true,"default":true}'))),
    *of_default("schema-malformed", "default-of-a-list-an-object", "[double]", "{}", "<d:object/>"),
    *of_default("schema-malformed", "default-of-a-list-with-a-list-in-it", "[double]", "[[]]",
                "<d:array><d:array/></d:array>"),
    ("tree-value-type", "default-as-a-text", "xml", replace(
        (PERDIEM_XML, '<d:attribute name="perdiem" type="[double]"><d:default>5</d:default></d:attribute>'))),
    ("tree-element", "default-without-value", "xml", replace(
        (PERDIEM_XML, '<d:attribute name="perdiem" type="[double]"><d:default/></d:attribute>'))),
    ("tree-element", "default-of-two-trees", "xml", replace(
        (PERDIEM_XML, '<d:attribute name="perdiem" type="tree"><d:default><d:array/><d:array/></d:default></d:attribute>'))),
    ("tree-element", "default-of-a-tree-marked-as-escaped", "xml", replace(
        (PERDIEM_XML, '<d:attribute name="perdiem" type="tree"><d:default escaped="true"><d:array/></d:default></d:attribute>'))),
    ("tree-value-type", "case-as-a-tree", "xml", replace(
        ("<d:case>family</d:case>", "<d:case><d:text>family</d:text></d:case>"))),
    ("schema-malformed", "unique-no-array", "json", replace((UNIQUE_JSON, '"unique":5'))),
    ("schema-malformed", "unique-of-texts", "json", replace((UNIQUE_JSON, '"unique":["name"]'))),
    ("schema-malformed", "unique-of-objects", "json", replace((UNIQUE_JSON, '"unique":[{}]'))),
    ("schema-malformed", "unique-of-lists-of-numbers", "json", replace((UNIQUE_JSON, '"unique":[[5]]'))),
    ("schema-malformed", "unique-of-lists-of-lists", "json", replace((UNIQUE_JSON, '"unique":[[[]]]'))),
    ("schema-too-large", "4097-entities", "json", replace(
        ('"schema":[\n', '"schema":[\n' + "".join(f'{{"name":"{number}"}},' for number in range(4092)) + "\n"))),
    ("schema-too-large", "65-superentities", "json", replace(
        ('"schema":[\n', '"schema":[\n{"name":"0","superentity":"Trip"},' + "".join(
            f'{{"name":"{number}","superentity":"{number - 1}"}},' for number in range(1, 65)) + "\n"))),

    # Relationships.
    *in_both("schema-inverse-mismatch", "an-attribute",
             ('"inverse":"bucketList"', '"inverse":"name"'), ('inverse="bucketList"', 'inverse="name"')),
    *of_entities("schema-inverse-mismatch", "of-another-entity",
                 ("A", "r", "B", "s"), ("B", "s", "C", "r"), ("C", "r", "B", "s")),
    *of_entities("schema-inverse-mismatch", "of-another-property",
                 ("A", "r", "B", "s"), ("B", "s", "A", "q"), ("A", "q", "B", "s")),
    *of_list("schema-malformed", "both-to-one-and-to-many", f'"toOne":"BucketListItem",{LIST_JSON}',
             f'toOne="BucketListItem" {LIST_XML}'),
    *of_list("schema-malformed", "neither-to-one-nor-to-many", '"inverse":"trip"', 'inverse="trip"'),
    *of_list("schema-malformed", "delete-rule-unknown",
             '"toMany":"BucketListItem","inverse":"trip","deleteRule":"remove"',
             'toMany="BucketListItem" inverse="trip" deleteRule="remove"'),
    *of_list("schema-malformed", "count-below-zero", f'{LIST_JSON},"minimumCount":-1',
             f'{LIST_XML} minimumCount="-1"'),
    *in_both("schema-missing-entity", "destination",
             ('"name":"trip","toOne":"Trip","inverse":"bucketList"', '"name":"trip","toOne":"Journey"'),
             ('name="trip" toOne="Trip" inverse="bucketList"', 'name="trip" toOne="Journey"')),
    *in_both("schema-missing-entity", "superentity",
             ('"name":"BusinessTrip","superentity":"Trip"', '"name":"BusinessTrip","superentity":"Journey"'),
             ('name="BusinessTrip" superentity="Trip"', 'name="BusinessTrip" superentity="Journey"')),
    *in_both("schema-inverse-mismatch", "destination",
             ('"toOne":"LivingAccommodation"', '"toOne":"Trip"'),
             ('toOne="LivingAccommodation"', 'toOne="Trip"')),
    *in_both("schema-inverse-mismatch", "no-such-property",
             ('"inverse":"bucketList"', '"inverse":"items"'), ('inverse="bucketList"', 'inverse="items"')),
    *in_both("schema-superentity-cycle", "of-two",
             ('{"name":"Trip",', '{"name":"Trip","superentity":"PersonalTrip",'),
             ('<d:entity name="Trip">', '<d:entity name="Trip" superentity="PersonalTrip">')),

    # Names.
    *in_both("schema-duplicate-name", "entity",
             ('"name":"BusinessTrip","superentity"', '"name":"PersonalTrip","superentity"'),
             ('name="BusinessTrip" superentity', 'name="PersonalTrip" superentity')),
    *in_both("schema-duplicate-name", "property", ('"name":"isInPlan"', '"name":"details"'),
             ('name="isInPlan"', 'name="details"')),
    *in_both("schema-duplicate-name", "inherited-property", ('"name":"perdiem"', '"name":"destination"'),
             ('name="perdiem"', 'name="destination"')),
    *in_both("schema-too-large", "name-of-256-bytes", ('"name":"perdiem"', f'"name":"{"p" * 256}"'),
             ('name="perdiem"', f'name="{"p" * 256}"')),

    *in_both("schema-malformed", "external-number", ('"type":"double","default":0', '"type":"double","default":0,"external":true'),
             ('type="double" default="0"', 'type="double" default="0" external="true"')),

    # Constraints and indexes.
    *of_unique("schema-missing-property", "unique", [["endDate", "name", "title"]]),
    *in_both("schema-missing-property", "index", ('[["endDate"],', '[["title"],'),
             ("<d:index>endDate<", "<d:index>title<")),
    *of_unique("schema-malformed", "unique-to-many", [["bucketList", "name"]]),
    *of_unique("schema-malformed", "unique-names-a-property-twice", [["name", "name"]]),
    *of_unique("schema-malformed", "unique-without-names", [[]]),
    ("tree-value-not-canonical", "unique-names-separated-by-two-spaces", "xml", replace(
        (UNIQUE_XML, UNIQUE_XML.replace("endDate name", "endDate  name")))),
    ("tree-value-not-canonical", "unique-names-separated-by-a-line-feed", "xml", replace(
        (UNIQUE_XML, UNIQUE_XML.replace("endDate name", "endDate\nname")))),
    ("schema-malformed", "mark-with-another-value", "xml", replace(
        ('name="perdiem"', 'name="perdiem" escaped-name="yes"'))),
    ("tree-value-type", "escaped-name-of-no-string", "xml", replace(
        ('name="perdiem"', r'name="perdiem\x" escaped-name="true"'))),
    ("record-needless-escape", "names-in-the-schema", "xml", replace(
        (UNIQUE_XML, UNIQUE_XML.replace("<d:unique>", '<d:unique escaped="true">')))),
    ("record-needless-escape", "name-in-the-schema", "xml", replace(
        ('name="perdiem"', 'name="perdiem" escaped-name="true"'))),
]
