import DocumentTables
import Foundation
import Testing

@testable import DocumentData

@Suite("What objects are made of")
struct ObjectLayoutTests {
  @Test("an object is 56 bytes, and 8 more for each class above its own")
  func size() {
    #expect(MemoryLayout<_ModelState>.size == 32)
    #expect(instanceSize(Layout.Plain.self) == 56)
    #expect(instanceSize(Layout.Derived.self) == 64)
  }

  @Test("what an object of a row needs beyond that goes when it is no longer needed")
  func savedObjects() throws {
    let context = try Layout.context(0)
    let plain = Layout.Plain(name: "a")
    context.insert(plain)
    let key = plain._$state.key
    #expect(key != 0)
    #expect(plain._$state.segment == nil)
    #expect(hasExtras(plain))
    try context.save()
    #expect(plain._$state.key == key)
    #expect(!hasExtras(plain))
    withObservationTracking {
      _ = plain.name
    } onChange: {
    }
    #expect(hasExtras(plain))
    #expect(plain._$state.key == key)
  }

  @Test("an object takes nothing over from those that were made for rows before it")
  func spareBoxes() throws {
    let before = Layout.Plain(name: "new")._$slotValues().map(\.stored)
    #expect(before.first == .text("new"))
    let context = try Layout.context(3) { Layout.Derived(name: $0, detail: "of \($0)") }
    let derived = try context.fetch(FetchDescriptor<Layout.Derived>())
    #expect(derived.allSatisfy { $0._$slotValues().isEmpty })
    #expect(Layout.Plain(name: "new")._$slotValues().map(\.stored) == before)
    derived[1].detail = "changed"
    #expect(derived[1]._$slotValues().map(\.stored) == [nil, nil, nil, .text("changed")])
    #expect(derived.map(\.detail) == ["of 0", "changed", "of 2"])
    #expect(derived.map(\.name) == ["0", "1", "2"])
  }

  private func hasExtras(_ model: some PersistentModel) -> Bool { model._$state.hasExtras }

  /// The size that a class's metadata states: after two words, and the flags and the address point
  /// of four bytes each (docs/ABI/TypeMetadata.rst of the Swift project; without Objective-C).
  private func instanceSize(_ type: AnyClass) -> Int {
    #if canImport(ObjectiveC)
      class_getInstanceSize(type)
    #else
      // Bound: a class's metadata is longer than seven times four bytes, and lives for ever.
      Int(unsafeBitCast(type, to: UnsafePointer<UInt32>.self)[6])
    #endif
  }
}
