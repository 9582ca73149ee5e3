// Written by scripts/make-rules from spec/rules.json; do not edit.

extension FormatRule {
  /// All rules, in the order of spec 2.7 and 8.
  package static let all: [FormatRule] = [
    FormatRule(
      "zip-end-record-missing", "2.1", .error,
      "this is not a zip archive: it has no end record"),
    FormatRule(
      "zip-truncated", "2.1", .error,
      "the archive is cut off",
      mend: "copy or download the file again"),
    FormatRule(
      "zip-trailing-bytes", "2.1", .error,
      "bytes follow the end of the archive"),
    FormatRule(
      "zip-leading-bytes", "2.1", .error,
      "bytes precede the first entry"),
    FormatRule(
      "zip-comment", "2.1, 2.4", .error,
      "the archive has a comment",
      mend: "another program seems to have repacked this archive; use the original file"),
    FormatRule(
      "zip-multidisk", "2.1, 2.4", .error,
      "the archive is one part of a split archive"),
    FormatRule(
      "zip-entry-count", "2.4", .error,
      "the number of entries does not match the stated number"),
    FormatRule(
      "zip-directory-bounds", "2.1", .error,
      "the central directory is not at the stated offset"),
    FormatRule(
      "zip-directory-record", "2.4", .error,
      "the central directory has a broken record"),
    FormatRule(
      "zip64-invalid", "2.5", .error,
      "the zip64 values are missing, not needed or contradict the others"),
    FormatRule(
      "zip-encrypted", "2.3, 2.4", .error,
      "an entry is encrypted"),
    FormatRule(
      "zip-data-descriptor", "2.1, 2.4", .error,
      "an entry has a data descriptor",
      mend: "another program seems to have repacked this archive; use the original file"),
    FormatRule(
      "zip-flags", "2.4", .error,
      "an entry has a flag that the format does not allow"),
    FormatRule(
      "zip-method", "2.3", .error,
      "an entry is neither stored nor deflated"),
    FormatRule(
      "zip-extra-field", "2.4, 2.5", .error,
      "an entry has an extra field",
      mend: "another program seems to have repacked this archive; use the original file"),
    FormatRule(
      "zip-field-value", "2.4", .error,
      "a header field has a value that the format does not allow",
      mend: "another program seems to have repacked this archive; use the original file"),
    FormatRule(
      "zip-name-invalid", "2.2, 2.4", .error,
      "an entry's name is not allowed"),
    FormatRule(
      "zip-duplicate-name", "2.2", .error,
      "two entries have the same name"),
    FormatRule(
      "zip-local-header-mismatch", "2.4", .error,
      "a local header differs from its central directory record"),
    FormatRule(
      "zip-entry-overlap", "2.1", .error,
      "an entry overlaps its neighbour"),
    FormatRule(
      "zip-gap", "2.1", .error,
      "bytes between entries belong to no entry"),
    FormatRule(
      "zip-size-mismatch", "2.3", .error,
      "an entry is damaged (its size does not match)",
      mend: "restore the file from a backup"),
    FormatRule(
      "zip-deflate-invalid", "2.3", .error,
      "an entry is damaged",
      mend: "restore the file from a backup"),
    FormatRule(
      "zip-crc-mismatch", "2.3", .error,
      "an entry is damaged (checksum mismatch)",
      mend: "restore the file from a backup"),
    FormatRule(
      "zip-budget-entries", "2.6", .error,
      "the archive has too many entries"),
    FormatRule(
      "zip-budget-directory-bytes", "2.6", .error,
      "the central directory is too large"),
    FormatRule(
      "zip-budget-name-bytes", "2.6", .error,
      "an entry's name is too long"),
    FormatRule(
      "zip-budget-entry-bytes", "2.6", .error,
      "an entry is too large"),
    FormatRule(
      "zip-budget-total-bytes", "2.6", .error,
      "the entries are too large together"),
    FormatRule(
      "zip-budget-ratio", "2.6", .error,
      "an entry states a higher ratio than deflate can reach"),
    FormatRule(
      "zip-read-failed", "2.6", .system,
      "the file cannot be read"),
    FormatRule(
      "not-a-document", "1.2, 3.11", .error,
      "not a document of this format"),
    FormatRule(
      "mimetype-missing", "3.4", .error,
      "the first entry must be mimetype, stored without compression"),
    FormatRule(
      "mimetype-malformed", "3.4", .error,
      "the mimetype entry is malformed"),
    FormatRule(
      "mimetype-mismatch", "3.4, 3.5", .error,
      "the media types do not match"),
    FormatRule(
      "container-newer", "1.3, 3.4", .error,
      "the document was written in a newer version of the format",
      mend: "use a newer version of this program"),
    FormatRule(
      "container-older", "3.4", .error,
      "the document was written in a version of the format before 1.0",
      mend: "convert it to flat JSON with the version of tripconv that wrote it, and add its "
        + "records to a new document"),
    FormatRule(
      "feature-unknown", "3.5, 12.2", .error,
      "the document uses a feature that this program does not support",
      mend: "use a newer version of this program"),
    FormatRule(
      "document-read-only", "3.5", .error,
      "the document uses a feature that this program can read but not write",
      mend: "use a newer version of this program"),
    FormatRule(
      "header-missing", "3.3", .error,
      "the second entry must be the header"),
    FormatRule(
      "header-malformed", "3.5", .error,
      "the header is malformed"),
    FormatRule(
      "schema-missing", "3.3", .error,
      "the third entry must be the schema"),
    FormatRule(
      "fingerprint-mismatch", "3.5, 6.8, 6.10", .error,
      "a fingerprint does not match the embedded schema"),
    FormatRule(
      "schema-not-released", "7.1", .error,
      "the schema differs from the released schema of its name and version",
      mend: "give it a name or version of its own"),
    FormatRule(
      "manifest-missing", "3.3", .error,
      "the last entry must be the manifest"),
    FormatRule(
      "manifest-malformed", "3.7", .error,
      "the manifest is malformed"),
    FormatRule(
      "manifest-document", "3.7", .error,
      "the manifest belongs to another document"),
    FormatRule(
      "manifest-totals", "3.7", .error,
      "a total in the manifest is not the sum of its parts"),
    FormatRule(
      "part-undeclared", "3.7", .error,
      "the manifest does not list this part"),
    FormatRule(
      "part-missing", "3.7", .error,
      "a part that the manifest lists is missing"),
    FormatRule(
      "part-order", "3.3", .error,
      "the parts are out of order"),
    FormatRule(
      "part-name", "3.6, 3.10", .error,
      "the part's name does not match its entry in the manifest"),
    FormatRule(
      "part-size", "3.7", .error,
      "the part's size does not match the manifest"),
    FormatRule(
      "part-digest", "3.6, 3.7", .error,
      "the part's digest does not match the manifest",
      mend: "restore the file from a backup"),
    FormatRule(
      "part-malformed", "3.9", .error,
      "the part is malformed"),
    FormatRule(
      "chunk-opening", "3.6", .error,
      "the beginning of the part does not match its name, the header or the manifest"),
    FormatRule(
      "chunk-malformed", "3.6", .error,
      "the part is not a sequence of records"),
    FormatRule(
      "chunk-rows", "3.6, 3.12", .error,
      "the number of records does not match the stated number"),
    FormatRule(
      "chunk-text-bytes", "3.7, 3.12", .error,
      "the size of the texts does not match the manifest"),
    FormatRule(
      "external-missing", "3.8", .error,
      "an external value that a record refers to is missing"),
    FormatRule(
      "external-digest", "3.8", .error,
      "an external value does not match the digest in its name",
      mend: "restore the file from a backup"),
    FormatRule(
      "external-unreferenced", "3.8", .error,
      "no record refers to this external value"),
    FormatRule(
      "anchor-missing", "3.9", .error,
      "data is attached to an object that does not exist"),
    FormatRule(
      "next-key", "3.9", .error,
      "a key is not below the next key",
      mend: "raise nextKey above every key in use"),
    FormatRule(
      "key-used-twice", "3.9", .error,
      "two objects have the same key",
      mend: "if two branches were merged, sort the records of each table by id, give one of "
        + "two equal ids the value of nextKey, update the references to it, and raise "
        + "nextKey"),
    FormatRule(
      "history-malformed", "11.5", .error,
      "the history is malformed"),
    FormatRule(
      "history-digest", "11.5", .error,
      "the history was altered"),
    FormatRule(
      "index-malformed", "3.13", .validation,
      "the index part is malformed",
      mend: "save the document to rebuild the index"),
    FormatRule(
      "index-mismatch", "3.13", .validation,
      "the index part does not match its data part",
      mend: "save the document to rebuild the index"),
    FormatRule(
      "flat-malformed", "3.5, 3.10, 3.11", .error,
      "the flat document is malformed"),
    FormatRule(
      "flat-order", "3.11", .error,
      "the sections of the flat document are out of order"),
    FormatRule(
      "flat-table-missing", "3.11", .error,
      "a table of the schema is missing or occurs twice"),
    FormatRule(
      "limit-file-bytes", "3.12", .error,
      "the file is too large"),
    FormatRule(
      "limit-objects", "3.12", .error,
      "the document has too many objects"),
    FormatRule(
      "limit-tree-part-bytes", "3.12", .error,
      "a part that is read as one value is too large"),
    FormatRule(
      "limit-expanded-bytes", "3.12, 11.5", .error,
      "the document would take too much memory for the size of its file"),
    FormatRule(
      "record-syntax", "5.1", .error,
      "not a record"),
    FormatRule(
      "record-unknown-entity", "5.1", .error,
      "the entity does not belong to this table"),
    FormatRule(
      "record-abstract-entity", "5.1", .error,
      "an abstract entity has no objects"),
    FormatRule(
      "record-key-range", "3.6, 5.1, 5.3", .error,
      "the key is out of range"),
    FormatRule(
      "record-key-order", "3.6, 3.11, 5.1", .error,
      "records must be in the order of their keys",
      mend: "if two branches were merged, sort the records of each table by id, give one of "
        + "two equal ids the value of nextKey, update the references to it, and raise "
        + "nextKey"),
    FormatRule(
      "record-duplicate-key", "3.6, 3.11, 5.1", .error,
      "two records have the same key",
      mend: "if two branches were merged, sort the records of each table by id, give one of "
        + "two equal ids the value of nextKey, update the references to it, and raise "
        + "nextKey"),
    FormatRule(
      "record-unknown-property", "5.1", .error,
      "the entity has no such property"),
    FormatRule(
      "record-duplicate-property", "5.1", .error,
      "the property occurs twice"),
    FormatRule(
      "record-missing-property", "5.2", .error,
      "the property is missing and has no default value"),
    FormatRule(
      "record-derived-property", "5.3", .error,
      "this end of the relationship is not written"),
    FormatRule(
      "record-null", "5.2, 5.3", .error,
      "the property must not be null"),
    FormatRule(
      "record-value-type", "3.1, 5.1, 5.2", .error,
      "the value has the wrong form for its type"),
    FormatRule(
      "record-value-range", "5.1", .error,
      "the value is outside the range of its type"),
    FormatRule(
      "record-value-not-canonical", "3.2, 5.1", .error,
      "the value is not in its canonical spelling"),
    FormatRule(
      "record-value-not-representable", "4.0", .error,
      "no value of the type represents this text exactly"),
    FormatRule(
      "record-enum-case", "5.2", .error,
      "the value is not one of the allowed cases"),
    FormatRule(
      "record-foreign-name", "5.1", .error,
      "foreign data must have reverse-DNS names"),
    FormatRule(
      "record-needless-escape", "3.2", .error,
      "the text is marked as escaped without need"),
    FormatRule(
      "record-part-size", "3.12", .error,
      "the part is too large"),
    FormatRule(
      "record-external-syntax", "5.2", .error,
      "the reference to an external value is malformed"),
    FormatRule(
      "record-external-not-allowed", "5.2", .error,
      "a flat document cannot have external values"),
    FormatRule(
      "record-external-required", "5.2", .error,
      "a value of this kind must be external"),
    FormatRule(
      "record-external-needless", "5.2", .error,
      "a value of this size must not be external"),
    FormatRule(
      "record-external-size", "3.8", .error,
      "the size of the external value does not match"),
    FormatRule(
      "record-external-text", "3.8", .error,
      "the external value is not text"),
    FormatRule(
      "record-external-unavailable", "3.8", .error,
      "the external value cannot be read"),
    FormatRule(
      "tree-depth", "3.1", .error,
      "nested too deeply"),
    FormatRule(
      "tree-size", "3.12", .error,
      "too many values in one tree"),
    FormatRule(
      "tree-mark", "3.1", .error,
      "a key that begins with $ is not a mark of the format"),
    FormatRule(
      "tree-duplicate-name", "3.1, 3.14", .error,
      "a name occurs twice in one object"),
    FormatRule(
      "tree-element", "3.1, 3.14", .error,
      "the element is not one of a typed tree"),
    FormatRule(
      "tree-value-type", "3.1", .error,
      "the value has the wrong form for its type"),
    FormatRule(
      "tree-value-range", "3.1", .error,
      "the value is outside the range of its type"),
    FormatRule(
      "tree-value-not-canonical", "3.1, 3.2, 3.14", .error,
      "the value is not in its canonical spelling"),
    FormatRule(
      "tree-value-not-representable", "3.1", .error,
      "no value of the type represents this text exactly"),
    FormatRule(
      "json-syntax", "3.2", .error,
      "not valid JSON"),
    FormatRule(
      "json-truncated", "3.2", .error,
      "the JSON text ends too early"),
    FormatRule(
      "json-trailing-bytes", "3.2", .error,
      "something follows the JSON value"),
    FormatRule(
      "json-byte-order-mark", "3.2", .error,
      "JSON must not begin with a byte order mark"),
    FormatRule(
      "json-invalid-utf8", "3.2", .error,
      "the text is not valid UTF-8"),
    FormatRule(
      "json-control-character", "3.2", .error,
      "a control character must be escaped in a string"),
    FormatRule(
      "json-escape", "3.2", .error,
      "unknown or incomplete escape in a string"),
    FormatRule(
      "json-lone-surrogate", "3.2", .error,
      "an escaped surrogate lacks its partner"),
    FormatRule(
      "json-duplicate-key", "3.2", .error,
      "the same key occurs twice in one object"),
    FormatRule(
      "json-number", "3.2, 4.0, 4.3", .error,
      "not a JSON number"),
    FormatRule(
      "json-not-an-integer", "3.2", .error,
      "an integer was expected"),
    FormatRule(
      "json-number-range", "3.2", .error,
      "the number is out of range"),
    FormatRule(
      "json-depth", "3.12", .error,
      "nested too deeply"),
    FormatRule(
      "json-text-length", "3.12", .error,
      "a text is too long"),
    FormatRule(
      "json-unexpected-value", "3.2", .error,
      "a value of another type was expected"),
    FormatRule(
      "xml-encoding", "3.2", .error,
      "XML must be UTF-8 without a byte order mark"),
    FormatRule(
      "xml-invalid-utf8", "3.2", .error,
      "the text is not valid UTF-8"),
    FormatRule(
      "xml-version", "3.2", .error,
      "the XML version must be 1.0"),
    FormatRule(
      "xml-declaration", "3.2", .error,
      "the XML declaration is malformed"),
    FormatRule(
      "xml-doctype", "3.2", .error,
      "a document type declaration is not allowed"),
    FormatRule(
      "xml-processing-instruction", "3.2", .error,
      "a processing instruction is not allowed"),
    FormatRule(
      "xml-not-well-formed", "3.2", .error,
      "not well-formed XML"),
    FormatRule(
      "xml-namespace", "3.2", .error,
      "the use of namespaces is not well-formed"),
    FormatRule(
      "xml-depth", "3.12", .error,
      "nested too deeply"),
    FormatRule(
      "xml-attribute-count", "3.12", .error,
      "too many attributes or declarations of namespaces"),
    FormatRule(
      "xml-text-length", "3.2, 3.12", .error,
      "a text is too long"),
    FormatRule(
      "xml-size", "3.12", .error,
      "the XML text is too large"),
    FormatRule(
      "xml-unexpected-element", "3.2", .error,
      "an element is in a place for text only"),
    FormatRule(
      "xml-unexpected-text", "3.1, 3.2", .error,
      "text is in a place for elements only"),
    FormatRule(
      "xml-out-of-memory", "3.2", .system,
      "the XML parser has no memory"),
    FormatRule(
      "reference-dangling", "5.3", .error,
      "the referenced object does not exist"),
    FormatRule(
      "reference-wrong-entity", "5.3", .error,
      "the referenced object has another entity"),
    FormatRule(
      "reference-missing", "6.6", .error,
      "the reference is missing"),
    FormatRule(
      "reference-shared", "5.3", .error,
      "only one object may refer to another here"),
    FormatRule(
      "reference-not-mutual", "6.6", .error,
      "an object refers to another that does not refer back, though the relationship "
        + "is mutual"),
    FormatRule(
      "list-repeated-member", "5.3", .error,
      "the list contains an object twice"),
    FormatRule(
      "order-not-members", "5.3", .error,
      "the stored order does not contain exactly the members"),
    FormatRule(
      "count-too-few", "6.6", .error,
      "too few related objects"),
    FormatRule(
      "count-too-many", "6.6", .error,
      "too many related objects"),
    FormatRule(
      "unique-violated", "6.2", .error,
      "a combination of values that must be unique is not"),
    FormatRule(
      "value-missing", "6.3", .error,
      "a required value is null"),
    FormatRule(
      "entity-abstract", "6.2", .error,
      "an object is of an abstract entity"),
    FormatRule(
      "key-duplicate", "3.11, 5.1", .error,
      "two objects have the same key",
      mend: "if two branches were merged, sort the records of each table by id, give one of "
        + "two equal ids the value of nextKey, update the references to it, and raise "
        + "nextKey"),
    FormatRule(
      "key-not-below-next", "5.1", .error,
      "a key is not below the next key",
      mend: "raise nextKey above every key in use"),
    FormatRule(
      "schema-malformed", "3.11, 6.10", .error,
      "the schema is malformed"),
    FormatRule(
      "schema-duplicate-name", "6.1, 6.2", .error,
      "the schema has a name twice"),
    FormatRule(
      "schema-superentity-cycle", "6.2", .error,
      "an entity of the schema inherits from itself"),
    FormatRule(
      "schema-missing-entity", "6.2, 6.6", .error,
      "the schema refers to an entity that does not exist"),
    FormatRule(
      "schema-missing-property", "6.2", .error,
      "the schema refers to a property that does not exist"),
    FormatRule(
      "schema-inverse-mismatch", "6.6", .error,
      "two ends of a relationship do not agree"),
    FormatRule(
      "schema-too-large", "6.1, 6.2", .error,
      "the schema is too large"),
    FormatRule(
      "file-not-found", "8.6", .system,
      "no such file"),
    FormatRule(
      "file-cannot-be-read", "8.6", .system,
      "the file cannot be read"),
    FormatRule(
      "file-is-directory", "8.6", .system,
      "a directory, not a document"),
    FormatRule(
      "file-reading-failed", "8.6", .system,
      "reading failed"),
    FormatRule(
      "output-is-directory", "8.6", .system,
      "the output is a directory"),
    FormatRule(
      "output-write-protected", "8.6", .system,
      "the file is write-protected",
      mend: "make it writable or choose another name"),
    FormatRule(
      "output-has-hard-links", "8.6", .system,
      "the file has other names (hard links), which replacing it would cut off",
      mend: "write to another name, then copy over it"),
    FormatRule(
      "output-cannot-be-replaced", "8.6", .system,
      "the file system cannot replace this file in one step",
      mend: "write to another name, then copy over it"),
    FormatRule(
      "output-cannot-be-created", "8.6", .system,
      "cannot create the output"),
    FormatRule(
      "output-failed", "8.6", .system,
      "writing failed"),
    FormatRule(
      "saved-durability-unknown", "8.6", .system,
      "the new file is in place, but it may not survive a loss of power"),
    FormatRule(
      "temporary-file-failed", "8.6", .system,
      "a temporary file cannot be written or read",
      mend: "free space there, or set TMPDIR to another folder"),
    FormatRule(
      "file-locked", "8.6", .system,
      "another program is saving this file",
      mend: "try again later"),
    FormatRule(
      "file-changed", "8.6", .system,
      "another program has changed the file",
      mend: "open it again, or save under another name"),
    FormatRule(
      "patch-malformed", "12.1, 12.2", .error,
      "the patch is malformed"),
    FormatRule(
      "patch-schema", "12.4", .error,
      "the patch is for documents of another schema"),
    FormatRule(
      "patch-base", "12.4", .error,
      "the patch does not fit this document"),
  ]
}
