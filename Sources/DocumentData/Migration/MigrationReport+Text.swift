import DocumentTables

extension MigrationReport: CustomStringConvertible {
  /// One line a stage, step, change and loss.
  public var description: String {
    var text = ""
    forEachLine { line in
      if !text.isEmpty { text += "\n" }
      text += line
    }
    return text
  }

  /// Gives the lines of ``description`` one after the other.
  public func forEachLine<Failure: Error>(
    _ body: (String) throws(Failure) -> Void
  ) throws(Failure) {
    for stage in stages {
      try body(
        "\(stage.fromVersion) → \(stage.toVersion) (\(stage.kind.rawValue)"
          + (stage.isInferred ? ", inferred: the plan declares no stage here)" : ")"))
      for step in stage.steps { try body("  schema: \(step)") }
      for change in stage.changes { try body("  objects: \(change)") }
      for warning in stage.warnings { try body("  warning: \(warning)") }
      for loss in stage.losses {
        try body("  \(loss.isRecoverable ? "lost, and kept in the document" : "lost"): \(loss)")
      }
      for loss in stage.restored { try body("  put back: \(loss.restoredWords)") }
      for loss in stage.notRestored { try body("  not put back: \(loss)") }
      for data in stage.lostForeignData { try body("  other programs' data lost with \(data)") }
    }
  }
}

extension MigrationReport.Loss {
  /// What it is, without why it was lost.
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
