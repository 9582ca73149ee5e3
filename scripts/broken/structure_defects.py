"""Defects of structures, in the schema and in records, in flat documents (spec 6.11)."""
from broken.edits import *

NAME_JSON = '"name":"Position","structure":true,'
NAME_XML = '<d:entity name="Position" structure="true">'
HEIGHT_JSON = '{"name":"height","type":"int32","optional":true}'
HEIGHT_XML = '<d:attribute name="height" type="int32" optional="true"/>'
ANCHORAGE_JSON = '{"name":"anchorage","type":"structure","of":"Position","optional":true,"preservedOnDeletion":true}'
ANCHORAGE_XML = '<d:attribute name="anchorage" type="structure" of="Position" optional="true" preservedOnDeletion="true"/>'
# The first object's position.
POSITION_JSON = '"position":{"datum":"WGS84","height":41,"latitude":50.18,"longitude":-4.265,"of Greenwich":true}'
POSITION_XML = ("<position><datum>WGS84</datum><height>41</height><latitude>50.18</latitude><longitude>-4.265</longitude>"
                '<d:field name="of Greenwich">true</d:field></position>')
MANY = 1366


def in_both(rule, what, json, xml):
    return [(rule, what, "structures", replace(json)), (rule, what, "structures-xml", replace(xml))]


def of_structure(rule, what, json, tag="", children=""):
    """Further members of a structure; in XML attributes of its element and elements in it."""
    return in_both(rule, what, (NAME_JSON, NAME_JSON + json), (NAME_XML, NAME_XML[:-1] + tag + ">" + children))


def of_member(rule, what, json, xml):
    """One more attribute of a structure, which no value has."""
    return in_both(
        rule, what, (HEIGHT_JSON, HEIGHT_JSON + ",{" + json + ',"optional":true}'),
        (HEIGHT_XML, HEIGHT_XML + f'<d:attribute {xml} optional="true"/>'))


def of_attribute(rule, what, json, xml):
    """Another attribute of an entity in place of one of a structure."""
    return in_both(rule, what, (ANCHORAGE_JSON, "{" + json + "}"), (ANCHORAGE_XML, f"<d:attribute {xml}"))


def of_default(rule, what, json, xml):
    return of_attribute(
        rule, what, f'"name":"anchorage","type":"structure","of":"Position","optional":true,"default":{json}',
        f'name="anchorage" type="structure" of="Position" optional="true"><d:default>{xml}</d:default></d:attribute>')


def of_position(rule, what, json, xml):
    return in_both(rule, what, (POSITION_JSON, f'"position":{json}'), (POSITION_XML, xml))


ATTRIBUTES = range(257)
DEFECTS = [
    *of_structure("schema-malformed", "structure-with-superentity", '"superentity":"Harbour",', ' superentity="Harbour"'),
    *of_structure("schema-malformed", "structure-abstract", '"abstract":true,', ' abstract="true"'),
    *of_structure("schema-malformed", "structure-unique", '"unique":[["datum"]],', "", "<d:unique>datum</d:unique>"),
    *of_structure("schema-malformed", "structure-indexed", '"indexes":[["datum"]],', "", "<d:index>datum</d:index>"),
    *in_both("schema-missing-property", "index-of-a-member-that-is-not-there",
             ('[["light.kind"],', '[["light.kinds"],'), ("<d:index>light.kind<", "<d:index>light.kinds<")),
    *in_both("schema-missing-property", "index-of-a-member-of-no-structure",
             ('[["light.kind"],', '[["light.kind"],["name.name"],'),
             ("<d:index>name</d:index>", "<d:index>name</d:index><d:index>name.name</d:index>")),
    *in_both("schema-missing-property", "unique-by-a-member",
             ('"indexes":[["light.kind"],', '"unique":[["light.kind"]],"indexes":['),
             ("<d:index>light.kind</d:index>", "<d:unique>light.kind</d:unique>")),
    *of_structure("schema-malformed", "structure-with-relationship", '"relationships":[{"name":"r","toOne":"Harbour"}],',
                  "", '<d:relationship name="r" toOne="Harbour"/>'),
    ("schema-malformed", "structure-without-attributes", "structures", replace(
        ('{"name":"Position","structure"', '{"name":"Bare","structure":true},\n{"name":"Position","structure"'),
        (ANCHORAGE_JSON, '{"name":"anchorage","type":"structure","of":"Bare","optional":true}'))),
    ("schema-malformed", "structure-without-attributes", "structures-xml", replace(
        (NAME_XML, '<d:entity name="Bare" structure="true"/>\n' + NAME_XML),
        (ANCHORAGE_XML, '<d:attribute name="anchorage" type="structure" of="Bare" optional="true"/>'))),
    *in_both("schema-malformed", "structure-of-no-attribute",
             ('{"name":"Position","structure"',
              '{"name":"Spare","structure":true,"attributes":[{"name":"a","type":"text"}]},\n{"name":"Position","structure"'),
             (NAME_XML, '<d:entity name="Spare" structure="true"><d:attribute name="a" type="text"/></d:entity>\n' + NAME_XML)),
    *in_both("schema-too-large", "structure-of-257-attributes",
             (HEIGHT_JSON, ",".join([HEIGHT_JSON] + [f'{{"name":"m{n}","type":"bool","optional":true}}' for n in ATTRIBUTES])),
             (HEIGHT_XML, HEIGHT_XML + "".join(f'<d:attribute name="m{n}" type="bool" optional="true"/>' for n in ATTRIBUTES))),
    *in_both("schema-too-large", "structure-with-long-defaults",
             (HEIGHT_JSON, HEIGHT_JSON + f',{{"name":"m","type":"[bool]","default":[{",".join(["true"] * MANY)}]}}'),
             (HEIGHT_XML, HEIGHT_XML + '<d:attribute name="m" type="[bool]"><d:default><d:array>'
              + "<d:bool>true</d:bool>" * MANY + "</d:array></d:default></d:attribute>")),
    *of_member("schema-malformed", "member-with-point", '"name":"a.b","type":"text"', 'name="a.b" type="text"'),
    *of_member("schema-malformed", "member-external", '"name":"m","type":"text","external":true',
               'name="m" type="text" external="true"'),
    *of_member("schema-malformed", "member-preserved", '"name":"m","type":"text","preservedOnDeletion":true',
               'name="m" type="text" preservedOnDeletion="true"'),
    *of_member("schema-malformed", "member-computed", '"name":"m","type":"text","computed":true',
               'name="m" type="text" computed="true"'),
    *of_member("schema-malformed", "member-with-options", '"name":"m","type":"text","options":["ephemeral"]',
               'name="m" type="text" options="ephemeral"'),
    *of_member("schema-malformed", "member-transformed", '"name":"m","type":"text","transformer":"T"',
               'name="m" type="text" transformer="T"'),
    *of_member("schema-malformed", "member-of-a-tree", '"name":"m","type":"tree"', 'name="m" type="tree"'),
    *of_member("schema-malformed", "member-of-a-structure", '"name":"m","type":"structure","of":"Light"',
               'name="m" type="structure" of="Light"'),
    *of_attribute("schema-malformed", "structure-unnamed", '"name":"anchorage","type":"structure","optional":true',
                  'name="anchorage" type="structure" optional="true"/>'),
    *of_attribute("schema-malformed", "text-of-a-structure", '"name":"anchorage","type":"text","of":"Position","optional":true',
                  'name="anchorage" type="text" of="Position" optional="true"/>'),
    *of_attribute("schema-missing-entity", "structure", '"name":"anchorage","type":"structure","of":"Port","optional":true',
                  'name="anchorage" type="structure" of="Port" optional="true"/>'),
    *of_attribute("schema-malformed", "structure-transformed",
                  '"name":"anchorage","type":"structure","of":"Position","optional":true,"transformer":"T"',
                  'name="anchorage" type="structure" of="Position" optional="true" transformer="T"/>'),
    *of_attribute("schema-malformed", "structure-with-cases",
                  '"name":"anchorage","type":"structure","of":"Position","optional":true,"cases":[{"latitude":1,"longitude":1}]',
                  'name="anchorage" type="structure" of="Position" optional="true"><d:case><d:object><d:integer name="latitude">1'
                  '</d:integer><d:integer name="longitude">1</d:integer></d:object></d:case></d:attribute>'),
    *of_default("schema-malformed", "structure-default-no-object", "5", "<d:integer>5</d:integer>"),
    *of_default("schema-malformed", "structure-default-unknown-member", '{"latitude":1,"longitude":1,"x":1}',
                '<d:object><d:integer name="latitude">1</d:integer><d:integer name="longitude">1</d:integer>'
                '<d:integer name="x">1</d:integer></d:object>'),
    *of_default("schema-malformed", "structure-default-without-member", '{"latitude":1}',
                '<d:object><d:integer name="latitude">1</d:integer></d:object>'),
    ("tree-element", "default-of-a-list-as-text", "structures-xml",
     substitute('<d:attribute name="approaches" type="\\[double\\?\\]">.*?</d:attribute>',
                '<d:attribute name="approaches" type="[double?]" default="1"/>')),

    *of_position("record-value-type", "structure-no-object", "5", "<position>5</position>"),
    *of_position("record-unknown-property", "member", '{"latitude":1,"longitude":1,"x":1}',
                 "<position><latitude>1</latitude><longitude>1</longitude><x>1</x></position>"),
    *of_position("record-duplicate-property", "member", '{"latitude":1,"longitude":1,"latitude":1}',
                 "<position><latitude>1</latitude><longitude>1</longitude><latitude>1</latitude></position>"),
    *of_position("record-missing-property", "member", '{"latitude":1}', "<position><latitude>1</latitude></position>"),
    ("record-syntax", "structure-escaped", "structures-xml", replace((POSITION_XML, '<position d:escaped="true"/>'))),
    ("record-syntax", "member-external", "structures-xml", replace((
        "<position><datum>WGS84</datum><height>41", '<position><datum d:external="00" d:size="1"/><height>41'))),
]
