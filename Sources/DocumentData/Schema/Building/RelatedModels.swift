/// The classes of a schema: the listed classes and those that follow from them.
///
/// Each class adds its superclass and the classes that its relationships lead to. No class adds its
/// subclasses.
///
/// A relationship leads to an entity by name, not to a class: if the list contains a class of that
/// name, the class that the property's type names is not added. Schema versions can therefore share
/// a class and replace the classes that it is related to. Inheritance leads to the class itself.
struct RelatedModels {
  private(set) var types: [any PersistentModel.Type] = []

  init(_ listed: [any PersistentModel.Type]) {
    let names = Set(listed.map(Schema.entityName(of:)))
    var known: Set<ObjectIdentifier> = []
    var pending = listed[...]
    while let type = pending.popFirst() {
      guard known.insert(ObjectIdentifier(type)).inserted else { continue }
      types.append(type)
      if let superentity = type._$superentity { pending.append(superentity) }
      pending += Self.ownProperties(of: type).compactMap(\.kind.destination)
        .filter { !names.contains(Schema.entityName(of: $0)) }
    }
  }

  /// Returns the properties that a class declares itself, without the inherited ones.
  static func ownProperties(
    of type: any PersistentModel.Type
  ) -> ArraySlice<Schema.PropertyMetadata> {
    ModelMetadata.of(type).properties.dropFirst(type._$superentity?._$propertyCount ?? 0)
  }
}
