import DocumentTables

extension Translator {
  /// Applies a function to a form that depends only on columns; nil for other forms.
  func map<Input, Output>(
    _ form: TranslatedExpression, as type: Input.Type,
    _ transform: @escaping (Input) throws -> Output
  ) -> TranslatedExpression? {
    switch form {
    case .constant(let value):
      return (value as? Input).flatMap { input in constant { try transform(input) } }
    case .attribute(let attribute): return map(.function(attribute.function), as: type, transform)
    case .function(var form):
      let inner = form.function
      form.function = ColumnFunction { values in
        guard let input = try inner.read(values) as? Input else {
          throw PredicateError.invalidInput
        }
        return try transform(input)
      }
      return .function(form)
    case .condition(let condition):
      guard let first = map(.constant(true), as: type, transform),
        let second = map(.constant(false), as: type, transform)
      else { return nil }
      return .choice(condition, first, second)
    case .choice(let condition, let first, let second):
      guard let first = map(first, as: type, transform),
        let second = map(second, as: type, transform)
      else { return nil }
      return .choice(condition, first, second)
    case .missing: return .missing
    default: return nil
    }
  }

  /// Combines two forms by a function if they are constants or columns of one object, or else as
  /// `special` defines.
  func combine<Left, Right, Output>(
    _ left: TranslatedExpression, _ right: TranslatedExpression,
    _ transform: @escaping (Left, Right) throws -> Output,
    special: (TranslatedExpression, TranslatedExpression) -> TranslatedExpression? = { _, _ in nil }
  ) -> TranslatedExpression? {
    effort -= 1
    guard effort > 0 else { return nil }
    if case .missing = left { return .missing }
    if case .choice(let condition, let first, let second) = left {
      guard let first = combine(first, right, transform, special: special),
        let second = combine(second, right, transform, special: special)
      else { return nil }
      return .choice(condition, first, second)
    }
    if case .choice(let condition, let first, let second) = right {
      guard let first = combine(left, first, transform, special: special),
        let second = combine(left, second, transform, special: special)
      else { return nil }
      return .choice(condition, first, second)
    }
    if case .missing = right { return .missing }
    if let form = special(left, right) { return form }
    switch (left, right) {
    case (.constant(let value), _):
      guard let value = value as? Left else { return nil }
      return map(right, as: Right.self) { try transform(value, $0) }
    case (_, .constant(let value)):
      guard let value = value as? Right else { return nil }
      return map(left, as: Left.self) { try transform($0, value) }
    default:
      guard let left = function(left), let right = function(right), left.path == right.path else {
        return nil
      }
      return .function(Self.joined(left, right, transform))
    }
  }

  private func function(_ form: TranslatedExpression) -> FunctionForm? {
    switch form {
    case .attribute(let attribute): attribute.function
    case .function(let function): function
    default: nil
    }
  }

  private static func joined<Left, Right, Output>(
    _ left: FunctionForm, _ right: FunctionForm,
    _ transform: @escaping (Left, Right) throws -> Output
  ) -> FunctionForm {
    let isOne = left.columns == right.columns && left.columns.count == 1
    let count = left.columns.count
    return FunctionForm(
      path: left.path, columns: isOne ? left.columns : left.columns + right.columns,
      attribute: isOne ? left.attribute : nil,
      function: ColumnFunction { values in
        let others = isOne ? values : Array(values.dropFirst(count))
        guard
          let first = try left.function.read(isOne ? values : Array(values.prefix(count)))
            as? Left,
          let second = try right.function.read(others) as? Right
        else { throw PredicateError.invalidInput }
        return try transform(first, second)
      })
  }

  /// Applies a closure to each alternative of a choice.
  func distribute(
    _ form: TranslatedExpression, _ body: (TranslatedExpression) -> TranslatedExpression?
  ) -> TranslatedExpression? {
    if case .missing = form { return .missing }
    guard case .choice(let condition, let first, let second) = form else { return body(form) }
    guard let first = distribute(first, body), let second = distribute(second, body) else {
      return nil
    }
    return .choice(condition, first, second)
  }

  /// Returns the form of a value that is the same for every row; nil if computing it needs a row, or
  /// throws an error of the program.
  func constant<Output>(_ compute: () throws -> Output) -> TranslatedExpression? {
    do {
      return .constant(try compute())
    } catch let error as PredicateError where error.isMissingValue {
      return .missing
    } catch {
      return nil
    }
  }
}
