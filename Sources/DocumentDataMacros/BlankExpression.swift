import SwiftSyntax

/// The expression that names the initialisers of a property's type, so that the compiler can check
/// whether one has no arguments.
///
/// That initialiser provides defaults for members that a stored value of the type lacks. Types that
/// the format knows have no members and need no such expression.
struct BlankExpression {
  let text: String

  /// Returns nil if the type is not stated, has no members or may have no initialiser.
  init?(_ property: StoredProperty) {
    guard !property.isTransformable, let type = property.type.map(Self.content),
      type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self)
    else { return nil }
    let name = type.trimmedDescription
    guard !Self.known.contains(name) else { return nil }
    text = "\(name).init"
  }

  /// Returns the type inside optionals, arrays and dictionaries.
  private static func content(of type: TypeSyntax) -> TypeSyntax {
    var type = type
    while true {
      switch type.as(TypeSyntaxEnum.self) {
      case .optionalType(let optional): type = optional.wrappedType
      case .implicitlyUnwrappedOptionalType(let optional): type = optional.wrappedType
      case .arrayType(let array): type = array.element
      case .dictionaryType(let dictionary): type = dictionary.value
      default: return type
      }
    }
  }

  private static let known: Set<String> = [
    "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    "Float", "Double", "Decimal", "String", "Date", "UUID", "URL", "Data",
    "CalendarDay", "ClockTime", "ZonedTime",
  ]
}
