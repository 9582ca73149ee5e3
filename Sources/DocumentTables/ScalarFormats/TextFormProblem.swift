/// The reason why a text is not the text form of a value.
///
/// Only the caller knows the place of the text (part, record, property, offset), and adds it in an
/// error of its own.
@usableFromInline
package enum TextFormProblem: String, Error, Hashable, Sendable, CaseIterable {
  /// The text does not follow the grammar of the type.
  case malformed
  /// The text denotes a value of the type that has another canonical spelling.
  case notCanonical
  /// The text follows the grammar, but its value is outside the type's range.
  case outOfRange
  /// The text follows the grammar, but no value of the type represents it exactly.
  case notRepresentable
}

extension TextFormProblem: CustomStringConvertible {
  /// The problem in words, to follow "the text".
  @usableFromInline
  package var description: String {
    switch self {
    case .malformed: "does not have the form of this type"
    case .notCanonical: "is not the one valid spelling of its value"
    case .outOfRange: "lies outside the range of this type"
    case .notRepresentable: "is not exactly a value of this type"
    }
  }
}
