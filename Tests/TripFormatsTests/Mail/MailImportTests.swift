import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// Mails and pages as documents.
@Suite struct MailImportTests {
  typealias File = MailTestFile

  @Test("A reservation in a page of a mail is what the same JSON-LD is")
  func reservation() throws {
    let mail = try File(File.mail([File.flight()]))
    let file = try ReservationTestFile("[\(ReservationTestFile.flight())]")
    #expect(
      try mail.objects("Leg").map(\.values) == file.objects("Leg").map(\.values))
    #expect(try mail.objects("Participant").map { $0.text("name") } == ["Ann"])
    #expect(try mail.objects("Trip").count == 1)
  }

  @Test(
    "A page is read in the encoding of its part",
    arguments: [
      ("text/html; charset=iso-8859-1", "8bit", [0xFC]), ("text/html", "8bit", [0xFC]),
      ("text/html; charset=UTF-8", "8bit", Array("ü".utf8)),
      ("text/html", "8bit", Array("ü".utf8)),
      ("text/html; charset=UTF-8", "quoted-printable", Array("=C3=BC".utf8)),
      ("application/xhtml+xml", "quoted-printable", Array("=C3=BC".utf8)),
    ] as [(String, String, [UInt8])])
  func encoding(type: String, transfer: String, letter: [UInt8]) throws {
    let json = ReservationTestFile.flight(name: "J*rg")
    let fields = "Content-Type: \(type)\nContent-Transfer-Encoding: \(transfer)"
    let text = File.page(File.script(json)).replacing("=", with: transfer == "8bit" ? "=" : "=3D")
    let bytes = Array(File.mail([File.part(fields, text)]).utf8)
      .flatMap { $0 == UInt8(ascii: "*") ? letter : [$0] }
    let mail = try File(bytes: bytes)
    #expect(try mail.objects("Participant").map { $0.text("name") } == ["Jürg"])
  }

  @Test("A flight of a mail's page and of its calendar is one leg, which the report names")
  func joined() throws {
    let calendar = File.part(
      "Content-Type: text/calendar; name=f.ics\nContent-Disposition: attachment", File.calendar)
    for parts in [[File.flight(), calendar], [calendar, File.flight()]] {
      let mail = try File(File.mail(parts))
      #expect(try mail.objects("Leg").count == 1)
      #expect(try mail.objects("BucketListItem").map { $0.text("title") } == ["Dinner"])
      #expect(mail.findings(.joinedPart).map(\.subject) == ["Flight TP 762 from LIS to OSL"])
    }
  }

  @Test("The same mail again changes nothing, and a later one changes what it says")
  func again() throws {
    let calendar = File.part("Content-Type: text/calendar", File.calendar)
    let text = File.mail([File.flight(), calendar])
    let mail = try File(text)
    let same = try mail.tables.updated(with: text, .mail, named: "mail")
    #expect(same.report.counts.isEmpty, "\(same.report.entries)")
    #expect(
      TablesDump.text(same.outcome.tables, all: true) == TablesDump.text(mail.tables, all: true))
    let later = File.mail([File.flight()]).replacing("T08:00", with: "T09:30")
    let updated = try mail.tables.updated(with: later, .mail, named: "change")
    #expect(updated.report.counts[.updated] == 1)
    #expect(
      try updated.outcome.tables.testObjects("Leg").map { $0.text("departureTime") }
        == ["2026-05-01T09:30:00+01:00[Etc/GMT-1]"])
  }

  @Test("A cancellation in a mail is named by the report")
  func cancelled() throws {
    let page = File.flight().replacing(
      "schema.org/Confirmed", with: "schema.org/ReservationCancelled")
    let mail = try File(File.mail([page]))
    #expect(try mail.objects("Leg").map { $0.values["isCancelled"] } == [.bool(true)])
    #expect(mail.report.cancelledObjects == 1)
  }

  @Test("What is attached and not read is named; pictures and the words of the mail are not")
  func unread() throws {
    let mail = try File(
      File.mail([
        File.part("Content-Type: text/plain", "Name;Start;End\nTo Rome;2026-05-01;2026-05-03\n"),
        File.flight(), File.part("Content-Type: image/png; name=logo.png", "x"),
        File.part("Content-Type: application/pdf; name=ticket.pdf", "%PDF"),
        File.part("Content-Type: text/calendar; name=broken.ics", "BEGIN:VCALENDAR"),
      ]))
    #expect(mail.findings(.unreadPart).map(\.entry) == ["ticket.pdf"])
    #expect(try mail.objects("Trip").count == 1)
    #expect(!mail.report.isStrictlyRead)
  }

  @Test("One page that exceeds a limit does not hide the rest of the mail")
  func deepPage() throws {
    let deep = File.part(
      "Content-Type: text/html; name=deep.html", String(repeating: "<div>", count: 5000))
    let mail = try File(File.mail([deep, File.flight()]))
    #expect(try mail.objects("Leg").count == 1)
    #expect(mail.findings(.unreadPart).map(\.entry) == ["deep.html"])
  }

  @Test("A calendar is read in the character set of its part")
  func calendarSet() throws {
    let calendar = File.calendar.replacing("Dinner", with: "D*ner")
    let part = File.part("Content-Type: text/calendar; charset=windows-1252", calendar)
    let bytes = Array(File.mail([part]).utf8).flatMap { $0 == UInt8(ascii: "*") ? [0xFC] : [$0] }
    let items = try File(bytes: bytes).objects("BucketListItem")
    #expect(items.map { $0.text("title") } == ["Düner"])
  }

  @Test("A mail with very many calendars is refused by its limit")
  func manyCalendars() {
    let part = File.part("Content-Type: text/calendar", "BEGIN:VCALENDAR\nEND:VCALENDAR\n")
    do throws(DocumentError) {
      let text = File.mail([String](repeating: part, count: 200))
      _ = try ImportedFile(Array(text.utf8), .mail, ImportOptions())
      Issue.record("it was read")
    } catch {
      #expect(error.code.rawValue == "limit-mail-parts")
    }
  }

  @Test("A table is read if it is attached as one")
  func table() throws {
    let mail = try File(
      File.mail([
        File.part(
          "Content-Type: text/csv; name=trips.csv",
          "Name;Start;End\nTo Rome;2026-05-01;2026-05-03\n")
      ]))
    #expect(try mail.objects("Trip").map { $0.text("name") } == ["To Rome"])
  }

  @Test("A mail or a page without anything that is read is refused, with what to do")
  func nothing() {
    func words(_ text: String, _ format: TripFormat) -> String {
      do throws(DocumentError) {
        _ = try ImportedFile(Array(text.utf8), format, ImportOptions())
        return ""
      } catch {
        #expect(error.code == .notADocument)
        return error.detail
      }
    }
    #expect(words(File.mail(["\nHello"]), .mail).contains("it is a mail without a reservation"))
    let pdf = File.part("Content-Disposition: attachment; filename=a.pdf", "%PDF")
    #expect(words(File.mail([pdf]), .mail).hasSuffix("not read: a.pdf"))
    #expect(words(File.page("", "<p>Hello"), .html).contains("it is a page without a reservation"))
    let other = File.script(#"{"@context": "https://schema.org", "@type": "Organization"}"#)
    #expect(words(File.page(other), .html).contains("without a reservation"))
  }

  @Test("Documents cannot be written as mails or pages")
  func writing() throws {
    let mail = try File(File.mail([File.flight()]))
    for format in [TripFormat.mail, .html] {
      #expect(!format.isWritable)
      #expect(throws: DocumentError.self) { try ExportedFile(mail.tables, format) }
    }
    let readOnly = TripFormat.all.filter { !$0.isWritable }
    #expect(readOnly == [.mail, .html, .pass, .timeline, .polarsteps, .xlsx, .ods])
  }

  @Test(
    "Other files are no mails and no pages",
    arguments: [
      "Date;From;To\n2026-05-01;LIS;OSL\n", "BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR\n",
      #"{"@context": "https://schema.org", "@type": "Event"}"#, "Subject: x\n\n", "<gpx></gpx>",
    ])
  func others(text: String) {
    let format = TripFormat.readable(beginning: Array(text.utf8))
    #expect(format != .mail && format != .html)
  }
}
