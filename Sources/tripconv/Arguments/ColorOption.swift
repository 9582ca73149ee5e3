import ArgumentParser

/// The command-line option for colors.
struct ColorOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use colors: auto (on a terminal), always or never.", valueName: "when"))
  var color: ColorChoice?

  func validate() throws {
    if let color { TerminalColor.choose(color) }
  }
}

extension ColorChoice: ExpressibleByArgument {}
