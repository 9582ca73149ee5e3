/// The value of an attribute that a record omits or a migration adds.
package enum AttributeDefault: Hashable, Sendable {
  case none
  case value(Value)
  /// The model computes the value (`UUID()`, `Date()`), so a reader without the model cannot.
  case computed
}

/// One attribute of an entity.
package struct TableAttribute: Hashable, Sendable {
  package var name: String
  /// The attribute's name in an older version of the schema.
  package var originalName: String?
  package var type: AttributeType
  package var isNullable: Bool
  package var defaultValue: AttributeDefault
  /// Whether the values are stored in parts of their own.
  package var isExternal: Bool
  package var isPreservedOnDeletion: Bool
  /// The only allowed values, if the type is a closed enumeration.
  package var cases: [Value]?
  /// The name of the function that converts the stored value to the model's value.
  package var transformer: String?
  package var hashModifier: String?
  /// Options without effect here, kept for the model's other platforms; sorted.
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
