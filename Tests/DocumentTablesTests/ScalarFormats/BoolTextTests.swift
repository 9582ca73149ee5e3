import Testing

@testable import DocumentTables

@Suite("Text form of truth values")
struct BoolTextTests {
  // Spec 4.1-1
  @Test("Both values read back", arguments: [true, false])
  func roundTrip(value: Bool) throws {
    #expect(try BoolText.parse(BoolText.text(value)) == value)
    #expect(TextForm.string { bytes in BoolText.append(value, to: &bytes) } == "\(value)")
  }

  // Spec 4.1-1
  @Test(
    "Any other spelling is refused",
    arguments: ["", "True", "FALSE", "1", "0", "yes", "true ", " true", "tru", "truee", "null"])
  func refused(text: String) {
    #expect(throws: TextFormProblem.malformed) { try BoolText.parse(text) }
  }
}
