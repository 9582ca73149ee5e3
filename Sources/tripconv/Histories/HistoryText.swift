import DocumentFile
import DocumentTables
import TripPages

/// Transactions for people and programs.
enum HistoryText {
  // MARK: Lists

  static func lines(of transactions: [History.Transaction]) -> [String] {
    let rows = transactions.map { transaction in
      [
        String(transaction.number), DateWords.short(transaction.time), transaction.author ?? "",
        transaction.program ?? "", summary(of: transaction),
      ].map { DocumentError.printable($0) }
    }
    let widths = (0..<4).map { column in
      rows.map { TerminalWidth.of($0[column]) }.max() ?? 0
    }
    return rows.map { row in
      var line = String(repeating: " ", count: max(0, widths[0] - row[0].count)) + row[0]
      for column in 1..<4 where widths[column] > 0 {
        let rest = widths[column] - TerminalWidth.of(row[column])
        line += "  " + row[column] + String(repeating: " ", count: max(0, rest))
      }
      return line + "  " + row[4]
    }
  }

  private static func summary(of transaction: History.Transaction) -> String {
    if transaction.migratedFrom != nil { return "migrated to another schema" }
    var words: [String] = []
    for (kind, verb) in verbs {
      let count = transaction.groups.filter { $0.kind == kind }.reduce(0) { $0 + $1.keys.count }
      if count > 0 { words.append("\(count) \(verb)") }
    }
    if !transaction.unknown.isEmpty {
      words.append(
        "unrecorded changes in " + unknownHierarchies(transaction).joined(separator: ", "))
    }
    return words.isEmpty ? "no objects" : words.joined(separator: ", ")
  }

  private static let verbs: [(History.Transaction.Group.Kind, String)] = [
    (.insert, "inserted"), (.update, "changed"), (.delete, "deleted"),
  ]

  private static func unknownHierarchies(_ transaction: History.Transaction) -> [String] {
    var names: [String] = []
    for range in transaction.unknown where names.last != range.hierarchy {
      names.append(range.hierarchy)
    }
    return names
  }

  // MARK: One transaction

  static func text(of transaction: History.Transaction, _ history: History) -> String {
    var lines = ["save \(transaction.number)", "  Time     \(DateText.text(transaction.time))"]
    if let author = transaction.author { lines.append("  Author   \(author)") }
    if let program = transaction.program {
      let process = transaction.process.map { " (process \($0))" } ?? ""
      lines.append("  Program  \(program)\(process)")
    }
    if let schema = history.schemas[transaction.schema] {
      lines.append("  Schema   \(schema.title)")
    }
    if let before = transaction.migratedFrom {
      lines.append("  Migrated from \(history.schemas[before]?.title ?? before.text)")
    }
    for group in transaction.groups {
      lines.append("")
      lines += self.lines(of: group)
    }
    for range in transaction.unknown {
      let last = range.start + (1 << ObjectKey(range.bits)) - 1
      lines.append("")
      lines.append("unrecorded changes in \(range.hierarchy) \(range.start) to \(last)")
    }
    return lines.map { DocumentError.printable($0) + "\n" }.joined()
  }

  private static func lines(of group: History.Transaction.Group) -> [String] {
    let verb = verbs.first { $0.0 == group.kind }?.1 ?? ""
    if group.old.isEmpty, group.new.isEmpty {
      let properties =
        group.properties.isEmpty ? "" : ": " + group.properties.joined(separator: ", ")
      return ["\(verb) \(group.entity) \(keys(group.keys))\(properties)"]
    }
    var lines: [String] = []
    for (index, key) in group.keys.keys.enumerated() {
      lines.append("\(verb) \(group.entity) \(key)")
      for name in Set(group.properties + group.old.keys).sorted(by: utf8Precedes) {
        switch (group.old[name], group.new[name]) {
        case (nil, nil): lines.append("  \(name)")
        case (let old?, nil) where group.kind == .delete:
          lines.append("  \(name): \(words(for: old[index]))")
        case (let old, let new):
          // One of them may be too large to be kept, or be that of an object that was inserted again.
          let (before, after) = (
            old.map { words(for: $0[index]) }, new.map { words(for: $0[index]) }
          )
          lines.append("  \(name): \(before ?? "unknown") → \(after ?? "unknown")")
        }
      }
    }
    return lines
  }

  private static func words(for tree: Tree) -> String {
    String(decoding: CanonicalJSON.bytes(of: tree), as: UTF8.self)
  }

  private static func keys(_ keys: HistoryKeys) -> String {
    keys.runs.map { run in
      run.count == 1 ? "\(run.lowerBound)" : "\(run.lowerBound)–\(run.upperBound)"
    }.joined(separator: ", ")
  }

  // MARK: Many transactions on balance

  static func text(of changes: NetChanges) -> String {
    var lines = changes.groups.flatMap { self.lines(of: $0.changes) }
    for hierarchy in unknownHierarchies(changes) {
      lines.append("unrecorded changes in \(hierarchy)")
    }
    return lines.map { DocumentError.printable($0) + "\n" }.joined()
  }

  private static func unknownHierarchies(_ changes: NetChanges) -> [String] {
    Set(changes.unknown.map(\.range.hierarchy)).sorted(by: utf8Precedes)
  }

  /// One object for each changed object.
  static func tree(of history: History, _ changes: NetChanges, since: Int64) -> Tree {
    .members([
      "changes": .array(
        changes.groups.flatMap { group in
          group.changes.keys.keys.enumerated().map { index, key in
            func values(_ values: [String: [Tree]]) -> Tree {
              .members(values.mapValues { $0[index] })
            }
            return .members([
              "change": .text(group.changes.kind.rawValue), "entity": .text(group.changes.entity),
              "new": values(group.changes.new), "object": .integer(key),
              "old": values(group.changes.old),
              "properties": .array(group.changes.properties.map { .text($0) }),
              "save": .integer(group.transactions[index]),
            ])
          }
        }),
      "document": .text(UUIDText.text(history.document)),
      "last": history.last.map { .integer($0.number) } ?? .null,
      "lineage": .text(UUIDText.text(history.lineage)), "since": .integer(since),
      "unknown": .array(unknownHierarchies(changes).map { .text($0) }),
      "version": .integer(1),
    ])
  }

  // MARK: JSON

  static func tree(of history: History, _ transactions: [History.Transaction]) -> Tree {
    .members([
      "document": .text(UUIDText.text(history.document)),
      "last": history.last.map { .integer($0.number) } ?? .null,
      "lineage": .text(UUIDText.text(history.lineage)),
      "policy": history.policy.tree,
      "removedThrough": .integer(history.removedThrough),
      "transactions": .array(
        transactions.map { transaction in
          guard case .object(var members) = transaction.tree else { return .null }
          members.append(
            TreeMember(
              "schemaTitle", history.schemas[transaction.schema].map { .text($0.title) } ?? .null))
          return .object(members.sorted { utf8Precedes($0.name, $1.name) })
        }),
      "version": .integer(1),
    ])
  }
}
