import DocumentTables

/// The header as a typed tree, the first thing that a document of either form states (spec 3.5).
extension Header {
  /// - Parameter nextKey: The key of the next object, which the header of a flat document states;
  ///   nil in the document form, where the manifest states it.
  func tree(_ format: FileFormat, nextKey: ObjectKey? = nil) -> Tree {
    var members = [
      TreeMember("type", .text(type.mediaType(format))),
      TreeMember("format", .text(formatVersion)),
      TreeMember("document", .text(UUIDText.text(documentID))),
      TreeMember("schema", SchemaIdentity(self).tree),
    ]
    for (name, features) in [("requires", requires), ("requiresToWrite", requiresToWrite)]
    where !features.isEmpty {
      members.append(TreeMember(name, .array(features.map { .text($0) })))
    }
    if let history { members.append(TreeMember("history", history.tree)) }
    if let nextKey { members.append(TreeMember("nextKey", .integer(nextKey))) }
    return .object(members)
  }
}
