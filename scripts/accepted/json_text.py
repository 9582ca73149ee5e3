"""JSON with its number tokens, so that a document can be written again with one thing spelled otherwise."""
import json


class Number(str):
    """A number token as it is spelled."""


def parsed(text):
    return json.loads(text, parse_float=Number, parse_int=Number)


def spelled(value, escapes=False, between=""):
    """The text of a value. `escapes`: each character of a string as an escape; `between`: what stands between two tokens."""
    if isinstance(value, Number):
        return value
    if isinstance(value, str):
        return escaped(value) if escapes else json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        items = [spelled(name, escapes) + between + ":" + between + spelled(item, escapes, between) for name, item in value.items()]
    elif isinstance(value, list):
        items = [spelled(item, escapes, between) for item in value]
    else:
        return json.dumps(value)
    first, last = "{}" if isinstance(value, dict) else "[]"
    return first + between + (between + "," + between).join(items) + between + last


def escaped(text):
    units = text.encode("utf-16-be")
    return '"' + "".join(f"\\u{units[place]:02x}{units[place + 1]:02X}" for place in range(0, len(units), 2)) + '"'


def reversed_members(value):
    """The value with the members of all objects in it in the opposite order."""
    if isinstance(value, dict):
        return {name: reversed_members(value[name]) for name in reversed(value)}
    return [reversed_members(item) for item in value] if isinstance(value, list) else value


def numbers(value, respell):
    """The value with its number tokens spelled otherwise."""
    if isinstance(value, Number):
        return Number(respell(value))
    if isinstance(value, dict):
        return {name: numbers(item, respell) for name, item in value.items()}
    return [numbers(item, respell) for item in value] if isinstance(value, list) else value
