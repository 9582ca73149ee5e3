import DocumentTables

/// The self-description of a document: its full schema, and the features that a program needs to
/// read or write it.
package struct Header: Sendable {
  /// The version of the format that this library writes.
  package static let currentFormatVersion = "0.1"

  package var documentID: UInt128
  package var type: DocumentType
  package var formatVersion: String
  /// Features without which the document cannot be read.
  package var requires: [String]
  /// Features without which the document can be read but not written.
  package var requiresToWrite: [String]
  /// The policy of the history; nil if the document states none.
  package var history: HistoryPolicy?
  package let schema: TableSchema
  package let layoutFingerprint: Digest
  package let modelFingerprint: Digest

  package init(
    documentID: UInt128, type: DocumentType, schema: TableSchema, requires: [String] = [],
    requiresToWrite: [String] = [], history: HistoryPolicy? = nil,
    formatVersion: String = currentFormatVersion
  ) {
    self.documentID = documentID
    self.type = type
    self.schema = schema
    self.requires = requires
    self.requiresToWrite = requiresToWrite
    self.history = history
    self.formatVersion = formatVersion
    layoutFingerprint = schema.layoutFingerprint()
    modelFingerprint = schema.modelFingerprint()
  }

  /// Whether the document requires a feature for writing that this library does not know.
  package var isReadOnly: Bool { FeatureList(requiresToWrite).firstUnknown != nil }

  /// The policy that a document states.
  static func history(
    _ tree: Tree?, of members: TreeMembers
  ) throws(DocumentError) -> HistoryPolicy? {
    guard let tree else { return nil }
    do {
      return try HistoryPolicy(tree: tree)
    } catch {
      throw members.error(error.detail)
    }
  }

  var fingerprints: Tree {
    .members([
      "layout": .text(layoutFingerprint.text), "model": .text(modelFingerprint.text),
    ])
  }

  /// Compares the fingerprints that a document states with those of the schema.
  func checkFingerprints(_ stated: inout TreeMembers, part: String) throws(DocumentError) {
    let (layout, model) = (try stated.digest("layout"), try stated.digest("model"))
    try stated.finish()
    for (name, stated, own) in [
      ("layout", layout, layoutFingerprint), ("model", model, modelFingerprint),
    ] where stated != own {
      throw DocumentError(
        .fingerprintMismatch, part: part, "\(name) is \(own.text), stated is \(stated.text)")
    }
  }

  static func checkFormatVersion(_ text: String, of members: TreeMembers) throws(DocumentError) {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
    let isVersion =
      numbers.count == 2
      && numbers.allSatisfy {
        (1...9).contains($0.utf8.count) && $0.utf8.allSatisfy { (48...57).contains($0) }
      }
    guard isVersion else { throw members.error("the format's version is no version") }
  }
}

/// The names of features that a document requires.
///
/// Only a new feature may extend the format in a way that an older program would misread.
struct FeatureList {
  /// Features that this library knows beyond the format's first version.
  private static let known: Set<String> = []

  private let names: [String]

  init(_ names: [String]) { self.names = names }

  var firstUnknown: String? { names.first { !Self.known.contains($0) } }

  /// Throws `.featureUnknown` with the name of the first feature that this library does not know.
  func checkReadable(part: String) throws(DocumentError) {
    if let firstUnknown { throw DocumentError(.featureUnknown, part: part, firstUnknown) }
  }
}
