"""Section 1.2: which form a file has."""
from document_form import read_document_form
from flat_form import read_flat_json, read_flat_xml
from rules import Refused


MOST_FILE = 4 << 30                  # 3.12


def read_document(data):
    """1.2: the form and encoding are told by the first bytes."""
    if len(data) > MOST_FILE:
        raise Refused("limit-file-bytes")
    if data[:4] == b"PK\3\4":
        return read_document_form(data)
    first = data.lstrip(b" \t\n\r")[:1]
    if first == b"{":
        return read_flat_json(data)
    if first == b"<":
        return read_flat_xml(data)
    raise Refused("not-a-document")
