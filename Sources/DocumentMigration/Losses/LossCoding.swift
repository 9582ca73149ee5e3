import DocumentTables

// The coding of losses, with one tree for each group (spec 10.2).

extension LossStage {
  var tree: Tree {
    .object([
      TreeMember("from", from.map { .text($0.text) } ?? .null),
      TreeMember("schema", .text(schema)),
      TreeMember("to", to.map { .text($0.text) } ?? .null),
    ])
  }

  /// Reads a stage; nil if the tree is not a stage.
  init?(tree: Tree) {
    guard case .object(let members) = tree, members.count == 3,
      let schema = tree["schema"]?.textValue,
      let from = Self.version(tree["from"]), let to = Self.version(tree["to"])
    else { return nil }
    self.init(schema: schema, from: from, to: to)
  }

  private static func version(_ tree: Tree?) -> SchemaVersion?? {
    guard let tree else { return nil }
    if tree.isNull { return .some(nil) }
    return tree.textValue.flatMap { SchemaVersion(text: $0) }.map { .some($0) }
  }
}

extension LossGroup {
  package var tree: Tree {
    var members = [
      TreeMember("entity", .text(header.entity)),
      TreeMember("hierarchy", .text(header.hierarchy)),
      TreeMember("keys", .array(keys.map { .integer($0) })),
      TreeMember("loss", .text(header.kind.rawValue)),
      TreeMember("olderEntity", header.olderEntity.map { .text($0) } ?? .null),
      TreeMember("reason", .text(header.reason.rawValue)),
      TreeMember("stage", header.stage.tree),
    ]
    if let property = header.property { members.append(TreeMember("property", .text(property))) }
    if header.kind == .object {
      members.append(TreeMember("properties", .array(header.properties.map { .text($0) })))
    }
    if header.kind.hasValues { members.append(TreeMember("values", .array(values))) }
    if !guards.isEmpty { members.append(TreeMember("guards", .array(guards))) }
    return .object(members.sorted { utf8Precedes($0.name, $1.name) })
  }

  /// Reads the form that ``tree`` writes.
  ///
  /// - Throws: ``SchemaProblem`` if the tree is malformed.
  init(tree: Tree, stage: LossStage, kind: LossKind) throws(SchemaProblem) {
    var object = try TreeObjectReader(tree, of: "carried losses")
    _ = try object.value("loss")
    _ = try object.value("stage")
    let older = try object.value("olderEntity")
    guard older.isNull || older.textValue != nil else {
      throw object.problem("olderEntity is no text and not null")
    }
    var header = Header(
      stage: stage, kind: kind, reason: LossReason(rawValue: try object.text("reason")),
      hierarchy: try object.text("hierarchy"), entity: try object.text("entity"),
      olderEntity: older.textValue)
    if kind == .value { header.property = try object.text("property") }
    if kind == .object { header.properties = try object.texts("properties") }
    var keys: [ObjectKey] = []
    for tree in try object.array("keys") {
      guard let key = tree.integerValue else {
        throw object.problem("a key is not an integer")
      }
      keys.append(key)
    }
    self.init(header)
    self.keys = keys
    if kind.hasValues { values = try object.array("values") }
    if tree["guards"] != nil { guards = try object.array("guards") }
    try object.finish()
    let isMatched =
      (!kind.hasValues || values.count == keys.count)
      && (tree["guards"] == nil || guards.count == keys.count)
    guard isMatched else {
      throw object.problem("keys, values and guards are not equally many")
    }
  }
}

extension LossKind {
  var hasValues: Bool { self != .entity && self != .added }
}

extension Losses {
  /// The result of reading a tree of a carried part.
  enum Reading {
    /// An entry of another stage, of another program or of an unknown kind, which remains as it is.
    case foreign
    case group(LossGroup)
    case malformed(String)
  }

  static func read(_ tree: Tree, of stage: LossStage) -> Reading {
    guard let text = tree["loss"]?.textValue, let kind = LossKind(rawValue: text),
      let written = tree["stage"].flatMap({ LossStage(tree: $0) }), written == stage
    else { return .foreign }
    do {
      return .group(try LossGroup(tree: tree, stage: stage, kind: kind))
    } catch {
      return .malformed(error.description)
    }
  }
}
