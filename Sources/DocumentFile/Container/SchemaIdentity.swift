import DocumentTables

/// The name, version and fingerprints of a schema, as headers, schema files and patches state them.
struct SchemaIdentity: Hashable {
  var name: String
  var version: SchemaVersion?
  /// The fingerprints; nil if they are left out, as in documents written by hand.
  var layout: Digest?
  var model: Digest?

  init(_ header: Header) {
    name = header.schema.name
    version = header.schema.version
    layout = header.layoutFingerprint
    model = header.modelFingerprint
  }

  init(_ schema: TableSchema) {
    name = schema.name
    version = schema.version
    layout = schema.layoutFingerprint()
    model = schema.modelFingerprint()
  }

  /// - Parameter requiresFingerprints: Whether both fingerprints must be stated.
  init(_ object: TreeMembers, requiresFingerprints: Bool) throws(DocumentError) {
    var members = object
    name = try members.text("name")
    let text = try members.optionalText("version")
    version = text.flatMap { SchemaVersion(text: $0) }
    if text != nil, version == nil { throw members.error("version is not three numbers") }
    layout = try members.optionalDigest("layout")
    model = try members.optionalDigest("model")
    try members.finish()
    if requiresFingerprints, layout == nil || model == nil {
      throw members.error("\(layout == nil ? "layout" : "model") is missing")
    }
  }

  /// Whether both have one version and the same fingerprints; the name has no effect.
  func isSame(as other: SchemaIdentity) -> Bool {
    version == other.version && layout == other.layout && model == other.model
  }

  var tree: Tree {
    var members = [TreeMember("name", .text(name))]
    if let version { members.append(TreeMember("version", .text(version.text))) }
    if let layout { members.append(TreeMember("layout", .text(layout.text))) }
    if let model { members.append(TreeMember("model", .text(model.text))) }
    return .object(members)
  }

  /// Reads the entities of the schema, and compares the stated fingerprints with theirs.
  func schema(entities: Tree, part: String) throws(DocumentError) -> TableSchema {
    let schema: TableSchema
    do {
      schema = try TableSchema(name: name, version: version, entities: entities)
    } catch {
      throw DocumentError(error, part: part)
    }
    for (name, stated, own) in [
      ("layout", layout, schema.layoutFingerprint()), ("model", model, schema.modelFingerprint()),
    ] {
      guard let stated, stated != own else { continue }
      throw DocumentError(
        .fingerprintMismatch, part: part, "\(name) is \(own.text), stated is \(stated.text)")
    }
    return schema
  }
}
