import DocumentTables

extension MigrationReport: CustomStringConvertible {
  /// One line a stage, step, change and loss.
  public var description: String {
    stages.map { stage in
      var lines = ["\(stage.fromVersion) → \(stage.toVersion) (\(stage.kind.rawValue))"]
      lines += stage.steps.map { "  schema: \($0)" }
      lines += stage.changes.map { "  objects: \($0)" }
      lines += stage.losses.map {
        "  \($0.isRecoverable ? "lost, and kept in the document" : "lost"): \($0)"
      }
      lines += stage.restored.map { "  put back: \($0.restoredWords)" }
      lines += stage.notRestored.map { "  not put back: \($0)" }
      lines += stage.lostForeignData.map { "  other programs' data lost with \($0)" }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// The report as one JSON object, for programs.
  ///
  /// Members of later versions of the package may come in addition; `version` is raised where one
  /// changes its meaning.
  ///
  /// | member | |
  /// |---|---|
  /// | `version` | 1 |
  /// | `direction` | `up` or `down` |
  /// | `stages` | an array of objects, in the order in which they run |
  /// | `from`, `to` | of a stage: the versions |
  /// | `kind` | `lightweight`, `custom` or `transforming` |
  /// | `steps` | an array of objects with `change` in words, `class` (see ``Step/Cost``), `entity`, `property`, and `objects`, how many it touches |
  /// | `changes` | what closures do to objects, an array of texts |
  /// | `losses`, `restored` | arrays of objects: `stage`, `entity`, `hierarchy`, `key`, `property`, `kind`, `reason`, `value`, `guard`, `recoverable` |
  /// | `notRestored` | an array of objects with `reason`, `explanation`, and `loss` as above |
  /// | `lostForeignData` | an array of objects with `entity`, `key`, `kind` and `value` |
  public var json: String { String(decoding: CanonicalJSON.bytes(of: tree), as: UTF8.self) }

  /// ``json`` as a tree.
  package var tree: Tree {
    .members([
      "version": .integer(1),
      "direction": .text(isReversed ? "down" : "up"),
      "stages": .array(stages.map(\.tree)),
    ])
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

extension MigrationReport.Stage {
  fileprivate var tree: Tree {
    .members([
      "from": .text(fromVersion.description),
      "to": .text(toVersion.description),
      "kind": .text(kind.rawValue),
      "steps": .array(steps.map(\.tree)),
      "changes": .array(changes.map { .text($0) }),
      "losses": .array(losses.map(\.loss.report)),
      "restored": .array(restored.map(\.loss.report)),
      "notRestored": .array(notRestored.map(\.tree)),
      "lostForeignData": .array(lostForeignData.map(\.tree)),
    ])
  }
}

extension MigrationReport.Step {
  fileprivate var tree: Tree {
    .members([
      "change": .text(words), "class": .text(cost.rawValue), "entity": .text(entity),
      "property": property.map { .text($0) } ?? .null,
      "objects": .integer(Int64(touchedObjects)),
    ])
  }
}

extension MigrationReport.Unrestored {
  fileprivate var tree: Tree {
    .members([
      "reason": .text(reason), "explanation": .text(explanation),
      "loss": loss?.loss.report ?? .null,
    ])
  }
}

extension MigrationReport.ForeignData {
  fileprivate var tree: Tree {
    .members([
      "entity": .text(entity), "key": .integer(object), "kind": .text(kind.rawValue),
      "value": .text(value),
    ])
  }
}
