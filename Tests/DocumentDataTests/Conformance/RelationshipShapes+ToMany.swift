import DocumentData

/// Two models for each relationship to several objects: optional or not, and each way back.
enum ToManyShapes<Rule: StatedRule> {
  enum ManyOneWay {
    @Model final class Owner: RelationshipOwner {
      @Relationship(deleteRule: Rule.rule) var targets: [Target] = []
      init(_ target: Target) { targets = [target] }
      var related: [Target] { targets }
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

  enum ManyBackToOne {
    @Model final class Owner: RelationshipOwner {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owner)
      var targets: [Target] = []
      init(_ target: Target) { targets = [target] }
      var related: [Target] { targets }
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

  enum ManyBackToRequiredOne {
    @Model final class Owner: RelationshipOwner {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owner)
      var targets: [Target] = []
      init() {}
      var related: [Target] { targets }
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

  enum ManyBackToMany {
    @Model final class Owner: RelationshipOwner {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owners)
      var targets: [Target] = []
      init(_ target: Target) { targets = [target] }
      var related: [Target] { targets }
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

  enum ManyBackToOptionalMany {
    @Model final class Owner: RelationshipOwner {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owners)
      var targets: [Target] = []
      init(_ target: Target) { targets = [target] }
      var related: [Target] { targets }
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

  enum OptionalManyOneWay {
    @Model final class Owner: RelationshipOwner {
      @Relationship(deleteRule: Rule.rule) var targets: [Target]?
      init(_ target: Target) { targets = [target] }
      var related: [Target] { targets ?? [] }
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

  enum OptionalManyBackToOne {
    @Model final class Owner: RelationshipOwner {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owner)
      var targets: [Target]?
      init(_ target: Target) { targets = [target] }
      var related: [Target] { targets ?? [] }
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

  enum OptionalManyBackToRequiredOne {
    @Model final class Owner: RelationshipOwner {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owner)
      var targets: [Target]?
      init() {}
      var related: [Target] { targets ?? [] }
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

  enum OptionalManyBackToMany {
    @Model final class Owner: RelationshipOwner {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owners)
      var targets: [Target]?
      init(_ target: Target) { targets = [target] }
      var related: [Target] { targets ?? [] }
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

  enum OptionalManyBackToOptionalMany {
    @Model final class Owner: RelationshipOwner {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owners)
      var targets: [Target]?
      init(_ target: Target) { targets = [target] }
      var related: [Target] { targets ?? [] }
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
