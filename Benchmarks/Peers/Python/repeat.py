"""Makes a large file of a small one of samples/, which stands in it again and again.

usage: repeat.py journeys VERSION TRIPS TO       flat JSON with at least as many trips
       repeat.py store OBJECTS TO                a SwiftData store with as many objects
"""

import json
import pathlib
import shutil
import sqlite3
import sys

SAMPLES = pathlib.Path(__file__).resolve().parents[3] / "samples"


def text(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def moved(record, relationships, distance, copy):
    """The record with keys of its own and, for a trip, a name of its own."""
    result = dict(record)
    for name in ["$id", *relationships]:
        match record.get(name):
            case int(key):
                result[name] = key + distance
            case list(keys):
                result[name] = [key + distance for key in keys]
    if copy and "destination" in result:
        result["name"] += f" ({copy})"
    return result


def repeat_journeys(version, trips, target):
    source = json.loads((SAMPLES / f"journeys-v{version}" / "source.trips.json").read_text(encoding="utf-8"))
    tables = source["tables"]
    distance = source["header"]["nextKey"]
    count = -(-trips // len(tables["Trip"]))
    source["header"]["nextKey"] = distance * count
    relationships = {item["name"] for entity in source["schema"] for item in entity.get("relationships", [])}
    with open(target, "w", encoding="utf-8") as out:
        out.write(f'{{"header":{text(source["header"])},"schema":{text(source["schema"])},"tables":{{')
        for number, (name, records) in enumerate(tables.items()):
            out.write(f'{"," if number else ""}{text(name)}:[')
            for copy in range(count):
                for place, record in enumerate(records):
                    out.write(",\n" if copy or place else "\n")
                    out.write(text(moved(record, relationships, distance * copy, copy)))
            out.write("]")
        out.write('},"trailer":{}}\n')


def repeat_store(objects, target):
    shutil.copyfile(SAMPLES / "stores" / "users.store", target)
    with sqlite3.connect(target) as store:
        [(entity, first)] = store.execute("SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'User'")
        store.executemany(
            "INSERT INTO ZUSER VALUES (?, ?, 1, ?, ?, ?)",
            (
                (key, entity, 700_000_000 + key * 61.5, f"user{key}@example.org", f"User {key}")
                for key in range(first + 1, objects + 1)
            ),
        )
        store.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_NAME = 'User'", (max(first, objects),))
    store.close()


match sys.argv[1:]:
    case ["journeys", version, trips, target]:
        repeat_journeys(int(version), int(trips), target)
    case ["store", objects, target]:
        repeat_store(int(objects), target)
    case _:
        print(__doc__, file=sys.stderr)
        sys.exit(64)
