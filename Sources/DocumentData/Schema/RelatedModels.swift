/// The classes that a list of model classes stands for.
///
/// Each brings its superclasses and what its relationships lead to. Nothing leads from a class to
/// its subclasses.
struct RelatedModels {
  private(set) var types: [any PersistentModel.Type] = []

  init(_ listed: [any PersistentModel.Type]) {
    var known: Set<ObjectIdentifier> = []
    var pending = listed[...]
    while let type = pending.popFirst() {
      guard known.insert(ObjectIdentifier(type)).inserted else { continue }
      types.append(type)
      if let superentity = type._$superentity { pending.append(superentity) }
      pending += Self.ownProperties(of: type).compactMap(\.kind.destination)
    }
  }

  /// The properties that a class declares itself; inherited ones come before them.
  static func ownProperties(
    of type: any PersistentModel.Type
  ) -> ArraySlice<Schema.PropertyMetadata> {
    ModelMetadata.of(type).properties.dropFirst(type._$superentity?._$propertyCount ?? 0)
  }
}
