"""Changes one thing in a text of JSON or XML, so that it mostly breaks one rule, or trips so that they mostly break none."""
import json
import re

JSON_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null')
XML_TOKEN = re.compile(rb'[\w.:-]+="[^"]*"|(?<=>)[^<>]+(?=<)')
JSON_VALUES = [
    b"null", b"true", b"0", b"-0", b"1", b"1.0", b"-1", b"5", b"1e400", b"9007199254740991", b"9007199254740992",
    b'"9007199254740992"', b'""', b'"a"', b'"5"', b'"-0"', b'"NaN"', b'"\\ud800"', b'"\\u0000"', b"[]", b"{}",
    b"[null]", b"[1]", b"[1,1]", b'{"a":1}', b'{"$date":"2001-01-01T00:00:00Z"}', b'{"$double":"1"}', b'{"$x":1}',
    b'"2001-01-01T00:00:00Z"', b'"@0"', b'"4.0.0"', b'"Trip"', b'{"$external":"00","$size":1}', b"[[1,3]]"]
XML_VALUES = [
    b"", b" ", b"true", b"false", b"0", b"-0", b"1", b"1.0", b"-1", b"5", b"NaN", b"9007199254740991", b"9007199254740992",
    b"a", b"a b", b"\\u0000", b"&#0;", b"&lt;", b"\xc3\xa9", b"2001-01-01T00:00:00Z", b"@0", b"4.0.0", b"Trip", b"Zg==",
    b"Zh==", b"<d:null/>", b"<d:key>1</d:key>", b"<!-- -->", b"<![CDATA[a]]>", b"<?a?>"]


def mutated(text, rng):
    """A text of JSON or XML with one token or line changed, moved, doubled or left out."""
    lines = text.split(b"\n")
    if rng.randrange(8) == 0 and len(lines) > 4:
        at = rng.randrange(len(lines))
        kind = rng.randrange(3)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, lines[at])
        else:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        return b"\n".join(lines)
    is_xml = text.lstrip()[:1] == b"<"
    tokens = list((XML_TOKEN if is_xml else JSON_TOKEN).finditer(text))
    if not tokens:
        return text
    token = rng.choice(tokens)
    start, end = token.span()
    old = token.group()
    new = rng.choice(tokens).group() if rng.randrange(3) == 0 else rng.choice(XML_VALUES if is_xml else JSON_VALUES)
    if is_xml:
        return mutated_xml(text, start, end, old, new, rng)
    is_name = text[end:end + 1] == b":"
    if is_name and rng.randrange(2):
        new = rng.choice([old[:-1] + b'x"', b'"$' + old[1:], b'"name"', b'"type"', b'"$id"', b'"$entity"', b'"$foreign"', b'""'])
    elif is_name:
        # The member is left out, as far as its value is one token.
        value = re.compile(rb":" + JSON_TOKEN.pattern + rb",?").match(text, end)
        if value:
            return text[:start] + text[value.end():]
    elif rng.randrange(6) == 0:
        new = old + b"," + old
    return text[:start] + new + text[end:]


def mutated_xml(text, start, end, old, new, rng):
    if b"=" not in old or not old.endswith(b'"'):
        if new.endswith(b'"') and b"=" in new:
            new = new.split(b'"')[1]
        kind = rng.randrange(6)
        if kind == 0:       # an element around it, or one behind it
            new = old + b"<a/>"
        elif kind == 1:
            new = b" " + old
        return text[:start] + new + text[end:]
    name, value = old.split(b"=", 1)
    if new.endswith(b'"') and b"=" in new:
        new = new.split(b'"')[1]
    new = new.replace(b"<", b"&lt;").replace(b'"', b"&quot;")
    kind = rng.randrange(6)
    if kind == 0:
        return text[:start] + text[end:]
    if kind == 1:
        return text[:start] + name + b"x=" + value + text[end:]
    if kind == 2:
        return text[:start] + b"escaped-" + name + b'="true" ' + old + text[end:]
    return text[:start] + name + b'="' + new + b'"' + text[end:]


NAMES = ["Nile", "Nile (2)", "A", "A (2)", "", "Caf\u00e9", "Cafe\u0301", "Some day"]
DATES = ["2024-07-01T00:00:00Z", "2001-01-01T00:00:00Z", "@-0", "@NaN", "1969-07-20T20:17:40.5Z", "@1e+300"]


DAYS = ["2024-07-01", "0001-01-01", "9999-12-31", "2024-02-29"]
TIMES = [None, "2024-07-01T19:30:00+02:00[Europe/Paris]", "2024-07-01T19:30:00.5-04:00[America/New_York]"]
LOCAL_TIMES = ["2024-07-01T19:30:00", "0001-01-01T00:00:00.5"]
TREES = [[1, None], "north", {}, {"latitude": 1}, {"latitude": {"$double": "1"}, "altitude": 8849}, {"code": 7}]
WORDS = ["family", "reunion", "unknown", "wellness"]
# The order of each table's objects, and the table of their owners.
ORDERS = {"BucketListItem": "bucketList", "Leg": "legs", "Participant": "participants", "Stay": "stays"}
# What a ticket of 6.0.0 refers to, and the table of it.
TICKET_ENDS = {"leg": "Leg", "item": "BucketListItem", "participant": "Participant"}


def edited(text, rng):
    """A flat JSON document of trips with a few values, relationships, objects and kept dates changed, as an app would do it."""
    lines = text.decode("utf-8").split("\n")
    found, table = [], None
    for index, line in enumerate(lines):
        if line.endswith('":['):
            table = line[1:-3]
        elif line.startswith('{"$id":'):
            found.append((index, table, json.loads(line.removesuffix(","))))
    if not found:
        return text
    trips = [record["$id"] for _, table, record in found if table == "Trip"]
    has_stays, has_tickets = '"Stay":[' in lines, '"Ticket":[' in lines
    for _ in range(rng.randrange(1, 4)):
        index, table, record = rng.choice(found)
        order = ORDERS[rng.choice(list(ORDERS) if has_stays else ["BucketListItem"])]
        kind = rng.randrange(7)
        if kind == 0 and "trip" in record:
            record["trip"] = rng.choice([None, *trips])
            forget_orders(found)
        elif kind == 1 and table == "Trip":
            record[order] = []
        elif kind == 2 and table == "Trip":
            members = [other["$id"] for _, of, other in found if ORDERS.get(of) == order and other.get("trip") == record["$id"]]
            if rng.randrange(3):
                rng.shuffle(members)
            record[order] = members
        elif kind == 3 and "trip" in record and len(found) > 1:
            found.remove((index, table, record))
            lines[index] = None
            forget_orders(found)
            for _, of, other in found if has_tickets else ():
                if of == "Ticket":
                    other.update({name: None for name, key in other.items() if name in TICKET_ENDS and key == record["$id"]})
        elif kind == 4:
            edit_kept_value(lines, rng)
        elif table == "Ticket" and rng.randrange(2):
            name, of = rng.choice(list(TICKET_ENDS.items()))
            record[name] = rng.choice([None, *(other["$id"] for _, table, other in found if table == of)])
            forget_orders(found)
        else:
            edit_value(record, rng, has_tickets)
    for index, _, record in found:
        comma = "," if lines[index].endswith(",") else ""
        lines[index] = json.dumps(record, ensure_ascii=False, separators=(",", ":")) + comma
    text = "\n".join(line for line in lines if line is not None)
    return re.sub(r",\n\]", "\n]", text).encode("utf-8")


def forget_orders(found):
    """A stated order names exactly the members, so it goes with one of them."""
    for _, table, record in found:
        for order in ORDERS.values() if table == "Trip" else ["tickets"]:
            record.pop(order, None)


def edit_kept_value(lines, rng):
    """Changes, doubles or adds a member of an entry of a kept date or tree (10.8)."""
    kept = [index for index, line in enumerate(lines)
            if line and '"reason":"narrowed"' in line and re.search(r'"to":"[56]\.0\.0"', line)]
    if not kept:
        return
    index = rng.choice(kept)
    line = lines[index].removesuffix(",")
    entry = json.loads(line)
    comma = lines[index][len(line):]
    place, member = rng.randrange(len(entry["keys"])), rng.choice(["double", *entry, "more"])
    is_date = entry["stage"]["to"] == "5.0.0"
    old = {"$date": rng.choice(DATES)} if is_date else rng.choice(TREES)
    new = {"$day": rng.choice(DAYS)} if is_date else rng.choice(TREES)
    values = {"keys": rng.choice([1, 99]), "values": old, "guards": new}
    if member == "double":
        later = {**entry, "values": [{"$date": "2024-07-01T11:00:00Z"} if is_date else old for _ in entry["keys"]]}
        lines[index] = line + "," + json.dumps(later, ensure_ascii=False, separators=(",", ":")) + comma
        return
    if member in values:
        entry[member][place] = values[member]
    elif member == "more":
        entry["more"] = True
    else:
        entry[member] = rng.choice(["Trip", "Stay", "startDate", "changed", "value", None])
    lines[index] = json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + comma


def edit_value(record, rng, is_sixth):
    others = ["trip", "tickets", *ORDERS.values(), *TICKET_ENDS]
    name = rng.choice([name for name in record if name[0] != "$" and name not in others])
    value = record[name]
    if isinstance(value, bool):
        record[name] = not value
    elif isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        record[name] = rng.choice([*DAYS, None] if is_sixth else DAYS)
    elif "Time" in name:
        record[name] = rng.choice([*TIMES, *LOCAL_TIMES] if is_sixth else TIMES)
    elif is_sixth and name.endswith("Date"):
        record[name] = rng.choice([*DAYS, None])
    elif "date" in name.lower():
        record[name] = rng.choice(DATES)
    elif name == "reason":
        record[name] = rng.choice(WORDS)
    elif name == "links":
        record[name] = rng.choice([[], ["https://example.org/a", "b"]])
    elif isinstance(value, dict):
        known = value if "amount" in value else {**value, "latitude": 1}
        record[name] = rng.choice([None, {} if is_sixth else "here", known])
    elif isinstance(value, str):
        record[name] = rng.choice([*NAMES, value + "!"])
    else:
        record[name] = rng.choice([0, 75.5, -1.25, "-0", "NaN"])
