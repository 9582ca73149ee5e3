import DocumentData

/// Two models for each relationship to one object: optional or required, and each way back.
enum ToOneShapes<Rule: StatedRule> {
  enum OptionalOneOneWay {
    @Model final class Owner: OwnerOfGiven {
      @Relationship(deleteRule: Rule.rule) var target: Target?
      init(_ target: Target) { self.target = target }
      var related: [Target] { target.map { [$0] } ?? [] }
    }

    @Model final class Target: GivenTarget {
      init() {}
      var referrers: [Owner] { [] }
    }
  }

  enum OptionalOneBackToOne {
    @Model final class Owner: OwnerOfGiven {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owner)
      var target: Target?
      init(_ target: Target) { self.target = target }
      var related: [Target] { target.map { [$0] } ?? [] }
    }

    @Model final class Target: GivenTarget {
      var owner: Owner?
      init() {}
      static var mostOwners: Int { 1 }
      var referrers: [Owner] { owner.map { [$0] } ?? [] }
    }
  }

  enum OptionalOneBackToRequiredOne {
    @Model final class Owner: GivenOwner {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owner)
      var target: Target?
      init() {}
      var related: [Target] { target.map { [$0] } ?? [] }
    }

    @Model final class Target: TargetOfGiven {
      var owner: Owner
      init(_ owner: Owner) { self.owner = owner }
      var referrers: [Owner] { [owner] }
    }
  }

  enum OptionalOneBackToMany {
    @Model final class Owner: OwnerOfGiven {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owners)
      var target: Target?
      init(_ target: Target) { self.target = target }
      var related: [Target] { target.map { [$0] } ?? [] }
    }

    @Model final class Target: GivenTarget {
      var owners: [Owner] = []
      init() {}
      var referrers: [Owner] { owners }
    }
  }

  enum OptionalOneBackToOptionalMany {
    @Model final class Owner: OwnerOfGiven {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owners)
      var target: Target?
      init(_ target: Target) { self.target = target }
      var related: [Target] { target.map { [$0] } ?? [] }
    }

    @Model final class Target: GivenTarget {
      var owners: [Owner]?
      init() {}
      var referrers: [Owner] { owners ?? [] }
    }
  }

  enum RequiredOneOneWay {
    @Model final class Owner: OwnerOfGiven {
      @Relationship(deleteRule: Rule.rule) var target: Target
      init(_ target: Target) { self.target = target }
      var related: [Target] { [target] }
    }

    @Model final class Target: GivenTarget {
      init() {}
      var referrers: [Owner] { [] }
    }
  }

  enum RequiredOneBackToOne {
    @Model final class Owner: OwnerOfGiven {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owner)
      var target: Target
      init(_ target: Target) { self.target = target }
      var related: [Target] { [target] }
    }

    @Model final class Target: GivenTarget {
      var owner: Owner?
      init() {}
      static var mostOwners: Int { 1 }
      var referrers: [Owner] { owner.map { [$0] } ?? [] }
    }
  }

  enum RequiredOneBackToMany {
    @Model final class Owner: OwnerOfGiven {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owners)
      var target: Target
      init(_ target: Target) { self.target = target }
      var related: [Target] { [target] }
    }

    @Model final class Target: GivenTarget {
      var owners: [Owner] = []
      init() {}
      var referrers: [Owner] { owners }
    }
  }

  enum RequiredOneBackToOptionalMany {
    @Model final class Owner: OwnerOfGiven {
      @Relationship(deleteRule: Rule.rule, inverse: \Target.owners)
      var target: Target
      init(_ target: Target) { self.target = target }
      var related: [Target] { [target] }
    }

    @Model final class Target: GivenTarget {
      var owners: [Owner]?
      init() {}
      var referrers: [Owner] { owners ?? [] }
    }
  }
}
