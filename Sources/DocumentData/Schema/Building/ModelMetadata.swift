import DocumentTables
import Synchronization

/// The property metadata of a model class, requested once because the class creates it for each
/// request.
final class ModelMetadata: @unchecked Sendable {
  // Unchecked, because key paths and the initialisers' closures are not marked Sendable: neither
  // changes, and both come from generated code that captures nothing.
  let properties: [Schema.PropertyMetadata]
  /// The members of structures that the class's indexes name, by their key paths.
  let indexedMembers: [AnyKeyPath: IndexedMember]
  private let positions: [AnyKeyPath: Int]
  private let transformed: [Int: any AnyAttributeCoding]

  private init(_ type: any PersistentModel.Type) {
    properties = type.schemaMetadata
    // Code that knows only a superclass uses the key paths of the superclass.
    var positions = type._$superentity.map { ModelMetadata.of($0).positions } ?? [:]
    for (index, property) in properties.enumerated() { positions[property.keypath] = index }
    self.positions = positions
    var members = type._$superentity.map { ModelMetadata.of($0).indexedMembers } ?? [:]
    for statement in type._$statements {
      guard case .member(let member) = statement.content else { continue }
      members[member.keyPath] = IndexedMember(member, among: properties)
    }
    indexedMembers = members
    var transformed: [Int: any AnyAttributeCoding] = [:]
    for (index, property) in properties.enumerated() where property.transformer != nil {
      if case .attribute(let coding) = property.kind { transformed[index] = coding }
    }
    self.transformed = transformed
  }

  /// Returns the coding of an attribute with a value transformer; nil for any other property.
  func transformedCoding<Content>(at position: Int) -> AttributeCoding<Content>? {
    transformed[position] as? AttributeCoding<Content>
  }

  /// Returns the position of a property in the whole lineage, superclasses first; nil for a key
  /// path that leads to no persisted property.
  func position(of keyPath: AnyKeyPath) -> Int? { positions[keyPath] }

  static func of(_ type: any PersistentModel.Type) -> ModelMetadata {
    let key = ObjectIdentifier(type)
    if let known = all.withLock({ $0[key] }) { return known }
    // Created outside of the lock, because this runs code of the model.
    let made = ModelMetadata(type)
    made.properties.forEach(DecodingDefaults.learn)
    all.withLock { $0[key] = made }
    return made
  }

  private static let all = Mutex<[ObjectIdentifier: ModelMetadata]>([:])
}

/// A member of a structure that `#Index` names, such as `\.place?.latitude`.
struct IndexedMember {
  /// The position of the attribute in the class's metadata.
  let slot: Int
  let structure: TableStructure
  /// The position of the member in the structure.
  let position: Int
  /// The name in the lists of a schema.
  let name: String

  /// Returns nil if the attribute has no such member, or its structure's coding changes the member's values.
  init?(_ statement: Schema._Statement.Member, among properties: [Schema.PropertyMetadata]) {
    guard let slot = properties.firstIndex(where: { $0.name == statement.attribute }),
      case .attribute(let coding) = properties[slot].kind,
      case .structure(let structure) = coding.attributeType.type
    else { return nil }
    let valueType = properties[slot].valueType
    let type = (valueType as? any OptionalType.Type)?.wrappedType ?? valueType
    guard let type = type as? any PersistentStructure.Type,
      let position = StructureMembers.position(ofProperty: statement.property, in: type, structure)
    else { return nil }
    self.slot = slot
    self.structure = structure
    self.position = position
    name = statement.attribute + "." + structure.members[position].name
  }

  var attribute: TableAttribute { structure.members[position] }

  /// Returns the member's value in a value of the attribute.
  func value(in value: Value) -> Value {
    guard case .tree(let tree) = value else { return .null }
    return structure.values(of: tree)[position]
  }
}

extension DecodingDefaults {
  /// Learns the members of a property's type from the type's `init()` and from the property's
  /// default.
  fileprivate static func learn(from property: Schema.PropertyMetadata) {
    guard property.transformer == nil, case .attribute(let coding) = property.kind,
      coding.attributeType.type.storage == .tree
    else { return }
    if let make = property.makeBlank { learn(from: make, isOfInitializer: true) }
    if let make = property.makeDefault { learn(from: make, isOfInitializer: false) }
  }
}
