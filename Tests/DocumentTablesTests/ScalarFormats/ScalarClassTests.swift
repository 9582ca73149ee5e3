import Foundation
import Testing

@testable import DocumentTables

@Suite("Classes of scalars")
struct ScalarClassTests {
  private static let scalars = (0x80...0x3_0000 as ClosedRange<UInt32>).compactMap(
    Unicode.Scalar.init)

  @Test("hold only scalars that NFC leaves alone")
  func normalized() {
    for scalar in Self.scalars where ScalarClass.of(scalar.value) != .unknown {
      let properties = scalar.properties
      #expect(!properties.isFullCompositionExclusion, "\(scalar.value)")
      let text = String(scalar)
      #expect(
        text.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(
          text.unicodeScalars), "\(scalar.value)")
      if ScalarClass.of(scalar.value) == .simple {
        #expect(properties.canonicalCombiningClass == .notReordered, "\(scalar.value)")
      }
    }
  }

  @Test("hold no scalar that composes with one before it")
  func uncomposed() {
    // The second scalar of every canonical decomposition of two or more.
    var seconds: Set<Unicode.Scalar> = []
    for scalar in Self.scalars {
      let parts = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
      if parts.count > 1 { seconds.formUnion(parts.dropFirst()) }
    }
    #expect(seconds.count > 50)
    for scalar in seconds { #expect(ScalarClass.of(scalar.value) == .unknown, "\(scalar.value)") }
  }

  @Test("hold as simple only scalars that are characters of their own beside one another")
  func characters() {
    let simple = Self.scalars.filter { ScalarClass.of($0.value) == .simple }
    #expect(simple.count > 20_000)
    var all = String.UnicodeScalarView()
    for scalar in simple {
      all.append("a")
      all.append(scalar)
      all.append(scalar)
      all.append("가")
      all.append(scalar)
      all.append("👩")
    }
    #expect(String(all).count == all.count)
    var inARow = String.UnicodeScalarView()
    for scalar in simple { inARow.append(scalar) }
    #expect(String(inARow).count == simple.count)
  }

  @Test(
    "look the same up in the table as in the ranges", arguments: [0x41, 0x0D, 0xE9, 0x301, 0xFFFF])
  func table(scalar: UInt32) {
    #expect(ScalarClass.basicPlane[Int(scalar)] == ScalarClass.of(scalar).rawValue)
  }
}
