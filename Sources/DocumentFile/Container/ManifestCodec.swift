import DocumentTables

/// The manifest as a tree (spec 3.7).
extension Manifest {
  var tree: Tree {
    var members = [
      TreeMember("document", .text(UUIDText.text(documentID))),
      TreeMember("nextKey", .integer(nextKey)),
      TreeMember("volatile", volatile.tree),
      TreeMember(
        "totals",
        .object([
          TreeMember("rawSize", .integer(Int64(Self.total(parts.map(\.rawSize)) ?? .max))),
          TreeMember("storedSize", .integer(Int64(Self.total(parts.map(\.storedSize)) ?? .max))),
          TreeMember("rows", .members(rows.mapValues { .integer(Int64($0)) })),
        ])),
    ]
    if let indexed { members.append(TreeMember("indexed", .text(indexed.text))) }
    members.append(TreeMember("parts", .array(parts.map(\.tree))))
    return .object(members)
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
    rows = try Self.rows(totals.optional("rows") ?? .object([]), part: part)
    try totals.finish()
    indexed = try members.optionalDigest("indexed")
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
    var members: [TreeMember] = []
    if let generator { members.append(TreeMember("generator", .text(generator))) }
    members.append(TreeMember("revision", .integer(Int64(revision))))
    if let parent { members.append(TreeMember("parent", .text(parent.text))) }
    if let history {
      members.append(
        TreeMember(
          "history",
          .object([
            TreeMember("number", .integer(history.number)),
            TreeMember("digest", .text(history.digest.text)),
          ])))
    }
    return .object(members)
  }

  /// Reads the known members; unknown members are allowed here but not kept.
  init(_ object: TreeMembers) throws(DocumentError) {
    var members = object
    generator = try members.optionalText("generator")
    revision = try members.count("revision")
    if revision == 0 { throw members.error("revision is 0, the first is 1") }
    parent = try members.optionalDigest("parent")
    if var stamp = try members.optionalObject("history") {
      guard let number = try stamp.required("number").integerValue, number >= 1,
        number <= CanonicalJSON.largestExactInteger
      else { throw stamp.error("number is no number of a transaction") }
      history = History.Point(number: number, digest: try stamp.digest("digest"))
      try stamp.finish()
    }
  }
}

extension ManifestPart {
  var tree: Tree {
    var members = [
      TreeMember("name", .text(name)), TreeMember("kind", .text(kind.rawValue)),
    ]
    if let chunk {
      members += [
        TreeMember("hierarchy", .text(chunk.hierarchy)),
        TreeMember("start", .integer(chunk.range.start)),
        TreeMember("bits", .integer(Int64(chunk.range.bits))),
        TreeMember("rows", .integer(Int64(chunk.rows))),
        TreeMember("textBytes", .integer(Int64(chunk.textBytes))),
      ]
    }
    if let mediaType { members.append(TreeMember("mediaType", .text(mediaType))) }
    if let anchor { members.append(TreeMember("anchor", .integer(anchor))) }
    members += [
      TreeMember("rawSize", .integer(Int64(rawSize))),
      TreeMember("storedSize", .integer(Int64(storedSize))),
      TreeMember("digest", .text(digest.text)),
    ]
    return .object(members)
  }

  init(tree: Tree, part: String) throws(DocumentError) {
    var members = try TreeMembers(tree, code: .manifestMalformed, part: part, path: "parts")
    name = try members.text("name")
    members.path = "part \(name.quotedIfBlank)"
    let kindName = try members.text("kind")
    guard let kind = PartKind(rawValue: kindName) else {
      throw members.error("\(kindName.quotedIfBlank) is not a kind of parts")
    }
    self.kind = kind
    rawSize = try members.count("rawSize")
    storedSize = try members.count("storedSize")
    digest = try members.digest("digest")
    if kind == .data { chunk = try Chunk(&members) }
    // An index says nothing beside the sizes.
    if kind.isForeign, !isIndex {
      mediaType = try members.mediaType()
      anchor = try members.optionalKey("anchor")
    }
    try members.finish()
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
