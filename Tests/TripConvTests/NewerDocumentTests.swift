import Foundation
import Testing

@Suite("A document of a newer schema")
struct NewerDocumentTests {
  private let folder = ScratchFolder()

  // Spec 7.5-1
  @Test("is refused where it would have to be migrated, with a way out", arguments: [0, 1])
  func refused(verb: Int) throws {
    try folder.generateNewer("new.trips.json")
    let command =
      verb == 0
      ? try folder.run("convert", "new.trips.json", "-o", "out.trips")
      : try folder.run("dump", "new.trips.json")
    #expect(command.status == 65)
    #expect(command.errors.contains("schema 9.0.0 needs a newer tripconv"))
    #expect(command.errors.contains("--keep-version"))
    #expect(command.output.isEmpty)
    #expect(folder.names == ["new.trips.json"])
  }

  // Spec 1.5-2, 7.5-1
  @Test("is converted, shown and checked as it is")
  func keptVersion() throws {
    try folder.generateNewer("new.trips.json")
    let convert = try folder.run("convert", "new.trips.json", "-o", "a.xml", "--keep-version")
    #expect(convert.status == 0, "\(convert.errors)")
    let dump = try folder.run("dump", "--keep-version", "a.xml")
    #expect(dump.text.contains("version = 9.0.0"))
    #expect(try folder.run("dump", "--keep-version", "new.trips.json").text == dump.text)
    #expect(try folder.run("validate", "a.xml").status == 0)
    let inspect = try folder.run("inspect", "a.xml")
    #expect(inspect.status == 0)
    #expect(inspect.text.contains("impossible: "))
  }
}
