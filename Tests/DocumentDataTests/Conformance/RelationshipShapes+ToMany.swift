import DocumentData

/// Two models for each relationship to several objects: optional or not, and each way back.
enum ToManyShapes<Rule: StatedRule> {
  enum ManyOneWay {
    @Model final class Owner: OwnerOfGiven {
      @Relationship(deleteRule: Rule.rule) var targets: [Target] = []
      init(_ target: Target) { targets = [target] }
      var related: [Target] { targets }
    }

    @Model final class Target: GivenTarget {
      init() {}
      var referrers: [Owner] { [] }
    }
  }

  enum ManyBackToOne {
    @Model final class Owner: OwnerOfGiven {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owner)
      var targets: [Target] = []
      init(_ target: Target) { targets = [target] }
      var related: [Target] { targets }
    }

    @Model final class Target: GivenTarget {
      var owner: Owner?
      init() {}
      static var mostOwners: Int { 1 }
      var referrers: [Owner] { owner.map { [$0] } ?? [] }
    }
  }

  enum ManyBackToRequiredOne {
    @Model final class Owner: GivenOwner {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owner)
      var targets: [Target] = []
      init() {}
      var related: [Target] { targets }
    }

    @Model final class Target: TargetOfGiven {
      var owner: Owner
      init(_ owner: Owner) { self.owner = owner }
      var referrers: [Owner] { [owner] }
    }
  }

  enum ManyBackToMany {
    @Model final class Owner: OwnerOfGiven {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owners)
      var targets: [Target] = []
      init(_ target: Target) { targets = [target] }
      var related: [Target] { targets }
    }

    @Model final class Target: GivenTarget {
      var owners: [Owner] = []
      init() {}
      var referrers: [Owner] { owners }
    }
  }

  enum ManyBackToOptionalMany {
    @Model final class Owner: OwnerOfGiven {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owners)
      var targets: [Target] = []
      init(_ target: Target) { targets = [target] }
      var related: [Target] { targets }
    }

    @Model final class Target: GivenTarget {
      var owners: [Owner]?
      init() {}
      var referrers: [Owner] { owners ?? [] }
    }
  }

  enum OptionalManyOneWay {
    @Model final class Owner: OwnerOfGiven {
      @Relationship(deleteRule: Rule.rule) var targets: [Target]?
      init(_ target: Target) { targets = [target] }
      var related: [Target] { targets ?? [] }
    }

    @Model final class Target: GivenTarget {
      init() {}
      var referrers: [Owner] { [] }
    }
  }

  enum OptionalManyBackToOne {
    @Model final class Owner: OwnerOfGiven {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owner)
      var targets: [Target]?
      init(_ target: Target) { targets = [target] }
      var related: [Target] { targets ?? [] }
    }

    @Model final class Target: GivenTarget {
      var owner: Owner?
      init() {}
      static var mostOwners: Int { 1 }
      var referrers: [Owner] { owner.map { [$0] } ?? [] }
    }
  }

  enum OptionalManyBackToRequiredOne {
    @Model final class Owner: GivenOwner {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owner)
      var targets: [Target]?
      init() {}
      var related: [Target] { targets ?? [] }
    }

    @Model final class Target: TargetOfGiven {
      var owner: Owner
      init(_ owner: Owner) { self.owner = owner }
      var referrers: [Owner] { [owner] }
    }
  }

  enum OptionalManyBackToMany {
    @Model final class Owner: OwnerOfGiven {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owners)
      var targets: [Target]?
      init(_ target: Target) { targets = [target] }
      var related: [Target] { targets ?? [] }
    }

    @Model final class Target: GivenTarget {
      var owners: [Owner] = []
      init() {}
      var referrers: [Owner] { owners }
    }
  }

  enum OptionalManyBackToOptionalMany {
    @Model final class Owner: OwnerOfGiven {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owners)
      var targets: [Target]?
      init(_ target: Target) { targets = [target] }
      var related: [Target] { targets ?? [] }
    }

    @Model final class Target: GivenTarget {
      var owners: [Owner]?
      init() {}
      var referrers: [Owner] { owners ?? [] }
    }
  }
}
