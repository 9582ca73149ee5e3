"""Other spellings of flat documents in XML: what XML 1.0 with namespaces leaves free (spec 3.2)."""
import re

from broken.edits import *
from broken.fragments import *

COMMENT = "<!-- no <content> & no meaning -->"
FREE = r"(<d:(?:header|schema|entity|attribute|relationship|tables|table|trailer|record|foreign|object|extension|attachment)\b[^>]*>)"


def text_edit(change):
    return lambda document: change(document.decode()).encode()


def in_tags(change):
    """Changes the inside of each start tag: its name, its attributes as pairs, and its end."""
    def tag(found):
        attributes = re.findall(r'([^\s=]+)="([^"]*)"', found[2])
        return change(found[1], attributes, found[3])
    return text_edit(lambda document: re.sub(r'<([\w:.-]+)((?:\s+[^\s=>]+="[^"]*")*)(/?)>', tag, document))


def reversed_attributes(name, attributes, end):
    return f"<{name}" + "".join(f' {key}="{value}"' for key, value in reversed(attributes)) + f"{end}>"


def spaced_tag(name, attributes, end):
    return f"<{name}" + "".join(f"\n\t{key} = '{value.replace(chr(39), '&#39;')}'" for key, value in attributes) + f"\r\n {end}>"


def empty_as_pair(name, attributes, end):
    tag = f"<{name}" + "".join(f' {key}="{value}"' for key, value in attributes) + ">"
    return tag + (f"</{name}>" if end else "")


def with_references(document):
    """Each letter of the texts, and of the names of entities, as a character reference, in either base."""
    def spelled(text):
        pieces = re.split(r"(&[^;]*;)", text)
        return "".join(piece if place % 2 else "".join(
            (f"&#{ord(c)};" if index % 2 else f"&#x{ord(c):x};") if c.isalpha() else c for index, c in enumerate(piece))
            for place, piece in enumerate(pieces))
    document = re.sub(r'(name=")([^"]*)', lambda found: found[1] + spelled(found[2]), document)
    return re.sub(r"(<(?:title|name|destination|address|d:text)\b[^>]*>)([^<]*)", lambda found: found[1] + spelled(found[2]), document)


def without_prefix(document):
    """The format's namespace as that of elements without a prefix; `d` for what stands in a property."""
    def line(text):
        if not text.startswith("<d:record"):
            return re.sub(r"<(/?)d:", r"<\1", text)
        text = re.sub(r"<(?!/|d:)([\w.-]+)", r'<\1 xmlns=""', text)
        return re.sub(r"<(/?)d:(record)", r"<\1\2", text)
    document = document.replace("<d:document xmlns:d=", '<d:document xmlns="urn:trip-documents:format" xmlns:d=')
    return "\n".join(map(line, document.split("\n")))


def elements_in_another_order(document):
    """3.14-10: properties, constraints and indexes of an entity, each kind in its order."""
    def entity(found):
        children = re.findall(r"<d:(\w+)[^>]*?/>|<d:(\w+)[^>]*>.*?</d:\2>", found[2])
        kinds = sorted({one or other for one, other in children}, reverse=True)
        spans = [each[0] for each in re.finditer(r"<d:(\w+)[^>]*?/>|<d:(\w+)[^>]*>.*?</d:\2>", found[2])]
        return found[1] + "".join(span for kind in kinds for span in spans if re.match(rf"<d:{kind}\b", span)) + "</d:entity>"
    return re.sub(r"(<d:entity [^>]*>)(.*?)</d:entity>", entity, document)


def mixed_lines(document):
    """CR LF, CR and LF in turn."""
    lines, ends = document.split("\n"), ["\r\n", "\r", "\n"]
    return "".join(line + (ends[index % 3] if index + 1 < len(lines) else "") for index, line in enumerate(lines))


def cdata(document):
    document = re.sub(r"(<(?:title|name|destination|perdiem|startDate|d:text)\b[^>]*>)([^<&]+)(?=</)",
                      lambda found: f"{found[1]}{found[2][:2]}<![CDATA[{found[2][2:]}]]><![CDATA[]]>", document)
    return re.sub(FREE, r"\1<![CDATA[ \n]]>", document) if 'd:attachment' not in document else document


def all_elements(document):
    """White space wherever it has no meaning."""
    return re.sub(r"(</?(?:d:(?!key|item|text|null|case|unique|index|attachment)\w+)[^>]*/?>)(?=<|$)", r"\1\n\t", document)


SPELLINGS = [
    ("small-v4", "another-prefix", "xml", text_edit(lambda text: text.replace("d:", "trip.s:").replace("xmlns:d=", "xmlns:trip.s="))),
    ("small-v4", "without-a-prefix", "xml", text_edit(without_prefix)),
    ("collection", "another-prefix", "xml", text_edit(
        lambda text: re.sub(r"(?<=[</ ])d:", "_:", text).replace("xmlns:d=", "xmlns:_="))),
    ("small-v4", "comments", "xml", text_edit(lambda text: re.sub(
        r"(<(?:title|name)>..)|(>)(?=<)", lambda found: found[0] + COMMENT, text).replace("\n<d:document", f"\n{COMMENT}\n<d:document") + COMMENT)),
    ("history-v4", "comments", "xml", text_edit(lambda text: text.replace("><", f">{COMMENT}<"))),
    ("small-v4", "CDATA-sections", "xml", text_edit(cdata)),
    ("small-v4", "character-references", "xml", text_edit(with_references)),
    ("foreign-v4", "character-references", "xml", text_edit(with_references)),
    ("small-v4", "line-ends-of-three-kinds", "xml", text_edit(mixed_lines)),
    ("text-v4", "CR-LF", "xml", replace_all("\n", "\r\n")),
    ("small-v4", "no-declaration", "xml", replace(('<?xml version="1.0" encoding="UTF-8"?>\n', ""))),
    ("small-v4", "short-declaration", "xml", replace(('<?xml version="1.0" encoding="UTF-8"?>', "<?xml version = '1.0' ?>"))),
    ("small-v4", "standalone", "xml", replace(('encoding="UTF-8"?>', 'encoding="utf-8" standalone="yes" ?>'))),
    ("small-v4", "attributes-reversed", "xml", in_tags(reversed_attributes)),
    ("collection", "attributes-reversed", "xml", in_tags(reversed_attributes)),
    ("small-v4", "white-space-in-tags", "xml", in_tags(spaced_tag)),
    ("small-v4", "empty-elements-as-pairs-of-tags", "xml", in_tags(empty_as_pair)),
    ("small-v4", "white-space-between-elements", "xml", text_edit(all_elements)),
    ("small-v4", "items-of-sets-repeated", "xml", text_edit(
        lambda text: re.sub(r"(<d:(case|unique|index)>[^<]*</d:\2>)", r"\1\1", text))),
    ("small-v4", "elements-in-another-order", "xml", text_edit(elements_in_another_order)),
    ("collection", "elements-in-another-order", "xml", text_edit(elements_in_another_order)),
    ("small-v4", "properties-reversed", "xml", text_edit(lambda text: re.sub(
        r"(<d:record [^>]*>)(.*)(</d:record>)", lambda found: found[1] + "".join(reversed(
            [each[0] for each in re.finditer(r"<([\w:.-]+)\b[^>]*/>|<([\w:.-]+)\b[^>]*>.*?</\2>", found[2])])) + found[3], text))),
    ("small-v4", "fingerprints-absent", "xml", substitute(r' layout="[^"]*" model="[^"]*"', "")),
    ("small-v4", "root-named-as-entity", "xml", replace(('<d:record id="8"', '<d:record id="8" entity="Trip"'),
                                                        ('<d:record id="2"', '<d:record entity="LivingAccommodation" id="2"'))),
    ("small-v4", "implied-values-stated", "xml", replace(
        ('<d:entity name="BucketListItem">', '<d:entity name="BucketListItem" abstract="false">'),
        ('<d:attribute name="title" type="text"/>', '<d:attribute name="title" type="text" optional="false" computed="false" external="false"'
         ' preservedOnDeletion="false" options=""/>'),
        ('<d:relationship name="bucketList" toMany="BucketListItem"',
         '<d:relationship name="bucketList" optional="true" toMany="BucketListItem"'),
        ('<d:trailer/>', '<d:trailer><d:history/><d:carried/></d:trailer>'))),
]
