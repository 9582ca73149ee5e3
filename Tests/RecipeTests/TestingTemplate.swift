// recipe: A template
import DocumentData
import DocumentDataTesting
import Testing

// 1. Replace GardenPlan by the plan of the program, and import its module.
// 2. Add a file of each release to the folder Samples beside this file.
// 3. Run the tests, review Samples/*.expected.txt, and run them again.
@Suite("Files of every release")
struct ReleasedFileTests {
  @Test("migrate to what was reviewed")
  func migrate() throws {
    // Without the argument if the program writes no files for older releases.
    #expect(try GardenPlan.checkSamples(includingDowngrades: true) == [])
  }

  @Test("frozen versions have the text of a schema")
  func texts() {
    for case let frozen as any FrozenVersion.Type in GardenPlan.schemas {
      #expect(frozen.schema.problem == nil)
    }
  }
}
// end
