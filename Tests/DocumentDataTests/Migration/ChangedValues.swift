import DocumentData
import Foundation

// Pairs of versions whose one attribute has values that the newer type rejects, or another type.

protocol ValueHolder: PersistentModel {
  associatedtype Content
  init(_ value: Content)
  var value: Content { get set }
}

/// A pair of versions, and what becomes of each value.
protocol ChangedValue: SendableMetatype {
  associatedtype Old: ValueHolder
  associatedtype New: ValueHolder
  static var before: any VersionedSchema.Type { get }
  static var after: any VersionedSchema.Type { get }
  static var values: [Old.Content] { get }
  static func converted(_ value: Old.Content) -> New.Content
  static func original(_ value: New.Content) -> Old.Content
}

protocol FirstVersion: VersionedSchema {}
extension FirstVersion {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
}

protocol SecondVersion: VersionedSchema {}
extension SecondVersion {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
}

enum ClosedA: String, Codable, CaseIterable { case happy, sad }
enum ClosedB: String, Codable, CaseIterable { case happy, blue }
enum OpenA: String, Codable, Hashable { case happy, sad }
enum OpenB: String, Codable, Hashable { case cheerful, blue }
enum NumberA: Int, Codable { case low = 1, high = 10 }
enum NumberB: Int, Codable { case low = 21, high = 22 }
enum AssociatedA: Codable, Equatable { case text(String), number(Int) }
enum AssociatedB: Codable, Equatable { case word(String), count(Int) }
struct MoodyA: Codable { var mood: OpenA }
struct MoodyB: Codable { var mood: OpenB }
struct CountedA: Codable { var inner: Inner; struct Inner: Codable { var n: Int } }
struct CountedB: Codable { var inner: Inner; struct Inner: Codable { var n: String } }

/// A text with an at sign.
struct Mail: RawRepresentable, Codable, Hashable {
  let rawValue: String
  init?(rawValue: String) {
    guard rawValue.contains("@") else { return nil }
    self.rawValue = rawValue
  }

  fileprivate init(_ text: String) { rawValue = text }
}

/// An even number; its coding rejects odd ones and zero.
struct Even: Codable {
  var number: Int
  var half: Int { number / 2 }
  init(number: Int) { self.number = number }
  init(from decoder: any Decoder) throws {
    number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
    guard number != 0, number % 2 == 0 else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "it is odd"))
    }
  }
}

struct Whole: Codable { var number: Int }

private func changed(_ mood: OpenA) -> OpenB { mood == .sad ? .blue : .cheerful }
private func changed(_ mood: OpenB) -> OpenA { mood == .blue ? .sad : .happy }

enum ClosedTexts: ChangedValue {
  typealias Old = Before.Box
  typealias New = After.Box
  static let before: any VersionedSchema.Type = Before.self
  static let after: any VersionedSchema.Type = After.self
  static let values: [ClosedA] = [.happy, .sad]
  static func converted(_ value: ClosedA) -> ClosedB { value == .sad ? .blue : .happy }
  static func original(_ value: ClosedB) -> ClosedA { value == .blue ? .sad : .happy }

  enum Before: FirstVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: ClosedA
      init(_ value: ClosedA) { self.value = value }
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

enum OpenTexts: ChangedValue {
  typealias Old = Before.Box
  typealias New = After.Box
  static let before: any VersionedSchema.Type = Before.self
  static let after: any VersionedSchema.Type = After.self
  static let values: [OpenA] = [.happy, .sad]
  static func converted(_ value: OpenA) -> OpenB { changed(value) }
  static func original(_ value: OpenB) -> OpenA { changed(value) }

  enum Before: FirstVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: OpenA
      init(_ value: OpenA) { self.value = value }
    }
  }

  enum After: SecondVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: OpenB
      init(_ value: OpenB) { self.value = value }
    }
  }
}

enum Numbers: ChangedValue {
  typealias Old = Before.Box
  typealias New = After.Box
  static let before: any VersionedSchema.Type = Before.self
  static let after: any VersionedSchema.Type = After.self
  static let values: [NumberA] = [.low, .high]
  static func converted(_ value: NumberA) -> NumberB { value == .high ? .high : .low }
  static func original(_ value: NumberB) -> NumberA { value == .high ? .high : .low }

  enum Before: FirstVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: NumberA
      init(_ value: NumberA) { self.value = value }
    }
  }

  enum After: SecondVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: NumberB
      init(_ value: NumberB) { self.value = value }
    }
  }
}

enum OptionalTexts: ChangedValue {
  typealias Old = Before.Box
  typealias New = After.Box
  static let before: any VersionedSchema.Type = Before.self
  static let after: any VersionedSchema.Type = After.self
  static let values: [OpenA?] = [.happy, .sad, nil]
  static func converted(_ value: OpenA?) -> OpenB? { value.map(changed) }
  static func original(_ value: OpenB?) -> OpenA? { value.map(changed) }

  enum Before: FirstVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: OpenA?
      init(_ value: OpenA?) { self.value = value }
    }
  }

  enum After: SecondVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: OpenB?
      init(_ value: OpenB?) { self.value = value }
    }
  }
}

enum ListsOfTexts: ChangedValue {
  typealias Old = Before.Box
  typealias New = After.Box
  static let before: any VersionedSchema.Type = Before.self
  static let after: any VersionedSchema.Type = After.self
  static let values: [[OpenA]] = [[.happy, .sad], [.sad]]
  static func converted(_ value: [OpenA]) -> [OpenB] { value.map(changed) }
  static func original(_ value: [OpenB]) -> [OpenA] { value.map(changed) }

  enum Before: FirstVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: [OpenA]
      init(_ value: [OpenA]) { self.value = value }
    }
  }

  enum After: SecondVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: [OpenB]
      init(_ value: [OpenB]) { self.value = value }
    }
  }
}

enum MapsOfTexts: ChangedValue {
  typealias Old = Before.Box
  typealias New = After.Box
  static let before: any VersionedSchema.Type = Before.self
  static let after: any VersionedSchema.Type = After.self
  static let values: [[String: OpenA]] = [["a": .happy], ["b": .sad]]
  static func converted(_ value: [String: OpenA]) -> [String: OpenB] { value.mapValues(changed) }
  static func original(_ value: [String: OpenB]) -> [String: OpenA] { value.mapValues(changed) }

  enum Before: FirstVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: [String: OpenA]
      init(_ value: [String: OpenA]) { self.value = value }
    }
  }

  enum After: SecondVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: [String: OpenB]
      init(_ value: [String: OpenB]) { self.value = value }
    }
  }
}

enum SetsOfTexts: ChangedValue {
  typealias Old = Before.Box
  typealias New = After.Box
  static let before: any VersionedSchema.Type = Before.self
  static let after: any VersionedSchema.Type = After.self
  static let values: [Set<OpenA>] = [[.happy], [.sad]]
  static func converted(_ value: Set<OpenA>) -> Set<OpenB> { Set(value.map(changed)) }
  static func original(_ value: Set<OpenB>) -> Set<OpenA> { Set(value.map(changed)) }

  enum Before: FirstVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: Set<OpenA>
      init(_ value: Set<OpenA>) { self.value = value }
    }
  }

  enum After: SecondVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: Set<OpenB>
      init(_ value: Set<OpenB>) { self.value = value }
    }
  }
}

enum Composites: ChangedValue {
  typealias Old = Before.Box
  typealias New = After.Box
  static let before: any VersionedSchema.Type = Before.self
  static let after: any VersionedSchema.Type = After.self
  static let values: [MoodyA] = [MoodyA(mood: .happy), MoodyA(mood: .sad)]
  static func converted(_ value: MoodyA) -> MoodyB { MoodyB(mood: changed(value.mood)) }
  static func original(_ value: MoodyB) -> MoodyA { MoodyA(mood: changed(value.mood)) }

  enum Before: FirstVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: MoodyA
      init(_ value: MoodyA) { self.value = value }
    }
  }

  enum After: SecondVersion {
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box: ValueHolder {
      var value: MoodyB
      init(_ value: MoodyB) { self.value = value }
    }
  }
}

enum TextsToCases: ChangedValue {
  typealias Old = Before.Box
  typealias New = After.Box
  static let before: any VersionedSchema.Type = Before.self
  static let after: any VersionedSchema.Type = After.self
  static let values: [String] = ["happy", "SAD"]
  static func converted(_ value: String) -> OpenB { value == "SAD" ? .blue : .cheerful }
  static func original(_ value: OpenB) -> String { value == .blue ? "SAD" : "happy" }

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
      var value: OpenB
      init(_ value: OpenB) { self.value = value }
    }
  }
}

enum TextsToMails: ChangedValue {
  typealias Old = Before.Box
  typealias New = After.Box
  static let before: any VersionedSchema.Type = Before.self
  static let after: any VersionedSchema.Type = After.self
  static let values: [String] = ["ann", "bob"]
  static func converted(_ value: String) -> Mail { Mail("\(value)@example.org") }
  static func original(_ value: Mail) -> String { String(value.rawValue.dropLast(12)) }

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
      var value: Mail
      init(_ value: Mail) { self.value = value }
    }
  }
}
