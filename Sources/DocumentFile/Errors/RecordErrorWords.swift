import DocumentTables

extension DocumentError.Code {
  /// The summary of a rule for records, trees, tables or schemas, whose errors only state what was
  /// found.
  var ruleSummary: String? { Self.summaries[rawValue] }

  private static let summaries: [String: String] = [
    "record-syntax": "not a record",
    "record-unknown-entity": "the entity does not belong to this table",
    "record-abstract-entity": "an abstract entity has no objects",
    "record-key-range": "the key is out of range",
    "record-key-order": "records must be in the order of their keys",
    "record-duplicate-key": "two records have the same key",
    "record-unknown-property": "the entity has no such property",
    "record-duplicate-property": "the property occurs twice",
    "record-missing-property": "the property is missing and has no default value",
    "record-derived-property": "this end of the relationship is not written",
    "record-null": "the property must not be null",
    "record-value-type": "the value has the wrong form for its type",
    "record-value-range": "the value is outside the range of its type",
    "record-value-not-canonical": "the value is not in its canonical spelling",
    "record-value-not-representable": "no value of the type represents this text exactly",
    "record-enum-case": "the value is not one of the allowed cases",
    "record-foreign-name": "foreign data must have reverse-DNS names",
    "record-needless-escape": "the text is marked as escaped without need",
    "record-part-size": "the part is too large",
    "record-external-syntax": "the reference to an external value is malformed",
    "record-external-not-allowed": "a flat document cannot have external values",
    "record-external-required": "a value of this kind must be external",
    "record-external-needless": "a value of this size must not be external",
    "record-external-size": "the size of the external value does not match",
    "record-external-text": "the external value is not text",
    "record-external-unavailable": "the external value cannot be read",
    "tree-depth": "nested too deeply",
    "tree-size": "too many values in one tree",
    "tree-mark": "a key that begins with $ is not a mark of the format",
    "tree-duplicate-name": "a name occurs twice in one object",
    "tree-element": "the element is not one of a typed tree",
    "tree-value-type": "the value has the wrong form for its type",
    "tree-value-range": "the value is outside the range of its type",
    "tree-value-not-canonical": "the value is not in its canonical spelling",
    "tree-value-not-representable": "no value of the type represents this text exactly",
    TableFinding.Rule.danglingReference.rawValue: "the referenced object does not exist",
    TableFinding.Rule.wrongDestination.rawValue:
      "the referenced object has another entity",
    TableFinding.Rule.missingReference.rawValue: "the reference is missing",
    TableFinding.Rule.sharedReference.rawValue: "only one object may refer to another here",
    TableFinding.Rule.notMutual.rawValue:
      "an object refers to another that does not refer back, though the relationship is mutual",
    TableFinding.Rule.repeatedMember.rawValue: "the list contains an object twice",
    TableFinding.Rule.orderNotMembers.rawValue:
      "the stored order does not contain exactly the members",
    TableFinding.Rule.tooFew.rawValue: "too few related objects",
    TableFinding.Rule.tooMany.rawValue: "too many related objects",
    TableFinding.Rule.notUnique.rawValue: "a combination of values that must be unique is not",
    TableFinding.Rule.missingValue.rawValue: "a required value is null",
    TableFinding.Rule.abstractEntity.rawValue: "an object is of an abstract entity",
    TableFinding.Rule.duplicateKey.rawValue: "two objects have the same key",
    TableFinding.Rule.keyNotBelowNext.rawValue: "a key is not below the next key",
    "schema-malformed": "the schema is malformed",
    "schema-duplicate-name": "the schema has a name twice",
    "schema-superentity-cycle": "an entity of the schema inherits from itself",
    "schema-missing-entity": "the schema refers to an entity that does not exist",
    "schema-missing-property": "the schema refers to a property that does not exist",
    "schema-inverse-mismatch": "two ends of a relationship do not agree",
    "schema-too-large": "the schema is too large",
  ]
}
