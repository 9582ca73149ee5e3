import DocumentTables
import Markup

/// The sections of a flat document around its tables, as typed trees (spec 3.11).
package struct FlatSections {
  /// The names in their required order; tools that sort keys preserve it.
  package static let names = ["format", "header", "schema", "tables", "trailer"]

  var header: Header
  var nextKey: ObjectKey

  func format(encoding: DocumentEncoding) -> Tree {
    .members([
      "encoding": .text(encoding.rawValue),
      "tables": .integer(Int64(MediaTypeEntry.currentMajor)),
      "type": .text(header.type.mediaType),
      "version": .text(header.formatVersion),
    ])
  }

  var headerTree: Tree {
    var members: [String: Tree] = [
      "document": .text(UUIDText.text(header.documentID)),
      "fingerprints": header.fingerprints,
      "nextKey": .integer(nextKey),
      "requires": .array(header.requires.map { .text($0) }),
      "requiresToWrite": .array(header.requiresToWrite.map { .text($0) }),
    ]
    members["history"] = header.history?.tree
    return .members(members)
  }

  /// The content of the first section.
  ///
  /// A newer container version is rejected before anything else is read.
  struct Format {
    let type: DocumentType
    let version: String

    init(_ tree: Tree, encoding: DocumentEncoding) throws(DocumentError) {
      var members = try TreeMembers(tree, code: .flatMalformed, part: "format")
      let major = try members.count("tables")
      guard major <= MediaTypeEntry.currentMajor else {
        throw DocumentError(
          .containerNewer, part: "format",
          "it says tables \(major), this program reads up to \(MediaTypeEntry.currentMajor)")
      }
      guard try members.text("encoding") == encoding.rawValue else {
        throw DocumentError(
          .mimetypeMismatch, part: "format", "encoding is not \(encoding.rawValue)")
      }
      guard let type = DocumentType(mediaType: try members.text("type")) else {
        throw members.error("type is no media type")
      }
      self.type = type
      version = try members.text("version")
      try Header.checkFormatVersion(version, of: members)
      try members.finish()
    }
  }

  /// The content of the second section.
  struct Identification {
    let documentID: UInt128
    let nextKey: ObjectKey
    let requires: [String]
    let requiresToWrite: [String]
    let history: HistoryPolicy?
    /// The stated fingerprints; nil if they are left out, as in documents written by hand.
    let fingerprints: Tree?

    init(_ tree: Tree) throws(DocumentError) {
      var members = try TreeMembers(tree, code: .flatMalformed, part: "header")
      requires = try members.texts("requires")
      try FeatureList(requires).checkReadable(part: "header")
      requiresToWrite = try members.texts("requiresToWrite")
      documentID = try members.uuid("document")
      nextKey = try members.nextKey()
      fingerprints = members.optional("fingerprints")
      history = try Header.history(members.optional("history"), of: members)
      try members.finish()
    }
  }

  init(header: Header, nextKey: ObjectKey) {
    self.header = header
    self.nextKey = nextKey
  }

  /// Combines the three sections before the tables and checks their consistency.
  init(_ format: Format, _ identification: Identification, schema: Tree) throws(DocumentError) {
    header = Header(
      documentID: identification.documentID, type: format.type,
      schema: try Header.schema(schema, part: "schema"), requires: identification.requires,
      requiresToWrite: identification.requiresToWrite, history: identification.history,
      formatVersion: format.version)
    nextKey = identification.nextKey
    if let tree = identification.fingerprints {
      var stated = try TreeMembers(
        tree, code: .flatMalformed, part: "header", path: "fingerprints")
      try header.checkFingerprints(&stated, part: "header")
    }
  }

  static func trailer(
    of tables: Tables, _ contents: [HistoryContent]
  ) -> [(name: String, items: [Tree])] {
    var lists = [
      ("attachments", ForeignContent.tree(tables.keptParts).arrayValue ?? []),
      ("carried", tables.carried),
      ("extension", ForeignContent.tree(tables.extensions).arrayValue ?? []),
    ]
    let history = HistoryParts.trees(of: tables, contents)
    if !history.isEmpty { lists.append(("history", history)) }
    return lists
  }

  func readTrailer(
    _ tree: Tree, into tables: inout Tables, limits: DocumentLimits
  ) throws(DocumentError) {
    var members = try TreeMembers(tree, code: .flatMalformed, part: "trailer")
    tables.keptParts = try ForeignContent.keptParts(
      try members.array("attachments"), part: "trailer")
    tables.carried = try members.array("carried")
    tables.extensions = try ForeignContent.extensions(
      .array(try members.array("extension")), part: "trailer")
    let history = members.optional("history")
    guard let items = history == nil ? [] : history?.arrayValue else {
      throw members.error("history is no array")
    }
    tables.history = try HistoryParts.history(
      state: items.first, items.dropFirst(), of: header, limits: limits, part: "trailer")
    try members.finish()
  }
}
