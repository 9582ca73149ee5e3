"""Fragments of samples/small-v4, and defects that are made of one of them in both encodings."""
from broken.edits import chain, replace, substitute

DOCUMENT = "B037E28A-5CD6-4E49-92B5-00000000D012"
FORMAT = "1.0"
NEWER = "2.0"
OLDER = "0.2"
COLOR_JSON = '"com.example.color":"#ff8800"'
COLOR_XML = '<d:text name="com.example.color">#ff8800</d:text>'
LOUVRE_JSON = '"title":"Louvre"'
LOUVRE_XML = "<title>Louvre</title>"
START_JSON = '"startDate":"2024-07-01T00:00:00Z"'
START_XML = "<startDate>2024-07-01T00:00:00Z</startDate>"
ZEROS = "0" * 64


def in_both(rule, what, json, xml):
    """One defect in both encodings: pairs of a text and its replacement."""
    return [(rule, what, "json", replace(json)), (rule, what, "xml", replace(xml))]


def of_title(rule, what, json, xml):
    return in_both(rule, what, (LOUVRE_JSON, f'"title":{json}'), (LOUVRE_XML, xml))


def of_start(rule, what, text):
    return in_both(
        rule, what, (START_JSON, f'"startDate":"{text}"'),
        (START_XML, f"<startDate>{text}</startDate>"))


def of_perdiem(rule, what, json, xml):
    return in_both(
        rule, what, ('"perdiem":75.5', f'"perdiem":{json}'),
        ("<perdiem>75.5</perdiem>", f"<perdiem>{xml}</perdiem>"))


def of_order(rule, what, keys):
    return in_both(
        rule, what, ('"bucketList":[5,3,4]', f'"bucketList":[{",".join(map(str, keys))}]'),
        ("<d:key>5</d:key><d:key>3</d:key><d:key>4</d:key>",
         "".join(f"<d:key>{key}</d:key>" for key in keys)))


def of_color(rule, what, json, xml):
    return in_both(rule, what, (COLOR_JSON, json), (COLOR_XML, xml))


def of_reference(rule, what, key):
    return in_both(
        rule, what, ('"title":"Stand 12","trip":6', f'"title":"Stand 12","trip":{key}'),
        ("<title>Stand 12</title><trip>6</trip>", f"<title>Stand 12</title><trip>{key}</trip>"))


def of_key(rule, what, old, new):
    return in_both(rule, what, (f'"$id":{old},', f'"$id":{new},'), (f' id="{old}"', f' id="{new}"'))


def of_trailer(rule, what, name, json, xml):
    return in_both(
        rule, what, ('"trailer":{}', f'"trailer":{{"{name}":[{json}]}}'),
        ("<d:trailer/>", f"<d:trailer>{xml}</d:trailer>"))


def of_header(rule, what, json, xml):
    """A member more in the header."""
    return in_both(
        rule, what, (f'"document":"{DOCUMENT}",', f'"document":"{DOCUMENT}",{json},'),
        (f' document="{DOCUMENT}"', f' document="{DOCUMENT}" {xml}'))


def with_schema(rule, what, json, xml):
    """One defect of a document whose schema is changed, too: pairs for both, without fingerprints."""
    return [
        (rule, what, "json", replace(*json)),
        (rule, what, "xml", chain(substitute(r' layout="[^"]*" model="[^"]*"', ""), replace(*xml)))]


def of_perdiem_type(rule, what, type, json=None, xml=None):
    """A value of perdiem that has another type, in one or both encodings."""
    defects = with_schema(
        rule, what, [('"type":"double","default":0', f'"type":"{type}"'), ('"perdiem":75.5', f'"perdiem":{json}')],
        [('type="double" default="0"', f'type="{type}"'), ("<perdiem>75.5</perdiem>", xml or "")])
    return [defect for defect, given in zip(defects, (json, xml)) if given is not None]


def extension(entity, key, anchor):
    return (
        f'{{"id":{key},"entity":"{entity}",{anchor_json(anchor)}"value":null}}',
        f'<d:extension id="{key}" entity="{entity}"{anchor_xml(anchor)}><d:null/></d:extension>')


def attachment(name, anchor, data="AA=="):
    return (
        f'{{"name":"{name}",{anchor_json(anchor)}"data":"{data}"}}',
        f'<d:attachment name="{name}"{anchor_xml(anchor)}>{data}</d:attachment>')


def anchor_json(anchor):
    return "" if anchor is None else f'"anchor":{anchor},'


def anchor_xml(anchor):
    return "" if anchor is None else f' anchor="{anchor}"'


def nested(depth):
    """Foreign data of so many arrays, one in another."""
    inner = "<d:array>" * (depth - 1) + "</d:array>" * (depth - 1)
    return (
        '"com.example.deep":' + "[" * depth + "]" * depth,
        f'<d:array name="com.example.deep">{inner}</d:array>')
