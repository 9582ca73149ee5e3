import DocumentData
import Foundation
import Testing

@Suite("Attributes of rich text")
struct RichTextTests {
  @Model class Letter {
    var body: AttributedString
    var note: AttributedString?
    var drafts: [AttributedString] = []

    init(body: AttributedString) { self.body = body }
  }

  /// Texts with attributes at places of every kind: none, all, one scalar of a character, equal
  /// neighbours.
  private static var texts: [AttributedString] {
    var all = [AttributedString(), AttributedString("plain\r\n\u{0}text")]
    var whole = AttributedString("e\u{301}👩‍👩‍👧")
    whole.languageIdentifier = "fr"
    all.append(whole)
    var link = AttributedString("see there, again there")
    for range in [link.range(of: "there"), link.range(of: "again")].compactMap({ $0 }) {
      link[range].link = URL(string: "https://example.org/?q=1")
      link[range].alternateDescription = "a \"place\""
    }
    all.append(link)
    var scalar = AttributedString("e\u{301}x")
    let start = scalar.unicodeScalars.startIndex
    scalar[start..<scalar.unicodeScalars.index(after: start)].replacementIndex = 2
    scalar.imageURL = URL(string: "file:///i.png")
    all.append(scalar)
    return all
  }

  @Test("a text is saved and opened with its attributes", arguments: 0..<5)
  func reopened(number: Int) throws {
    let text = Self.texts[number]
    let folder = try MigrationFolder()
    let configuration = ModelConfiguration(url: folder.url("letters.trips"))
    do {
      let context = ModelContext(
        try ModelContainer(for: Letter.self, configurations: configuration))
      let letter = Letter(body: text)
      letter.drafts = Self.texts
      context.insert(letter)
      context.insert(Letter(body: "other"))
      try context.save()
      letter.note = text
      try context.save()
    }
    let context = ModelContext(try ModelContainer(for: Letter.self, configurations: configuration))
    let letter = try context.all(Letter.self)[0]
    #expect(letter.body == text)
    #expect(letter.note == text)
    #expect(letter.drafts == Self.texts)
    let found = try context.fetch(
      FetchDescriptor<Letter>(predicate: #Predicate { $0.body == text }))
    #expect(found.map(\.persistentModelID) == [letter.persistentModelID])
  }

  @Test("an attribute that has no stored form is an error of the save, which names it")
  func unknownAttribute() throws {
    let context = ModelContext(try makeContainer([Letter.self]))
    let letter = Letter(body: "b")
    context.insert(letter)
    letter.body.dateField = .year
    #expect(letter.body.dateField == .year)
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.property == "body")
    #expect(error?.explanation.contains("DateFormatField") == true)
    letter.body.dateField = nil
    try context.save()
  }

  @Test(
    "a stored text whose runs do not cover it is refused",
    arguments: [
      #"{"text":"abc","runs":[{"length":2}]}"#, #"{"text":"abc","runs":[{"length":4}]}"#,
      #"{"text":"abc","runs":[{"length":-1},{"length":4}]}"#,
      #"{"text":"","runs":[{"length":9223372036854775807},{"length":1}]}"#,
    ])
  func brokenRuns(json: String) throws {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(AttributedString.self, from: Data(json.utf8))
    }
  }
}
