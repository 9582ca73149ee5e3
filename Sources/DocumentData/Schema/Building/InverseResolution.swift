import DocumentTables

/// Finds the inverse of each relationship: the property that `@Relationship(inverse:)` declares,
/// else the only possible one.
///
/// A relationship is the inverse of only one other. If several declare it as their inverse, it
/// belongs to the one that it declares itself, else to the first in the order of the classes and
/// their properties. The others have no inverse.
///
/// Entities are identified by name: the key path of an inverse may name a class of another schema
/// version that this version replaces by a class of the same name.
struct InverseResolution {
  private struct End: Hashable {
    var entity: String
    var name: String
  }

  private struct Candidate {
    var type: any PersistentModel.Type
    var end: End
    var destination: String
    var statedInverse: AnyKeyPath?
  }

  /// A relationship whose declared inverse belongs to another relationship.
  struct Unjoined {
    var property: (entity: String, name: String)
    var inverse: (entity: String, name: String)
    var owner: (entity: String, name: String)
  }

  private var inverses: [End: End] = [:]
  private(set) var unjoined: [Unjoined] = []

  init(_ types: [any PersistentModel.Type]) throws(SchemaProblem) {
    let candidates = types.flatMap(Self.candidates)
    let ends = Set(
      types.flatMap { type in
        RelatedModels.ownProperties(of: type).map {
          End(entity: Schema.entityName(of: type), name: $0.name)
        }
      })
    let byEnd = Dictionary(candidates.map { ($0.end, $0) }) { first, _ in first }
    var stated: [End: End] = [:]
    for candidate in candidates {
      guard let keyPath = candidate.statedInverse else { continue }
      guard let other = Self.end(of: keyPath), ends.contains(other) else {
        throw SchemaProblem(
          .inverseMismatch, entity: candidate.end.entity, property: candidate.end.name,
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
        // `TableSchema` reports that the two ends do not lead to one another.
        inverses[candidate.end] = other
      }
    }
    pairTheRest(candidates.filter { alone[$0.end] == nil })
    unjoined = candidates.compactMap { candidate in
      guard let other = alone[candidate.end],
        let owner = inverses[other].flatMap({ byEnd[$0] })
      else { return nil }
      return Unjoined(
        property: (candidate.end.entity, candidate.end.name),
        inverse: (other.entity, other.name), owner: (owner.end.entity, owner.end.name))
    }
  }

  private static func isKind(_ type: any PersistentModel.Type, of entity: String) -> Bool {
    var next: (any PersistentModel.Type)? = type
    while let current = next {
      if Schema.entityName(of: current) == entity { return true }
      next = current._$superentity
    }
    return false
  }

  func inverse(of name: String, in type: any PersistentModel.Type) -> String? {
    inverses[End(entity: Schema.entityName(of: type), name: name)]?.name
  }

  /// Pairs relationships without a declared inverse that lead to one another's classes.
  ///
  /// Two relationships are paired if no other unpaired relationship leads between the two classes.
  private mutating func pairTheRest(_ candidates: [Candidate]) {
    let free = candidates.filter { inverses[$0.end] == nil }
    let byRoute = Dictionary(grouping: free) { [$0.end.entity, $0.destination] }
    for candidate in free {
      let there = (byRoute[[candidate.destination, candidate.end.entity]] ?? [])
        .filter { $0.end != candidate.end }
      let here = (byRoute[[candidate.end.entity, candidate.destination]] ?? [])
        .filter { $0.end != there.first?.end }
      guard there.count == 1, here.count == 1, let other = there.first else { continue }
      inverses[candidate.end] = other.end
    }
  }

  private static func candidates(of type: any PersistentModel.Type) -> [Candidate] {
    RelatedModels.ownProperties(of: type).compactMap { property in
      guard property.isStored, let destination = property.kind.destination else { return nil }
      return Candidate(
        type: type, end: End(entity: Schema.entityName(of: type), name: property.name),
        destination: Schema.entityName(of: destination),
        statedInverse: (property.metadata as? Schema.Relationship)?.inverseKeyPath)
    }
  }

  /// Returns the declaring entity and the name of a property.
  ///
  /// A property has one key path for each class of the lineage; all of them lead to the class that
  /// declares the property.
  private static func end(of keyPath: AnyKeyPath) -> End? {
    guard let type = Swift.type(of: keyPath).rootType as? any PersistentModel.Type else {
      return nil
    }
    let metadata = ModelMetadata.of(type)
    guard let position = metadata.position(of: keyPath) else { return nil }
    var owner: any PersistentModel.Type = type
    while let superentity = owner._$superentity, position < superentity._$propertyCount {
      owner = superentity
    }
    return End(entity: Schema.entityName(of: owner), name: metadata.properties[position].name)
  }
}
