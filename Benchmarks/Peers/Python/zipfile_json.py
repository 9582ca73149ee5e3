"""Trips in a zip, with what Python brings along. Prints what the measured part took.

usage: zipfile_json.py pack TEXT FILE | open FILE | save TEXT FILE | visit DOCUMENT
"""

import json
import os
import sys
import time
import zipfile


def measure(work):
    wall, processor = time.perf_counter(), time.process_time()
    result = work()
    print("wall", time.perf_counter() - wall)
    print("processor", time.process_time() - processor)
    with open("/proc/self/status") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                print("peak", int(line.split()[1]) * 1024)
    return result


def load(path):
    with zipfile.ZipFile(path) as archive:
        return json.loads(archive.read("trips.json"))


def save(trips, path):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        archive.writestr("trips.json", json.dumps(trips, ensure_ascii=False))


def visit(path):
    """Checks every part of a document, and reads those in JSON."""
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            part = archive.read(name)
            if name.endswith(".json"):
                json.loads(part)


def read_text(path):
    with open(path, encoding="utf-8") as text:
        return json.load(text)


match sys.argv[1:]:
    case ["pack", text, path]:
        save(read_text(text), path)
    case ["open", path]:
        measure(lambda: load(path))
    case ["visit", path]:
        measure(lambda: visit(path))
    case ["save", text, path]:
        trips = read_text(text)
        measure(lambda: save(trips, path))
        print("bytes", os.path.getsize(path))
    case _:
        print(__doc__, file=sys.stderr)
        sys.exit(64)
