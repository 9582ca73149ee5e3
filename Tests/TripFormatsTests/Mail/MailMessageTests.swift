import DocumentFile
import Testing

@testable import TripFormats

/// Mails as the parts that they consist of.
@Suite struct MailMessageTests {
  private func parts(_ text: String) throws -> [MailMessage.Part] {
    try MailMessage(Array(text.utf8)).parts
  }

  private func texts(_ text: String) throws -> [String] {
    try parts(text).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test(
    "Bytes are decoded as their part says",
    arguments: [
      ("base64", "SGVs\r\nbG8=", "Hello"), ("BASE64", "SGVsbG8", "Hello"),
      ("base64", "SGVs*bG8=\nISE=", "Hello!!"), ("base64", "", ""), ("base64", "=", ""),
      ("quoted-printable", "H=C3=A9llo =\r\nyou", "Héllo you"),
      ("quoted-printable", "a=3Db=3d=", "a=b=="),
      ("quoted-printable", "a  \r\nb\t \nc ", "a\r\nb\nc "),
      ("quoted-printable", "a=  \nb=zz=4", "ab=zz=4"), ("8bit", "é=3D", "é=3D"), ("", "x", "x"),
    ])
  func encodings(encoding: String, text: String, expected: String) throws {
    let field = encoding.isEmpty ? "" : "Content-Transfer-Encoding: \(encoding)\n"
    #expect(try texts("From: a\n\(field)\n\(text)") == [expected])
  }

  @Test("Parts lie between the lines of their boundary, and in each other")
  func nesting() throws {
    let inner = """
      Content-Type: multipart/alternative; boundary=i

      --i
      Content-Type: text/plain

      one
      --i
      Content-Type: text/html

      <p>two
      --iii
      --i--
      not a part
      """
    let mail = MailTestFile.mail([
      inner, "Content-Type: text/csv; name=\"a;b.csv\"\n\nthree\n",
      "Content-Type: message/rfc822\n\nSubject: x\n\nfour",
    ])
    #expect(try texts(mail) == ["one", "<p>two\n--iii", "three\n", "four"])
    #expect(
      try parts(mail).map(\.mediaType) == ["text/plain", "text/html", "text/csv", "text/plain"])
    #expect(try parts(mail).map(\.name) == [nil, nil, "a;b.csv", nil])
  }

  @Test(
    "Names, encodings and dispositions are read from fields in every spelling",
    arguments: [
      ("Content-Type: Text/Calendar;\r\n\tcharset=UTF-8; NAME=a.ics", "a.ics", false),
      (
        "content-type: text/calendar\ncontent-disposition: attachment; filename=\"a \\\"b\\\".ics\"",
        "a \"b\".ics", true
      ),
      ("Content-Disposition: inline; filename*=utf-8'de'%C3%A9.ics", "é.ics", false),
      ("Content-Disposition: ATTACHMENT", nil, true),
      ("Content-Type: text/calendar (a; b); name*0=\"a;\"; name*1=b.ics", "a;b.ics", false),
      ("Content-Disposition: inline; filename*0*=utf-8''%C3%A9; filename*1=.ics", "é.ics", false),
      ("Content-Disposition: inline; filename=\"=?utf-8?B?w6kuaWNz?=\"", "é.ics", false),
    ] as [(String, String?, Bool)])
  func fields(text: String, name: String?, isAttachment: Bool) throws {
    let part = try #require(try parts("From: a\n" + text + "\n\nx").first)
    #expect(part.name == name)
    #expect(part.isAttachment == isAttachment)
  }

  @Test("A part without an end, a boundary or an empty line is read to its end")
  func mistakes() throws {
    #expect(try texts("From: a\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nx") == ["x"])
    #expect(try texts("From: a\nContent-Type: multipart/mixed\n\n--b\n\nx") == ["--b\n\nx"])
    #expect(try texts("From: a\nno field here") == ["no field here"])
    #expect(try texts("From: a\nSubject: b") == [""])
    #expect(try texts("From ann Mon\nFrom: a\n\nx") == ["x"])
  }

  @Test("All mails of a folder are read, and each begins behind an empty line")
  func folder() throws {
    let one = "From ann Mon\nFrom: a\nSubject: x\n\none\nFrom here\n\nFrom Berlin\nNote: x\n\n"
    let two = "From ann Tue May  5 10:05:00 2026\nSubject: y\n\ntwo\n"
    #expect(try texts(one + two) == ["one\nFrom here\n\nFrom Berlin\nNote: x\n\n", "two\n"])
  }

  @Test("Mails that are attached without their type are read, and so are those of a digest")
  func attachedMails() throws {
    let inner = "From: b\nSubject: c\n\nx"
    #expect(
      try texts(MailTestFile.mail(["Content-Type: application/octet-stream\n\n" + inner])) == ["x"])
    #expect(
      try texts("From: a\nContent-Type: multipart/digest; boundary=b\n\n--b\n\n\(inner)\n--b--")
        == ["x"])
    #expect(
      try texts("\r\nFrom: a\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--c\n") == [
        "x\n--b--c\n"
      ])
  }

  @Test("Too many parts, and parts too deep within each other, are refused")
  func limits() {
    func code(_ text: String) -> String? {
      do throws(DocumentError) {
        _ = try MailMessage(Array(text.utf8))
        return nil
      } catch {
        return error.code.rawValue
      }
    }
    let field = "Content-Type: multipart/mixed; boundary=b\n\n"
    #expect(
      code("From: a\n" + field + String(repeating: "--b\n\nx\n", count: 2000)) == "limit-mail-parts"
    )
    #expect(code("From: a\n" + field + String(repeating: "--b\n\nx\n", count: 900)) == nil)
    let rfc = String(repeating: "Content-Type: message/rfc822\n\n", count: 20)
    #expect(code("From: a\n" + rfc + "x") == "limit-mail-parts")
  }
}
