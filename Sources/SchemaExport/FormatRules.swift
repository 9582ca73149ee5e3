import DocumentFile
import DocumentTables

/// What the exports state of the members of header, schema and trailer beyond their vocabularies
/// (spec 3.5, 3.11, 6).
///
/// A path consists of the names of members, and begins with `header`, `entity` or `trailer`.
struct FormatRules {
  let schema: TableSchema
  let encoding: DocumentEncoding

  /// The texts and numbers that a member may be.
  enum Rule {
    case any
    /// Any text that a regular expression matches.
    case text(pattern: String)
    /// An ASCII text that a regular expression matches, or in a list each of its texts.
    case word(pattern: String)
    case oneOf([String])
    /// The values of a type that both exports define.
    case type(String)
    /// Documents of this schema do not have the member.
    case absent
  }

  func rule(_ path: String) -> Rule {
    switch path {
    case "header.type": .word(pattern: FormatPattern.mediaType + "\\+" + encoding.rawValue)
    case "header.format": .word(pattern: FormatPattern.formatVersion)
    case "header.document": .type("uuid")
    case "header.schema.name": .oneOf([schema.name])
    case "header.schema.version": schema.version.map { .oneOf([$0.text]) } ?? .absent
    case "header.schema.layout": .oneOf([schema.layoutFingerprint().text])
    case "header.schema.model": .oneOf([schema.modelFingerprint().text])
    case "header.requires", "header.requiresToWrite": .word(pattern: "[A-Za-z0-9.-]+")
    case "header.history.keeps": .oneOf(HistoryPolicy.Detail.allCases.map(\.rawValue))
    case "header.history.transactions", "header.history.days", "header.history.bytes",
      "entity.relationships.minimumCount", "entity.relationships.maximumCount":
      .type("count")
    case "header.nextKey": .type("next-key")
    case "entity.name", "entity.attributes.name", "entity.relationships.name":
      .text(pattern: "[^$][\\s\\S]*")
    case "entity.attributes.type": .word(pattern: FormatPattern.attributeType)
    case "entity.relationships.deleteRule": .oneOf(DeleteRule.allCases.map(\.rawValue))
    case "trailer.attachments.name":
      .text(pattern: "attachments/" + FormatPattern.reverseDNSName + "/[\\s\\S]+")
    case "trailer.attachments.mediaType": .word(pattern: FormatPattern.attachmentType)
    case "trailer.attachments.data": .type("data")
    case "trailer.extensions.entity": .word(pattern: FormatPattern.reverseDNSName)
    case "trailer.extensions.id", "trailer.extensions.anchor", "trailer.attachments.anchor":
      .type("key")
    default: .any
    }
  }

  /// Fingerprints may be absent in documents written by hand.
  func isRequired(_ path: String) -> Bool {
    switch path {
    case "header.type", "header.format", "header.document", "header.schema",
      "header.schema.name", "header.schema.version", "header.history.keeps", "header.nextKey",
      "entity.name", "entity.attributes.name", "entity.attributes.type",
      "entity.relationships.name", "trailer.attachments.name", "trailer.attachments.data",
      "trailer.extensions.id", "trailer.extensions.entity", "trailer.extensions.value":
      true
    default: false
    }
  }

  /// Members of which an object has exactly one.
  static func alternatives(_ path: String) -> [String] {
    path == "entity.relationships" ? ["toOne", "toMany"] : []
  }

  /// Returns the members of an object that documents of the schema may have.
  func members(
    _ vocabulary: XMLVocabulary, _ path: String
  ) -> [(name: String, path: String, spelling: XMLVocabulary.Spelling)] {
    vocabulary.members.compactMap { member in
      let path = "\(path).\(member.name)"
      if case .absent = rule(path) { return nil }
      return (member.name, path, member.spelling)
    }
  }
}
