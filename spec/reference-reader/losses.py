"""Section 10: what an older version cannot hold, and how it comes back."""


def take_default(record, declared, storage):
    """7.3, step 2: what is new takes its default; else an empty list where it must not be nil, else nil."""
    if declared.is_relationship:
        if storage in ("reference", "list"):
            record.values[declared.name] = [] if storage == "list" and not declared.optional else None
    else:
        record.values[declared.name] = declared.default if declared.has_default else None


def put_back(document, older, older_version):
    pass
