import Foundation
import Testing

@Suite("tripconv generate")
struct GenerateTests {
  private let folder = ScratchFolder()

  @Test("makes the same valid document for the same arguments, another for another seed")
  func determinism() throws {
    for (name, seed) in [("a.trips", "1"), ("b.trips", "1"), ("c.trips", "2")] {
      let command = try folder.run("generate", "--trips", "50", "--seed", seed, "-o", name)
      #expect(command.status == 0 && command.errors.isEmpty)
    }
    #expect(try folder.bytes("a.trips") == folder.bytes("b.trips"))
    #expect(try folder.bytes("a.trips") != folder.bytes("c.trips"))
    #expect(try folder.run("validate", "a.trips", "c.trips").status == 0)
  }

  @Test(
    "makes every version in every form",
    arguments: ["1.0.0", "2.0.0", "3.0.0", "4.0.0", "5.0.0", "6.0.0"])
  func versions(version: String) throws {
    for name in ["a.trips", "a.trips.json", "a.trips.xml"] {
      try folder.generate(name, trips: 100, version: version)
    }
    #expect(try folder.run("validate", "a.trips", "a.trips.json", "a.trips.xml").status == 0)
    let migrated = try folder.run("dump", "a.trips.xml")
    #expect(migrated.status == 0, "\(migrated.errors)")
    #expect(migrated.text.contains("version = 6.0.0"))
  }

  @Test("makes an empty document too")
  func empty() throws {
    try folder.generate("a.trips", trips: 0)
    #expect(try folder.run("dump", "a.trips").text.hasSuffix("nextKey = 1\n"))
  }

  @Test("says which numbers it takes", arguments: ["-1", "20000001"])
  func numbers(trips: String) throws {
    let command = try folder.run("generate", "--trips", trips, "-o", "a.json")
    #expect(command.status == 64)
    #expect(command.errors.contains("--trips takes 0 to 20,000,000"))
    let seed = try folder.run("generate", "--trips", "1", "--seed", "-1", "-o", "a.json")
    #expect(seed.errors.contains("'-1' is invalid"))
  }

  @Test("keeps to ASCII where told to")
  func ascii() throws {
    let command = try folder.run("generate", "--trips", "200", "--ascii", "-o", "a.json")
    #expect(command.status == 0)
    #expect(try folder.bytes("a.json").allSatisfy { $0 < 128 })
  }
}
