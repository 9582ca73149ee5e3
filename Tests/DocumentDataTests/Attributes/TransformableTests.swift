import DocumentData
import DocumentTables
import Foundation
import Testing

/// A type that knows no coding.
final class Ink: Equatable {
  let red: UInt8
  init(red: UInt8) { self.red = red }
  static func == (left: Ink, right: Ink) -> Bool { left.red == right.red }
}

/// Turns ink into one byte that is not its number.
final class InkTransformer: ValueTransformer {
  override class func transformedValueClass() -> AnyClass { NSData.self }

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? Ink).map { Data([$0.red ^ 0xFF]) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data, data.count == 1 else { return nil }
    return Ink(red: data[data.startIndex] ^ 0xFF)
  }
}

/// Only in one direction.
private final class Hash: ValueTransformer {
  override class func allowsReverseTransformation() -> Bool { false }
  override func transformedValue(_ value: Any?) -> Any? { Data() }
}

/// Refuses black, and does not read back what it makes of 7.
private final class Fussy: ValueTransformer {
  override func transformedValue(_ value: Any?) -> Any? {
    guard let ink = value as? Ink, ink.red > 0 else { return nil }
    return Data([ink.red])
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let first = (value as? Data)?.first, first != 7 else { return nil }
    return Ink(red: first)
  }
}

@Suite("Attributes that value transformers store")
struct TransformableTests {
  @Model final class Letter {
    @Attribute(.transformable(by: InkTransformer.self)) var ink: Ink
    @Attribute(.transformable(by: InkTransformer.self)) var seal: Ink?
    @Attribute(.transformable(by: InkTransformer.self)) var stamp = Ink(red: 3)
    init(ink: Ink) { self.ink = ink }
  }

  @Model final class Named {
    @Attribute(.transformable(by: "unheard-of")) var ink: Ink?
    init() {}
  }

  @Model final class OneWay {
    @Attribute(.transformable(by: Hash.self)) var ink: Ink?
    init() {}
  }

  @Model final class Choosy {
    @Attribute(.transformable(by: Fussy.self)) var ink: Ink
    init(red: UInt8) { ink = Ink(red: red) }
  }

  @Test("values are stored as the data that the transformer makes, and read back")
  func values() throws {
    let container = try makeContainer([Letter.self])
    let context = ModelContext(container)
    let letter = Letter(ink: Ink(red: 1))
    #expect(letter.ink == Ink(red: 1))
    letter.seal = Ink(red: 2)
    context.insert(letter)
    try context.save()
    let found = try ModelContext(container).only(Letter.self)
    #expect(found.ink == Ink(red: 1))
    #expect(found.seal == Ink(red: 2))
    #expect(found.stamp == Ink(red: 3))
    letter.seal = nil
    letter.ink = Ink(red: 9)
    try context.save()
    let again = try ModelContext(container).only(Letter.self)
    #expect(again.seal == nil)
    #expect(again.ink == Ink(red: 9))
    let tables = container.store.current.tables
    let column = try #require(
      tables.schema.hierarchies[0].entity(named: "Letter")?.column(of: "ink"))
    #expect(tables.tables[0].segments[0].value(at: 0, column: column) == .data([9 ^ 0xFF]))
    #expect(tables.schema.entity(named: "Letter")?.attribute(named: "ink")?.type == .scalar(.data))
  }

  @Test("an attribute is read and set by its key path too")
  func byKeyPath() {
    let letter = Letter(ink: Ink(red: 1))
    letter.setTransformableValue(forKey: \.seal, to: Ink(red: 5))
    #expect(letter.getTransformableValue(forKey: \.seal) == Ink(red: 5))
    let copy = Letter(backingData: letter.persistentBackingData)
    #expect(copy.seal == Ink(red: 5))
  }

  @Test("a transformer that nobody registered is an error when a container is made")
  func unknown() throws {
    let error = try #require(throws: SwiftDataError.unknownSchema) {
      try ModelContainer(
        for: Named.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error.entity == "Named")
    #expect(error.property == "ink")
    #expect(error.explanation.contains("unheard-of"))
    let oneWay = try #require(throws: SwiftDataError.unknownSchema) {
      try ModelContainer(
        for: OneWay.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(oneWay.explanation.contains("reverse"))
  }

  @Test("a value that the transformer refuses, or does not read back, is refused by the save")
  func refused() throws {
    for red: UInt8 in [0, 7] {
      let context = ModelContext(try makeContainer([Choosy.self]))
      context.insert(Choosy(red: red))
      let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      #expect(error?.property == "ink")
    }
  }

  @Test("transformers are registered and found by name")
  func registry() throws {
    let name = NSValueTransformerName("registry.ink")
    #expect(ValueTransformer(forName: name) == nil)
    ValueTransformer.setValueTransformer(InkTransformer(), forName: name)
    let found = try #require(ValueTransformer(forName: name))
    #expect(found.transformedValue(Ink(red: 0)) as? Data == Data([0xFF]))
    #expect(found.reverseTransformedValue(Data([0xFE])) as? Ink == Ink(red: 1))
    #expect(ValueTransformer.valueTransformerNames().contains(name))
    ValueTransformer.setValueTransformer(nil, forName: name)
    #expect(ValueTransformer(forName: name) == nil)
  }
}
