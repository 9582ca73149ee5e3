import DocumentData

// Pairs of versions whose one attribute has another type, or members of other types.

enum NestedMembers: ChangedValue {
  typealias Old = Before.Box
  typealias New = After.Box
  static let before: any VersionedSchema.Type = Before.self
  static let after: any VersionedSchema.Type = After.self
  static let values: [CountedA] = [CountedA(inner: .init(n: 1)), CountedA(inner: .init(n: 2))]
  static func converted(_ value: CountedA) -> CountedB {
    CountedB(inner: .init(n: "\(value.inner.n)"))
  }
  static func original(_ value: CountedB) -> CountedA {
    CountedA(inner: .init(n: Int(value.inner.n) ?? 0))
  }

  enum Before: FirstVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: CountedA
      init(_ value: CountedA) { self.value = value }
    }
  }

  enum After: SecondVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: CountedB
      init(_ value: CountedB) { self.value = value }
    }
  }
}

enum AssociatedValues: ChangedValue {
  typealias Old = Before.Box
  typealias New = After.Box
  static let before: any VersionedSchema.Type = Before.self
  static let after: any VersionedSchema.Type = After.self
  static let values: [AssociatedA] = [.text("a"), .number(2)]
  static func converted(_ value: AssociatedA) -> AssociatedB {
    if case .number(let number) = value { .count(number) } else { .word("a") }
  }
  static func original(_ value: AssociatedB) -> AssociatedA {
    if case .count(let number) = value { .number(number) } else { .text("a") }
  }

  enum Before: FirstVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: AssociatedA
      init(_ value: AssociatedA) { self.value = value }
    }
  }

  enum After: SecondVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: AssociatedB
      init(_ value: AssociatedB) { self.value = value }
    }
  }
}

enum NumbersToTexts: ChangedValue {
  typealias Old = Before.Box
  typealias New = After.Box
  static let before: any VersionedSchema.Type = Before.self
  static let after: any VersionedSchema.Type = After.self
  static let values: [Int] = [1, 2]
  static func converted(_ value: Int) -> String { String(value) }
  static func original(_ value: String) -> Int { Int(value) ?? 0 }

  enum Before: FirstVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: Int
      init(_ value: Int) { self.value = value }
    }
  }

  enum After: SecondVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: String
      init(_ value: String) { self.value = value }
    }
  }
}

enum TextsToClosedCases: ChangedValue {
  typealias Old = Before.Box
  typealias New = After.Box
  static let before: any VersionedSchema.Type = Before.self
  static let after: any VersionedSchema.Type = After.self
  static let values: [String] = ["glad", "SAD"]
  static func converted(_ value: String) -> ClosedB { value == "SAD" ? .blue : .happy }
  static func original(_ value: ClosedB) -> String { value == .blue ? "SAD" : "glad" }

  enum Before: FirstVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: String
      init(_ value: String) { self.value = value }
    }
  }

  enum After: SecondVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: ClosedB
      init(_ value: ClosedB) { self.value = value }
    }
  }
}

enum WholesToEvens: ChangedValue {
  typealias Old = Before.Box
  typealias New = After.Box
  static let before: any VersionedSchema.Type = Before.self
  static let after: any VersionedSchema.Type = After.self
  static let values: [Whole] = [Whole(number: 1), Whole(number: 3)]
  static func converted(_ value: Whole) -> Even { Even(number: value.number * 2) }
  static func original(_ value: Even) -> Whole { Whole(number: value.half) }

  enum Before: FirstVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: Whole
      init(_ value: Whole) { self.value = value }
    }
  }

  enum After: SecondVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: Even
      init(_ value: Even) { self.value = value }
    }
  }
}
