import DocumentFile
import DocumentMigration
import DocumentTables

extension MigrationReport: CustomStringConvertible, CustomDebugStringConvertible {
  /// One line for each stage, step, change and loss.
  ///
  /// Characters that are invisible or control a terminal are escaped.
  public var description: String {
    var text = ""
    forEachLine { line in
      if !text.isEmpty { text += "\n" }
      text += line
    }
    return text
  }

  /// The same as ``description``, or `no migration` if there are no stages.
  public var debugDescription: String {
    stages.isEmpty ? "no migration" : description
  }

  /// Calls a closure with each line of ``description``.
  ///
  /// - Throws: The error of the closure.
  public func forEachLine<Failure: Error>(
    _ body: (String) throws(Failure) -> Void
  ) throws(Failure) {
    for stage in stages { try stage.forEachLine(body) }
  }
}

extension MigrationReport.Stage: CustomStringConvertible, CustomDebugStringConvertible {
  /// One line for the stage, then one for each step, change, warning and loss.
  public var description: String {
    var lines: [String] = []
    forEachLine { lines.append($0) }
    return lines.joined(separator: "\n")
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  fileprivate func forEachLine<Failure: Error>(
    _ body: (String) throws(Failure) -> Void
  ) throws(Failure) {
    func put(_ line: String) throws(Failure) { try body(DocumentError.printable(line)) }
    try put(
      "\(fromVersion) → \(toVersion) (\(kind.rawValue)"
        + (isInferred ? ", inferred: the plan declares no stage here)" : ")"))
    for step in steps { try put("  schema: \(step)") }
    for change in changes { try put("  objects: \(change)") }
    for warning in warnings { try put("  warning: \(warning)") }
    for loss in losses {
      try put("  \(loss.isRecoverable ? "lost, and kept in the document" : "lost"): \(loss)")
    }
    for loss in restored { try put("  put back: \(loss.restoredWords)") }
    for data in overwritten { try put("  replaced by what was put back: \(data)") }
    for loss in notRestored { try put("  not put back: \(loss)") }
    for data in lostForeignData { try put("  other programs' data lost with \(data)") }
  }
}

extension MigrationReport.Step: CustomDebugStringConvertible {
  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension MigrationReport.Loss: CustomDebugStringConvertible {
  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension MigrationReport.Losses: CustomStringConvertible, CustomDebugStringConvertible {
  /// One line for each loss.
  public var description: String { map(\.description).joined(separator: "\n") }

  /// The same as ``description``, or `no losses`.
  public var debugDescription: String { isEmpty ? "no losses" : description }
}

extension MigrationReport.Unrestored: CustomDebugStringConvertible {
  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension MigrationReport.UnrestoredLosses: CustomStringConvertible, CustomDebugStringConvertible {
  /// One line for each loss.
  public var description: String { map(\.description).joined(separator: "\n") }

  /// The same as ``description``, or `no losses`.
  public var debugDescription: String { isEmpty ? "no losses" : description }
}

extension MigrationReport.ForeignData: CustomDebugStringConvertible {
  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension MigrationReport.Loss {
  /// The text of the loss without the reason.
  fileprivate var restoredWords: String {
    let place = "\(entity) \(object)"
    return switch kind {
    case .value: "\(place).\(property ?? "") \(MigrationStep.text(loss.value))"
    case .entity: "\(place) is of this entity again"
    case .object: "\(place) is there again"
    case .added: "\(place) is taken away again"
    case .foreign, .extension, .part: "data of other programs that belongs to \(place)"
    }
  }
}
