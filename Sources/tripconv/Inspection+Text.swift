import DocumentFile
import DocumentTables

extension Inspection {
  /// The information as text: one line for each fact, and a table of the parts.
  var text: String {
    let schema = header.schema
    var lines = [
      "file          \(file), \(fileBytes) bytes",
      "format        \(FormatName(form, encoding).rawValue), version \(header.formatVersion)",
      "type          \(mediaType)",
      "document      \(UUIDText.text(header.documentID))",
      "schema        \(schema.name) \(schema.version?.text ?? "without a version")",
      "  layout      \(header.layoutFingerprint.text)",
      "  model       \(header.modelFingerprint.text)",
      "migration     \(migrationWords)",
      "next key      \(nextKey)",
    ]
    if let volatile {
      lines.append(
        "revision      \(volatile.revision), \(volatile.generator ?? "by an unnamed program")")
    }
    if let policy = header.history { lines.append("history       \(words(for: policy))") }
    for feature in header.requires { lines.append("requires      \(feature)") }
    for feature in header.requiresToWrite { lines.append("to write      \(feature)") }
    if let rows {
      lines.append("rows")
      for (entity, count) in rows.sorted(by: { utf8Precedes($0.key, $1.key) }) {
        lines.append("  \(entity)  \(count)")
      }
    }
    if let parts { lines.append(contentsOf: table(of: parts)) }
    return lines.map { DocumentError.printable($0) + "\n" }.joined()
  }

  private func words(for policy: HistoryPolicy) -> String {
    if policy.detail == .none { return "none wanted" }
    var words = policy.detail.rawValue
    guard let history else { return words }
    let count = history.transactionCount
    words += ", \(count) \(count == 1 ? "save" : "saves")"
    let deleted = history.deletedObjectsWithValues
    if deleted > 0 {
      words += ", values of \(deleted) deleted \(deleted == 1 ? "object" : "objects")"
    }
    return words
  }

  private var migrationWords: String {
    switch migration {
    case .current: "none needed"
    case .foreign: "none: \(header.schema.name) is not the trip schema"
    case .along(let versions): versions.map(\.text).joined(separator: " → ")
    case .impossible(let reason): "impossible: \(reason)"
    }
  }

  private func table(of parts: [Part]) -> [String] {
    let rows = parts.map { part in
      (
        String(part.rawSize), String(part.storedSize), part.rows.map { "\($0) rows" } ?? "",
        part.name
      )
    }
    let width = rows.map { max($0.0.count, $0.1.count) }.max() ?? 0
    let column = max(width, "stored".count)
    let counts = rows.map(\.2.count).max() ?? 0
    let head = "parts  \(pad("raw", column))  \(pad("stored", column))"
    return [head]
      + rows.map { raw, stored, count, name in
        "       \(pad(raw, column))  \(pad(stored, column))  \(pad(count, counts))  \(name)"
      }
  }

  private func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
