import DocumentTables
import Foundation
import Testing

@testable import DocumentFile

@Suite("Broken documents whose rows pass by")
struct StreamedMutationTests {
  /// Trips and items that refer to them, many enough for several windows and runs.
  static func text(_ encoding: DocumentEncoding) throws -> String {
    var tables = Tables(
      schema: try SampleTables.schema(), documentID: SampleTables.documentID, nextKey: 3000)
    var trips: [(entity: String, key: ObjectKey, values: [String: Value])] = []
    var items: [(entity: String, key: ObjectKey, values: [String: Value])] = []
    for trip in 0..<300 {
      let key = ObjectKey(trip * 8 + 1)
      var values: [String: Value] = ["name": .text("trip é\(trip)"), "start": .date(Double(trip))]
      if trip % 3 == 0 { values["items"] = .references([key + 3, key + 1, key + 2]) }
      if trip % 5 == 0 { values["perdiem"] = .double(1) }
      trips.append((trip % 5 == 0 ? "BusinessTrip" : "Trip", key, values))
      for item in 1...3 {
        items.append(
          (
            "Item", key + ObjectKey(item),
            [
              "title": .text("item \(item), {\"$id\""), "count": .integer(1),
              "done": .bool(false), "trip": .reference(key),
            ]
          ))
      }
    }
    try SampleTables.fill(&tables, "Trip", trips)
    try SampleTables.fill(&tables, "Item", items)
    return String(decoding: try tables.document(.flat, encoding), as: UTF8.self)
  }

  /// Numbers and texts that are put in the place of others.
  static let changes: [@Sendable (DocumentEncoding) -> (String, String)] = [
    { $0 == .json ? ("\"trip\":81}", "\"trip\":80}") : (">81</trip>", ">80</trip>") },
    { $0 == .json ? ("\"trip\":1601}", "\"trip\":82}") : (">1601</trip>", ">82</trip>") },
    { $0 == .json ? ("\"$id\":804", "\"$id\":803") : ("id=\"804\"", "id=\"803\"") },
    { $0 == .json ? ("\"$id\":1209", "\"$id\":1210") : ("id=\"1209\"", "id=\"1210\"") },
    { _ in ("trip é17", "trip é16") },
    { $0 == .json ? ("00:04:00Z", "00:01:00Z") : ("00:04:00Z", "00:01:00Z") },
    { $0 == .json ? ("[28,26,27]", "[28,26]") : (" 28 ", " 28 28 ") },
    { $0 == .json ? ("[52,50,51]", "[52,50,52]") : (" 52 ", " 50 ") },
    { $0 == .json ? ("\"count\":1,", "\"cuont\":1,") : ("<count>1<", "<cuont>1<") },
    { $0 == .json ? ("\"title\":", "\"title\"") : ("</title>", "</titel>") },
    { $0 == .json ? ("\n]", "\n") : ("</d:table>", "") },
    { $0 == .json ? ("\"Trip\":[", "\"Trap\":[") : ("\"Trip\"", "\"Trap\"") },
  ]

  @Test(
    "are refused with the same findings",
    arguments: DocumentEncoding.allCases, Array(changes.indices))
  func findings(encoding: DocumentEncoding, number: Int) throws {
    let text = try Self.text(encoding)
    let (old, new) = Self.changes[number](encoding)
    let places = text.ranges(of: old)
    // The first, the last, and all of them.
    var texts = [text]
    for place in [places.first, places.last].compactMap(\.self) {
      texts.append(text.replacingCharacters(in: place, with: new))
    }
    texts.append(text.replacingOccurrences(of: old, with: new))
    for text in texts {
      let bytes = Array(text.utf8)
      let expected = StreamedOracle.findingsInMemory(bytes)
      for window in [500, 5000, 1 << 20] {
        // The XML parser's own words name lines of what it was given.
        var options = StreamedOracle.options(
          windowBytes: window, rereadBytes: encoding == .xml ? 1 << 20 : 0)
        options.sortedBytes = 0
        #expect(StreamedOracle.findingsStreamed(bytes, options) == expected, "\(window)")
      }
      guard let tables = try? DocumentFile.read(.bytes(bytes)).tables else { continue }
      let archive = try tables.document(.document, encoding)
      #expect(
        StreamedOracle.findingsStreamed(archive, StreamedOracle.options(windowBytes: 500))
          == StreamedOracle.findingsInMemory(archive))
    }
  }

  @Test("the same text is written whatever the windows are", arguments: DocumentEncoding.allCases)
  func written(encoding: DocumentEncoding) throws {
    let bytes = Array(try Self.text(encoding).utf8)
    let directory = try TemporaryDirectory()
    for (form, target) in StreamedOracle.targets {
      var options = DocumentWriteOptions(encoding: target, type: .generic)
      options.chunkLimit = 5000
      let expected = StreamedOracle.writtenInMemory(bytes, form, options).words
      for window in [500, 30_000, 1 << 20] {
        let written = try StreamedOracle.writtenStreamed(
          bytes, form, options, StreamedOracle.options(windowBytes: window), to: directory)
        #expect(written.words == expected, "\(form) \(target) \(window)")
      }
    }
  }

  @Test(
    "comments that hold what looks like records end no window",
    arguments: ["<d:trailer", "<d:header", "<d:tables>"], [1, 40])
  func lookalikes(before section: String, count: Int) throws {
    let text = try Self.text(.xml)
    let lookalike = "\n<d:record id=\"4\">" + String(repeating: "\n", count: 9000)
    let comment = "<!--" + String(repeating: lookalike, count: count) + "-->"
    let place = try #require(text.range(of: section))
    let bytes = Array(text.replacingCharacters(in: place, with: comment + section).utf8)
    #expect(StreamedOracle.findingsInMemory(bytes) == [])
    let directory = try TemporaryDirectory()
    let options = DocumentWriteOptions(encoding: .json, type: .generic)
    let expected = StreamedOracle.writtenInMemory(bytes, .flat, options).words
    for window in [500, 5000, 1 << 20] {
      let streaming = StreamedOracle.options(windowBytes: window)
      #expect(StreamedOracle.findingsStreamed(bytes, streaming) == [], "\(window)")
      let written = try StreamedOracle.writtenStreamed(
        bytes, .flat, options, streaming, to: directory)
      #expect(written.words == expected, "\(window)")
    }
  }

  /// The text with the key of each record behind its entity, or at the end of the record.
  private static func reordered(_ text: String, isKeyLast: Bool) throws -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return try lines.map { line -> String in
      guard line.hasPrefix("{\"$id\":") else { return String(line) }
      let comma = try #require(line.firstIndex(of: ","))
      let end = try #require(line.lastIndex(of: "}"))
      let key = line[line.index(after: line.startIndex)..<comma]
      let members = line[line.index(after: comma)..<end]
      if isKeyLast { return "{\(members),\(key)\(line[end...])" }
      guard members.hasPrefix("\"$entity\""), let next = members.firstIndex(of: ",") else {
        return String(line)
      }
      return "{\(members[..<next]),\(key)\(members[next...])\(line[end...])"
    }.joined(separator: "\n")
  }

  @Test("records whose members are in another order are the same", arguments: [false, true])
  func otherOrders(isKeyLast: Bool) throws {
    let text = try Self.text(.json)
    let reordered = try Self.reordered(text, isKeyLast: isKeyLast)
    #expect(reordered != text)
    let bytes = Array(reordered.utf8)
    let directory = try TemporaryDirectory()
    var options = DocumentWriteOptions(encoding: .json, type: .generic)
    options.chunkLimit = 5000
    let expected = StreamedOracle.writtenInMemory(Array(text.utf8), .document, options).words
    for window in [500, 5000, 1 << 20] {
      let streaming = StreamedOracle.options(windowBytes: window)
      #expect(StreamedOracle.findingsStreamed(bytes, streaming) == [], "\(window)")
      let written = try StreamedOracle.writtenStreamed(
        bytes, .document, options, streaming, to: directory)
      #expect(written.words == expected, "\(window)")
    }
  }

  @Test("that become shorter meanwhile are named, and not what is written")
  func shrinking() throws {
    let directory = try TemporaryDirectory()
    let source = directory.path + "/shrinking.json"
    try Data(try Self.text(.json).utf8).write(to: URL(filePath: source))
    let document = try DocumentPass(
      .path(source), options: StreamedOracle.options(windowBytes: 500))
    let handle = try FileHandle(forWritingTo: URL(filePath: source))
    try handle.truncate(atOffset: 5000)
    try handle.close()
    let error = #expect(throws: DocumentError.self) {
      _ = try document.write(
        to: .path(directory.path + "/out.xml"), form: .flat,
        options: DocumentWriteOptions(encoding: .xml, type: .generic))
    }
    #expect(error?.code.rawValue == "zip-read-failed")
    #expect(error?.file == source)
  }
}
