/// The classes that a list of model classes stands for.
///
/// Each brings its superclasses and what its relationships lead to. Nothing leads from a class to
/// its subclasses.
///
/// A relationship leads to the entity of its name, not to a class: where the list has a class of that
/// name, the class that the property's type names is not added. So schema versions can share a class
/// whose neighbours they declare anew. Inheritance leads to the class itself.
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

  /// The properties that a class declares itself; inherited ones come before them.
  static func ownProperties(
    of type: any PersistentModel.Type
  ) -> ArraySlice<Schema.PropertyMetadata> {
    ModelMetadata.of(type).properties.dropFirst(type._$superentity?._$propertyCount ?? 0)
  }
}
