import ArgumentParser

/// The command-line option against the pager, of verbs that print long texts.
struct PagerOption: ParsableArguments {
  @Flag(
    help: """
      Do not show output on a terminal through TRIPCONV_PAGER, PAGER or less.
      """)
  var noPager = false

  /// Allows the pager, unless it is not wanted.
  func begin() {
    if !noPager { Pager.allow() }
  }
}
