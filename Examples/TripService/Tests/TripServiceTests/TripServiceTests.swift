import Foundation
import Testing
import TripDocuments

@Suite("The trip service")
struct TripServiceTests {
  private func document(trips: Int, version: Schema.Version? = nil) async throws -> Data {
    let document = try TripDocument()
    try document.withContext { context in
      for number in 0..<trips {
        let instant = Date(timeIntervalSinceReferenceDate: Double(number) * 86_400)
        let start = CalendarDay(instant, in: .gmt)
        context.insert(
          Trip(name: "Trip \(number)", destination: "Lyon", startDate: start, endDate: start))
      }
    }
    return try await document.encoded(as: .json, schemaVersion: version).data
  }

  @Test("converts an old document to another format and version")
  func converts() async throws {
    let old = try await document(trips: 3, version: Schema.Version(1, 0, 0))
    try await RunningService.run { service in
      let answer = try await service.post("/convert?to=flat-xml&version=3.0.0", old)
      #expect(answer.status == 200)
      #expect(answer.contentType == "application/xml")
      let converted = try await TripDocument(bytes: answer.body)
      #expect(converted.originalVersion == Schema.Version(3, 0, 0))
      let names = try await service.post("/names", old)
      #expect(names.text == #"["Trip 0","Trip 1","Trip 2"]"#)
    }
  }

  @Test("answers bad requests with a status and the words of the library")
  func refusals() async throws {
    let good = try await document(trips: 1)
    try await RunningService.run { service in
      let broken = try await service.post("/convert", Data("hello".utf8))
      #expect(broken.status == 422 && broken.text.contains("not-a-document"))
      #expect(try await service.post("/convert?to=pdf", good).status == 400)
      #expect(try await service.post("/convert?version=3", good).status == 400)
      #expect(try await service.post("/convert?version=9.0.0", good).status == 400)
      let large = try await service.post("/convert", Data(repeating: 0x20, count: (64 << 20) + 1))
      #expect(large.status == 413 && large.text.contains("limit-file-bytes"))
    }
  }

  @Test("answers 200 uploads at once")
  func load() async throws {
    let old = try await document(trips: 1000, version: Schema.Version(1, 0, 0))
    try await RunningService.run { service in
      let lengths = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<200 {
          group.addTask {
            let answer = try await service.post("/names", old)
            #expect(answer.status == 200)
            return answer.body.count
          }
        }
        return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
      }
      #expect(lengths.count == 1)
    }
  }
}
