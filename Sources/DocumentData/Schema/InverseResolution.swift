import DocumentTables

/// Finds for each relationship the property at its other end that is the same connection: the one
/// that `@Relationship(inverse:)` names, else the only one that can be meant.
struct InverseResolution {
  private struct End: Hashable {
    var type: ObjectIdentifier
    var name: String
  }

  private struct Candidate {
    var end: End
    var destination: ObjectIdentifier
    var statedInverse: AnyKeyPath?
    var entity: String
  }

  private var inverses: [End: End] = [:]

  init(_ types: [any PersistentModel.Type]) throws(SchemaProblem) {
    let candidates = types.flatMap(Self.candidates)
    let ends = Self.endsByKeyPath(types)
    for candidate in candidates {
      guard let keyPath = candidate.statedInverse else { continue }
      guard let other = ends[keyPath] else {
        throw SchemaProblem(
          .inverseMismatch, entity: candidate.entity, property: candidate.end.name,
          "its inverse is no persisted property of a class of this schema")
      }
      inverses[candidate.end] = other
      if inverses[other] == nil { inverses[other] = candidate.end }
    }
    pairTheRest(candidates)
  }

  func inverse(of name: String, in type: any PersistentModel.Type) -> String? {
    inverses[End(type: ObjectIdentifier(type), name: name)]?.name
  }

  /// Two relationships are one connection without being told so if they point to one another's
  /// classes and no other free relationship does.
  private mutating func pairTheRest(_ candidates: [Candidate]) {
    let free = candidates.filter { inverses[$0.end] == nil }
    let byRoute = Dictionary(grouping: free) { [$0.end.type, $0.destination] }
    for candidate in free {
      let there = (byRoute[[candidate.destination, candidate.end.type]] ?? [])
        .filter { $0.end != candidate.end }
      let here = (byRoute[[candidate.end.type, candidate.destination]] ?? [])
        .filter { $0.end != there.first?.end }
      guard there.count == 1, here.count == 1, let other = there.first else { continue }
      inverses[candidate.end] = other.end
    }
  }

  private static func candidates(of type: any PersistentModel.Type) -> [Candidate] {
    RelatedModels.ownProperties(of: type).compactMap { property in
      guard property.isStored, let destination = property.kind.destination else { return nil }
      return Candidate(
        end: End(type: ObjectIdentifier(type), name: property.name),
        destination: ObjectIdentifier(destination),
        statedInverse: (property.metadata as? Schema.Relationship)?.inverseKeyPath,
        entity: Schema.entityName(of: type))
    }
  }

  /// A property has one key path for each class that it is reached from; all lead to the class that
  /// declares it.
  private static func endsByKeyPath(_ types: [any PersistentModel.Type]) -> [AnyKeyPath: End] {
    var ends: [AnyKeyPath: End] = [:]
    for type in types {
      var owner: any PersistentModel.Type = type
      // From the last property, which the class itself declares, to those of its root.
      for (index, property) in ModelMetadata.of(type).properties.enumerated().reversed() {
        while let superentity = owner._$superentity, index < superentity._$propertyCount {
          owner = superentity
        }
        ends[property.keypath] = End(type: ObjectIdentifier(owner), name: property.name)
      }
    }
    return ends
  }
}
