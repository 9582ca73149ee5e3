import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// When text has colours: `auto` is on a terminal.
enum ColorChoice: String, CaseIterable {
  case auto, always, never
}

/// The colours of text on a terminal.
///
/// Without another choice only a terminal gets colours, unless `NO_COLOR` is set (https://no-color.org) or `TERM`
/// is `dumb`.
struct TerminalColor {
  private static let choice = Mutex(ColorChoice.auto)

  /// Sets when the texts of this process have colours, as the command line says.
  static func choose(_ choice: ColorChoice) { Self.choice.withLock { $0 = choice } }

  static var standardError: TerminalColor {
    TerminalColor(
      isTerminal: isatty(STDERR_FILENO) == 1, ProcessInfo.processInfo.environment,
      choice.withLock { $0 })
  }
  static var standardOutput: TerminalColor {
    TerminalColor(
      isTerminal: StandardOutput.isTerminal, ProcessInfo.processInfo.environment,
      choice.withLock { $0 })
  }

  private let isUsed: Bool

  init(
    isTerminal: Bool, _ environment: [String: String], _ choice: ColorChoice = .auto
  ) {
    isUsed =
      switch choice {
      case .always: true
      case .never: false
      case .auto:
        isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
      }
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
