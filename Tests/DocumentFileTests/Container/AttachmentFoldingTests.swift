import Testing

@testable import DocumentFile

/// Names of attachments as file systems compare them.
@Suite struct AttachmentFoldingTests {
  @Test(
    "A name of ASCII is folded as the same letters in any other name are",
    arguments: UInt8(0)..<128)
  func ascii(_ code: UInt8) {
    let letter = String(Unicode.Scalar(code))
    for name in [letter, "a" + letter, letter + "Z", letter + letter] {
      // A name with another letter takes the way of all scalars.
      #expect(AttachmentName.folded(name + "\u{E9}") == AttachmentName.folded(name) + "\u{E9}")
    }
  }
}
