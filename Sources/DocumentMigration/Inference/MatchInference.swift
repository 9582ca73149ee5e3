import DocumentTables

/// The inference of a ``SchemaMatching``: finds the old entity and property of each new one.
///
/// Entities and properties are matched by name first, then by original name; if both match, the
/// change is ambiguous (spec 7.3). A property that is missing from its old entity is searched for
/// in the entities above and below.
struct MatchInference {
  let old: TableSchema
  let new: TableSchema
  let way: MigrationStep.Way
  /// Whether rows tell if a change needs a decision.
  private let isLeftToRows: Bool
  private let convertsDates: Bool
  var matching = SchemaMatching()
  /// Ambiguous changes and changes that need a decision, in the order of the new schema.
  var problems: [SchemaProblem] = []
  /// The changes that need a decision if there are rows that they concern.
  private(set) var openDecisions: [OpenDecision] = []
  /// The old properties that are matched within their entities.
  private var taken: Set<DeclaredProperty> = []

  init(
    from old: TableSchema, to new: TableSchema, way: MigrationStep.Way, isLeftToRows: Bool = false,
    convertsDates: Bool = false
  ) {
    self.old = old
    self.new = new
    self.way = way
    self.isLeftToRows = isLeftToRows
    self.convertsDates = convertsDates
    matchEntities()
    for entity in new.entities { checkSuperentity(of: entity) }
    for entity in new.entities { matchOwnProperties(of: entity) }
    for entity in new.entities { matchMovedProperties(of: entity) }
    dropOtherRelationships()
    if way == .forward {
      for entity in new.entities { checkNewProperties(of: entity) }
    }
  }

  private mutating func matchEntities() {
    var owners: [String: String] = [:]
    for entity in new.entities {
      let sameName = old.entity(named: entity.name)
      let original = entity.originalName.flatMap { $0 == entity.name ? nil : old.entity(named: $0) }
      if let sameName {
        if let original, new.entity(named: original.name) == nil {
          problems.append(.bothNames(entity: entity.name, original: original.name))
        }
        matching.entities[entity.name] = sameName.name
      } else if let original {
        if new.entity(named: original.name) != nil {
          problems.append(.originalStillThere(entity: entity.name, original: original.name))
        } else if let other = owners[original.name] {
          problems.append(
            .originalTakenTwice(entity: entity.name, original: original.name, by: other))
        } else {
          owners[original.name] = entity.name
          matching.entities[entity.name] = original.name
        }
      }
    }
  }

  /// Reports an entity that leaves a superentity that remains, or that joins another hierarchy.
  ///
  /// An entity may gain superentities that are new or were of its hierarchy, and lose superentities
  /// that are removed.
  private mutating func checkSuperentity(of entity: TableEntity) {
    guard way == .forward, let name = matching.entities[entity.name],
      let origin = old.entity(named: name)
    else { return }
    let before = old.lineage(of: name).map(\.name)
    let after = new.lineage(of: entity.name).map(\.name)
    let origins = Set(after.compactMap { matching.entities[$0] })
    let leaves = before.contains { old in
      !origins.contains(old) && matching.successor(ofEntity: old) != nil
    }
    let joins = origins.contains { old.hierarchyIndex(of: $0) != old.hierarchyIndex(of: name) }
    if leaves || joins {
      refuse(
        .superentity(entity: entity.name, from: origin.superentity, to: entity.superentity),
        where: .objects(entity.name))
    }
  }

  private mutating func matchOwnProperties(of entity: TableEntity) {
    guard let origin = matching.entities[entity.name].flatMap({ old.entity(named: $0) }) else {
      return
    }
    for attribute in entity.attributes {
      let property = DeclaredProperty(entity.name, attribute.name)
      guard let name = originName(property, attribute.originalName, entity, origin) else {
        continue
      }
      let place = DeclaredProperty(origin.name, name)
      guard let before = origin.attribute(named: name) else {
        refuse(.kind(property, becomesRelationship: false), where: .relatedObjects(place))
        continue
      }
      let isConverted = convertsDates && before.type.isConverted(to: attribute.type)
      guard attribute.isSameKind(as: before) || isConverted else {
        refuse(typeProblem(property, before.type, attribute.type), where: .values(place))
        continue
      }
      match(property, place)
      checkNewMembers(of: attribute, property, before, place)
    }
    for relationship in entity.relationships {
      let property = DeclaredProperty(entity.name, relationship.name)
      guard let name = originName(property, relationship.originalName, entity, origin) else {
        continue
      }
      let place = DeclaredProperty(origin.name, name)
      guard origin.relationship(named: name) != nil else {
        refuse(.kind(property, becomesRelationship: true), where: .values(place))
        continue
      }
      match(property, place)
    }
  }

  /// Returns the problem of an attribute whose type changes, or of the member of a structure whose type does.
  private func typeProblem(
    _ property: DeclaredProperty, _ from: AttributeType, _ to: AttributeType
  ) -> SchemaProblem {
    guard case (.structure(let old), .structure(let new)) = (from, to),
      let changed = StructureMatching(from: old, to: new, .forward)?.changedType
    else { return .type(property, from: from, to: to) }
    return .type(property.member(changed.member), from: changed.from, to: changed.to)
  }

  /// Reports members of a structure that match twice, and new ones for which old values have no value.
  private mutating func checkNewMembers(
    of attribute: TableAttribute, _ property: DeclaredProperty, _ before: TableAttribute,
    _ place: DeclaredProperty
  ) {
    guard case (.structure(let old), .structure(let new)) = (before.type, attribute.type),
      let members = StructureMatching(from: old, to: new, .forward)
    else { return }
    problems += members.ambiguities.map { ambiguity in
      let member = property.member(ambiguity.member)
      return switch ambiguity.kind {
      case .bothNames: .bothNames(member, original: ambiguity.original)
      case .originalStillThere: .originalStillThere(member, original: ambiguity.original)
      case .originalTakenTwice: .originalTakenTwice(member, original: ambiguity.original)
      }
    }
    guard let name = members.missingMember else { return }
    refuse(.newRequired(property.member(name), vanished: []), where: .values(place))
  }

  /// Reports a change that needs a decision in a forward migration, for all tables or for those
  /// with rows that it concerns.
  ///
  /// For all other tables, and with closures, the change is instead a removal and an addition.
  mutating func refuse(_ problem: SchemaProblem, where rows: OpenDecision.Rows) {
    guard way == .forward else { return }
    if isLeftToRows {
      openDecisions.append(OpenDecision(problem: problem, rows: rows))
    } else {
      problems.append(problem)
    }
  }

  /// Whether a matched relationship that does not hold the same data is a removal and an addition.
  var dropsOtherRelationships: Bool { way != .forward || isLeftToRows }

  private mutating func match(_ property: DeclaredProperty, _ origin: DeclaredProperty) {
    guard taken.insert(origin).inserted else {
      problems.append(.originalTakenTwice(property, original: origin.name))
      return
    }
    matching.properties[property] = [origin]
  }

  private mutating func originName(
    _ property: DeclaredProperty, _ originalName: String?, _ entity: TableEntity,
    _ origin: TableEntity
  ) -> String? {
    let name = property.name
    let original = originalName.flatMap { $0 != name && origin.hasProperty($0) ? $0 : nil }
    guard origin.hasProperty(name) else {
      if let original, entity.hasProperty(original) {
        problems.append(.originalStillThere(property, original: original))
        return nil
      }
      return original
    }
    if let original, !entity.hasProperty(original) {
      problems.append(.bothNames(property, original: original))
    }
    return name
  }

  /// Matches properties that are new in an entity with old properties of its superentities or
  /// subentities.
  private mutating func matchMovedProperties(of entity: TableEntity) {
    let above = matching.entities[entity.name].map { old.lineage(of: $0).dropFirst() } ?? []
    let below = new.entities.filter { other in
      other.name != entity.name && new.isEntity(other.name, kindOf: entity.name)
    }.compactMap { matching.entities[$0.name].flatMap { old.entity(named: $0) } }
    func origins(_ names: [String], where isSame: (TableEntity, String) -> Bool)
      -> [DeclaredProperty]
    {
      func find(_ relatives: some Sequence<TableEntity>) -> [DeclaredProperty] {
        relatives.compactMap { relative in
          names.first {
            isSame(relative, $0) && !taken.contains(DeclaredProperty(relative.name, $0))
          }.map { DeclaredProperty(relative.name, $0) }
        }
      }
      if let nearest = find(above).first { return [nearest] }
      return find(below).sorted()
    }
    for attribute in entity.attributes {
      let property = DeclaredProperty(entity.name, attribute.name)
      guard matching.properties[property] == nil else { continue }
      let names = [attribute.name, attribute.originalName ?? attribute.name]
      let found = origins(names) { relative, name in
        // A column has one conversion for the columns of all relatives, so a structure that moves must not change.
        relative.attribute(named: name).map { attribute.isWider(than: $0) } ?? false
      }
      if !found.isEmpty { matching.properties[property] = found }
      // Without this refusal, a structure that moves and changes at once would lose its values silently.
      let changed = origins(names) { relative, name in
        relative.attribute(named: name).map { attribute.isSameKind(as: $0) } ?? false
      }
      if found.isEmpty, let origin = changed.first,
        let before = old.entity(named: origin.entity)?.attribute(named: origin.name)
      {
        refuse(.type(property, from: before.type, to: attribute.type), where: .values(origin))
      }
    }
    for relationship in entity.relationships {
      let property = DeclaredProperty(entity.name, relationship.name)
      guard matching.properties[property] == nil else { continue }
      let names = [relationship.name, relationship.originalName ?? relationship.name]
      let found = origins(names) { $0.relationship(named: $1) != nil }
      if !found.isEmpty { matching.properties[property] = found }
    }
  }

  private mutating func checkNewProperties(of entity: TableEntity) {
    // An entity that old objects cannot belong to has no objects that would need a value.
    guard old.hasObjects(of: entity.name, in: new, matching) else { return }
    for attribute in entity.attributes where !attribute.isNullable {
      let property = DeclaredProperty(entity.name, attribute.name)
      guard matching.properties[property] == nil,
        // A property that was refused for another reason is not refused again.
        !problems.contains(where: { $0.entity == entity.name && $0.property == attribute.name })
      else { continue }
      let vanished = vanished(like: attribute, of: entity)
      let problem: SchemaProblem? =
        switch attribute.defaultValue {
        case .value: nil
        case .computed: .newComputed(property, vanished: vanished)
        case .none: .newRequired(property, vanished: vanished)
        }
      guard let problem else { continue }
      // Of a property that changes its type or kind, that change is the cause.
      let cause = openDecisions.first {
        $0.problem.entity == entity.name && $0.problem.property == attribute.name
      }
      refuse(cause?.problem ?? problem, where: .objects(entity.name))
    }
  }

  /// Returns the old attributes of an entity that match no new property and whose values would fit
  /// a new attribute.
  func vanished(like attribute: TableAttribute, of entity: TableEntity) -> [String] {
    guard let origin = matching.entities[entity.name].flatMap({ old.entity(named: $0) }) else {
      return []
    }
    let kept = Set(matching.properties.values.joined())
    return origin.attributes.filter { before in
      attribute.isSameKind(as: before)
        && !kept.contains(DeclaredProperty(origin.name, before.name))
    }.map(\.name)
  }
}

extension TableAttribute {
  /// Returns whether every value of an old attribute is a value of this attribute.
  func isWider(than before: TableAttribute) -> Bool {
    before.type == type || before.type.widens(to: type)
  }

  /// Returns whether every value of an old attribute is, or becomes by its members, a value of this attribute.
  func isSameKind(as before: TableAttribute) -> Bool {
    isWider(than: before) || before.type.isContinued(by: type)
  }
}

extension TableSchema {
  /// Returns whether objects of this old schema may be of an entity of the new one.
  func hasObjects(of entity: String, in new: TableSchema, _ matching: SchemaMatching) -> Bool {
    new.entities.contains { other in
      matching.entities[other.name] != nil && new.isEntity(other.name, kindOf: entity)
    }
  }
}
