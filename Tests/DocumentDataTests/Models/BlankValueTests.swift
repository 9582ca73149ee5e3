import DocumentTables
import Foundation
import Testing

@testable import DocumentData

@Suite("Values where there is none")
struct BlankValueTests {
  @Test("an object without values reads blank, whatever types its properties have")
  func object() throws {
    let object = Blanks(backingData: Blanks.createBackingData())
    #expect(object.number == 0)
    #expect(object.wide == 0)
    #expect(object.url == URL(string: "about:blank"))
    #expect(object.identifier == UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    #expect(object.lists == [])
    #expect(object.map == [:])
    #expect(object.colour == .red)
    #expect(object.level == .low)
    #expect(object.made == Made())
    #expect(object.named == Named())
    #expect(object.nested == Nested(made: Made(), colour: .red, wide: 0))
    #expect(object.kinds == [])
    #expect(object.kind == nil)
  }

  @Test("for a type without a blank value the first that was seen stands in")
  func example() throws {
    let object = Stubborn(backingData: Stubborn.createBackingData())
    #expect(BlankValue.make(of: Unblank.self, by: nil) == nil)
    _ = Stubborn(Unblank(text: "seen"))
    #expect(object.value.text == "seen")
  }

  @Test("a transformer that was exchanged after opening ends no program")
  func transformer() throws {
    let name = "BlankValueTests.exchanged"
    ValueTransformer.setValueTransformer(MarkTransformer(), forName: .init(name))
    defer { ValueTransformer.setValueTransformer(nil, forName: .init(name)) }
    let container = try ModelContainer(
      for: Marked.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Marked(Mark(text: "a")))
    try context.save()
    ValueTransformer.setValueTransformer(nil, forName: .init(name))
    let found = try #require(try ModelContext(container).fetch(FetchDescriptor<Marked>()).first)
    #expect(found.mark.text == "a")
  }
}

/// A type that refuses to be decoded from anything blank.
private struct Unblank: Codable {
  var text: String

  init(text: String) { self.text = text }

  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
    guard !text.isEmpty else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "empty"))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

private enum Shade: String, Codable, CaseIterable { case red, green }

private enum Level: Int, Codable { case low = 7, high = 9 }

private enum Kind: String, Codable { case one, two }

private struct Made: Codable, Equatable { var text = "", count: UInt128 = 0, other: Int? }

private struct Named: Codable, Equatable {
  var name: String

  init() { name = "unnamed" }
}

private struct Nested: Codable, Equatable {
  var made: Made
  var colour: Shade
  var wide: Int128
}

@Model private class Blanks {
  var number: Int8
  var wide: UInt128
  var url: URL
  var identifier: UUID
  var lists: [[Int]]
  var map: [String: Date]
  var colour: Shade
  var level: Level
  var made: Made
  var named: Named
  var nested: Nested
  var kinds: [Kind]
  var kind: Kind?

  init(_ level: Level) {
    number = 1
    wide = 1
    url = URL(filePath: "/")
    identifier = UUID()
    lists = [[1]]
    map = [:]
    colour = .green
    self.level = level
    made = Made()
    named = Named()
    nested = Nested(made: Made(), colour: .green, wide: 1)
    kinds = []
    kind = nil
  }
}

@Model private class Stubborn {
  var value: Unblank
  init(_ value: Unblank) { self.value = value }
}

/// Not `Codable`.
private final class Mark: Sendable {
  let text: String
  init(text: String) { self.text = text }
}

private final class MarkTransformer: ValueTransformer {
  override class func allowsReverseTransformation() -> Bool { true }

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? Mark).map { Data($0.text.utf8) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { Mark(text: String(decoding: $0, as: UTF8.self)) }
  }
}

@Model private class Marked {
  @Attribute(.transformable(by: "BlankValueTests.exchanged")) var mark: Mark
  init(_ mark: Mark) { self.mark = mark }
}
