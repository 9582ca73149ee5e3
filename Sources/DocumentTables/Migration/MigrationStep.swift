/// One change between two neighbouring schemas, inferred from their difference.
///
/// Steps are values: they can be printed before anything runs.
package enum MigrationStep: Hashable, Sendable {
  case addEntity(String)
  case removeEntity(String)
  case renameEntity(from: String, to: String)
  case changeAbstract(entity: String, isAbstract: Bool)
  case changeSuperentity(entity: String, from: String?, to: String?)
  case addAttribute(entity: String, name: String, value: AttributeDefault)
  case addRelationship(entity: String, name: String)
  case removeProperty(entity: String, name: String)
  case renameProperty(entity: String, from: String, to: String)
  case makeNullable(entity: String, name: String)
  case makeRequired(entity: String, name: String)
  case widen(entity: String, name: String, from: ScalarType, to: ScalarType)
  /// Delete rules, counts, options, hash modifiers, defaults of attributes that stay.
  case changeOptions(entity: String, name: String)
  case addConstraint(entity: String, properties: [String])
  case dropConstraint(entity: String, properties: [String])
  case addIndex(entity: String, properties: [String])
  case dropIndex(entity: String, properties: [String])
}
