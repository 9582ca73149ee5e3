import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The colours of text on a terminal.
///
/// Only a terminal gets colours, unless `NO_COLOR` is set (https://no-color.org) or `TERM` is `dumb`.
struct TerminalColor {
  static let standardError = TerminalColor(
    isTerminal: isatty(STDERR_FILENO) == 1, ProcessInfo.processInfo.environment)
  static let standardOutput = TerminalColor(
    isTerminal: StandardOutput.isTerminal, ProcessInfo.processInfo.environment)

  private let isUsed: Bool

  init(isTerminal: Bool, _ environment: [String: String]) {
    isUsed =
      isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  func bold(_ text: String) -> String { select("1", text) }
  func faint(_ text: String) -> String { select("2", text) }

  /// Text that is new, old, or in place of another, in the colours of `git diff`.
  func added(_ text: String) -> String { select("32", text) }
  func removed(_ text: String) -> String { select("31", text) }
  func changed(_ text: String) -> String { select("33", text) }

  /// Returns the kind of a message, in the colours of compilers.
  func mark(_ kind: Message.Kind) -> String {
    switch kind {
    case .error: select("1;31", "error:")
    case .warning: select("1;35", "warning:")
    case .note: select("1;36", "note:")
    }
  }

  private func select(_ rendition: String, _ text: String) -> String {
    isUsed ? "\u{1B}[\(rendition)m\(text)\u{1B}[0m" : text
  }
}
