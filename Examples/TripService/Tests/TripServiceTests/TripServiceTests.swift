import Foundation
import Hummingbird
import HummingbirdTesting
import Testing
import TripDocuments

@testable import TripService

@Suite("The trip service")
struct TripServiceTests {
  private func application() -> some ApplicationProtocol {
    Application(router: TripService.router())
  }

  private func upload(trips: Int, version: Schema.Version? = nil) async throws -> ByteBuffer {
    let document = try TripDocument()
    try document.withContext { context in
      for number in 0..<trips {
        let instant = Date(timeIntervalSinceReferenceDate: Double(number) * 86_400)
        let start = CalendarDay(instant, in: .gmt)
        context.insert(
          Trip(name: "Trip \(number)", destination: "Lyon", startDate: start, endDate: start))
      }
    }
    return ByteBuffer(bytes: try await document.encoded(as: .json, schemaVersion: version).data)
  }

  @Test("converts an old document to another format and version")
  func converts() async throws {
    let body = try await upload(trips: 3, version: Schema.Version(1, 0, 0))
    try await application().test(.live) { client in
      try await client.execute(uri: "/convert?to=flat-xml&version=3.0.0", method: .post, body: body)
      {
        #expect($0.status == .ok)
        #expect($0.headers[.contentType] == "application/xml")
        let converted = try await TripDocument(bytes: Data($0.body.readableBytesView))
        #expect(converted.originalVersion == Schema.Version(3, 0, 0))
      }
      try await client.execute(uri: "/names", method: .post, body: body) {
        #expect(String(buffer: $0.body) == #"["Trip 0","Trip 1","Trip 2"]"#)
      }
    }
  }

  @Test("answers bad requests with a status and the words of the library")
  func refusals() async throws {
    let body = try await upload(trips: 1)
    try await application().test(.live) { client in
      func status(_ uri: String, _ body: ByteBuffer) async throws -> (Int, String) {
        try await client.execute(uri: uri, method: .post, body: body) {
          ($0.status.code, String(buffer: $0.body))
        }
      }
      let broken = try await status("/convert", ByteBuffer(string: "hello"))
      #expect(broken.0 == 422 && broken.1.contains("not-a-document"))
      #expect(try await status("/convert?to=pdf", body).0 == 400)
      #expect(try await status("/convert?version=3", body).0 == 400)
      #expect(try await status("/convert?version=9.0.0", body).0 == 400)
      let large = ByteBuffer(repeating: UInt8(ascii: " "), count: (64 << 20) + 1)
      let refused = try await status("/convert", large)
      #expect(refused.0 == 413 && refused.1.contains("limit-file-bytes"))
    }
  }

  @Test("answers 200 uploads at once")
  func load() async throws {
    let body = try await upload(trips: 1000, version: Schema.Version(1, 0, 0))
    try await application().test(.live) { client in
      let counts = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<200 {
          group.addTask {
            try await client.execute(uri: "/names", method: .post, body: body) {
              #expect($0.status == .ok)
              return $0.body.readableBytes
            }
          }
        }
        return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
      }
      #expect(counts.count == 1)
    }
  }
}
