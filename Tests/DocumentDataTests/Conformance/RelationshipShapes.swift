import DocumentData
import Testing

/// A model whose relationship the delete rules are asked about.
protocol RelationshipOwner: PersistentModel {
  associatedtype Target: RelationshipTarget where Target.Owner == Self

  /// The objects at the other end.
  var related: [Target] { get }

  /// An object with as many owners as it may have, two at most.
  static func group() -> ([Self], Target)
}

/// A model at the other end.
protocol RelationshipTarget: PersistentModel {
  associatedtype Owner: PersistentModel

  /// The owners as its own relationship names them; none where there is no way back.
  var referrers: [Owner] { get }
}

/// An owner that is made for its target.
protocol OwnerOfGiven: RelationshipOwner where Target: GivenTarget {
  init(_ target: Target)
}

/// A target that is there before its owners.
protocol GivenTarget: RelationshipTarget {
  /// How many owners it can have, two for as many as one likes.
  static var mostOwners: Int { get }

  init()
}

extension GivenTarget {
  static var mostOwners: Int { 2 }
}

extension OwnerOfGiven {
  static func group() -> ([Self], Target) {
    let target = Target()
    return ((0..<Target.mostOwners).map { _ in Self(target) }, target)
  }
}

/// An owner that is there before its target.
protocol GivenOwner: RelationshipOwner where Target: TargetOfGiven {
  init()
}

/// A target that needs its owner.
protocol TargetOfGiven: RelationshipTarget {
  init(_ owner: Owner)
}

extension GivenOwner {
  static func group() -> ([Self], Target) {
    let owner = Self()
    return ([owner], Target(owner))
  }
}

/// One way in which two models can be related.
struct RelationshipShape: Sendable, CustomTestStringConvertible {
  enum Forward: String, CaseIterable {
    case optionalToOne, requiredToOne, toMany, optionalToMany

    var property: String { self == .optionalToOne || self == .requiredToOne ? "target" : "targets" }
  }

  enum Back: String, CaseIterable {
    case oneWay, optionalToOne, requiredToOne, toMany, optionalToMany
  }

  let rule: Schema.Relationship.DeleteRule
  let owner: any RelationshipOwner.Type
  let forward: Forward
  let back: Back

  init(
    _ rule: Schema.Relationship.DeleteRule, _ owner: any RelationshipOwner.Type,
    _ forward: Forward, _ back: Back
  ) {
    self.rule = rule
    self.owner = owner
    self.forward = forward
    self.back = back
  }

  var testDescription: String { "\(rule), \(forward.rawValue), back \(back.rawValue)" }

  /// Whether an object may have several owners.
  var isShared: Bool { back != .optionalToOne && back != .requiredToOne }

  /// A context on these two models.
  func context() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema([owner]), configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  /// Every way but one: of two objects that are required by one another, neither can be made first.
  private static func all<Rule: StatedRule>(_ rule: Rule.Type) -> [RelationshipShape] {
    [
      RelationshipShape(
        Rule.rule, ToOneShapes<Rule>.OptionalOneOneWay.Owner.self, .optionalToOne, .oneWay),
      RelationshipShape(
        Rule.rule, ToOneShapes<Rule>.OptionalOneBackToOne.Owner.self, .optionalToOne, .optionalToOne
      ),
      RelationshipShape(
        Rule.rule, ToOneShapes<Rule>.OptionalOneBackToRequiredOne.Owner.self, .optionalToOne,
        .requiredToOne),
      RelationshipShape(
        Rule.rule, ToOneShapes<Rule>.OptionalOneBackToMany.Owner.self, .optionalToOne, .toMany),
      RelationshipShape(
        Rule.rule, ToOneShapes<Rule>.OptionalOneBackToOptionalMany.Owner.self, .optionalToOne,
        .optionalToMany),
      RelationshipShape(
        Rule.rule, ToOneShapes<Rule>.RequiredOneOneWay.Owner.self, .requiredToOne, .oneWay),
      RelationshipShape(
        Rule.rule, ToOneShapes<Rule>.RequiredOneBackToOne.Owner.self, .requiredToOne, .optionalToOne
      ),
      RelationshipShape(
        Rule.rule, ToOneShapes<Rule>.RequiredOneBackToMany.Owner.self, .requiredToOne, .toMany),
      RelationshipShape(
        Rule.rule, ToOneShapes<Rule>.RequiredOneBackToOptionalMany.Owner.self, .requiredToOne,
        .optionalToMany),
      RelationshipShape(Rule.rule, ToManyShapes<Rule>.ManyOneWay.Owner.self, .toMany, .oneWay),
      RelationshipShape(
        Rule.rule, ToManyShapes<Rule>.ManyBackToOne.Owner.self, .toMany, .optionalToOne),
      RelationshipShape(
        Rule.rule, ToManyShapes<Rule>.ManyBackToRequiredOne.Owner.self, .toMany, .requiredToOne),
      RelationshipShape(Rule.rule, ToManyShapes<Rule>.ManyBackToMany.Owner.self, .toMany, .toMany),
      RelationshipShape(
        Rule.rule, ToManyShapes<Rule>.ManyBackToOptionalMany.Owner.self, .toMany, .optionalToMany),
      RelationshipShape(
        Rule.rule, ToManyShapes<Rule>.OptionalManyOneWay.Owner.self, .optionalToMany, .oneWay),
      RelationshipShape(
        Rule.rule, ToManyShapes<Rule>.OptionalManyBackToOne.Owner.self, .optionalToMany,
        .optionalToOne),
      RelationshipShape(
        Rule.rule, ToManyShapes<Rule>.OptionalManyBackToRequiredOne.Owner.self, .optionalToMany,
        .requiredToOne),
      RelationshipShape(
        Rule.rule, ToManyShapes<Rule>.OptionalManyBackToMany.Owner.self, .optionalToMany, .toMany),
      RelationshipShape(
        Rule.rule, ToManyShapes<Rule>.OptionalManyBackToOptionalMany.Owner.self, .optionalToMany,
        .optionalToMany),
    ]
  }

  /// Every shape with every delete rule.
  static let all = all(Nullify.self) + all(NoAction.self) + all(Cascade.self) + all(Deny.self)
}

/// A delete rule as a type, so that one set of models states each of the four.
protocol StatedRule: SendableMetatype {
  static var rule: Schema.Relationship.DeleteRule { get }
}

enum Nullify: StatedRule {
  static var rule: Schema.Relationship.DeleteRule { .nullify }
}

enum NoAction: StatedRule {
  static var rule: Schema.Relationship.DeleteRule { .noAction }
}

enum Cascade: StatedRule {
  static var rule: Schema.Relationship.DeleteRule { .cascade }
}

enum Deny: StatedRule {
  static var rule: Schema.Relationship.DeleteRule { .deny }
}
