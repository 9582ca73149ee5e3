import ArgumentParser

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The command-line option for showing progress.
struct ProgressOption: ParsableArguments {
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case auto, json, none
  }

  @Option(
    help: ArgumentHelp(
      "How far the work has come, on standard error: auto for a line where that is a terminal, json "
        + "for lines that programs read, none.", valueName: "kind"))
  var progress = Kind.auto

  /// Returns a progress display for one document.
  ///
  /// - Parameter isPrinted: Whether the document goes to standard output.
  func display(_ input: InputArgument, isPrinted: Bool) -> ProgressDisplay {
    let style: ProgressDisplay.Style =
      switch progress {
      case .none: .none
      case .auto: isatty(STDERR_FILENO) == 1 ? .line : .none
      case .json: .json
      }
    return ProgressDisplay(
      style, file: input.name, sharesTerminal: isPrinted && isatty(STDOUT_FILENO) == 1)
  }
}
