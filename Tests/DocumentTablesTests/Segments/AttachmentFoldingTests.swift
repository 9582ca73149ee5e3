import DocumentTables
import Testing

/// Names of attachments as file systems compare them.
@Suite struct AttachmentFoldingTests {
  @Test(
    "A name of ASCII is folded as the same letters in any other name are",
    arguments: UInt8(0)..<128)
  func ascii(_ code: UInt8) {
    let letter = String(Unicode.Scalar(code))
    for name in [letter, "a" + letter, letter + "Z", letter + letter] {
      // A name with another letter takes the way of all scalars.
      #expect(AttachmentNames.folded(name + "\u{E9}") == AttachmentNames.folded(name) + "\u{E9}")
    }
  }

  // Spec 3.10-3
  @Test(
    "names of attachments are compared without case and normal form",
    arguments: [
      ("a", "A", true), ("é", "E\u{301}", true), ("straße", "STRASSE", true), ("ẞ", "ss", true),
      ("ΟΔΟΣ", "οδος", true), ("οδος", "οδοσ", true), ("\u{212A}", "k", true), ("ǆ", "ǅ", true),
      ("\u{13A0}", "\u{AB70}", true), ("İ", "i\u{307}", true), ("ı", "i", false),
      ("İ", "i", false), ("a", "á", false), ("ａ", "a", false),
    ])
  func foldedNames(name: String, other: String, areEqual: Bool) {
    #expect((AttachmentNames.folded(name) == AttachmentNames.folded(other)) == areEqual)
  }
}
