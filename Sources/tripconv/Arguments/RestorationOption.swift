import ArgumentParser
import DocumentData

/// What to do with data that a document carries from a migration to an older version.
struct RestorationOption: ParsableArguments {
  @Flag(
    help: """
      Do not restore data that the document carries from a migration to an older version; drop it.
      """)
  var noRestore = false

  var policy: RestorationPolicy { noRestore ? .drop : .restore }
}
