import DocumentTables
import Markup

/// A change set as a document of its own: a JSON text that states the document that it changes, the
/// schema, and for each change the old and the new values (spec 12).
package struct PatchFile: Sendable {
  package static let suffix = ".trips-patch.json"

  package let documentID: UInt128
  private let schema: SchemaIdentity

  package var schemaVersion: SchemaVersion? { schema.version }
  package var modelFingerprint: Digest? { schema.model }
  private let text: [UInt8]
  private let limits: DocumentLimits

  /// Reads the first section of a patch; ``changes(of:)`` reads the others.
  package init(
    _ source: ReadSource, limits: DocumentLimits = .standard
  ) throws(DocumentError) {
    do {
      try self.init(
        try ReadingFile.wholeBytes(of: try ReadingFile.open(source, limits: limits)), limits)
    } catch {
      throw error.inFile(source.path)
    }
  }

  private init(_ text: [UInt8], _ limits: DocumentLimits) throws(DocumentError) {
    self.text = text
    self.limits = limits
    let tree = try Self.reading(text, limits) { reader in
      try reader.beginning()
    }
    var members = try TreeMembers(tree, code: .patchMalformed, part: Self.section)
    try FeatureList(try members.features("requires")).checkReadable(part: Self.section)
    try StatedHeader.checkFormatVersion(
      try members.text("format"), of: members, part: Self.section)
    documentID = try members.uuid("document")
    schema = try SchemaIdentity(try members.object("schema"), requiresFingerprints: true)
    _ = try members.nextKey()
    try members.finish()
  }

  static let section = "patch"

  /// Returns the changes, for documents of the schema that the patch states.
  ///
  /// - Throws: ``DocumentError`` with `patch-schema` if the schema is another one, `patch-malformed`
  ///   or the rule that a value breaks.
  package func changes(of schema: TableSchema) throws(DocumentError) -> ChangeSet {
    guard SchemaIdentity(schema).isSame(as: self.schema) else {
      let version = self.schema.version.map { " " + $0.text } ?? ""
      let model = self.schema.model?.text ?? ""
      throw DocumentError(
        .patchSchema, part: Self.section, "\(self.schema.name)\(version) with the model \(model)")
    }
    return try Self.reading(text, limits) { reader in
      let tree = try reader.beginning()
      var members = try TreeMembers(tree, code: .patchMalformed, part: Self.section)
      return try reader.changes(schema, nextKey: try members.nextKey())
    }
  }

  private static func reading<Result>(
    _ text: [UInt8], _ limits: DocumentLimits, _ body: (inout PatchReader) throws -> Result
  ) throws(DocumentError) -> Result {
    do {
      // Lifetime: the reader is used within the closure only.
      return try text.withUnsafeBufferPointer { bytes in
        var reader = try PatchReader(bytes, limits)
        return try body(&reader)
      }
    } catch {
      throw DocumentError(wrapping: error, part: nil)
    }
  }
}

extension PatchFile {
  /// Writes the changes of a document as a patch, in pieces.
  ///
  /// - Parameter old: The document before the changes.
  package static func write<Failure: Error>(
    _ changes: ChangeSet, of old: Tables, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var writer = PatchWriter(old)
    try writer.write(changes, to: sink)
  }
}
