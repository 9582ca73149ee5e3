import Foundation
import Testing

@testable import DocumentTables

@Suite("Fixed scalars")
struct FixedScalarsTests {
  @Test("are neither decomposed, nor all or the end of what others are decomposed to, nor marks")
  func decompositions() {
    var known = 0
    for scalar in (0...0x3_0000 as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init) {
      if FixedScalars.contains(scalar) {
        known += 1
        #expect(scalar.properties.canonicalCombiningClass == .notReordered, "\(scalar.value)")
      }
      let parts = Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
      guard parts != [scalar] else { continue }
      #expect(!FixedScalars.contains(scalar), "\(scalar.value)")
      for part in parts.count == 1 ? parts[...] : parts.dropFirst() {
        #expect(!FixedScalars.contains(part), "\(scalar.value)")
      }
    }
    #expect(known > 1_000)
  }

  @Test(
    "make up the longest run that does not depend on the spelling",
    arguments: [
      ("", ""), ("abc", "abc"), ("K", ""), ("aKbc", "bc"), ("abcé", "ab"), ("abce\u{301}", "abc"),
      ("é, old town", ", old town"), ("e\u{301}a", "a"), ("городу, 7", "городу, 7"),
      ("старый", "стар"), ("日本", ""), ("👩 a", "👩 a"), ("a;bbb`c", "bb"),
    ])
  func runs(text: String, run: String) {
    #expect(FixedScalars.longestRun(in: text) == Array(run.utf8))
  }
}
