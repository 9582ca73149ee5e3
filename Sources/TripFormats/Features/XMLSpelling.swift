import DocumentTables
import Markup

/// How words and numbers are written in XML of other programs.
enum XMLSpelling {
  /// Returns the name of an element as its tag spells it.
  static func name(ofTag tag: ArraySlice<UInt8>) -> String {
    let name = tag.dropFirst().prefix { $0 > 0x20 && $0 != 0x3E && $0 != 0x2F }
    return String(decoding: name, as: UTF8.self)
  }

  /// Returns the prefix of a name with its colon; empty if there is none.
  static func prefix(of name: String) -> String {
    name.utf8.firstIndex(of: UInt8(ascii: ":")).map { String(name[...$0]) } ?? ""
  }

  /// Returns the element of what this library writes beside a feature.
  static func exact(_ tree: Tree) -> String {
    "<trips:object xmlns:trips=\"\(ExactFeature.namespace)\">\(escaped(tree.exactText))</trips:object>"
  }

  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    XMLText.append(text: text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    XMLText.append(attribute: text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a number without an exponent, which the types of coordinates do not have.
  static func number(_ number: Double) -> String {
    let text = String(number)
    let parts = text.parts(dividedBy: "e")
    guard parts.count == 2, let exponent = Int(parts[1]), exponent < 0 else { return text }
    let digits = parts[0].filter(\.isNumber)
    return (number < 0 ? "-" : "") + "0." + String(repeating: "0", count: -exponent - 1) + digits
  }
}
