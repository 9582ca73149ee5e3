import DocumentData
import Testing

/// What deleting an owner comes to.
private enum Outcome {
  /// The save succeeds, the other object stays, and names the deleted one no longer.
  case stays
  /// The save succeeds, the other object is gone, and whoever else named it does so no longer.
  case goes
  /// The save fails, because of the owner's relationship.
  case refusedByRule
  /// The save fails, because the other object cannot be without its owner.
  case refusedByTarget
  /// The save fails, because another owner cannot be without the other object.
  case refusedByOtherOwner
}

private typealias Rule = Schema.Relationship.DeleteRule
private typealias Shape = RelationshipShape

@Suite("The delete rule of every relationship")
struct DeleteRuleMatrixTests {
  /// The outcome for each rule and way back.
  ///
  /// The rule's own end, to one object or to several, required or not, does not matter, but for what
  /// `expected` says of required ones.
  ///
  /// `noAction` is `nullify` here: a document has no references to what is gone.
  private static let outcomes: [Rule: [Shape.Back: Outcome]] = [
    .nullify: [
      .oneWay: .stays, .optionalToOne: .stays, .requiredToOne: .refusedByTarget,
      .toMany: .stays, .optionalToMany: .stays,
    ],
    .noAction: [
      .oneWay: .stays, .optionalToOne: .stays, .requiredToOne: .refusedByTarget,
      .toMany: .stays, .optionalToMany: .stays,
    ],
    .cascade: [
      .oneWay: .goes, .optionalToOne: .goes, .requiredToOne: .goes,
      .toMany: .goes, .optionalToMany: .goes,
    ],
    .deny: [
      .oneWay: .refusedByRule, .optionalToOne: .refusedByRule, .requiredToOne: .refusedByRule,
      .toMany: .refusedByRule, .optionalToMany: .refusedByRule,
    ],
  ]

  private static func expected(_ shape: Shape) -> Outcome? {
    let outcome = outcomes[shape.rule]?[shape.back]
    return outcome == .goes && shape.isShared && shape.forward == .requiredToOne
      ? .refusedByOtherOwner : outcome
  }

  @Test("deleting an owner does what the rule says", arguments: RelationshipShape.all)
  func deletingAnOwner(_ shape: RelationshipShape) throws { try delete(an: shape.owner, shape) }

  private func delete<Owner: RelationshipOwner>(
    an type: Owner.Type, _ shape: Shape
  ) throws {
    let context = try shape.context()
    let (owners, target) = Owner.group()
    owners.forEach { context.insert($0) }
    context.insert(target)
    try context.save()
    let others = Array(owners.dropFirst())
    try #require(owners.allSatisfy { $0.related == [target] })
    context.delete(owners[0])

    switch try #require(Self.expected(shape)) {
    case .stays:
      try context.save()
      for context in [context, ModelContext(context.container)] {
        let left = try context.only(Owner.Target.self)
        let owners = try context.all(Owner.self)
        #expect(owners.map(\.persistentModelID) == others.map(\.persistentModelID))
        #expect(owners.allSatisfy { $0.related == [left] })
        #expect(Set(left.referrers.map(\.persistentModelID)).isSubset(of: owners.map(\.id)))
        #expect(left.referrers.count == (shape.back == .oneWay ? 0 : owners.count))
      }
    case .goes:
      try context.save()
      for context in [context, ModelContext(context.container)] {
        #expect(try context.all(Owner.Target.self).isEmpty)
        #expect(try context.all(Owner.self).map(\.id) == others.map(\.id))
        #expect(try context.all(Owner.self).allSatisfy { $0.related.isEmpty })
      }
    case .refusedByRule:
      try expectRefusal(context, "Owner", shape.forward.property)
    case .refusedByTarget:
      try expectRefusal(context, "Target", "owner")
    case .refusedByOtherOwner:
      try expectRefusal(context, "Owner", shape.forward.property)
    }
  }

  @Test(
    "deleting the other object is not the rule's business: its owners forget it, or refuse",
    arguments: RelationshipShape.all)
  func deletingTheOther(_ shape: RelationshipShape) throws {
    try deleteTarget(of: shape.owner, shape)
  }

  private func deleteTarget<Owner: RelationshipOwner>(
    of type: Owner.Type, _ shape: Shape
  ) throws {
    let context = try shape.context()
    let (owners, target) = Owner.group()
    owners.forEach { context.insert($0) }
    context.insert(target)
    try context.save()
    context.delete(target)
    guard shape.forward != .requiredToOne else {
      try expectRefusal(context, "Owner", shape.forward.property)
      return
    }
    try context.save()
    for context in [context, ModelContext(context.container)] {
      #expect(try context.all(Owner.Target.self).isEmpty)
      #expect(try context.all(Owner.self).count == owners.count)
      #expect(try context.all(Owner.self).allSatisfy { $0.related.isEmpty })
    }
  }

  /// The save names entity and property; rolling back brings everything back.
  private func expectRefusal(_ context: ModelContext, _ entity: String, _ property: String) throws {
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.entity == entity)
    #expect(error?.property == property)
    #expect(context.hasChanges)
    context.rollback()
    #expect(!context.hasChanges)
    try context.save()
    #expect(context.deletedModelsArray.isEmpty)
  }
}
