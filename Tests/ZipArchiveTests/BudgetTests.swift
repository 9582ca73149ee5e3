import Testing
import ZipArchive

@Suite("Budgets")
struct BudgetTests {
  typealias Limit = any WritableKeyPath<ZipLimits, Int> & Sendable

  @Test(
    "are kept while the headers are read",
    arguments: [
      (.budgetEntries, \.maximumEntries, 2), (.budgetDirectoryBytes, \.maximumDirectoryBytes, 100),
      (.budgetNameBytes, \.maximumNameBytes, 10), (.budgetEntryBytes, \.maximumEntryBytes, 99),
      (.budgetTotalBytes, \.maximumTotalBytes, 106), (.budgetRatio, \.maximumRatio, 1),
    ] as [(ZipError.Code, Limit, Int)])
  func headers(
    code: ZipError.Code, limit: Limit, value: Int
  ) throws {
    let bytes = try CraftedArchive().serialized
    var limits = ZipLimits()
    limits[keyPath: limit] = value
    #expect(throws: ZipError.self) { try ZipReader(MemoryByteSource(bytes), limits: limits) }
    #expect(bytes.refusal(limits: limits)?.code == code)
  }

  // Spec 2.6-3
  @Test("are exact")
  func exact() throws {
    var limits = ZipLimits()
    limits.maximumEntries = 3
    limits.maximumNameBytes = 11
    limits.maximumEntryBytes = 100
    limits.maximumTotalBytes = 107
    #expect(try CraftedArchive().serialized.readAll(limits: limits).count == 3)
  }

  @Test("are kept again where stored bytes are inflated")
  func inflating() throws {
    let reader = try ZipReader(MemoryByteSource(try CraftedArchive().serialized))
    let entry = try #require(reader.entries.last)
    let stored = try reader.storedBytes(of: entry)
    #expect(try ZipReader.inflate(stored: stored, of: entry).count == 100)
    var limits = ZipLimits()
    limits.maximumEntryBytes = 99
    #expect {
      try ZipReader.inflate(stored: stored, of: entry, limits: limits)
    } throws: {
      ($0 as? ZipError)?.code == .budgetEntryBytes
    }
    #expect {
      try ZipReader.inflate(stored: stored.dropLast(), of: entry)
    } throws: {
      ($0 as? ZipError)?.code == .sizeMismatch
    }
    #expect {
      try ZipReader.inflate(stored: stored, of: entry, padding: .max)
    } throws: {
      ($0 as? ZipError)?.code == .budgetEntryBytes
    }
  }
}
