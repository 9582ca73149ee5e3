import ArgumentParser
import DocumentData

/// What to do with data that a document carries from a migration to an older version.
struct RestorationOption: ParsableArguments {
  @Flag(
    help: """
      Put nothing back that the document carries from a migration to an older version; the result \
      does not carry it either.
      """)
  var noRestore = false

  var policy: RestorationPolicy { noRestore ? .drop : .restore }
}
