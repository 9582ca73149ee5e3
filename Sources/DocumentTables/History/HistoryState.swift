/// What a document states of its history beside the transactions (spec 11.3).
package struct HistoryState: Sendable {
  package var lineage: UInt128
  /// The last transaction, which may have been removed.
  package var last: History.Point
  /// The digests of removed transactions before a kept one, ascending.
  package var removed: [History.Point]
  /// The schemas that transactions use and that are not the document's own, by model fingerprint.
  package var schemas: [Digest: TableSchema]
  package var contents: [HistoryContent]

  /// The state of a history; nil if it never had a transaction.
  ///
  /// - Parameters:
  ///   - own: The model fingerprint of the document's own schema.
  ///   - contents: The digests of the content that is written with the history.
  package init?(_ history: History, own: Digest, contents: [HistoryContent]) {
    guard let last = history.last else { return nil }
    lineage = history.lineage
    self.last = last
    removed = history.removed
    schemas = history.schemas.filter { $0.key != own }
    self.contents = contents.sorted { HistoryRange.precedes($0.range, $1.range) }
  }

  package var tree: Tree {
    .members([
      "contents": .array(contents.map(\.tree)),
      "last": Self.tree(of: last),
      "lineage": .text(UUIDText.text(lineage)),
      "removed": .array(removed.map(Self.tree)),
      "schemas": .array(
        schemas.sorted { utf8Precedes($0.key.text, $1.key.text) }.map { $0.value.tree().inOrder }),
    ])
  }

  private static func tree(of point: History.Point) -> Tree {
    .object([
      TreeMember("digest", .text(point.digest.text)), TreeMember("number", .integer(point.number)),
    ])
  }

  package init(tree: Tree) throws(HistoryProblem) {
    var members = try HistoryMembers(tree, of: "state")
    guard let lineage = try? UUIDText.parse(try members.text("lineage")) else {
      throw members.problem("lineage is no UUID")
    }
    self.lineage = lineage
    last = try Self.point(try members.required("last"))
    removed = []
    for item in try members.array("removed") {
      let point = try Self.point(item)
      guard point.number > removed.last?.number ?? 0, point.number < last.number else {
        throw members.problem("removed does not ascend")
      }
      removed.append(point)
    }
    schemas = [:]
    var before = ""
    for item in try members.array("schemas") {
      let schema: TableSchema
      do {
        schema = try TableSchema(tree: item)
      } catch {
        throw members.problem("a schema is invalid: \(error.description)")
      }
      let fingerprint = schema.modelFingerprint()
      guard utf8Precedes(before, fingerprint.text) else {
        throw members.problem("the schemas do not ascend")
      }
      before = fingerprint.text
      schemas[fingerprint] = schema
    }
    contents = []
    for item in try members.array("contents") { contents.append(try HistoryContent(tree: item)) }
    guard HistoryRange.areApart(contents.map(\.range)) else {
      throw members.problem("contents do not ascend, or overlap")
    }
    try members.finish()
  }

  private static func point(_ tree: Tree) throws(HistoryProblem) -> History.Point {
    var members = try HistoryMembers(tree, of: "state")
    let digest = try members.digest("digest")
    guard let number = try members.required("number").integerValue, number >= 1,
      number <= CanonicalJSON.largestExactInteger
    else { throw members.problem("number is no number of a transaction") }
    try members.finish()
    return History.Point(number: number, digest: digest)
  }
}
