import DocumentTables

/// The self-description of a document: what it is, its full schema, and the features that a program
/// needs to read or write it.
package struct Header: Sendable {
  /// The version of the format that this library writes.
  package static let currentFormatVersion = "\(MediaTypeEntry.currentMajor).\(currentMinor)"
  static let currentMinor = 0

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
