import DocumentTables
import Testing

@testable import DocumentFile

@Suite("References that lead into another table")
struct ElsewhereReferenceTests {
  /// A relationship's key as records spell it, and the key of an object of another table.
  static let changes: [(old: String, new: String, key: Int)] = [
    ("\"town\":20", "\"town\":1", 1), ("\"town\":20", "\"town\":10", 10),
    ("\"guide\":2", "\"guide\":20", 20), ("\"trips\":[1000,", "\"trips\":[900,", 900),
  ]

  @Test("are named as such by both roads", arguments: [DocumentForm.document, .flat], changes)
  func rule(form: DocumentForm, change: (old: String, new: String, key: Int)) throws {
    var bytes: [UInt8]
    if form == .document {
      var archive = try RebuiltArchive(try OwnedTables.bytes())
      let part = try #require(
        archive.entries.first {
          $0.name.hasPrefix("data/")
            && String(decoding: $0.bytes, as: UTF8.self).contains(change.old)
        }?.name)
      try archive.replace(in: part, change.old, with: change.new)
      bytes = try archive.bytes()
    } else {
      bytes = try OwnedTables.tables().document(.flat, .json)
      let text = String(decoding: bytes, as: UTF8.self)
      bytes = Array(text.replacing(change.old, with: change.new, maxReplacements: 1).utf8)
      #expect(!text.utf8.elementsEqual(bytes))
    }
    let whole = LoadedValidation().findings(bytes)
    let streamed = DocumentFile.validate(.bytes(bytes)).errors
    for findings in [whole, streamed] {
      let found = findings.filter { $0.code.rawValue.hasPrefix("reference-") }
      #expect(found.map(\.code.rawValue) == ["reference-wrong-entity"])
      #expect(found.first?.detail.hasPrefix("object \(change.key) is of entity ") == true)
    }
    #expect(whole.map(\.description) == streamed.map(\.description))
  }

  @Test("are named as such where only a part is read")
  func partial() throws {
    var archive = try RebuiltArchive(try OwnedTables.bytes())
    let part = try #require(archive.entries.first { $0.name.hasPrefix("data/Stay/") }?.name)
    try archive.replace(in: part, "\"town\":20", with: "\"town\":1")
    let document = try PartialDocumentReader(.bytes(try archive.bytes()))
    let error = #expect(throws: DocumentError.self) {
      try document.subset(ofKey: OwnedTables.key(ofTrip: 0), entity: "Trip")
    }
    #expect(error?.code.rawValue == "reference-wrong-entity")
  }
}
