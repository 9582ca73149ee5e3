import DocumentFile
import DocumentTables
import Foundation

/// JSON for other programs: one text with sorted keys and one value per line.
enum JSONText {
  static func of(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let json = DocumentError.printableJSON([UInt8](try encoder.encode(value)))
    return String(decoding: json, as: UTF8.self) + "\n"
  }

  static func of(_ tree: Tree) throws -> String {
    let json = DocumentError.printableJSON(CanonicalJSON.bytes(of: tree))
    return String(decoding: json, as: UTF8.self) + "\n"
  }
}
