import DocumentTables
import Markup

/// The opening fields of a chunk, which identify the chunk so that it can be decoded, or salvaged,
/// alone.
struct ChunkOpening: Hashable {
  static let fields = ["document", "layout", "hierarchy", "start", "bits", "rows"]
  /// The fields that are numbers in JSON.
  private static let numbers: Set = ["start", "bits", "rows"]

  var document: UInt128
  var layout: Digest
  var hierarchy: String
  var range: KeyRange
  var rows: Int

  init(_ chunk: ManifestPart.Chunk, of header: Header) {
    document = header.documentID
    layout = header.layoutFingerprint
    hierarchy = chunk.hierarchy
    range = chunk.range
    rows = chunk.rows
  }

  /// The values in the order of ``fields``.
  private var texts: [String] {
    [
      UUIDText.text(document), layout.text, hierarchy, String(range.start), String(range.bits),
      String(rows),
    ]
  }

  func text(_ encoding: DocumentEncoding) -> [UInt8] { encoding == .json ? jsonText : xmlText }

  /// The text `{"$chunk":{…},"records":[`.
  private var jsonText: [UInt8] {
    var bytes = Array("{\"$chunk\":{".utf8)
    for (index, (name, text)) in zip(Self.fields, texts).enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      JSONText.append(name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      if Self.numbers.contains(name) {
        bytes.append(contentsOf: text.utf8)
      } else {
        JSONText.append(text, to: &bytes)
      }
    }
    bytes.append(contentsOf: "},\"records\":[".utf8)
    return bytes
  }

  /// The XML declaration and the start tag `<d:chunk …>`.
  private var xmlText: [UInt8] {
    var xml = XMLWriter()
    xml.declaration()
    xml.bytes.append(contentsOf: "<d:chunk xmlns:d=\"\(XMLTreeWriter.namespace)\"".utf8)
    for (name, text) in zip(Self.fields, texts) {
      XMLTreeWriter.appendAttribute(name, text, to: &xml.bytes)
    }
    xml.bytes.append(UInt8(ascii: ">"))
    return xml.bytes
  }

  /// Compares the fields of a part with the values expected from its name, the header and the
  /// manifest.
  func check(_ found: [String: String]) throws(DocumentError) {
    for (name, expected) in zip(Self.fields, texts) {
      guard let value = found[name], value.utf8.elementsEqual(expected.utf8) else {
        throw DocumentError(
          .chunkOpening, "\(name) is \(found[name] ?? "missing"), expected is \(expected)")
      }
    }
  }

  /// Returns the members of the opening object of a JSON chunk as texts.
  ///
  /// - Throws: ``DocumentError`` if a number is not an integer in JSON.
  static func texts(of tree: Tree) throws(DocumentError) -> [String: String] {
    guard case .object(let members) = tree, members.count == fields.count else {
      throw DocumentError(.chunkOpening, "$chunk has other members")
    }
    var texts: [String: String] = [:]
    for member in members {
      guard numbers.contains(member.name) else {
        texts[member.name] = member.value.textValue
        continue
      }
      guard let number = member.value.integerValue else {
        throw DocumentError(.chunkOpening, "\(member.name) is not an integer")
      }
      texts[member.name] = String(number)
    }
    return texts
  }
}
