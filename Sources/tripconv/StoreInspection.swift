import DocumentFile
import DocumentTables
import SwiftDataStores

/// What `tripconv inspect` shows of a SwiftData store: its model and rows, and what reading it reports.
struct StoreInspection {
  private let name: String
  private let schema: TableSchema
  private let report: StoreReport

  /// Returns nil for any other file.
  ///
  /// - Throws: ``DocumentError`` if the store cannot be read.
  init?(_ input: InputArgument) throws(DocumentError) {
    guard let path = input.source.path, ForeignInput.isStore(path) else { return nil }
    let imported = try ForeignInput.store(path, input)
    name = input.name
    schema = imported.tables.schema
    report = imported.report
  }

  private var keyWords: String {
    report.keys.digits == 0
      ? "Z_PK"
      : "Z_PK and, as the last \(report.keys.digits == 1 ? "digit" : "\(report.keys.digits) digits"), "
        + "the number of the table's entity"
  }

  var text: String {
    var lines: [(String, String)] = [
      ("file", name),
      (
        "format", report.isWithoutModel ? "SQLite, without a model" : "SwiftData or Core Data store"
      ),
      ("schema", schema.title),
    ]
    if let version = report.frameworkVersion { lines.append(("framework", String(version))) }
    lines.append(("keys", keyWords))
    lines.append(("objects", String(report.rowsRead)))
    for entity in schema.entities {
      lines.append(("  \(entity.name)", String(report.objects[entity.name] ?? 0)))
    }
    if let history = report.history {
      lines.append(
        (
          "history",
          "\(history.transactions) transactions, \(history.changes) changes"
        ))
    }
    for warning in report.warnings { lines.append(("warning", warning)) }
    for finding in report.findings { lines.append((finding.kind.rawValue, finding.description)) }
    let width = (lines.map(\.0.count).max() ?? 0) + 2
    return lines.map { label, value in
      DocumentError.printable(
        label + String(repeating: " ", count: max(1, width - label.count)) + value) + "\n"
    }.joined()
  }

  var tree: Tree {
    .members([
      "version": .integer(1), "file": .text(name), "format": .text("store"),
      "isWithoutModel": .bool(report.isWithoutModel),
      "schema": .members([
        "name": .text(schema.name), "version": schema.version.map { .text($0.text) } ?? .null,
      ]),
      "framework": report.frameworkVersion.map { .integer($0) } ?? .null,
      "keyDigits": .integer(Int64(report.keys.digits)),
      "entityNumbers": .members(report.keys.numbers.mapValues { .integer($0) }),
      "objects": .members(report.objects.mapValues { .integer(Int64($0)) }),
      "history": report.history.map {
        .members([
          "transactions": .integer(Int64($0.transactions)), "changes": .integer(Int64($0.changes)),
        ])
      } ?? .null,
      "warnings": .array(report.warnings.map { .text($0) }),
      "findings": .array(
        report.findings.map { finding in
          .members([
            "kind": .text(finding.kind.rawValue), "table": .text(finding.table),
            "column": finding.column.map { .text($0) } ?? .null,
            "entity": finding.entity.map { .text($0) } ?? .null,
            "property": finding.property.map { .text($0) } ?? .null,
            "detail": .text(finding.detail), "count": .integer(Int64(finding.count)),
            "rows": .array(finding.rows.map { .integer($0) }),
          ])
        }),
    ])
  }
}
