import Testing
import ZipArchive

@Suite("The writer")
struct WriterTests {
  private struct SinkFailure: Error {}

  private func code(_ body: () throws -> Void) -> ZipError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? ZipError)?.code
    }
  }

  // Spec 2.2-2
  @Test("refuses names that the reader would refuse, and equivalent names")
  func names() {
    #expect(code { _ = try ArchiveSink.archive([("../a", [])]) } == .nameInvalid)
    #expect(code { _ = try ArchiveSink.archive([("a", []), ("a", [])]) } == .duplicateName)
    #expect(
      code { _ = try ArchiveSink.archive([("\u{E9}", []), ("e\u{301}", [])]) } == .duplicateName)
    let long = String(repeating: "n", count: 1025)
    #expect(code { _ = try ArchiveSink.archive([(long, [])]) } == .budgetNameBytes)
  }

  @Test("keeps the budgets of a reader with the same limits")
  func budgets() {
    var limits = ZipLimits()
    limits.maximumEntries = 1
    #expect(
      code { _ = try ArchiveSink.archive([("a", []), ("b", [])], limits: limits) } == .budgetEntries
    )
    limits = ZipLimits()
    limits.maximumTotalBytes = 3
    #expect(
      code { _ = try ArchiveSink.archive([("a", [1, 2]), ("b", [1, 2])], limits: limits) }
        == .budgetTotalBytes)
    limits = ZipLimits()
    limits.maximumDirectoryBytes = 50
    #expect(
      code { _ = try ArchiveSink.archive([("a", []), ("b", [])], limits: limits) }
        == .budgetDirectoryBytes)
  }

  @Test("refuses a level that deflate does not have")
  func level() {
    #expect(
      code { _ = try ArchiveSink.archive([("a", [1, 2, 3])], method: .deflated(level: 13)) }
        == .compressionFailed)
  }

  @Test("refuses stored bytes of another size than the raw size")
  func storedSize() {
    var writer = ZipWriter { _ in }
    #expect(
      code { try writer.add(name: "a", stored: [1], rawSize: 2, crc32: 0, method: .stored) }
        == .sizeMismatch)
  }

  @Test("writes nothing more once it is finished or its sink has failed")
  func closed() throws {
    var finished = ZipWriter { _ in }
    try finished.finish()
    #expect(code { try finished.finish() } == .writerClosed)
    #expect(code { try finished.add(name: "a", contents: [1], method: .stored) } == .writerClosed)

    var failed = ZipWriter { _ in throw SinkFailure() }
    #expect(throws: SinkFailure.self) {
      try failed.add(name: "a", contents: [1], method: .stored)
    }
    #expect(code { try failed.add(name: "b", contents: [1], method: .stored) } == .writerClosed)
    #expect(code { try failed.finish() } == .writerClosed)
  }
}
