"""The lists of texts in `vectors/` (section 4), compared with what values.py makes of them."""
import json
import math
import pathlib
import struct

import values
from json_text import Number
from rules import ValueRefused

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "vectors"
TYPES = {
    "base64": "data", "clock-times": "clockTime", "dates": "date", "days": "day", "decimals": "decimal", "doubles": "double", "floats": "float",
    "urls": "url", "uuids": "uuid", "zoned-times": "zonedTime"}


def check():
    """How many texts were compared, and what is wrong with some."""
    count, faults = 0, []
    for file in sorted(FOLDER.glob("*.json")):
        for vector in json.loads(file.read_bytes()):
            count += 1
            type_name = vector.get("type") or TYPES[file.stem]
            faults += [f"{file.name}: {vector['text']!r}: {fault}" for fault in faults_of(vector, type_name)]
    return count, faults


def faults_of(vector, type_name):
    """What is wrong with a text in XML, and with the same text in JSON."""
    text = vector["text"]
    for encoding, read, node in (("XML", values.of_text, text), ("JSON", values.of_json, node_of(text, type_name))):
        refused = vector.get("refused")
        if encoding == "XML" and vector.get("canonical") is False:
            refused = "notCanonical"
        try:
            value = read(type_name, node)
        except ValueRefused as error:
            if error.word != refused:
                yield f"{encoding}: {error.word}, not {refused or 'accepted'}"
            continue
        if refused:
            yield f"{encoding}: accepted, not {refused}"
            continue
        for name, found in members_of(type_name, text, value).items():
            if vector.get(name) != found:
                yield f"{encoding}: {name} is {found}, not {vector.get(name)}"
        if vector.get("canonical") is not False and values.text_of(type_name, value) != text:
            yield f"{encoding}: the text of the value is {values.text_of(type_name, value)}"


def node_of(text, type_name):
    """A text as a value of JSON: a number token where section 4 wants one."""
    if type_name in values.WIDTHS:
        is_large = values.LOOSE_INTEGER.fullmatch(text) and abs(int(text)) > values.LARGEST_NUMBER
        return text if is_large else Number(text)
    if type_name in ("float", "double") and text not in values.WORDS and text != "-0":
        return Number(text)
    return text


def members_of(type_name, text, value):
    """The members by which the vectors state a value."""
    if type_name in values.WIDTHS:
        bits = values.WIDTHS[type_name][0]
        return {"bits": f"{value % 2 ** bits:0{bits // 4}x}"}
    if type_name in ("float", "double", "date"):
        if math.isnan(value):
            return {"bits": "7fc00000" if type_name == "float" else "7ff8000000000000"}
        return {"bits": struct.pack(">f" if type_name == "float" else ">d", value).hex()}
    if type_name == "decimal":
        significand, exponent = values.decimal_of_text(text) or (None, None)
        return {} if significand is None else {"significand": str(significand), "exponent": exponent}
    if type_name == "day":
        return {"days": value}
    if type_name == "clockTime":
        return dict(zip(("local", "nanosecond", "offset", "zone"), values.clock_time_of_text(text)))
    if type_name == "zonedTime":
        return dict(zip(("local", "nanosecond", "offset", "zone"), values.zoned_time_of_text(text)))
    if type_name == "uuid":
        return {"bits": text.replace("-", "").lower()}
    if type_name == "url":
        return dict(zip(("relative", "base"), values.url_of_text(text)))
    return {"bits": value.hex()}
