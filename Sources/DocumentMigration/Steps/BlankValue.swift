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
    case .structure(let structure):
      .tree(structure.tree(of: structure.members.map { $0.absent(.back) }))
    }
  }
}
