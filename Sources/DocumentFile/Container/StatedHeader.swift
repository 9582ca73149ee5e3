import DocumentTables

/// A header as it is read, before the schema that it identifies.
struct StatedHeader {
  let type: DocumentType
  let formatVersion: String
  let documentID: UInt128
  let schema: SchemaIdentity
  let requires: [String]
  let requiresToWrite: [String]
  let history: HistoryPolicy?
  /// The key of the next object; nil in the document form.
  let nextKey: ObjectKey?
  private let part: String

  /// Reads the header and checks that its members are consistent.
  ///
  /// A newer version of the format, then the features are checked first, because either may change
  /// the meaning of the rest.
  ///
  /// - Parameters:
  ///   - part: The part or section that errors name.
  init(_ tree: Tree, of format: FileFormat, part: String) throws(DocumentError) {
    let isFlat = format != .zip
    var members = try TreeMembers(
      tree, code: isFlat ? .flatMalformed : .headerMalformed, part: part)
    formatVersion = try members.text("format")
    try Self.checkFormatVersion(formatVersion, of: members, part: part)
    requires = try members.features("requires")
    try FeatureList(requires).checkReadable(part: part)
    requiresToWrite = try members.features("requiresToWrite")
    let mediaType = try members.text("type")
    guard let type = DocumentType(mediaType: mediaType) else {
      throw members.error("type is no media type with the suffix +zip, +json or +xml")
    }
    guard DocumentType(mediaType: mediaType, of: format) == type else {
      throw DocumentError(
        .mimetypeMismatch, part: part, "type is \(mediaType), expected \(type.mediaType(format))")
    }
    self.type = type
    documentID = try members.uuid("document")
    schema = try SchemaIdentity(try members.object("schema"), requiresFingerprints: !isFlat)
    do {
      history = try members.optional("history").map { (tree) throws(HistoryProblem) in
        try HistoryPolicy(tree: tree)
      }
    } catch {
      throw members.error(error.detail)
    }
    nextKey = isFlat ? try members.nextKey() : nil
    try members.finish()
    self.part = part
  }

  /// Checks the version of the format, whose major number is that of the container.
  static func checkFormatVersion(
    _ text: String, of members: TreeMembers, part: String
  ) throws(DocumentError) {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
    let isVersion =
      numbers.count == 2
      && numbers.allSatisfy {
        (1...9).contains($0.utf8.count) && $0.utf8.allSatisfy { (48...57).contains($0) }
          && ($0 == "0" || $0.first != "0")
      }
    guard isVersion, let major = Int(numbers[0]) else {
      throw members.error("format is not two numbers, such as \(Header.currentFormatVersion)")
    }
    let words = "its format is \(text), this program reads \(Header.currentFormatVersion)"
    if major > MediaTypeEntry.currentMajor {
      throw DocumentError(.containerNewer, part: part, words)
    }
    if major < MediaTypeEntry.currentMajor {
      throw DocumentError(.containerOlder, part: part, words)
    }
  }

  /// Adds the schema.
  ///
  /// - Parameter part: The part or section of the schema.
  func header(entities: Tree, part schemaPart: String) throws(DocumentError) -> Header {
    Header(
      documentID: documentID, type: type,
      schema: try schema.schema(entities: entities, part: schemaPart), requires: requires,
      requiresToWrite: requiresToWrite, history: history, formatVersion: formatVersion)
  }
}
