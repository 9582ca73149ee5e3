"""Files of other programs, read or written without meaning. Prints what the measured part took.

usage: exchange.py csv|json|icalendar read FILE | write FROM TO
       exchange.py sqlite3 dump DATABASE TEXT | load TEXT DATABASE      runs the program of SQLite

`write` reads FROM first, which is not measured.
"""

import csv
import json
import os
import resource
import subprocess
import sys
import time


def read_csv(path):
    with open(path, encoding="utf-8-sig", newline="") as text:
        return list(csv.reader(text))


def write_csv(rows, path):
    with open(path, "w", encoding="utf-8", newline="") as text:
        csv.writer(text).writerows(rows)


def read_json(path):
    with open(path, encoding="utf-8") as text:
        return json.load(text)


def write_json(value, path):
    with open(path, "w", encoding="utf-8") as text:
        json.dump(value, text, ensure_ascii=False)


def read_icalendar(path):
    from icalendar import Calendar

    with open(path, "rb") as text:
        return Calendar.from_ical(text.read())


def write_icalendar(calendar, path):
    with open(path, "wb") as text:
        text.write(calendar.to_ical())


def measure(work):
    wall, processor = time.perf_counter(), time.process_time()
    work()
    print("wall", time.perf_counter() - wall)
    print("processor", time.process_time() - processor)


def run(arguments, source, target):
    wall = time.perf_counter()
    with open(source or os.devnull, "rb") as given, open(target or os.devnull, "wb") as taken:
        subprocess.run(arguments, stdin=given, stdout=taken, check=True)
    print("wall", time.perf_counter() - wall)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print("processor", used.ru_utime + used.ru_stime)


FORMATS = {
    "csv": (read_csv, write_csv),
    "json": (read_json, write_json),
    "icalendar": (read_icalendar, write_icalendar),
}

try:
    match sys.argv[1:]:
        case ["sqlite3", "dump", database, text]:
            run(["sqlite3", database, ".dump"], None, text)
        case ["sqlite3", "load", text, database]:
            if os.path.exists(database):
                os.remove(database)
            run(["sqlite3", database], text, None)
        case [name, "read", path] if name in FORMATS:
            measure(lambda: FORMATS[name][0](path))
        case [name, "write", source, target] if name in FORMATS:
            value = FORMATS[name][0](source)
            measure(lambda: FORMATS[name][1](value, target))
        case _:
            print(__doc__, file=sys.stderr)
            sys.exit(64)
except (ModuleNotFoundError, FileNotFoundError) as error:
    print("unavailable", error)
