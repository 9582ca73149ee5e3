extension TableAttribute {
  /// What stands for nil where nil is not allowed any longer; nil where nothing may stand for it.
  func filling(_ way: MigrationStep.Way) -> Value? {
    if case .value(let value) = defaultValue, !value.isNull { return value }
    return way == .forward ? nil : cases?.first ?? type.blank
  }

  /// What rows hold that were never asked: the default, else nil where it is allowed, else, where a
  /// value must be made up, the first case or the blank value of the type.
  func absent(_ way: MigrationStep.Way) -> Value {
    if case .value(let value) = defaultValue { return value }
    if isNullable || way == .forward { return .null }
    return cases?.first ?? type.blank
  }

  /// What stands for a value that is none of the cases any longer.
  func replacementForOtherCase() -> Value {
    if case .value(let value) = defaultValue, !value.isNull { return value }
    return isNullable ? .null : cases?.first ?? type.blank
  }
}

extension AttributeType {
  /// The value of a type that says nothing (spec 7.3).
  package var blank: Value {
    switch self {
    case .scalar(let type): type.blank
    case .array: .array([])
    case .dictionary, .tree: .tree(.object([]))
    }
  }
}

extension ScalarType {
  fileprivate var blank: Value {
    switch self {
    case .bool: .bool(false)
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32: .integer(0)
    case .uint64: .unsigned(0)
    case .float, .double: .double(0)
    case .decimal: .text("0")
    case .text: .text("")
    case .date: .date(0)
    case .uuid: .uuid(0)
    // No text is the shortest URL: this one leads nowhere.
    case .url: .text("about:blank")
    case .data: .data([])
    }
  }
}
