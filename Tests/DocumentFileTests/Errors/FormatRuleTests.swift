import Markup
import Testing
import ZipArchive

@testable import DocumentFile

@Suite("The table of rules")
struct FormatRuleTests {
  // Spec 8-1
  @Test("has each identifier once, with a clause and words")
  func identifiers() {
    let identifiers = FormatRule.all.map(\.identifier)
    #expect(Set(identifiers).count == identifiers.count && identifiers.count > 170)
    for rule in FormatRule.all {
      #expect(!rule.clauses.isEmpty && !rule.message.isEmpty, "\(rule.identifier)")
      #expect(rule.mend != "")
    }
  }

  @Test("has the words of JSON and XML", arguments: MarkupError.Code.allCases)
  func markup(code: MarkupError.Code) {
    #expect(FormatRule.named(code.rawValue)?.message == code.summary)
  }

  @Test("gives errors their words and their remedy")
  func words() {
    let error = DocumentError(.partDigest, part: "data/Trip/0-7.json")
    #expect(
      error.description
        == "data/Trip/0-7.json: error: the part's digest does not match the manifest; "
        + "restore the file from a backup [part-digest]")
    let zip = DocumentError(ZipError(.comment))
    #expect(
      zip.message
        == "the archive has a comment; another program seems to have repacked this archive; "
        + "use the original file")
  }
}
