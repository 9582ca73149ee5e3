import ArgumentParser

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The command-line options for messages on standard error.
struct MessageOptions: ParsableArguments {
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case auto, json, none
  }

  @Option(
    help: ArgumentHelp(
      "Report progress on standard error: auto (a line on a terminal), json or none.",
      valueName: "kind"))
  var progress: Kind?

  @Flag(
    name: [.customShort("q"), .long],
    help: "Print only errors and warnings, no notes and no progress.")
  var quiet = false

  @OptionGroup var color: ColorOption

  /// Prints a message, unless it is a note and notes are not wanted.
  func say(_ message: Message) {
    if message.kind != .note || !quiet { StandardError.say(message) }
  }

  /// Returns a progress display for one document.
  ///
  /// - Parameter isPrinted: Whether the document goes to standard output.
  func display(_ input: InputArgument, isPrinted: Bool) -> ProgressDisplay {
    display(of: input.name, isPrinted: isPrinted)
  }

  /// Returns a progress display for work on one document.
  ///
  /// - Parameters:
  ///   - name: The name of the document.
  ///   - isPrinted: Whether the result goes to standard output.
  func display(of name: String, isPrinted: Bool) -> ProgressDisplay {
    let style: ProgressDisplay.Style =
      switch progress ?? (quiet ? .none : .auto) {
      case .none: .none
      case .auto: isatty(STDERR_FILENO) == 1 ? .line : .none
      case .json: .json
      }
    return ProgressDisplay(
      style, file: name, sharesTerminal: isPrinted && isatty(STDOUT_FILENO) == 1)
  }
}
