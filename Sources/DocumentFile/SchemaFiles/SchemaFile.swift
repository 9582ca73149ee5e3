import DocumentTables
import Markup

/// A schema as a separate file: the entities that documents contain, their name, version and
/// fingerprints, and the version of the format that defines the fingerprints (spec 6.10).
package struct SchemaFile: Sendable {
  package let schema: TableSchema
  package let formatVersion: String

  package init(_ schema: TableSchema) {
    self.schema = schema
    formatVersion = Header.currentFormatVersion
  }

  /// The canonical text of the file.
  package var bytes: [UInt8] {
    ReadableJSON(
      .object([
        TreeMember("format", .text(formatVersion)),
        TreeMember("schema", SchemaIdentity(schema).tree),
        TreeMember("entities", schema.entitiesTree()),
      ])
    ).bytes
  }

  /// Reads a text in any layout, with members in any order.
  ///
  /// - Throws: ``DocumentError`` with `schema-malformed`, or `fingerprint-mismatch` if a
  ///   fingerprint is not that of the schema beside it.
  package init(_ bytes: [UInt8]) throws(DocumentError) {
    let tree: Tree
    do {
      tree = try JSONTreeReader.object(of: bytes, as: .schemaFile)
    } catch {
      throw DocumentError(wrapping: error, part: nil)
    }
    var members = try TreeMembers(tree, code: Self.malformed, part: Self.part)
    formatVersion = try members.text("format")
    try StatedHeader.checkFormatVersion(formatVersion, of: members, part: Self.part)
    let identity = try SchemaIdentity(
      try members.object("schema"), requiresFingerprints: true)
    schema = try identity.schema(entities: try members.required("entities"), part: Self.part)
    try members.finish()
  }

  private static let part = "schema"
  private static let malformed = DocumentError.Code(
    rawValue: SchemaProblem.Code.malformed.rawValue)

  /// Returns whether a JSON text begins like a schema file rather than a flat document, whose first
  /// member is the header.
  static func isBeginning(of bytes: [UInt8]) -> Bool {
    // Lifetime: the buffer is used within the closure only.
    bytes.withUnsafeBufferPointer { bytes in
      do {
        var json = try JSONReader(bytes)
        try json.beginObject()
        guard try json.nextMember() else { return false }
        switch try json.readKey() {
        // Files of format 0.1 begin with their fingerprints.
        case "entities", "fingerprints": return true
        // The schema of a document is an array.
        case "schema": return json.peek() == .objectStart
        case "format": return json.peek() == .string
        default: return false
        }
      } catch {
        return false
      }
    }
  }
}

extension DocumentFile {
  /// Returns the schema of a schema file, or the schema that a document of any model embeds.
  package static func schema(
    _ source: ReadSource, limits: DocumentLimits = .standard
  ) throws(DocumentError) -> TableSchema {
    do {
      let bytes = try ReadingFile.open(source, limits: limits)
      if try FileFormat(of: bytes) == .flat(.json) {
        let text = try ReadingFile.wholeBytes(of: bytes)
        if SchemaFile.isBeginning(of: text) { return try SchemaFile(text).schema }
      }
      return try summary(of: bytes, limits: limits).header.schema
    } catch {
      throw error.inFile(source.path)
    }
  }
}
