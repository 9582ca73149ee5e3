"""Does with trips in an SQLite database what a program does with objects. Prints what the measured part took.

usage: sqlite_store.py insert COUNT FILE     makes the database
       sqlite_store.py ranges FILE           1,000 times the names of 100 trips, by the index of a date
       sqlite_store.py sort FILE             the names of all, in the order of two columns
       sqlite_store.py search FILE           the names that contain a text
       sqlite_store.py update FILE COPY      changes a column of all in a copy, and commits
       sqlite_store.py delete FILE COPY      deletes every other trip in a copy, and commits
       sqlite_store.py index FILE COPY       makes indexes in a copy of an exported document
       sqlite_store.py group KEY FILE        aggregates of groups of such a copy
"""

import os
import shutil
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
    connection.execute("CREATE INDEX startDate ON trip (startDate)")
    connection.commit()
    connection.close()


def ranges(path):
    connection = sqlite3.connect(path)
    count = connection.execute("SELECT max(id) FROM trip").fetchone()[0]
    length = 0
    for number in range(1000):
        first = number * 7919 % max(1, count - 100) * 3600.0
        rows = connection.execute(
            "SELECT name FROM trip WHERE startDate >= ? AND startDate < ?", (first, first + 100 * 3600.0))
        length += sum(len(name) for name, in rows)
    return length


def names(path, rest):
    return sum(len(name) for name, in sqlite3.connect(path).execute("SELECT name FROM trip " + rest))


GROUPS = {
    "destination": "SELECT destination, count(*), max(endDate) FROM Trip GROUP BY destination",
    "year": "SELECT substr(startDate, 1, 4), count(*), sum(perdiem) FROM BusinessTrip GROUP BY 1",
    "name": "SELECT name, count(*) FROM Trip GROUP BY name",
}


def index(path, copy):
    shutil.copyfile(path, copy)
    connection = sqlite3.connect(copy)
    for column in ["destination", "startDate", "name"]:
        connection.execute(f"CREATE INDEX groups_{column} ON Trip ({column})")
    connection.execute("ANALYZE")
    connection.commit()
    connection.close()


def group(key, path):
    return sqlite3.connect(path).execute(GROUPS[key]).fetchall()


def change(path, copy, statement):
    connection = sqlite3.connect(copy)
    connection.execute(statement)
    connection.commit()
    connection.close()


def measured(work):
    wall, processor = time.perf_counter(), time.process_time()
    work()
    print("wall", time.perf_counter() - wall)
    print("processor", time.process_time() - processor)


match sys.argv[1:]:
    case ["insert", count, path]:
        if os.path.exists(path):
            os.remove(path)
        measured(lambda: insert(int(count), path))
    case ["ranges", path]:
        measured(lambda: ranges(path))
    case ["sort", path]:
        measured(lambda: names(path, "ORDER BY destination, startDate DESC"))
    case ["search", path]:
        measured(lambda: names(path, "WHERE title LIKE '%7 to Os%'"))
    case ["update", path, copy]:
        shutil.copyfile(path, copy)
        measured(lambda: change(path, copy, "UPDATE trip SET travellers = travellers + 1"))
    case ["delete", path, copy]:
        shutil.copyfile(path, copy)
        measured(lambda: change(path, copy, "DELETE FROM trip WHERE id % 2 = 0"))
    case ["index", path, copy]:
        measured(lambda: index(path, copy))
    case ["group", key, path]:
        # Once before, so that the file's pages are in memory, as the document's rows are.
        group(key, path)
        measured(lambda: group(key, path))
    case _:
        print(__doc__, file=sys.stderr)
        sys.exit(64)
