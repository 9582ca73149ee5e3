import DocumentFile

extension MigrationReport: CustomStringConvertible {
  /// One line for each stage, step, change and loss; empty if there are no stages.
  ///
  /// Characters that are invisible or control a terminal are escaped.
  public var description: String {
    stages.map(\.description).joined(separator: "\n")
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

extension MigrationReport.Stage: CustomStringConvertible {
  /// One line for the stage, then one for each step, change, warning and loss.
  public var description: String {
    var lines: [String] = []
    forEachLine { lines.append($0) }
    return lines.joined(separator: "\n")
  }

  fileprivate func forEachLine<Failure: Error>(
    _ body: (String) throws(Failure) -> Void
  ) throws(Failure) {
    func put(_ line: String) throws(Failure) { try body(DocumentError.printable(line)) }
    try put(
      "\(fromVersion) → \(toVersion) (\(kind.rawValue)"
        + (isInferred ? ", inferred: the plan declares no stage here)" : ")"))
    for step in steps { try put("  schema: \(step)") }
    for change in objectChanges { try put("  objects: \(change.words)") }
    for warning in warnings { try put("  warning: \(warning)") }
    for loss in losses {
      try put("  \(loss.isRecoverable ? "lost, and kept in the document" : "lost"): \(loss)")
    }
    for loss in restored { try put("  put back: \(loss)") }
    for data in overwritten { try put("  replaced by what was put back: \(data)") }
    for loss in notRestored { try put("  not put back: \(loss)") }
    for data in lostForeignData { try put("  other programs' data lost with \(data)") }
  }
}
