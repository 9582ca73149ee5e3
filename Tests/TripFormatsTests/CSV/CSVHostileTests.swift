import DocumentFile
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// No file traps, hangs or uses more memory than its limits allow.
@Suite struct CSVHostileTests {
  private func rows(_ text: String, _ delimiter: Character = ",") throws -> [[String]] {
    var stream = try CSVRecordStream(
      Array(text.utf8), delimiter: delimiter.utf8.first ?? 44)
    var rows: [[String]] = []
    while try stream.next() { rows.append((stream.hasBrokenQuote ? ["!"] : []) + stream.cellTexts) }
    return rows
  }

  @Test(
    "Cells are told as RFC 4180 says",
    arguments: [
      ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]), ("a", [["a"]]), ("a,\n", [["a", ""]]),
      ("\"a\nb\",\"c\"\"d\"\n", [["a\nb", "c\"d"]]), ("\"\",x", [["", "x"]]),
      ("\n\na\n\n,,\nb\n", [["a"], ["b"]]), ("a\rb\rc", [["a"], ["b"], ["c"]]),
      ("5\" pipe,x", [["5\" pipe", "x"]]), ("\"a\"b,c\nd", [["!", "ab", "c"], ["d"]]),
      ("\"open,x\ny,z", [["!", "\"open,x"], ["y", "z"]]), ("", []), ("\r\n\r\n", []),
      ("a,\"\"\"\"\n", [["a", "\""]]), ("\"a\n\"b\nc", [["!", "\"a"], ["!", "b"], ["c"]]),
    ] as [(String, [[String]])])
  func cells(_ text: String, _ expected: [[String]]) throws {
    let found = try rows(text)
    // A closed quote with text behind it is read as far as it goes; only the mark matters.
    #expect(found.count == expected.count)
    for (left, right) in zip(found, expected) {
      #expect(left.first == "!" && right.first == "!" || left == right, "\(found)")
    }
  }

  @Test("Bad rows go aside with their lines, and good ones into the document")
  func rejected() throws {
    let file = try CSVFile(
      "Name,Start,End\nA,2025-05-01,\n\"B\"x,2025-05-01,\nC,2025-05-01,,,7\n,,no day\nD,soon,\n\"E\n"
    )
    #expect(try file.objects("Trip").map { $0.text("name") } == ["A", "D"])
    #expect(
      file.rejected == "Name,Start,End\n\"B\"x,2025-05-01,\nC,2025-05-01,,,7\n,,no day\n\"E\n")
    #expect(file.findings(.brokenQuote).map(\.line) == [3, 7])
    #expect(file.findings(.cellCount).map(\.line) == [4])
    #expect(file.findings(.emptyRow).map(\.line) == [5])
    #expect(
      file.findings(.unreadMoment).map { "\($0.line):\($0.column) \($0.detail)" } == ["6:3 soon"])
    #expect(try file.objects("Trip").map { $0["startDate"].isNull } == [false, true])
    #expect(file.report.rejectedComponents == 4)
  }

  @Test("A lone quote costs its line, and time grows with the file only")
  func loneQuotes() throws {
    let text = "Name,Start,End\n" + String(repeating: "\"A,2025-05-01,\n", count: 50_001)
    let file = try CSVFile(text)
    #expect(file.report.rejectedComponents > 0)
  }

  @Test("Ten million columns, an endless line and a huge cell are refused or read within limits")
  func huge() throws {
    #expect {
      _ = try CSVFile("Name,Start" + String(repeating: ",", count: 10_000_000))
    } throws: { ($0 as? DocumentError)?.code == .csvMalformed }
    let wide = try CSVFile(
      "Name,Start,End\nA,2025-05-01" + String(repeating: ",", count: 10_000_000))
    #expect(wide.report.rejectedComponents == 1)
    let text = String(repeating: "x", count: 3_000_000)
    let big = try CSVFile("Name,Start,End,Notes\nA,2025-05-01,2025-05-02,\"\(text)\"\n")
    #expect(try big.objects("Trip").first?.text("notes") == text)
    #expect {
      _ = try CSVFile(
        bytes: Array("Name,Start\n".utf8)
          + [UInt8](repeating: 97, count: CSVRecordStream.mostBytes + 9))
    } throws: { ($0 as? DocumentError)?.code == .csvRow }
  }

  @Test("The limits on bytes and objects hold")
  func limits() throws {
    var limits = DocumentLimits.standard
    limits.objects = 2
    #expect {
      _ = try CSVFile(
        bytes: Array("Name,Start\na,1.1.25\nb,1.1.25\nc,1.1.25\n".utf8), limits: limits)
    } throws: { ($0 as? DocumentError)?.code == .limitObjects }
    limits = .standard
    limits.fileBytes = 20
    #expect {
      _ = try CSVFile(bytes: Array("Name,Start\na,1.1.25\nb,1.1.25\n".utf8), limits: limits)
    } throws: { ($0 as? DocumentError)?.code == .limitFileBytes }
  }

  @Test("A file without a known column is refused", arguments: ["", "\n\n", "x,y\n1,2\n", "\0\0"])
  func unknown(_ text: String) {
    #expect {
      _ = try CSVFile(text)
    } throws: { ($0 as? DocumentError)?.code == .csvMalformed }
  }

  @Test("An odd byte of UTF-16, wrong bytes and NULs are reported or kept")
  func encodings() throws {
    let wide = CSVEncoding.utf16LittleEndian
    let odd = wide.mark + (wide.bytes(of: "Name,Start,End\nA,2025-05-01,\n".utf8) ?? []) + [65]
    #expect(try CSVFile(bytes: odd).findings(.encoding).count == 1)
    let surrogate =
      wide.mark + (wide.bytes(of: "Name,Start,End\nA,2025-05-01,".utf8) ?? []) + [0, 0xD8]
    #expect(try CSVFile(bytes: surrogate).objects("Trip").count == 1)
    let marked = Array("\u{FEFF}Name,Start,End\nA".utf8) + [0xFF] + Array(",2025-05-01,\n".utf8)
    #expect(try CSVFile(bytes: marked).findings(.encoding).count == 1)
    let null = "Name,Start,End\nA\0B,2025-05-01,\n"
    #expect(try CSVFile(null).written == null)
    for byte in UInt8(0x80)...0xFF {
      let file = Array("Name,Start,End\nA".utf8) + [byte] + Array(",2025-05-01,\n".utf8)
      #expect(try ExportedFile(try CSVFile(bytes: file).tables, .csv).bytes == file)
    }
  }

  @Test("Damaged and random files are read or refused", arguments: 0..<20)
  func damaged(_ seed: Int) throws {
    var random = CSVRandom(seed)
    let whole = Array(CSVEditTests.text.utf8)
    for _ in 0..<100 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1..<4, using: &random) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes = Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &random)))
        case 1: bytes.remove(at: Int.random(in: 0..<bytes.count, using: &random))
        case 2:
          bytes.insert(UInt8(ascii: "\""), at: Int.random(in: 0..<bytes.count, using: &random))
        case 3: bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
        default:
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
            in: 0...255, using: &random)
        }
        if bytes.isEmpty { bytes = [65] }
      }
      guard let (written, again) = try rewritten(bytes) else { continue }
      // What was read once is stable.
      #expect(
        again == written,
        """
        \(String(decoding: bytes, as: UTF8.self).debugDescription)
        \(String(decoding: written, as: UTF8.self).debugDescription)
        \(String(decoding: again, as: UTF8.self).debugDescription)
        """)
    }
  }

  /// Reads and writes a file twice; nil if it is refused or has no objects.
  private func rewritten(_ bytes: [UInt8]) throws -> (once: [UInt8], twice: [UInt8])? {
    let options = ImportOptions(timeZone: nil, fallbackName: "file", limits: .standard)
    let tables: Tables
    do {
      tables = try ImportedFile(bytes, .csv, options).tables
    } catch {
      #expect(error.code == .csvMalformed)
      return nil
    }
    #expect(TablesCheck.findings(tables, limit: 10).isEmpty)
    if tables.rowCount == 0 { return nil }
    let once = try ExportedFile(tables, .csv).bytes
    return (once, try ExportedFile(try ImportedFile(once, .csv, options).tables, .csv).bytes)
  }
}
