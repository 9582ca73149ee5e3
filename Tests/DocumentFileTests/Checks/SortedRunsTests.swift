import DocumentTables
import Foundation
import Testing

@testable import DocumentFile

@Suite("Sorting outside of memory")
struct SortedRunsTests {
  private static func sorted(_ entries: [KeyPair], memory: Int) throws -> [KeyPair] {
    var runs = SortedRuns<KeyPair>(SpillFile(in: NSTemporaryDirectory()), memory: memory)
    var rest = entries[...]
    while !rest.isEmpty {
      try runs.append(contentsOf: Array(rest.prefix(100)))
      rest = rest.dropFirst(100)
    }
    runs.finish()
    // More than once.
    _ = try runs.cursor()
    var cursor = try runs.cursor()
    var result: [KeyPair] = []
    while let entry = cursor.current {
      result.append(entry)
      try cursor.advance()
    }
    return result
  }

  @Test("gives all entries in order", arguments: [0, 1, 255, 256, 257, 1000, 50_000])
  func order(count: Int) throws {
    var generator = SystemRandomNumberGenerator()
    let entries = (0..<count).map { _ in
      KeyPair(
        target: .random(in: 1...1000, using: &generator),
        source: .random(in: .min ... .max, using: &generator))
    }
    for memory in [0, 64 << 10, 16 << 20] {
      #expect(try Self.sorted(entries, memory: memory) == entries.sorted())
      #expect(try Self.sorted(entries.sorted(), memory: memory) == entries.sorted())
    }
  }

  @Test("says where there is no folder for it")
  func noFolder() throws {
    let error = #expect(throws: DocumentError.self) {
      _ = try SpillFile(in: "/nowhere/at/all").append([1, 2, 3] as [UInt8])
    }
    #expect(error?.code == .temporaryFileFailed)
    #expect(error?.category == .inputOutput)
  }

  @Test("keys come back as they were, with their entities, however they lie")
  func keys() throws {
    var runs = KeyIntervals(SpillFile(in: NSTemporaryDirectory()), entities: 3)
    var expected: [ObjectKey: UInt16] = [:]
    var key: ObjectKey = 0
    for segment in 0..<60 {
      var keys: [ObjectKey] = []
      var entities: [UInt16] = []
      for row in 0..<2000 {
        key += segment % 3 == 0 ? 1 : ObjectKey(1 + (row * 7919) % 1_000_003)
        keys.append(key)
        entities.append(segment % 2 == 0 ? 1 : UInt16(row % 3))
        expected[key] = entities.last
      }
      try runs.append(
        Segment(
          keys: KeyColumn(ascending: keys),
          entities: segment % 2 == 0 ? .constant(1) : .list(entities), columns: []))
    }
    try runs.finish()
    #expect(runs.rowCount == expected.count)
    var found: [ObjectKey: UInt16] = [:]
    var cursor = try runs.cursor()
    while let run = cursor.run {
      for key in run.first..<run.end { found[key] = run.discriminator }
      try cursor.advance()
    }
    #expect(found == expected)
    cursor = try runs.cursor()
    for key in expected.keys.sorted().lazy.flatMap({ [$0, $0 + 1] }) {
      #expect(try cursor.discriminator(of: key) == expected[key])
    }
  }
}
