import DocumentFile
import Markup

/// The XML of a part of an office file, by the local names of its elements: strict and transitional files have other namespaces.
struct SheetReader {
  private let reader: XMLReader
  private var names: [Int: String] = [:]

  /// Calls a closure with a reader of the XML.
  ///
  /// - Throws: The codes of XML, and what the closure throws.
  static func read<Result>(
    _ bytes: [UInt8], part: String, _ body: (inout SheetReader) throws -> Result
  ) throws(DocumentError) -> Result {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    do {
      return try bytes.withUnsafeBufferPointer { buffer in
        var reader = SheetReader(
          reader: try XMLReader(UnsafeBufferPointer(rebasing: buffer[start...])))
        return try body(&reader)
      }
    } catch let error as MarkupError {
      throw DocumentError(error, part: part)
    } catch let error as DocumentError {
      throw error
    } catch {
      throw DocumentError(.notADocument, "\(error)")
    }
  }

  private init(reader: XMLReader) { self.reader = reader }

  mutating func advance() throws(MarkupError) -> XMLTokenKind { try reader.advance() }

  /// The local name of the current start tag.
  var name: String {
    mutating get { name(reader.nameID) }
  }

  private mutating func name(_ identifier: Int) -> String {
    if let known = names[identifier] { return known }
    let name = reader.name(identifier)?.local ?? ""
    names[identifier] = name
    return name
  }

  /// The number of elements that are open behind the current token.
  var depth: Int { reader.depth }

  /// The current text.
  var text: String { String(decoding: reader.textBytes, as: UTF8.self) }

  /// Returns an attribute of the current start tag by its local name; nil if there is none.
  mutating func attribute(_ wanted: String) -> String? {
    for index in 0..<reader.attributeCount {
      let (identifier, value) = reader.attribute(at: index)
      if name(identifier) == wanted { return String(decoding: value, as: UTF8.self) }
    }
    return nil
  }

  /// The kind of the current token.
  var kind: XMLTokenKind { reader.kind }

  /// Whether any attribute of a local name has a value: programs state their own beside the standard.
  mutating func hasAttribute(_ wanted: String, stating text: String) -> Bool {
    for index in 0..<reader.attributeCount {
      let (identifier, value) = reader.attribute(at: index)
      if name(identifier) == wanted, String(decoding: value, as: UTF8.self) == text { return true }
    }
    return false
  }

  mutating func number(_ wanted: String) -> Int? { attribute(wanted).flatMap { Int($0) } }

  /// Moves behind the element whose start tag is the current token.
  mutating func skip() throws(MarkupError) {
    let outer = depth - 1
    while depth > outer {
      if try advance() == .endOfDocument { return }
    }
  }
}
