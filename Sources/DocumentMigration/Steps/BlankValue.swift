import DocumentTables

extension TableAttribute {
  /// Returns the value that replaces nil in an attribute that becomes required; nil if no value may
  /// replace it.
  func filling(_ way: MigrationStep.Way) -> Value? {
    if case .value(let value) = defaultValue, !value.isNull { return value }
    return way == .forward ? nil : cases?.first ?? type.blank
  }

  /// Returns the value of rows that have no old value: the default, otherwise nil if the attribute
  /// may be nil or the migration is forward, otherwise the first case or the blank value of the
  /// type.
  func absent(_ way: MigrationStep.Way) -> Value {
    if case .value(let value) = defaultValue { return value }
    if isNullable || way == .forward { return .null }
    return cases?.first ?? type.blank
  }

  /// Returns the replacement for a value that is no longer one of the cases.
  func replacementForOtherCase() -> Value {
    if case .value(let value) = defaultValue, !value.isNull { return value }
    return isNullable ? .null : cases?.first ?? type.blank
  }
}

extension AttributeType {
  /// The blank value of the type, such as 0 or an empty list (spec 7.3).
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
    case .day: .integer(0)
    case .zonedTime: .text(ZonedTimeText.blank.text)
    case .uuid: .uuid(0)
    // An empty text is not a URL; this URL leads to no resource.
    case .url: .text("about:blank")
    case .data: .data([])
    }
  }
}
