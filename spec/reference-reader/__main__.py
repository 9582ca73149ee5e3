"""Reads trip documents by the text of this specification.

    python3 spec/reference-reader dump [--all] [--keep-version] FILE
    python3 spec/reference-reader validate FILE
    python3 spec/reference-reader schema FILE
    python3 spec/reference-reader vectors

`dump` prints the dump of everything (section 9), with or without `--all`, migrated to the newest trip schema
unless `--keep-version` is given. `validate` prints `valid`, or the place and the rule that
is broken, and exits with 65. `schema` prints name, version and fingerprints of a document or a schema file.
`vectors` compares the reader with the texts of `vectors/`.
"""
import sys

import dump
import json_text
import migration
import parts
import schema as schemas
import vectors
from rules import Refused


def run(arguments):
    command, *rest = arguments or ["--help"]
    if command == "vectors":
        return print_vectors()
    keep_version = "--keep-version" in rest
    files = [argument for argument in rest if argument not in ("--all", "--keep-version")]
    if command not in ("dump", "validate", "schema") or len(files) != 1:
        print(__doc__, file=sys.stderr if command != "--help" else sys.stdout)
        return 64 if command != "--help" else 0
    with open(files[0], "rb") as file:
        data = file.read()
    if command == "schema":
        return print_schema(data)
    document = parts.read_document(data)
    if command == "validate":
        migration.check_released(document)
        print("valid")
        return 0
    if not keep_version:
        migration.migrate(document)
    sys.stdout.write(dump.dump(document))
    return 0


def print_schema(data):
    if data.lstrip(b" \t\r\n")[:1] == b"{":
        node = json_text.parse(data)
        if node and node[0][0] in ("format", "entities", "schema") and dict(node).get("entities"):
            name, version, schema = schemas.of_schema_file(node)
            return print_fingerprints(name, version, schema)
    document = parts.read_document(data)
    return print_fingerprints(document.schema_name, document.version, document.schema)


def print_fingerprints(name, version, schema):
    print(f"name    {name}\nversion {version}\nlayout  {schema.fingerprint(layout=True)}")
    print(f"model   {schema.fingerprint()}")
    return 0


def print_vectors():
    count, faults = vectors.check()
    print(*faults, f"{count} texts, {len(faults)} faults", sep="\n")
    return 1 if faults else 0


def main():
    sys.setrecursionlimit(10_000)
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    try:
        return run(sys.argv[1:])
    except Refused as error:
        stream = sys.stdout if sys.argv[1] == "validate" else sys.stderr
        print(f"{error.place or 'document'}: {error.message or 'refused'} [{error.rule}]", file=stream)
        return 65


if __name__ == "__main__":
    sys.exit(main())
