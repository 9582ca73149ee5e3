import DocumentTables
import Markup

extension DocumentError: CustomStringConvertible {
  /// The error as `file: part: place: object: message; remedy [rule]`.
  package var description: String {
    ([place(includingFile: true), message].filter { !$0.isEmpty }.joined(separator: ": "))
      + " [\(code.rawValue)]"
  }

  /// The error in words, without its place, followed by the remedy if there is one.
  package var message: String {
    let detail = Self.shortened(detail)
    var words = code.summary ?? markupSummary ?? code.ruleSummary ?? ""
    if words.isEmpty { words = detail } else if !detail.isEmpty { words += ": " + detail }
    if words.isEmpty { words = "a rule of the format is broken" }
    if let mend = code.mend { words += "; " + mend }
    return Self.printable(words)
  }

  /// Returns the place of the error, such as `my.trips: data/Trip/0000000000000000-04.json: line 3,
  /// column 7: Trip 2, name`.
  package func place(includingFile: Bool) -> String {
    var pieces: [String] = []
    if includingFile, let file { pieces.append(file) }
    if let part { pieces.append(part) }
    switch place {
    case .offset(let offset): pieces.append("byte \(offset)")
    case .line(let line, let column): pieces.append("line \(line), column \(column)")
    case nil: break
    }
    var object: [String] = []
    if let entity { object.append(key.map { "\(entity) \($0)" } ?? entity) }
    if entity == nil, let key { object.append("object \(key)") }
    if let property { object.append(property) }
    if !object.isEmpty { pieces.append(object.joined(separator: ", ")) }
    return Self.printable(pieces.joined(separator: ": "))
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
    case .notADocument: "this is not a document of this format"
    case .mimetypeMissing: "the first entry must be mimetype, stored without compression"
    case .mimetypeMalformed: "the mimetype entry cannot be understood"
    case .mimetypeMismatch: "mimetype and header contradict each other"
    case .containerNewer: "the document was written in a newer container format"
    case .featureUnknown: "the document needs a feature that this program does not know"
    case .readOnly: "writing this document needs a feature that this program does not know"
    case .headerMissing: "the second entry must be the header"
    case .headerMalformed: "the header is malformed"
    case .headerCopyDiffers: "the header and its copy at the end differ"
    case .fingerprintMismatch: "a fingerprint is not that of the embedded schema"
    case .schemaNotReleased: "the schema is not the released one of its name and version"
    case .manifestMissing: "the last entry must be the manifest"
    case .manifestMalformed: "the manifest is malformed"
    case .manifestDocument: "the manifest is that of another document"
    case .manifestTotals: "a total of the manifest is not the sum of its parts"
    case .partUndeclared: "the manifest does not list this part"
    case .partMissing: "the manifest lists a part that is not there"
    case .partOrder: "the parts are not in their order"
    case .partName: "the part's name does not agree with its description"
    case .partSize: "the part does not have the size that the manifest states"
    case .partDigest: "the part's bytes do not have the digest that the manifest states"
    case .partMalformed: "the part is malformed"
    case .chunkOpening: "the opening words do not agree with name, header or manifest"
    case .chunkMalformed: "the part is not a sequence of records"
    case .chunkRows: "the number of records is not the stated one"
    case .chunkTextBytes: "the texts do not have the size that the manifest states"
    case .externalMissing: "a record refers to an external value that is not there"
    case .externalDigest: "an external value does not have the digest that names it"
    case .externalUnreferenced: "no record refers to this external value"
    case .anchorMissing: "what belongs to an object belongs to one that is not there"
    case .nextKey: "a key is not below the next key"
    case .keyUsedTwice: "two objects have the same key"
    case .indexMalformed: "the index part is malformed"
    case .indexMismatch: "the index part is not that of its data part"
    case .flatMalformed: "the document is not built as the flat form demands"
    case .flatOrder: "the sections of a flat document are not in their order"
    case .flatTableMissing: "a table of the schema is missing or stands twice"
    case .limitFileBytes: "the file is too large"
    case .limitObjects: "the document has too many objects"
    case .limitTreePart: "a part that is read as a whole is too large"
    case .limitExpanded: "the document would take too much memory for the size of its file"
    case .fileNotFound: "there is no such file"
    case .fileCannotBeRead: "the file cannot be read"
    case .fileIsDirectory: "this is a directory, not a document"
    case .readingFailed: "reading failed"
    case .outputIsDirectory: "the output is a directory"
    case .outputIsWriteProtected: "the file is write-protected"
    case .outputHasHardLinks: "replacing the file would cut it off from its other names"
    case .outputCannotBeReplaced: "the file system does not replace this file in one step"
    case .outputCannotBeCreated: "the output cannot be created"
    case .outputFailed: "writing failed"
    case .temporaryFileFailed: "a temporary file could not be written or read"
    case .savedDurabilityUnknown:
      "the new file stands in its place, but whether it survives a loss of power is unknown"
    case .fileLocked: "another program is saving this file"
    case .fileChanged: "the file was changed by another program meanwhile"
    default: nil
    }
  }

  /// The remedy for an error; nil if there is no general advice.
  package var mend: String? {
    switch self {
    case .containerNewer, .featureUnknown, .readOnly: "use a newer version of this program"
    case .keyUsedTwice, Self("record-duplicate-key"), Self("record-key-order"),
      Self("key-duplicate"):
      "if two branches were merged, put the records of each table in the order of their ids, give "
        + "one of two equal ids the value of nextKey, change the references that mean it, and raise "
        + "nextKey"
    case .schemaNotReleased: "give it a name or version of its own"
    case .indexMalformed, .indexMismatch: "saving the document anew writes it anew"
    case .nextKey, Self("key-not-below-next"): "raise nextKey above every key in use"
    case Self("zip-field-value"), Self("zip-extra-field"), Self("zip-data-descriptor"),
      Self("zip-comment"):
      "another program seems to have packed this archive; take the file as it was before that"
    case .outputIsWriteProtected: "give it write permission or choose another name"
    case .outputHasHardLinks, .outputCannotBeReplaced:
      "write to another name, then copy over it"
    case .fileLocked: "try again when the other program is done"
    case .temporaryFileFailed: "make room there, or name another folder in TMPDIR"
    case .fileChanged: "open it again, or save under another name"
    default: nil
    }
  }
}
