"""Files that are no documents, and texts that are not JSON or XML."""
from broken.edits import *
from broken.fragments import *

DEFECTS = [
    # Files that are not documents.
    ("not-a-document", "empty", "json", whole("")),
    ("not-a-document", "white-space-only", "json", whole(" \n\n")),
    ("not-a-document", "byte-order-mark", "json", prepend("\ufeff")),
    ("not-a-document", "byte-order-mark", "xml", prepend("\ufeff")),
    ("not-a-document", "utf-16", "json", recode("utf-16")),
    ("not-a-document", "sqlite", "json", whole(b"SQLite format 3\0" + bytes(84))),
    ("not-a-document", "gzip", "json", whole(bytes.fromhex("1f8b08000000000000030300000000000000"
                                                           "0000"))),
    ("not-a-document", "plain-text", "json", whole("Paris, July\n")),
    ("not-a-document", "other-first-member", "json", whole('{"trips":[]}\n')),
    ("not-a-document", "empty-object", "json", whole("{}\n")),
    ("not-a-document", "schema-file", "json", whole('{"schema":{"name":"notes"},"format":"1.0","entities":[]}\n')),

    # Invalid JSON.
    ("json-syntax", "comma-missing", "json", replace(('"trip":1},\n{"$id":4', '"trip":1}\n{"$id":4'))),
    ("json-syntax", "comma-at-the-end", "json", replace(('"title":"Stand 12","trip":6}',
                                                         '"title":"Stand 12","trip":6},'))),
    ("json-syntax", "single-quotes", "json", replace((LOUVRE_JSON, "\"title\":'Louvre'"))),
    ("json-syntax", "semicolon-for-a-comma", "json", replace((f"{LOUVRE_JSON},", f"{LOUVRE_JSON};"))),
    ("json-syntax", "number-as-a-name", "json", replace((LOUVRE_JSON, '5:"Louvre"'))),
    ("json-syntax", "quotation-mark-missing", "json", replace((LOUVRE_JSON, 'title":"Louvre"'))),
    ("json-syntax", "equals-sign-for-a-colon", "json", replace((LOUVRE_JSON, '"title"="Louvre"'))),
    ("json-syntax", "bare-NaN", "json", replace(('"perdiem":75.5', '"perdiem":NaN'))),
    ("json-syntax", "comment", "json", replace((f"{LOUVRE_JSON},", f"{LOUVRE_JSON},/* */"))),
    ("json-truncated", "in-a-text", "json", cut('air","perdiem"')),
    ("json-truncated", "in-a-word", "json", cut('ue,"isInPlan":true,"title":"Louvre"')),
    ("json-truncated", "in-an-escape", "json", chain(replace(("Louvre", r"Lou\vre")), cut("vre"))),
    ("json-truncated", "in-the-digits-of-an-escape", "json", chain(replace(("Louvre", r"Lou\u00vre")), cut("vre"))),
    ("json-truncated", "between-records", "json", cut('{"$id":6')),
    ("json-truncated", "without-the-last-brace", "json", cut_end("}\n")),
    ("json-trailing-bytes", "second-document", "json", append("{}\n")),
    ("json-trailing-bytes", "NUL", "json", append(b"\0")),
    ("json-invalid-utf8", "latin-1", "json", replace(("Hôtel", "Hôtel".encode("latin-1")))),
    ("json-invalid-utf8", "surrogate", "json", replace(("Louvre", b"Louvre\xed\xa0\x80"))),
    ("json-invalid-utf8", "overlong", "json", replace(("Louvre", b"Louvre\xc0\x80"))),
    ("json-control-character", "line-feed", "json", replace(("Louvre", "Lou\nvre"))),
    ("json-control-character", "NUL", "json", replace(("Louvre", "Lou\0vre"))),
    ("json-escape", "unknown", "json", replace(("Louvre", r"Lou\xvre"))),
    ("json-escape", "of-another-letter-with-digits", "json", replace(("Louvre", r"Lou\x0076re"))),
    ("json-escape", "three-digits", "json", replace((LOUVRE_JSON, r'"title":"Louvre\u00e"'))),
    ("json-lone-surrogate", "high", "json", replace(("Louvre", r"Louvre\ud83d"))),
    ("json-lone-surrogate", "low", "json", replace(("Louvre", r"\ude00Louvre"))),
    ("json-lone-surrogate", "high-before-a-letter", "json", replace(("Louvre", r"Louvre\ud83d\ue000"))),
    ("json-lone-surrogate", "two-high", "json", replace(("Louvre", r"\ud83d\ud83d"))),
    ("json-syntax", "number-with-a-plus-sign", "json", replace(('"perdiem":75.5', '"perdiem":+75.5'))),
    ("json-syntax", "no-digit-before-the-point", "json", replace(('"perdiem":75.5', '"perdiem":.5'))),
    ("json-number", "no-digit-in-the-exponent", "json", replace(('"perdiem":75.5', '"perdiem":75e'))),
    ("json-number", "leading-zero", "json", replace(('"perdiem":75.5', '"perdiem":075.5'))),
    ("json-number", "sign-alone", "json", replace(('"perdiem":75.5', '"perdiem":-'))),
    ("json-number", "no-digit-after-the-point", "json", replace(('"perdiem":75.5', '"perdiem":75.'))),

    # Invalid XML, or XML that this format does not allow.
    ("xml-doctype", "empty", "xml", replace(("<d:document ", "<!DOCTYPE document>\n<d:document "))),
    ("xml-doctype", "entities", "xml", replace(
        ("<d:document ",
         '<!DOCTYPE document [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>\n'
         "<d:document "), ("<title>Louvre", "<title>&b;"))),
    ("xml-doctype", "external", "xml", replace(
        ("<d:document ", '<!DOCTYPE document SYSTEM "file:///etc/hostname">\n<d:document '))),
    ("xml-processing-instruction", "style-sheet", "xml", replace(
        ("<d:document ", '<?xml-stylesheet href="a.css"?>\n<d:document '))),
    ("xml-version", "1.1", "xml", replace(('<?xml version="1.0"', '<?xml version="1.1"'))),
    ("xml-encoding", "latin-1", "xml", replace(('encoding="UTF-8"', 'encoding="ISO-8859-1"'))),
    ("xml-declaration", "without-version", "xml", replace(('<?xml version="1.0" ', "<?xml "))),
    ("xml-invalid-utf8", "latin-1", "xml", replace(("Hôtel", "Hôtel".encode("latin-1")))),
    ("xml-invalid-utf8", "surrogate", "xml", replace(("Louvre", b"Louvre\xed\xa0\x80"))),
    ("xml-not-well-formed", "truncated", "xml", cut("air</name>")),
    ("record-value-type", "end-tag-missing", "xml", replace((LOUVRE_XML, "<title>Louvre"))),
    ("xml-not-well-formed", "end-tag-of-another", "xml", replace((LOUVRE_XML, "<title>Louvre</name>"))),
    ("xml-not-well-formed", "second-root", "xml", append("<d:document/>\n")),
    ("xml-not-well-formed", "unknown-entity", "xml", replace(("<title>Louvre", "<title>&eacute;"))),
    ("xml-not-well-formed", "control-character", "xml", replace(("<title>Louvre", "<title>&#1;"))),
    ("xml-not-well-formed", "attribute-twice", "xml", replace((' id="3"', ' id="3" id="3"'))),
    ("xml-namespace", "prefix-not-declared", "xml", replace(
        ("<d:trailer/>", "<e:trailer/>"))),
    ("xml-unexpected-text", "between-records", "xml", replace(
        ('<d:record id="4"', 'and <d:record id="4"'))),
]
