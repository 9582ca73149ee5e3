import Testing

@testable import DocumentTables

/// Names of attachments beside each other (spec 3.10-3).
@Suite struct AttachmentNamesTests {
  @Test("A name that is that of another's folder is a conflict, and the file in the folder is none")
  func folder() {
    let names = ["a", "A-", "a/b/c", "a/b", "d"].map { "attachments/com.example/" + $0 }
    #expect(
      AttachmentNames(names).conflicts == [
        AttachmentNames.Conflict(index: 0, other: 2, isFolder: true),
        AttachmentNames.Conflict(index: 3, other: 2, isFolder: true),
      ])
  }

  @Test("The later of two equal names is a conflict")
  func equal() {
    #expect(
      AttachmentNames(["x/STRASSE", "x/b", "x/straße"]).conflicts == [
        AttachmentNames.Conflict(index: 2, other: 0, isFolder: false)
      ])
  }

  @Test(
    "Names without those of the conflicts are in no conflict, and conflicts exist where a pair says so"
  )
  func pairs() {
    var generator = TextFormRandom(seed: 34)
    for _ in 0..<2_000 {
      let names = (0..<Int.random(in: 0..<6, using: &generator)).map { _ in
        (0...Int.random(in: 0..<3, using: &generator))
          .map { _ in ["a", "A", "a-", "b"].randomElement(using: &generator) ?? "" }
          .joined(separator: "/")
      }
      let conflicts = AttachmentNames(names).conflicts
      #expect(conflicts.isEmpty == !Self.hasConflict(names), "\(names)")
      let refused = Set(conflicts.map(\.index))
      let left = names.indices.filter { !refused.contains($0) }.map { names[$0] }
      #expect(!Self.hasConflict(left), "\(names)")
      for conflict in conflicts {
        #expect(!refused.contains(conflict.other))
        #expect(Self.hasConflict([names[conflict.index], names[conflict.other]]), "\(names)")
      }
      let contained = AttachmentNames(names).contained
      #expect(contained.isEmpty == conflicts.isEmpty, "\(names)")
      let inner = Set(contained.map(\.index))
      #expect(!Self.hasConflict(names.indices.filter { !inner.contains($0) }.map { names[$0] }))
      for (index, outer) in contained {
        #expect(!inner.contains(outer))
        #expect(Self.isContained(names[index], in: names[outer]), "\(names)")
      }
    }
  }

  private static func hasConflict(_ names: [String]) -> Bool {
    names.indices.contains { first in
      names.indices.contains { second in
        first != second && isContained(names[second], in: names[first])
      }
    }
  }

  private static func isContained(_ name: String, in other: String) -> Bool {
    let (name, other) = (name.lowercased(), other.lowercased())
    return name == other || name.hasPrefix(other + "/")
  }
}
