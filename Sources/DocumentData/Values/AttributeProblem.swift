import DocumentMigration
import DocumentTables

/// The reason why a value of a model's property cannot be converted to a table value or back.
package struct AttributeProblem: Error, Hashable, Sendable {
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The type's own coding rejected the value, or the value has no form in a document.
    package static let notEncodable = Code(rawValue: "attribute-not-encodable")
    /// The stored value is not a value of the property's type.
    package static let notDecodable = Code(rawValue: "attribute-not-decodable")
    /// There is no value, and the property's type is not optional.
    package static let missing = Code(rawValue: "attribute-missing")
    /// No value transformer of the attribute's name is registered.
    package static let noTransformer = Code(rawValue: "attribute-no-transformer")
  }

  package var code: Code
  /// The property's type.
  package var type: String
  /// The place in the value: names of members and positions in lists, separated by periods.
  package var path: String
  package var detail: String

  init(_ code: Code, type: Any.Type, path: [any CodingKey] = [], _ detail: String = "") {
    self.code = code
    self.type = "\(type)"
    self.path = path.map(\.stringValue).joined(separator: ".")
    self.detail = detail
  }
}

extension AttributeProblem: CustomStringConvertible {
  /// The problem in words.
  package var description: String { words(of: nil) }

  /// The problem in words, with the stored value that the type rejects.
  package func words(of value: Value?) -> String {
    let value = value.map { " " + MigrationStep.excerpt($0) } ?? ""
    let place = path.isEmpty ? "" : " at \(path)"
    let end = detail.isEmpty ? "" : ": \(detail)"
    return switch code {
    case .notEncodable: "the value of type \(type) cannot be stored\(place)\(end)"
    case .noTransformer: "the value of type \(type) cannot be transformed\(end)"
    case .missing: "there is no value for the type \(type)\(place)\(end)"
    default: "the stored value\(value) is none of type \(type)\(place)\(end)"
    }
  }
}
