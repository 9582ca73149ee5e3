import DocumentTables

/// The header of the document form as a typed tree (spec 3.5).
extension Header {
  var tree: Tree {
    var members: [String: Tree] = [
      "document": .text(UUIDText.text(documentID)),
      "fingerprints": fingerprints,
      "format": .text(formatVersion),
      "requires": .array(requires.map { .text($0) }),
      "requiresToWrite": .array(requiresToWrite.map { .text($0) }),
      "schema": schema.tree(),
      "type": .text(type.mediaType),
    ]
    members["history"] = history?.tree
    return .members(members)
  }

  /// Reads the header and checks that its members are consistent.
  ///
  /// The features are checked first, because a feature may change the meaning of the rest.
  init(tree: Tree, part: String) throws(DocumentError) {
    var members = try TreeMembers(tree, code: .headerMalformed, part: part)
    let requires = try members.texts("requires")
    try FeatureList(requires).checkReadable(part: part)
    let requiresToWrite = try members.texts("requiresToWrite")
    let format = try members.text("format")
    try Self.checkFormatVersion(format, of: members)
    guard let type = DocumentType(mediaType: try members.text("type")) else {
      throw members.error("type is no media type")
    }
    let documentID = try members.uuid("document")
    var stated = try members.object("fingerprints")
    let schema = try Self.schema(try members.required("schema"), part: part)
    let history = try Self.history(members.optional("history"), of: members)
    try members.finish()
    self.init(
      documentID: documentID, type: type, schema: schema, requires: requires,
      requiresToWrite: requiresToWrite, history: history, formatVersion: format)
    try checkFingerprints(&stated, part: part)
  }

  static func schema(_ tree: Tree, part: String) throws(DocumentError) -> TableSchema {
    do {
      return try TableSchema(tree: tree)
    } catch {
      throw DocumentError(error, part: part)
    }
  }
}
