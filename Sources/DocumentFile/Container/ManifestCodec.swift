import DocumentTables

/// The manifest as a typed tree (spec 3.7).
extension Manifest {
  var tree: Tree {
    .members([
      "document": .text(UUIDText.text(documentID)),
      "nextKey": .integer(nextKey),
      "parts": .array(parts.map(\.tree)),
      "totals": .members([
        "rawSize": .integer(Int64(Self.total(parts.map(\.rawSize)) ?? .max)),
        "rows": .members(rows.mapValues { .integer(Int64($0)) }),
        "storedSize": .integer(Int64(Self.total(parts.map(\.storedSize)) ?? .max)),
      ]),
      "volatile": volatile.tree,
    ])
  }

  init(tree: Tree, part: String) throws(DocumentError) {
    var members = try TreeMembers(tree, code: .manifestMalformed, part: part)
    documentID = try members.uuid("document")
    nextKey = try members.nextKey()
    parts = []
    for item in try members.array("parts") {
      parts.append(try ManifestPart(tree: item, part: part))
    }
    var totals = try members.object("totals")
    let stated = (raw: try totals.count("rawSize"), stored: try totals.count("storedSize"))
    rows = try Self.rows(try totals.required("rows"), part: part)
    try totals.finish()
    volatile = try VolatileInformation(try members.object("volatile"))
    try members.finish()
    guard Self.total(parts.map(\.rawSize)) == stated.raw,
      Self.total(parts.map(\.storedSize)) == stated.stored
    else { throw DocumentError(.manifestTotals, part: part, "rawSize or storedSize") }
  }

  private static func rows(_ tree: Tree, part: String) throws(DocumentError) -> [String: Int] {
    guard case .object = tree else {
      throw DocumentError(.manifestMalformed, part: part, "totals.rows is not an object")
    }
    var members = try TreeMembers(tree, code: .manifestMalformed, part: part, path: "totals.rows")
    return try members.counts()
  }
}

extension VolatileInformation {
  fileprivate var tree: Tree {
    var members: [String: Tree] = [
      "generator": generator.map { .text($0) } ?? .null,
      "parent": parent.map { .text($0.text) } ?? .null,
      "revision": .integer(Int64(revision)),
    ]
    members["history"] = history.map {
      .members(["digest": .text($0.digest.text), "number": .integer($0.number)])
    }
    return .members(members)
  }

  /// Reads the known members; unknown members are allowed here but not kept.
  init(_ object: TreeMembers) throws(DocumentError) {
    var members = object
    generator = try members.optionalText("generator")
    revision = try members.count("revision")
    parent = nil
    if let text = try members.optionalText("parent") {
      guard let digest = Digest(text: text) else { throw members.error("parent is no digest") }
      parent = digest
    }
    // A stamp of another shape is that of another program.
    if let stamp = members.optional("history"), let number = stamp["number"]?.integerValue,
      let digest = stamp["digest"]?.textValue.flatMap({ Digest(text: $0) })
    {
      history = History.Point(number: number, digest: digest)
    }
  }
}

extension ManifestPart {
  var tree: Tree {
    var members: [String: Tree] = [
      "digest": .text(digest.text),
      "kind": .text(kind.rawValue),
      "name": .text(name),
      "rawSize": .integer(Int64(rawSize)),
      "storedSize": .integer(Int64(storedSize)),
    ]
    if let chunk {
      members["hierarchy"] = .text(chunk.hierarchy)
      members["start"] = .integer(chunk.range.start)
      members["bits"] = .integer(Int64(chunk.range.bits))
      members["rows"] = .integer(Int64(chunk.rows))
      members["textBytes"] = .integer(Int64(chunk.textBytes))
    }
    if let mediaType { members["mediaType"] = .text(mediaType) }
    if let policy { members["policy"] = .text(policy.rawValue) }
    if let anchor { members["anchor"] = .integer(anchor) }
    return .members(members)
  }

  init(tree: Tree, part: String) throws(DocumentError) {
    var members = try TreeMembers(tree, code: .manifestMalformed, part: part, path: "parts")
    name = try members.text("name")
    kind = PartKind(rawValue: try members.text("kind"))
    rawSize = try members.count("rawSize")
    storedSize = try members.count("storedSize")
    digest = try members.digest("digest")
    if kind == .data { chunk = try Chunk(&members) }
    if kind == .external || kind.isForeign { mediaType = try members.optionalText("mediaType") }
    if kind.isForeign {
      policy = try Self.policy(&members, kind: kind)
      anchor = try members.optionalKey("anchor")
    }
    try members.finish()
  }

  private static func policy(
    _ members: inout TreeMembers, kind: PartKind
  ) throws(DocumentError) -> PartPolicy {
    // Derived parts may omit the policy, because their kind implies it.
    if kind == .derived, let text = try members.optionalText("policy") {
      guard text == PartPolicy.derived.rawValue else {
        throw members.error("policy is not derived")
      }
      return .derived
    }
    if kind == .derived { return .derived }
    guard let policy = PartPolicy(rawValue: try members.text("policy")) else {
      throw members.error("policy is neither keep nor derived")
    }
    return policy
  }
}

extension ManifestPart.Chunk {
  init(_ members: inout TreeMembers) throws(DocumentError) {
    hierarchy = try members.text("hierarchy")
    let start = try members.count("start")
    let bits = try members.count("bits")
    guard let range = KeyRange(start: ObjectKey(start), bits: bits),
      range.last <= ObjectKeyRange.end
    else { throw members.error("start and bits are no key range") }
    self.range = range
    rows = try members.count("rows")
    guard rows > 0 else { throw members.error("a data part has at least one row") }
    textBytes = try members.count("textBytes")
  }
}
