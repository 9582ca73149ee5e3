// Transactions as typed trees (spec 11.4). Digests are computed over the canonical JSON of these
// trees, so each transaction has exactly one tree.

extension History.Transaction {
  package var tree: Tree {
    var members: [String: Tree] = [
      "number": .integer(number), "schema": .text(schema.text), "time": .date(time),
    ]
    if let author { members["author"] = .text(author) }
    if let program { members["program"] = .text(program) }
    if let process { members["process"] = .text(process) }
    if !groups.isEmpty { members["changes"] = .array(groups.map(\.tree)) }
    if !unknown.isEmpty { members["unknown"] = .array(unknown.map(\.tree)) }
    if let migratedFrom { members["migratedFrom"] = .text(migratedFrom.text) }
    return .members(members)
  }

  /// Reads the form that ``tree`` writes; refuses every other form of the same transaction.
  package init(tree: Tree) throws(HistoryProblem) {
    guard let number = tree["number"]?.integerValue, number >= 1,
      number <= CanonicalJSON.largestExactInteger
    else { throw HistoryProblem("a transaction has no number") }
    var members = try HistoryMembers(tree, of: "transaction \(number)", transaction: number)
    _ = members.optional("number")
    guard case .date(let time) = try members.required("time"), time.isFinite else {
      throw members.problem("time is no date")
    }
    let author = try members.optionalText("author")
    let program = try members.optionalText("program")
    let process = try members.optionalText("process")
    let schema = try members.digest("schema")
    var migratedFrom: Digest?
    if let text = try members.optionalText("migratedFrom") {
      guard let digest = Digest(text: text) else {
        throw members.problem("migratedFrom is no digest")
      }
      migratedFrom = digest
    }
    var groups: [Group] = []
    for item in try members.optionalArray("changes") {
      groups.append(try Group(tree: item, of: number))
    }
    var unknown: [HistoryRange] = []
    for item in try members.optionalArray("unknown") {
      unknown.append(try HistoryRange(tree: item, of: number))
    }
    try members.finish()
    self.init(
      number: number, time: time, author: author, program: program, process: process,
      schema: schema, groups: groups, unknown: unknown, migratedFrom: migratedFrom)
    guard self.tree == tree, zip(groups, groups.dropFirst()).allSatisfy(Group.precedes),
      zip(unknown, unknown.dropFirst()).allSatisfy(HistoryRange.precedes)
    else { throw HistoryProblem("transaction \(number) is not canonical", transaction: number) }
  }
}

extension History.Transaction.Group {
  var tree: Tree {
    var members: [String: Tree] = [
      "change": .text(kind.rawValue), "entity": .text(entity), "keys": keys.tree,
    ]
    if !properties.isEmpty { members["properties"] = .array(properties.map { .text($0) }) }
    if !old.isEmpty { members["old"] = .members(old.mapValues { .array($0) }) }
    if !new.isEmpty { members["new"] = .members(new.mapValues { .array($0) }) }
    return .members(members)
  }

  init(tree: Tree, of number: Int64) throws(HistoryProblem) {
    var members = try HistoryMembers(
      tree, of: "a change of transaction \(number)", transaction: number)
    guard let kind = Kind(rawValue: try members.text("change")) else {
      throw members.problem("change is not insert, update or delete")
    }
    let entity = try members.text("entity")
    guard let keys = HistoryKeys(tree: try members.required("keys")) else {
      throw members.problem("the keys do not ascend, or a run of them is written in another way")
    }
    let properties = try members.texts("properties")
    let old = try Self.values(members.optional("old"), keys, members)
    let new = try Self.values(members.optional("new"), keys, members)
    try members.finish()
    let isOrdered = zip(properties, properties.dropFirst()).allSatisfy(utf8Precedes)
    guard isOrdered, properties.isEmpty != (kind == .update), old.isEmpty || kind != .insert,
      new.isEmpty || kind == .update,
      kind != .update || old.keys == new.keys && Set(old.keys).isSubset(of: properties)
    else { throw members.problem("properties or values do not fit the kind of change") }
    self.init(kind, entity: entity, keys: keys, properties: properties, old: old, new: new)
  }

  /// Reads a list of values for each property, each as long as the list of keys.
  private static func values(
    _ tree: Tree?, _ keys: HistoryKeys, _ place: HistoryMembers
  ) throws(HistoryProblem) -> [String: [Tree]] {
    guard let tree else { return [:] }
    guard case .object(let members) = tree, !members.isEmpty else {
      throw place.problem("values are no object")
    }
    var values: [String: [Tree]] = [:]
    for member in members {
      guard let list = member.value.arrayValue, list.count == keys.count,
        values.updateValue(list, forKey: member.name) == nil
      else { throw place.problem("there are not as many values as keys") }
    }
    return values
  }
}

extension HistoryRange {
  var tree: Tree {
    var members: [String: Tree] = [
      "bits": .integer(Int64(bits)), "hierarchy": .text(hierarchy), "start": .integer(start),
    ]
    if let found { members["found"] = .text(found.text) }
    return .members(members)
  }

  init(tree: Tree, of number: Int64? = nil) throws(HistoryProblem) {
    var members = try HistoryMembers(tree, of: "a key range", transaction: number)
    try self.init(&members)
    if let text = try members.optionalText("found") {
      guard let digest = Digest(text: text) else { throw members.problem("found is no digest") }
      found = digest
    }
    try members.finish()
  }

  fileprivate init(_ members: inout HistoryMembers) throws(HistoryProblem) {
    let hierarchy = try members.text("hierarchy")
    guard let start = try members.required("start").integerValue, start >= 0,
      start < CanonicalJSON.largestExactInteger,
      let bits = try members.optionalCount("bits"), bits <= 53, start & ((1 << bits) - 1) == 0
    else { throw members.problem("start and bits are no key range") }
    self.init(hierarchy: hierarchy, start: start, bits: bits)
  }
}

extension HistoryContent {
  var tree: Tree {
    .object([
      TreeMember("bits", .integer(Int64(range.bits))), TreeMember("digest", .text(digest.text)),
      TreeMember("hierarchy", .text(range.hierarchy)), TreeMember("start", .integer(range.start)),
    ])
  }

  init(tree: Tree) throws(HistoryProblem) {
    var members = try HistoryMembers(tree, of: "contents")
    let digest = try members.digest("digest")
    self.init(range: try HistoryRange(&members), digest: digest)
    try members.finish()
  }
}
