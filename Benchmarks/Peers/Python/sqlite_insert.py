"""Inserts trips into an SQLite database and commits. Prints what the measured part took.

usage: sqlite_insert.py COUNT FILE
"""

import os
import sqlite3
import sys
import time

PLACES = ["Lisboa", "Osaka", "Nairobi", "Cusco", "Tromsø", "Αθήνα", "Wien"]


def destination(number):
    return f"{PLACES[number % 7]} {number // 7 % 20}"


def insert(count, path):
    connection = sqlite3.connect(path)
    connection.execute(
        "CREATE TABLE trip (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, title TEXT NOT NULL,"
        " destination TEXT NOT NULL, startDate REAL NOT NULL, endDate REAL NOT NULL, budget REAL,"
        " travellers INTEGER NOT NULL)"
    )
    for number in range(count):
        name = f"Trip number {number} to {destination(number)}"
        connection.execute(
            "INSERT INTO trip (name, title, destination, startDate, endDate, budget, travellers)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                name,
                name,
                destination(number),
                number * 3600.0,
                (number + 100) * 3600.0,
                None if number % 3 == 0 else number % 10000 + 0.5,
                number % 7 + 1,
            ),
        )
    connection.commit()
    connection.close()


match sys.argv[1:]:
    case [count, path]:
        if os.path.exists(path):
            os.remove(path)
        wall, processor = time.perf_counter(), time.process_time()
        insert(int(count), path)
        print("wall", time.perf_counter() - wall)
        print("processor", time.process_time() - processor)
    case _:
        print(__doc__, file=sys.stderr)
        sys.exit(64)
