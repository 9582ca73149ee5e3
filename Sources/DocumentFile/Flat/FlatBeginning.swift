import DocumentTables
import Markup

/// The part of a flat document before its tables: what it says, and where it ends.
struct FlatBeginning: Sendable {
  let sections: FlatSections
  /// The offset behind the schema; nil if only the reader of any XML accepts the text, because that
  /// reader does not know offsets.
  let end: Int?

  /// Reads up to the end of the schema and nothing behind it.
  init(
    _ bytes: [UInt8], _ encoding: DocumentEncoding, limits: DocumentLimits
  ) throws(DocumentError) {
    do {
      // Lifetime: the readers are used inside the closure.
      (sections, end) = try bytes.withUnsafeBufferPointer { bytes throws -> (FlatSections, Int?) in
        switch encoding {
        case .json: return try FlatJSONReader(bytes, limits).readBeginning()
        case .xml:
          if let (sections, end) = CanonicalFlatXMLReader.readBeginning(bytes, limits) {
            return (sections, end)
          }
          return (try FlatXMLReader(bytes, limits).readBeginning(), nil)
        }
      }
    } catch {
      throw DocumentError(wrapping: error, part: nil)
    }
  }
}
