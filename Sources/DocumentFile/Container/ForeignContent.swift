import DocumentTables

/// Extension records and kept parts of other programs as trees, the same in both forms (spec 3.9 to
/// 3.11).
enum ForeignContent {
  static func tree(_ records: [ExtensionRecord]) -> Tree {
    .array(
      records.sorted { $0.key < $1.key }.map { record in
        var members = [
          TreeMember("id", .integer(record.key)), TreeMember("entity", .text(record.entity)),
        ]
        if let anchor = record.anchor { members.append(TreeMember("anchor", .integer(anchor))) }
        members.append(TreeMember("value", record.value))
        return .object(members)
      })
  }

  static func extensions(_ tree: Tree, part: String) throws(DocumentError) -> [ExtensionRecord] {
    var records: [ExtensionRecord] = []
    for item in tree.arrayValue ?? [] {
      var members = try TreeMembers(item, code: .partMalformed, part: part, path: "extension")
      let entity = try members.text("entity")
      guard ReverseDNSName.isValid(entity) else {
        throw members.error("\(entity.quotedIfBlank) is no reverse-DNS name")
      }
      guard let key = try members.optionalKey("id") else { throw members.error("id is missing") }
      let anchor = try members.optionalKey("anchor")
      let value = try members.required("value")
      try members.finish()
      records.append(ExtensionRecord(entity: entity, key: key, anchor: anchor, value: value))
    }
    return records
  }

  /// Returns kept parts as the flat form stores them.
  static func tree(_ parts: [KeptPart]) -> Tree {
    .array(
      parts.sorted { utf8Precedes($0.name, $1.name) }.map { part in
        var members = [TreeMember("name", .text(part.name))]
        if let type = part.mediaType { members.append(TreeMember("mediaType", .text(type))) }
        if let anchor = part.anchor { members.append(TreeMember("anchor", .integer(anchor))) }
        members.append(TreeMember("data", .text(DataText.text(part.bytes))))
        return .object(members)
      })
  }

  static func keptParts(_ items: [Tree], part: String) throws(DocumentError) -> [KeptPart] {
    var parts: [KeptPart] = []
    for item in items {
      var members = try TreeMembers(item, code: .flatMalformed, part: part, path: "attachments")
      let name = try members.text("name")
      guard AttachmentName.isValid(name) else {
        throw members.error(
          "\(name.quotedIfBlank) is not a name for an attachment, which begins with attachments/, a "
            + "reverse-DNS name and /")
      }
      guard let bytes = try? DataText.parse(try members.text("data")) else {
        throw members.error("data is not base64")
      }
      let mediaType = try members.mediaType()
      let anchor = try members.optionalKey("anchor")
      try members.finish()
      parts.append(KeptPart(name: name, mediaType: mediaType, bytes: bytes, anchor: anchor))
    }
    return parts
  }
}
