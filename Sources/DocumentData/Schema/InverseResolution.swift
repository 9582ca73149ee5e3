import DocumentTables

/// Finds for each relationship the property at its other end that is the same connection: the one
/// that `@Relationship(inverse:)` names, else the only one that can be meant.
///
/// A relationship is the inverse of one other. Where several name it, it belongs to the one that it
/// names itself, else to the first in the order of the classes and their properties. The others
/// have no inverse.
struct InverseResolution {
  private struct End: Hashable {
    var type: ObjectIdentifier
    var name: String
  }

  private struct Candidate {
    var type: any PersistentModel.Type
    var end: End
    var destination: ObjectIdentifier
    var statedInverse: AnyKeyPath?
    var entity: String
  }

  /// A relationship whose stated inverse belongs to another.
  struct Unjoined {
    var property: (entity: String, name: String)
    var inverse: (entity: String, name: String)
    var owner: (entity: String, name: String)
  }

  private var inverses: [End: End] = [:]
  private(set) var unjoined: [Unjoined] = []

  init(_ types: [any PersistentModel.Type]) throws(SchemaProblem) {
    let candidates = types.flatMap(Self.candidates)
    let ends = Self.endsByKeyPath(types)
    let byEnd = Dictionary(candidates.map { ($0.end, $0) }) { first, _ in first }
    var stated: [End: End] = [:]
    for candidate in candidates {
      guard let keyPath = candidate.statedInverse else { continue }
      guard let other = ends[keyPath] else {
        throw SchemaProblem(
          .inverseMismatch, entity: candidate.entity, property: candidate.end.name,
          "its inverse is no persisted property of a class of this schema")
      }
      stated[candidate.end] = other
    }
    var alone: [End: End] = [:]
    for candidate in candidates {
      guard let other = stated[candidate.end], inverses[candidate.end] != other else { continue }
      if inverses[other] == nil, stated[other] == nil || stated[other] == candidate.end {
        inverses[candidate.end] = other
        inverses[other] = candidate.end
      } else if let there = byEnd[other], Self.isKind(candidate.type, of: there.destination) {
        alone[candidate.end] = other
      } else {
        // The schema's check says that the two do not point to one another.
        inverses[candidate.end] = other
      }
    }
    pairTheRest(candidates.filter { alone[$0.end] == nil })
    unjoined = candidates.compactMap { candidate in
      guard let other = alone[candidate.end], let there = byEnd[other],
        let owner = inverses[other].flatMap({ byEnd[$0] })
      else { return nil }
      return Unjoined(
        property: (candidate.entity, candidate.end.name), inverse: (there.entity, other.name),
        owner: (owner.entity, owner.end.name))
    }
  }

  private static func isKind(_ type: any PersistentModel.Type, of other: ObjectIdentifier) -> Bool {
    var next: (any PersistentModel.Type)? = type
    while let current = next {
      if ObjectIdentifier(current) == other { return true }
      next = current._$superentity
    }
    return false
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
        type: type, end: End(type: ObjectIdentifier(type), name: property.name),
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
