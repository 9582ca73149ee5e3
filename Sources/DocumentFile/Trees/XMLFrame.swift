import DocumentTables
import Markup

/// A reader of the format's own elements around records and trees, and of their attributes.
struct XMLFrame {
  let xml: XMLReader

  init(_ xml: XMLReader) { self.xml = xml }

  func identifier(_ local: String) -> Int {
    xml.intern(namespace: XMLTreeWriter.namespace, local: local)
  }

  /// Moves to the root element, which must have this name.
  func beginRoot(_ local: String, code: DocumentError.Code) throws {
    guard try xml.advance() == .start, xml.nameID == identifier(local) else {
      let found =
        xml.name(xml.nameID).map { "the root element is \($0)" } ?? "it has no root element"
      throw error(code, "\(found), expected \(local) in \(XMLTreeWriter.namespace)")
    }
  }

  func refuseAttributes(_ code: DocumentError.Code) throws {
    if xml.attributeCount > 0 { throw error(code, "the element must not have attributes") }
  }

  /// Throws if anything follows the root element.
  func finish() throws {
    guard try xml.advance() == .endOfDocument else {
      throw error(.partMalformed, "something follows the root element")
    }
  }

  /// Returns the attributes of the current element, which must be exactly those in `names`.
  ///
  /// The attribute `named` contains a name, which may be escaped.
  func attributes(
    _ names: [String], nameOf named: String, code: DocumentError.Code
  ) throws -> [String: String] {
    let mark = xml.attribute(named: xml.intern(local: "escaped-" + named))
    let isEscaped = mark.map { TextForm.isEqual($0, "true") } ?? false
    guard xml.attributeCount == names.count + (isEscaped ? 1 : 0) else {
      throw error(code, "the attributes must be \(names.joined(separator: ", "))")
    }
    var values: [String: String] = [:]
    for name in names {
      guard let value = xml.attribute(named: xml.intern(local: name)) else {
        throw error(code, "the attribute \(name) is missing")
      }
      if isEscaped, name == named {
        do {
          values[name] = String(decoding: try XMLEscapedText.decode(value), as: UTF8.self)
        } catch {
          throw self.error(code, "the attribute \(name) is not escaped as it should be")
        }
      } else {
        values[name] = String(decoding: value, as: UTF8.self)
      }
    }
    return values
  }

  /// Returns an error at the current token.
  func error(_ code: DocumentError.Code, _ detail: String) -> DocumentError {
    let position = xml.error(.xmlNotWellFormed).position
    return DocumentError(
      code, place: .line(position.line, column: position.column), detail)
  }
}

extension JSONReader {
  /// Returns an error of this module at the reader's position.
  func documentError(_ code: DocumentError.Code, _ detail: String) -> DocumentError {
    let position = error(.jsonSyntax, at: offset).position
    return DocumentError(
      code, place: .line(position.line, column: position.column), detail)
  }
}
