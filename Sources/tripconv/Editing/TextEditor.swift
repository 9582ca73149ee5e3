import DocumentFile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program in which a person edits a text: `$VISUAL`, `$EDITOR`, or else `vi`.
struct TextEditor {
  /// The command, which a shell splits into words.
  let command: String

  init() {
    command = ["VISUAL", "EDITOR"].lazy.compactMap(Self.setting).first ?? "vi"
  }

  /// Lifetime: `getenv` returns text that is copied at once.
  private static func setting(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The editors that take `+LINE` as the line to begin at.
  private static let takesLine: Set = ["vi", "vim", "nvim", "nano", "emacs", "micro", "joe", "ne"]

  /// Edits a file; returns when the editor ends.
  ///
  /// The editor has the terminal: keys that interrupt are its own.
  ///
  /// - Throws: ``CommandFailure`` if it cannot be run, or ends with a failure.
  func edit(_ path: String, line: Int) throws(CommandFailure) {
    let program = command.split(separator: " ").first?.split(separator: "/").last.map(String.init)
    let takesLine = program.map(Self.takesLine.contains) ?? false
    // As git does: the shell knows the words of the command, and the path stays one of them.
    var arguments = ["sh", "-c", command + " \"$@\"", "sh"]
    if takesLine { arguments.append("+\(line)") }
    arguments.append(path)
    let status = try run(arguments)
    guard status == 0 else {
      let code = status & 0x7F == 0 ? status >> 8 & 0xFF : status
      throw CommandFailure(
        .cannotRead,
        code == 127
          ? "the editor '\(command)' cannot be run; set EDITOR to one that can"
          : "the editor '\(command)' failed with \(code)")
    }
  }

  /// Runs a shell and returns how it ended.
  private func run(_ arguments: [String]) throws(CommandFailure) -> Int32 {
    let old = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN))
    defer {
      signal(SIGINT, old.0)
      signal(SIGQUIT, old.1)
    }
    // The editor gets the signals that this process ignores while it waits.
    var attributes = posix_spawnattr_t()
    var signals = sigset_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    sigemptyset(&signals)
    for number in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    // Lifetime: the copies are freed behind the call, which needs them no longer.
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let number = posix_spawn(&process, "/bin/sh", nil, &attributes, &words, environ)
    guard number == 0 else {
      throw CommandFailure(
        .cannotRead, "/bin/sh cannot be run: \(String(cString: strerror(number)))")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else {
        throw CommandFailure(.internalError, "the editor cannot be waited for")
      }
    }
    return status
  }
}
