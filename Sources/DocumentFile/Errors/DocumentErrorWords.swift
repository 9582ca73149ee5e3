import DocumentTables
import Markup

extension DocumentError: CustomStringConvertible {
  /// The error as `file:line:column: error: words`, to which editors can jump.
  package var description: String {
    (location.isEmpty ? "" : location + ": ") + "error: " + words
  }

  /// The object concerned, the message and the rule, such as
  /// `Trip 2, name: the property must not be null [record-null]`.
  package var words: String { words(mend: code.mend) }

  /// The same with another remedy.
  package func words(mend: String?) -> String {
    (object.isEmpty ? "" : object + ": ") + message(mend: mend) + " [\(code.rawValue)]"
  }

  /// The error in words, without its place, followed by the remedy if there is one.
  package var message: String { message(mend: code.mend) }

  private func message(mend: String?) -> String {
    let detail = Self.shortened(detail)
    var words = code.summary ?? markupSummary ?? code.ruleSummary ?? ""
    if words.isEmpty { words = detail } else if !detail.isEmpty { words += ": " + detail }
    if words.isEmpty { words = "a rule of the format is broken" }
    if let mend { words += "; " + mend }
    return Self.printable(words)
  }

  /// The file with the part, line and column, such as `my.trips/data/Trip/0-15.json:3:7`
  /// or `my.trips.json:3:7`; empty if nothing is known.
  package var location: String {
    var text = [file, entryName].compactMap { $0 }.joined(separator: "/")
    if case .line(let line, let column) = place {
      text += (text.isEmpty ? "" : ":") + "\(line):\(column)"
    }
    return Self.printable(text)
  }

  /// The section or the offset, the entity with the key, and the property; empty if nothing is known.
  package var object: String {
    var pieces: [String] = []
    if entryName == nil, let part { pieces.append(part) }
    if case .offset(let offset) = place { pieces.append("byte \(offset)") }
    var names: [String] = []
    if let entity { names.append(key.map { "\(entity) \($0)" } ?? entity) }
    if entity == nil, let key { names.append("object \(key)") }
    if let property { names.append(property) }
    if !names.isEmpty { pieces.append(names.joined(separator: ", ")) }
    return Self.printable(pieces.joined(separator: ": "))
  }

  /// The part, if it is an entry of a zip rather than a section of a flat text.
  private var entryName: String? {
    guard let part, part.contains(where: { $0 == "." || $0 == "/" }) || part == "mimetype" else {
      return nil
    }
    return part
  }

  private var markupSummary: String? { MarkupError.Code(rawValue: code.rawValue)?.summary }

  /// Truncates a detail, which may quote arbitrarily long text from a file.
  private static func shortened(_ detail: String) -> String {
    let longest = 1000
    guard detail.unicodeScalars.count > longest else { return detail }
    return String(String.UnicodeScalarView(detail.unicodeScalars.prefix(longest))) + "…"
  }
}

extension DocumentError.Code {
  /// The rule in words; nil for rules of the layers below, whose errors have their own summaries.
  package var summary: String? {
    switch self {
    case .notADocument: "not a document of this format"
    case .mimetypeMissing: "the first entry must be mimetype, stored without compression"
    case .mimetypeMalformed: "the mimetype entry is malformed"
    case .mimetypeMismatch: "the media types do not match"
    case .containerNewer: "the document was written in a newer version of the format"
    case .containerOlder: "the document was written in a version of the format before 1.0"
    case .featureUnknown: "the document uses a feature that this program does not support"
    case .readOnly: "the document uses a feature that this program can read but not write"
    case .headerMissing: "the second entry must be the header"
    case .headerMalformed: "the header is malformed"
    case .schemaMissing: "the third entry must be the schema"
    case .fingerprintMismatch: "a fingerprint does not match the embedded schema"
    case .schemaNotReleased: "the schema differs from the released schema of its name and version"
    case .manifestMissing: "the last entry must be the manifest"
    case .manifestMalformed: "the manifest is malformed"
    case .manifestDocument: "the manifest belongs to another document"
    case .manifestTotals: "a total in the manifest is not the sum of its parts"
    case .partUndeclared: "the manifest does not list this part"
    case .partMissing: "a part that the manifest lists is missing"
    case .partOrder: "the parts are out of order"
    case .partName: "the part's name does not match its entry in the manifest"
    case .partSize: "the part's size does not match the manifest"
    case .partDigest: "the part's digest does not match the manifest"
    case .partMalformed: "the part is malformed"
    case .chunkOpening:
      "the beginning of the part does not match its name, the header or the manifest"
    case .chunkMalformed: "the part is not a sequence of records"
    case .chunkRows: "the number of records does not match the stated number"
    case .chunkTextBytes: "the size of the texts does not match the manifest"
    case .externalMissing: "an external value that a record refers to is missing"
    case .externalDigest: "an external value does not match the digest in its name"
    case .externalUnreferenced: "no record refers to this external value"
    case .anchorMissing: "data is attached to an object that does not exist"
    case .nextKey: "a key is not below the next key"
    case .keyUsedTwice: "two objects have the same key"
    case .historyMalformed: "the history is malformed"
    case .historyDigest: "the history was altered"
    case .indexMalformed: "the index part is malformed"
    case .indexMismatch: "the index part does not match its data part"
    case .flatMalformed: "the flat document is malformed"
    case .flatOrder: "the sections of the flat document are out of order"
    case .flatTableMissing: "a table of the schema is missing or occurs twice"
    case .patchMalformed: "the patch is malformed"
    case .patchSchema: "the patch is for documents of another schema"
    case .patchBase: "the patch does not fit this document"
    case .limitFileBytes: "the file is too large"
    case .limitObjects: "the document has too many objects"
    case .limitTreePart: "a part that is read as one value is too large"
    case .limitExpanded: "the document would take too much memory for the size of its file"
    case .fileNotFound: "no such file"
    case .fileCannotBeRead: "the file cannot be read"
    case .fileIsDirectory: "a directory, not a document"
    case .readingFailed: "reading failed"
    case .outputIsDirectory: "the output is a directory"
    case .outputIsWriteProtected: "the file is write-protected"
    case .outputHasHardLinks:
      "the file has other names (hard links), which replacing it would cut off"
    case .outputCannotBeReplaced: "the file system cannot replace this file in one step"
    case .outputCannotBeCreated: "cannot create the output"
    case .outputFailed: "writing failed"
    case .temporaryFileFailed: "a temporary file cannot be written or read"
    case .savedDurabilityUnknown:
      "the new file is in place, but it may not survive a loss of power"
    case .fileLocked: "another program is saving this file"
    case .fileChanged: "another program has changed the file"
    default: nil
    }
  }

  /// The remedy for an error; nil if there is no general advice.
  package var mend: String? {
    switch self {
    case .containerNewer, .featureUnknown, .readOnly: "use a newer version of this program"
    case .containerOlder:
      "convert it to flat JSON with the version of tripconv that wrote it, and add its records to a new document"
    case .keyUsedTwice, Self("record-duplicate-key"), Self("record-key-order"),
      Self("key-duplicate"):
      "if two branches were merged, sort the records of each table by id, give one of two equal ids "
        + "the value of nextKey, update the references to it, and raise nextKey"
    case .schemaNotReleased: "give it a name or version of its own"
    case .indexMalformed, .indexMismatch: "save the document to rebuild the index"
    case .nextKey, Self("key-not-below-next"): "raise nextKey above every key in use"
    case Self("zip-field-value"), Self("zip-extra-field"), Self("zip-data-descriptor"),
      Self("zip-comment"):
      "another program seems to have repacked this archive; use the original file"
    case .outputIsWriteProtected: "make it writable or choose another name"
    case .outputHasHardLinks, .outputCannotBeReplaced:
      "write to another name, then copy over it"
    case .fileLocked: "try again later"
    case .temporaryFileFailed: "free space there, or set TMPDIR to another folder"
    case .fileChanged: "open it again, or save under another name"
    case Self("zip-truncated"): "copy or download the file again"
    case Self("zip-crc-mismatch"), Self("zip-deflate-invalid"), Self("zip-size-mismatch"),
      .partDigest, .externalDigest:
      "restore the file from a backup"
    default: nil
    }
  }
}
