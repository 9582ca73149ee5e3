import DocumentTables

/// What an expression of a predicate comes to for a row, as far as columns can tell.
indirect enum TranslatedExpression {
  /// The same value for every row.
  case constant(Any)
  /// The row's object, or one that it is related to.
  case object(ObjectForm)
  /// The persistent identifier of such an object.
  case identifier(ObjectForm)
  /// What a column holds.
  case attribute(AttributeForm)
  /// A function of what columns hold.
  case function(FunctionForm)
  /// Whether a condition holds.
  case condition(Query)
  /// The objects of a to-many relationship.
  case members(MembersForm)
  /// How many they are.
  case memberCount(MembersForm)
  /// The number of characters of a text.
  case textLength(AttributeForm)
  /// The first form where the condition holds, the second where it does not.
  case choice(Query, TranslatedExpression, TranslatedExpression)
  /// Evaluating it throws.
  case failure(any Error & Sendable)

  static var nothing: TranslatedExpression { .constant(Any?.none as Any) }

  /// Whether it is nil for every row.
  var isNil: Bool {
    guard case .constant(let value) = self, let optional = value as? any OptionalType else {
      return false
    }
    return optional.wrappedAny == nil
  }
}

/// An object, by the way that leads to it from a row.
struct ObjectForm {
  var path: RowPath
  /// The hierarchy at the end of the way.
  var hierarchy: Int
}

/// A column of the object at the end of a way.
struct AttributeForm {
  var path: RowPath
  var column: Int
  var attribute: TableAttribute
  /// Whether the tables compare its values as Swift does.
  var isDirect: Bool
  /// Makes the property's own value of the column's.
  var decode: ColumnFunction

  var function: FunctionForm {
    FunctionForm(path: path, columns: [column], attribute: attribute, function: decode)
  }
}

/// A function of columns of the object at the end of a way.
struct FunctionForm {
  var path: RowPath
  var columns: [Int]
  /// What the only column holds, where there is only one.
  var attribute: TableAttribute?
  var function: ColumnFunction
}

/// The objects of a to-many relationship, or those of them that satisfy a query.
struct MembersForm {
  var path: RowPath
  var end: RelationshipEnd
  var filter: Query?
}

/// Computes a value from the values of columns.
struct ColumnFunction: @unchecked Sendable {
  // Unchecked, because a predicate is Sendable but its nodes are not known to be: the closure never
  // changes, and what it holds are nodes of a predicate, which can only capture Sendable values, and
  // codings, which are Sendable.
  let read: ([Value]) throws -> Any

  init(_ read: @escaping ([Value]) throws -> Any) { self.read = read }
}

/// There is no value to compute from: a condition that guards the function does not hold.
struct NoValue: Error {}

/// The value behind all optionals; nil if one of them is.
func unwrapped(_ value: Any) -> Any? {
  var value = value
  while let optional = value as? any OptionalType {
    guard let wrapped = optional.wrappedAny else { return nil }
    value = wrapped
  }
  return value
}
