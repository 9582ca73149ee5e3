import DocumentData
import DocumentFile

/// Messages about a migration, which the verbs print on standard error.
enum MigrationNotes {
  /// The maximum number of lines of one kind; `plan` and the loss report list all.
  static let mostLines = 20

  static func lines(_ document: OpenedDocument) -> [String] {
    let name = Message.prefix + document.printableName
    let report = document.report
    guard let first = report.stages.first, let last = report.stages.last else {
      return document.dropsCarried
        ? ["\(name): what older versions could not hold is left out"] : []
    }
    var lines = [
      migrated(
        document.printableName, from: first.fromVersion.description,
        to: last.toVersion.description,
        changeCount: report.overwrittenCount > 0 ? nil : report.changeCount)
    ]
    lines += losses(report, last.toVersion, document, name)
    let restored = report.stages.reduce(0) { $0 + $1.restored.count }
    if restored > 0 {
      lines.append("\(name): \(things(restored)) that an older version could not hold are back")
    }
    if report.overwrittenCount > 0 {
      let counts = report.stages.map(\.overwritten.summary).filter { !$0.isEmpty }
      lines.append(
        "\(name): putting that back changed what the older version shows: "
          + "\(counts.joined(separator: ", ")) (--no-restore puts nothing back):")
      lines += list(
        report.stages.lazy.flatMap { $0.overwritten.lazy.map(\.description) },
        of: report.overwrittenCount)
    }
    let notRestored = report.stages.reduce(0) { $0 + $1.notRestored.count }
    if notRestored > 0 {
      lines.append(
        "\(name): \(things(notRestored)) that an older version could not hold "
          + (document.declinesRestoring
            ? "are left out (--no-restore):" : "cannot be put back:"))
      lines += list(
        report.stages.lazy.flatMap { $0.notRestored.lazy.map(\.description) }, of: notRestored)
    }
    let foreign = report.stages.flatMap(\.lostForeignData)
    if !foreign.isEmpty {
      lines.append("\(name): other programs' data went with objects that became one:")
      lines += list(foreign.lazy.map(\.description), of: foreign.count)
    }
    return lines
  }

  /// - Parameter changeCount: nil if restored data changed objects, which other lines report.
  static func migrated(
    _ name: String, from: String, to: String, changeCount: Int?
  ) -> String {
    "\(Message.prefix)\(name): migrated from \(from) to \(to)"
      + (changeCount.map { ", " + changes($0) } ?? "")
  }

  private static func losses(
    _ report: MigrationReport, _ version: Schema.Version, _ document: OpenedDocument, _ name: String
  ) -> [String] {
    let count = report.lossCount
    guard count > 0 else { return [] }
    let what =
      document.dropsCarried
      ? "are left out"
      : "stay in the document, where it does not look (--drop-lost leaves them out)"
    return ["\(name): \(things(count)) that version \(version) cannot hold \(what):"]
      + list(report.stages.lazy.flatMap { $0.losses.lazy.map(\.description) }, of: count)
  }

  private static func changes(_ count: Int) -> String {
    switch count {
    case 0: "no object had to change"
    case 1: "1 change to objects"
    default: "\(count) changes to objects"
    }
  }

  static func things(_ count: Int) -> String { count == 1 ? "1 thing" : "\(count) things" }

  /// Returns the first lines, indented, and a line with the number of further ones.
  static func list(_ lines: some Sequence<String>, of count: Int) -> [String] {
    let shown = lines.prefix(mostLines).map { "  " + DocumentError.printable($0) }
    return count > shown.count ? shown + ["  and \(count - shown.count) more"] : shown
  }
}
