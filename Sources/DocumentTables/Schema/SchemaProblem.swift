/// The reason why a schema, or the difference of two schemas, is invalid.
package struct SchemaProblem: Error, Hashable, Sendable, CustomStringConvertible {
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let malformed = Code(rawValue: "schema-malformed")
    package static let duplicateName = Code(rawValue: "schema-duplicate-name")
    package static let superentityCycle = Code(rawValue: "schema-superentity-cycle")
    package static let missingEntity = Code(rawValue: "schema-missing-entity")
    package static let missingProperty = Code(rawValue: "schema-missing-property")
    package static let inverseMismatch = Code(rawValue: "schema-inverse-mismatch")
    package static let tooLarge = Code(rawValue: "schema-too-large")
    package static let ambiguousChange = Code(rawValue: "schema-change-ambiguous")
    package static let unsupportedChange = Code(rawValue: "schema-change-needs-decision")
  }

  package var code: Code
  package var entity: String?
  package var property: String?
  /// The object that has no place in the new schema; nil if the problem concerns no single one.
  package var object: ObjectKey?
  package var detail: String

  package init(
    _ code: Code, entity: String? = nil, property: String? = nil, object: ObjectKey? = nil,
    _ detail: String
  ) {
    self.code = code
    self.entity = entity
    self.property = property
    self.object = object
    self.detail = detail
  }

  package var description: String {
    let place = [entity, property].compactMap { $0 }.joined(separator: ".")
    return place.isEmpty ? detail : "\(place): \(detail)"
  }
}
