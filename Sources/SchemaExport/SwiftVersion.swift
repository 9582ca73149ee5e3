import DocumentFile
import DocumentTables

/// A schema as a Swift file: a `FrozenVersion` of the module `DocumentData`, which a migration plan lists.
///
/// The file has the text of the schema file as a raw string literal. Names of a schema may have any
/// character, so invisible ones are escaped in JSON's way: what the compiler reads is what people see.
package struct SwiftVersion {
  private let schema: TableSchema

  package init(_ schema: TableSchema) { self.schema = schema }

  /// The name of the type: `V1` for version 1.0.0 and for a schema without a version, `V1_2` for 1.2.0.
  private var typeName: String {
    guard let version = schema.version else { return "V1" }
    var numbers = [version.major, version.minor, version.patch]
    while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
    return "V" + numbers.map(String.init).joined(separator: "_")
  }

  /// The text of the file; it changes only with the schema and the format.
  package var bytes: [UInt8] {
    let lines = Self.visible(String(decoding: SchemaFile(schema).bytes, as: UTF8.self))
      .split(separator: "\n").map { "    \($0)" }
    let text = lines.joined(separator: "\n")
    let marks = Self.marks(around: text)
    let title =
      Self.visible(schema.name).replacing("\n", with: "\\n")
      + (schema.version.map { " \($0.text)" } ?? "")
    return Array(
      """
      import DocumentData

      /// The schema of \(title) as data, written by `tripconv schema export --as swift`.
      enum \(typeName): FrozenVersion {
        static let schema = FrozenSchema(
          \(marks)\"""
      \(text)
          \"""\(marks))
      }

      """.utf8)
  }

  /// Returns a text in which every character that people cannot see is escaped as in JSON, except spaces
  /// and line feeds.
  private static func visible(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "\n" || isVisible(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return result
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      false
    case .spaceSeparator: scalar == " "
    default: true
    }
  }

  /// Returns the number signs of a raw literal: more than follow any backslash or quotation mark in the text.
  private static func marks(around text: String) -> String {
    var longest = 0
    var run: Int?
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "\""): run = 0
      case UInt8(ascii: "#"):
        run = run.map { $0 + 1 }
        longest = max(longest, run ?? 0)
      default: run = nil
      }
    }
    return String(repeating: "#", count: longest + 1)
  }
}
