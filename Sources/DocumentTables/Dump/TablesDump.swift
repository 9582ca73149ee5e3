/// The content of a document as readable text.
///
/// Equal content gives equal text, whatever the document's form or encoding (spec 9).
///
///     $document
///       schema = "Trips"
///       …
///
///     Trip 5
///       bucketList = [7, 6]
///       name = "Lisboa"
///
/// The text has one block per object, in the order of hierarchy and key, so that `git diff` shows
/// an edit as the lines that it changed. Data that is not content is left out: the document's id
/// and everything volatile.
package enum TablesDump {
  /// Writes the text to `sink` in pieces, so that the whole text need not be in memory.
  ///
  /// - Parameters:
  ///   - all: Whether to include foreign data, extension records, carried entries and kept parts.
  ///   - omitting: Properties to leave out because their values are unknown if the tables are only
  ///     a part of a document.
  package static func dump<Failure: Error>(
    _ tables: Tables, all: Bool, omitting: Set<DumpedProperty> = [],
    to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var text = StreamedDump(tables, all: all, omitting: omitting)
    for (hierarchy, table) in tables.tables.enumerated() {
      for segment in table.segments {
        try text.append(
          segment, 0..<segment.count, hierarchy: hierarchy, references: .tables(tables), to: sink)
      }
    }
    try text.finish(tables, to: sink)
  }

  /// Returns the whole text.
  package static func text(_ tables: Tables, all: Bool) -> String {
    var bytes: [UInt8] = []
    dump(tables, all: all) { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func appendDocument(_ tables: Tables, to text: inout DumpText) {
    let schema = tables.schema
    text.beginBlock("$document")
    text.appendLine("schema") { $0.appendString(schema.name) }
    text.appendLine("version") { $0.appendText(schema.version?.text ?? "nil") }
    text.appendLine("layout") { $0.appendText(schema.layoutFingerprint().text) }
    text.appendLine("model") { $0.appendText(schema.modelFingerprint().text) }
    text.appendLine("nextKey") { $0.appendText(String(tables.nextKey)) }
  }

  static func dumpForeignContent<Failure: Error>(
    of tables: Tables, _ text: inout DumpText, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let records = tables.extensions.sorted {
      $0.entity == $1.entity ? $0.key < $1.key : utf8Precedes($0.entity, $1.entity)
    }
    for record in records {
      text.beginBlock("$extension", named: record.entity)
      text.appendLine("key") { $0.appendText(String(record.key)) }
      text.appendLine("anchor") { $0.appendText(record.anchor.map { String($0) } ?? "nil") }
      text.appendLine("value") { $0.appendTree(record.value) }
      try text.flush(ifAbove: DumpText.pieceBytes, to: sink)
    }
    for entry in tables.carried {
      text.beginBlock("$carried")
      text.appendLine("value") { $0.appendTree(entry) }
      try text.flush(ifAbove: DumpText.pieceBytes, to: sink)
    }
    for part in tables.keptParts.sorted(by: { utf8Precedes($0.name, $1.name) }) {
      text.beginBlock("$part", named: part.name)
      text.appendLine("anchor") { $0.appendText(part.anchor.map { String($0) } ?? "nil") }
      text.appendLine("mediaType") { text in
        if let type = part.mediaType { text.appendString(type) } else { text.append("nil") }
      }
      text.appendLine("size") { $0.appendText(String(part.bytes.count)) }
      text.appendLine("sha256") { $0.appendText(Digest(of: part.bytes).text) }
      try text.flush(ifAbove: DumpText.pieceBytes, to: sink)
    }
  }
}
