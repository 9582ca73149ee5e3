/// What an attribute holds where a record does not name it, and where a migration adds it.
package enum AttributeDefault: Hashable, Sendable {
  case none
  case value(Value)
  /// The model computes it (`UUID()`, `Date()`): a reader that does not know the model cannot.
  case computed
}

/// One stored value of an entity.
package struct TableAttribute: Hashable, Sendable {
  package var name: String
  /// The name it had in an older version of the schema.
  package var originalName: String?
  package var type: AttributeType
  package var isNullable: Bool
  package var defaultValue: AttributeDefault
  /// Its values stand in parts of their own.
  package var isExternal: Bool
  package var isPreservedOnDeletion: Bool
  /// The only values allowed, where the type is a closed enumeration.
  package var cases: [Value]?
  /// Names the function that turns the stored value into the model's own.
  package var transformer: String?
  package var hashModifier: String?
  /// Options that have no effect here but are kept for the model's other platforms, sorted.
  package var recordedOptions: [String]

  package init(
    name: String, originalName: String? = nil, type: AttributeType, isNullable: Bool = false,
    defaultValue: AttributeDefault = .none, isExternal: Bool = false,
    isPreservedOnDeletion: Bool = false, cases: [Value]? = nil, transformer: String? = nil,
    hashModifier: String? = nil, recordedOptions: [String] = []
  ) {
    self.name = name
    self.originalName = originalName
    self.type = type
    self.isNullable = isNullable
    self.defaultValue = defaultValue
    self.isExternal = isExternal
    self.isPreservedOnDeletion = isPreservedOnDeletion
    self.cases = cases
    self.transformer = transformer
    self.hashModifier = hashModifier
    self.recordedOptions = recordedOptions.sorted(by: utf8Precedes)
  }
}
