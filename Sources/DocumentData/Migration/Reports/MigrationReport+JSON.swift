import DocumentMigration
import DocumentTables

extension MigrationReport {
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
  /// | `inferred` | `true` where the plan declares no stage between the versions; else it is absent |
  /// | `warnings` | errors that closures caught, an array of texts; absent where there are none |
  /// | `steps` | an array of objects with `change` in words, `class` (see ``Step/Cost``), `entity`, `property`, and `objects`, how many it touches |
  /// | `changes` | what closures do to objects, an array of texts |
  /// | `losses`, `restored` | arrays of objects: `stage`, `entity`, `hierarchy`, `key`, `property`, `kind`, `reason`, `value`, `guard`, `recoverable` |
  /// | `notRestored` | an array of objects with `reason`, `explanation`, and `loss` as above |
  /// | `overwritten` | what `restored` deleted or replaced: an array of objects with `kind` (`deleted`, `replaced` or `foreign`), `entity`, `key`, `property`, `before` and `after` |
  /// | `lostForeignData` | an array of objects with `entity`, `key`, `kind` and `value` |
  public var json: String {
    var bytes: [UInt8] = []
    writeJSON { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Gives the bytes of ``json`` in pieces of a bounded size.
  public func writeJSON<Failure: Error>(
    to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try writeJSON(with: [:], to: sink)
  }

  /// - Parameter more: Members that the object has beside its own.
  package func writeJSON<Failure: Error>(
    with more: [String: Tree], to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var pieces = JSONPieces()
    var members = more
    members["direction"] = .text(isReversed ? "down" : "up")
    members["version"] = .integer(1)
    // The members stand in the order of their names.
    pieces.open("{")
    for name in (Array(members.keys) + ["stages"]).sorted(by: utf8Precedes) {
      pieces.append(name)
      guard name == "stages" else {
        pieces.append(members[name] ?? .null)
        continue
      }
      pieces.open("[")
      for stage in stages {
        pieces.open("{")
        try pieces.append("changes", stage.changes.lazy.map { .text($0) }, sink)
        pieces.append("from")
        pieces.append(.text(stage.fromVersion.description))
        if stage.isInferred {
          pieces.append("inferred")
          pieces.append(.bool(true))
        }
        pieces.append("kind")
        pieces.append(.text(stage.kind.rawValue))
        try pieces.append("losses", stage.losses.lazy.map(\.loss.report), sink)
        try pieces.append("lostForeignData", stage.lostForeignData.lazy.map(\.tree), sink)
        try pieces.append("notRestored", stage.notRestored.lazy.map(\.tree), sink)
        try pieces.append("overwritten", stage.overwritten.lazy.map(\.tree), sink)
        try pieces.append("restored", stage.restored.lazy.map(\.loss.report), sink)
        try pieces.append("steps", stage.steps.lazy.map(\.tree), sink)
        pieces.append("to")
        pieces.append(.text(stage.toVersion.description))
        if !stage.warnings.isEmpty {
          try pieces.append("warnings", stage.warnings.lazy.map { .text($0) }, sink)
        }
        pieces.close("}")
      }
      pieces.close("]")
    }
    pieces.close("}")
    if let piece = pieces.take(atLeast: 0) { try sink(piece) }
  }
}

/// Canonical JSON put together of what need not be there at once.
private struct JSONPieces {
  private static let size = 1 << 16

  private var bytes: [UInt8] = []
  /// Whether what comes next stands behind something in its array or object.
  private var isFollowing = false

  mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(ascii: bracket))
    isFollowing = false
  }

  mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    isFollowing = true
  }

  /// The name of a member; its value comes next.
  mutating func append(_ name: String) {
    separate()
    CanonicalJSON.append(.text(name), to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    isFollowing = false
  }

  mutating func append(_ tree: Tree) {
    separate()
    CanonicalJSON.append(tree, to: &bytes)
    isFollowing = true
  }

  /// A member whose value is an array; what is enough to be written goes to `sink`.
  mutating func append<Failure: Error>(
    _ name: String, _ trees: some Sequence<Tree>, _ sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    append(name)
    open("[")
    for tree in trees {
      append(tree)
      if let piece = take(atLeast: Self.size) { try sink(piece) }
    }
    close("]")
  }

  private mutating func separate() {
    if isFollowing { bytes.append(UInt8(ascii: ",")) }
  }

  /// What there is so far, where it is enough to be written.
  mutating func take(atLeast size: Int) -> [UInt8]? {
    guard bytes.count >= size else { return nil }
    defer { bytes = [] }
    return bytes
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
