import Foundation
import Testing

@testable import DocumentFile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("Reading what can be read only once")
struct StreamReadingTests {
  @Test(
    "a device without an end is refused after a look at its beginning",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/zero")))
  func endless() {
    // As a whole it would be refused for its size.
    let error = #expect(throws: DocumentError.self) { try DocumentFile.read(.path("/dev/zero")) }
    #expect(error?.code == .notADocument)
    #expect(error?.file == "/dev/zero")
  }

  @Test(
    "a file that the system makes up when it is read is read to its end",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/cmdline")))
  func withoutSize() {
    for read in [
      { _ = try DocumentFile.read(.path("/proc/self/cmdline")) },
      { _ = try DocumentPass(.path("/proc/self/cmdline"), options: PassOptions()) },
    ] as [() throws -> Void] {
      let error = #expect(throws: DocumentError.self) { try read() }
      #expect(error?.code == .notADocument)
      #expect(error?.detail.contains("expected a .trips zip") ?? false)
    }
  }

  @Test("a pipe that is set not to wait is waited for")
  func notWaiting() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    try #require(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    let (reading, writing) = (ends[0], ends[1])
    defer { close(reading) }
    let bytes = try DocumentFile.bytes(
      of: try SampleTables.small(), form: .flat, options: DocumentWriteOptions(encoding: .json))
    Thread.detachNewThread {
      usleep(20_000)
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
        guard count > 0 else { break }
        rest = rest.dropFirst(count)
      }
      close(writing)
    }
    let descriptor = OpenDescriptor(reading, isOwned: false)
    #expect(try ReadingFile.readWhole(descriptor, path: nil, limits: .standard) == bytes)
  }
}
