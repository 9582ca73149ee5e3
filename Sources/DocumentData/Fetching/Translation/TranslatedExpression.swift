import DocumentTables

/// The translation of a predicate's expression for a row, as far as columns can decide it.
indirect enum TranslatedExpression {
  /// The same value for every row.
  case constant(Any)
  /// The row's object or an object related to it.
  case object(ObjectForm)
  /// The persistent identifier of such an object.
  case identifier(ObjectForm)
  /// The value of a column.
  case attribute(AttributeForm)
  /// A function of the values of columns.
  case function(FunctionForm)
  /// The truth value of a condition.
  case condition(RowCondition)
  /// The objects of a to-many relationship.
  case members(MembersForm)
  /// The number of objects of a to-many relationship.
  case memberCount(MembersForm)
  /// The number of characters of a text.
  case textLength(AttributeForm)
  /// The first form if the condition is true, the second if it is false.
  case choice(RowCondition, TranslatedExpression, TranslatedExpression)
  /// An operation that has no value for any row.
  case missing

  static var nothing: TranslatedExpression { .constant(Any?.none as Any) }

  var isConstant: Bool { if case .constant = self { true } else { false } }

  /// Whether the expression is nil for every row.
  var isNil: Bool {
    guard case .constant(let value) = self, let optional = value as? any OptionalType else {
      return false
    }
    return optional.wrappedAny == nil
  }
}

/// An object, identified by its path from a row.
struct ObjectForm {
  var path: RowPath
  /// The hierarchy at the end of the path.
  var hierarchy: Int
}

/// A column of the object at the end of a path, or a member of the structures in one.
struct AttributeForm {
  var path: RowPath
  /// The hierarchy at the end of the path.
  var hierarchy: Int
  /// The number that queries give the column or the member.
  var column: Int
  var attribute: TableAttribute
  /// Whether tables compare the column's values in the same way as Swift.
  var isDirect: Bool
  /// Converts the column's value to the property's value.
  var decode: ColumnFunction

  var function: FunctionForm {
    FunctionForm(path: path, columns: [column], attribute: attribute, function: decode)
  }
}

/// A function of columns of the object at the end of a path.
struct FunctionForm {
  var path: RowPath
  var columns: [Int]
  /// The attribute of the column if the function has only one column.
  var attribute: TableAttribute?
  var function: ColumnFunction
}

/// The objects of a to-many relationship, optionally those that satisfy a query.
struct MembersForm {
  var path: RowPath
  var end: RelationshipEnd
  var filter: Query?
}

/// A function that computes a value from the values of columns.
struct ColumnFunction: @unchecked Sendable {
  // Unchecked, because a predicate is Sendable but its nodes are not declared to be. The closure
  // never changes. It captures nodes of a predicate, which can only capture Sendable values, and
  // codings, which are Sendable.
  /// - Throws: `PredicateError` if the function has no value.
  let read: ([Value]) throws -> Any

  init(_ read: @escaping ([Value]) throws -> Any) { self.read = read }
}

/// Returns the value inside all nested optionals; nil if one of them is nil.
func unwrapped(_ value: Any) -> Any? {
  var value = value
  while let optional = value as? any OptionalType {
    guard let wrapped = optional.wrappedAny else { return nil }
    value = wrapped
  }
  return value
}
