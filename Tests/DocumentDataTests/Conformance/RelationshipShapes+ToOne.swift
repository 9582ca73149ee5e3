import DocumentData

/// Two models for each relationship to one object: optional or required, and each way back.
enum ToOneShapes<Rule: StatedRule> {
  enum OptionalOneOneWay {
    @Model final class Owner: RelationshipOwner {
      @Relationship(deleteRule: Rule.rule) var target: Target?
      init(_ target: Target) { self.target = target }
      var related: [Target] { target.map { [$0] } ?? [] }
      static func group() -> ([Owner], Target) {
        let target = Target()
        return ([Owner(target), Owner(target)], target)
      }
    }

    @Model final class Target: RelationshipTarget {
      init() {}
      var referrers: [Owner] { [] }
    }
  }

  enum OptionalOneBackToOne {
    @Model final class Owner: RelationshipOwner {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owner)
      var target: Target?
      init(_ target: Target) { self.target = target }
      var related: [Target] { target.map { [$0] } ?? [] }
      static func group() -> ([Owner], Target) {
        let target = Target()
        return ([Owner(target)], target)
      }
    }

    @Model final class Target: RelationshipTarget {
      var owner: Owner?
      init() {}
      var referrers: [Owner] { owner.map { [$0] } ?? [] }
    }
  }

  enum OptionalOneBackToRequiredOne {
    @Model final class Owner: RelationshipOwner {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owner)
      var target: Target?
      init() {}
      var related: [Target] { target.map { [$0] } ?? [] }
      static func group() -> ([Owner], Target) {
        let owner = Owner()
        return ([owner], Target(owner))
      }
    }

    @Model final class Target: RelationshipTarget {
      var owner: Owner
      init(_ owner: Owner) { self.owner = owner }
      var referrers: [Owner] { [owner] }
    }
  }

  enum OptionalOneBackToMany {
    @Model final class Owner: RelationshipOwner {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owners)
      var target: Target?
      init(_ target: Target) { self.target = target }
      var related: [Target] { target.map { [$0] } ?? [] }
      static func group() -> ([Owner], Target) {
        let target = Target()
        return ([Owner(target), Owner(target)], target)
      }
    }

    @Model final class Target: RelationshipTarget {
      var owners: [Owner] = []
      init() {}
      var referrers: [Owner] { owners }
    }
  }

  enum OptionalOneBackToOptionalMany {
    @Model final class Owner: RelationshipOwner {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owners)
      var target: Target?
      init(_ target: Target) { self.target = target }
      var related: [Target] { target.map { [$0] } ?? [] }
      static func group() -> ([Owner], Target) {
        let target = Target()
        return ([Owner(target), Owner(target)], target)
      }
    }

    @Model final class Target: RelationshipTarget {
      var owners: [Owner]?
      init() {}
      var referrers: [Owner] { owners ?? [] }
    }
  }

  enum RequiredOneOneWay {
    @Model final class Owner: RelationshipOwner {
      @Relationship(deleteRule: Rule.rule) var target: Target
      init(_ target: Target) { self.target = target }
      var related: [Target] { [target] }
      static func group() -> ([Owner], Target) {
        let target = Target()
        return ([Owner(target), Owner(target)], target)
      }
    }

    @Model final class Target: RelationshipTarget {
      init() {}
      var referrers: [Owner] { [] }
    }
  }

  enum RequiredOneBackToOne {
    @Model final class Owner: RelationshipOwner {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owner)
      var target: Target
      init(_ target: Target) { self.target = target }
      var related: [Target] { [target] }
      static func group() -> ([Owner], Target) {
        let target = Target()
        return ([Owner(target)], target)
      }
    }

    @Model final class Target: RelationshipTarget {
      var owner: Owner?
      init() {}
      var referrers: [Owner] { owner.map { [$0] } ?? [] }
    }
  }

  enum RequiredOneBackToMany {
    @Model final class Owner: RelationshipOwner {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owners)
      var target: Target
      init(_ target: Target) { self.target = target }
      var related: [Target] { [target] }
      static func group() -> ([Owner], Target) {
        let target = Target()
        return ([Owner(target), Owner(target)], target)
      }
    }

    @Model final class Target: RelationshipTarget {
      var owners: [Owner] = []
      init() {}
      var referrers: [Owner] { owners }
    }
  }

  enum RequiredOneBackToOptionalMany {
    @Model final class Owner: RelationshipOwner {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owners)
      var target: Target
      init(_ target: Target) { self.target = target }
      var related: [Target] { [target] }
      static func group() -> ([Owner], Target) {
        let target = Target()
        return ([Owner(target), Owner(target)], target)
      }
    }

    @Model final class Target: RelationshipTarget {
      var owners: [Owner]?
      init() {}
      var referrers: [Owner] { owners ?? [] }
    }
  }
}
