import DocumentMigration
import DocumentTables

extension MigrationReport {
  /// The report as one JSON object, for programs.
  ///
  /// Later versions of the package may add members; `version` increases if the meaning of a member
  /// changes.
  ///
  /// | member | |
  /// |---|---|
  /// | `version` | 1 |
  /// | `direction` | `up` or `down` |
  /// | `stages` | an array of objects, in the order in which they run |
  /// | `from`, `to` | of a stage: the versions |
  /// | `kind` | `lightweight`, `custom` or `transforming` |
  /// | `inferred` | `true` if the plan declares no stage between the versions; otherwise absent |
  /// | `warnings` | ``Stage/warnings``, an array of texts; absent if there are none |
  /// | `steps` | an array of objects with `change` in words, `class` (`lossless`, `reversible`, `lossy` or `needs a decision`), `entity`, `property`, and `objects`, the number of objects it touches |
  /// | `changes` | the closures' changes to objects, an array of texts |
  /// | `losses`, `restored` | arrays of objects: `stage`, `entity`, `hierarchy`, `key`, `property`, `kind`, `reason`, `value`, `guard`, `recoverable` |
  /// | `notRestored` | an array of objects with `reason`, `explanation`, and `loss` as above |
  /// | `overwritten` | data that `restored` deleted or replaced: an array of objects with `kind` (`deleted`, `replaced` or `foreign`), `entity`, `key`, `property`, `before` and `after` |
  /// | `lostForeignData` | an array of objects with `entity`, `key`, `kind` and `value` |
  public var json: String {
    var bytes: [UInt8] = []
    writeJSON { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the bytes of ``json`` to a sink in pieces of limited size.
  ///
  /// - Throws: The error of the sink.
  public func writeJSON<Failure: Error>(
    to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try writeJSON(with: [:], to: sink)
  }

  /// - Parameter more: Additional members of the object.
  package func writeJSON<Failure: Error>(
    with more: [String: Tree], to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var pieces = JSONPieces()
    var members = more
    members["direction"] = .text(isReversed ? "down" : "up")
    members["version"] = .integer(1)
    // Members are written in the order of their names.
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
        try pieces.append("changes", stage.objectChanges.lazy.map { .text($0.words) }, sink)
        pieces.append("from")
        pieces.append(.text(stage.fromVersion.description))
        if stage.isInferred {
          pieces.append("inferred")
          pieces.append(.bool(true))
        }
        pieces.append("kind")
        pieces.append(.text(stage.kind.rawValue))
        try pieces.append("losses", stage.losses.lazy.map(\.tree), sink)
        try pieces.append("lostForeignData", stage.lostForeignData.lazy.map(\.tree), sink)
        try pieces.append("notRestored", stage.notRestored.lazy.map(\.tree), sink)
        try pieces.append("overwritten", stage.overwritten.lazy.map(\.tree), sink)
        try pieces.append("restored", stage.restored.lazy.map(\.tree), sink)
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

/// A builder of canonical JSON, whose output is taken in pieces.
private struct JSONPieces {
  private static let size = 1 << 16

  private var bytes: [UInt8] = []
  /// Whether the next value follows another one in its array or object.
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

  /// Appends the name of a member; its value must be appended next.
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

  /// Appends a member whose value is an array, and passes pieces of at least `size` bytes to
  /// `sink`.
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

  /// Removes and returns the bytes so far; nil if there are fewer than `size`.
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
