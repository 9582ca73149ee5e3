import Foundation
import Testing

@Suite("A file that no verb reads")
struct OtherFileTests {
  private let folder = ScratchFolder()

  private static let files: [(name: String, content: String, words: String)] = [
    (
      "mail.eml",
      "Received: by x\nFrom: a@example.org\nTo: b@example.org\nSubject: Trip\n\nHello\n\n"
        + "BEGIN:VCALENDAR\n", "it is a mail"
    ),
    (
      "run.tcx", "<?xml version=\"1.0\"?><TrainingCenterDatabase></TrainingCenterDatabase>",
      "(TCX); save its places as a table"
    ),
    ("Timeline.json", "{\"semanticSegments\": []}", "it is a timeline"),
    ("scan.csv", "%PDF-1.7\nName,Start\n", "it is a PDF; write the trips into a table"),
    ("contacts.csv", "BEGIN:VCARD\nN:Ann\nEND:VCARD\n", "a list of contacts (vCard)"),
  ]

  @Test(
    "is called by what it is by each verb, from a path and from standard input",
    arguments: files.indices)
  func verbs(index: Int) throws {
    let (name, content, words) = Self.files[index]
    try folder.generate("a.trips", trips: 2)
    try folder.write(content, to: name)
    let verbs = [
      ["convert", name, "-o", "b.trips"], ["list", name], ["show", name], ["validate", name],
      ["inspect", name], ["dump", name], ["plan", name], ["diff", "a.trips", name],
      ["import", name, "--into", "a.trips"], ["merge", "a.trips", name, "-o", "b.trips"],
      ["scrub", name, "-o", "b.trips"], ["migrate", "--in-place", name],
      ["history", "list", name], ["schema", "export", name],
    ]
    for verb in verbs {
      let command = try Command(verb, in: folder)
      #expect(command.status == 65, "\(verb): \(command.status)")
      #expect((command.errors + command.text).contains(words), "\(verb): \(command.errors)")
      guard !verb.contains("--in-place") else { continue }
      let piped = try Command(
        verb.map { $0 == name ? "-" : $0 }, in: folder, input: Data(content.utf8))
      #expect(piped.status == 65, "\(verb): \(piped.status)")
      #expect((piped.errors + piped.text).contains(words), "\(verb): \(piped.errors)")
    }
    #expect(try folder.run("validate", "a.trips").status == 0)
    #expect(!folder.names.contains("b.trips"))
  }

  @Test("is called by what it is with stated columns, too")
  func columns() throws {
    try folder.write("%PDF-1.7\nName,Start\n", to: "scan")
    let command = try folder.run("convert", "scan", "-o", "b.trips", "--columns", "name,start")
    #expect(command.status == 65 && command.errors.contains("it is a PDF"), "\(command.errors)")
  }

  @Test("and is empty is called empty by each verb")
  func empty() throws {
    try folder.write("", to: "a.ics")
    try folder.generate("a.trips", trips: 2)
    for verb in [
      ["convert", "a.ics", "-o", "b.trips"], ["list", "a.ics"], ["validate", "a.ics"],
      ["import", "a.ics", "--into", "a.trips"],
    ] {
      let command = try Command(verb, in: folder)
      #expect(
        command.status == 65 && (command.errors + command.text).contains("the file is empty"),
        "\(command)")
    }
  }
}
