import DocumentFile
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program that shows long output on a terminal page by page, as git uses it: `$TRIPCONV_PAGER`,
/// `$PAGER`, or else `less`.
///
/// It starts at the first output of a verb that allows it, so nothing else can have the terminal before, and
/// an error has none. `less` ends at once if the text fits on the screen (`LESS=FRX`, unless `LESS` is set).
enum Pager {
  private struct State {
    var isAllowed = false
    /// The running pager, and the terminal that standard output was before.
    var running: (process: pid_t, terminal: Int32)?
    var hasRun = false
  }

  private static let state = Mutex(State())

  /// Whether the output went to a pager, which may end before it has read all.
  static var hasRun: Bool { state.withLock(\.hasRun) }

  static var isRunning: Bool { state.withLock { $0.running != nil } }

  /// Lets the output of the command go through the pager.
  static func allow() { state.withLock { $0.isAllowed = true } }

  /// Starts the pager if it is allowed and standard output is a terminal; called before each output.
  static func begin() {
    state.withLock { state in
      guard state.isAllowed else { return }
      state.isAllowed = false
      guard isatty(STDOUT_FILENO) == 1, let command = command() else { return }
      state.running = start(command)
      state.hasRun = state.running != nil
    }
  }

  /// Waits until the person has left the pager; standard output is the terminal again.
  static func finish() {
    state.withLock { state in
      guard let (process, terminal) = state.running else { return }
      state.running = nil
      // This closes the pipe, so the pager sees the end of its text.
      dup2(terminal, STDOUT_FILENO)
      close(terminal)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
  }

  /// Returns the command that the environment names; nil for none, for `cat`, and if it does not exist.
  private static func command() -> String? {
    let command = setting("TRIPCONV_PAGER") ?? setting("PAGER") ?? "less"
    guard setting("TERM") != "dumb", let program = command.split(separator: " ").first,
      program != "cat"
    else { return nil }
    // What assigns variables first is left to the shell.
    return program.contains("=") || exists(String(program)) ? command : nil
  }

  private static func exists(_ program: String) -> Bool {
    if program.contains("/") { return access(program, X_OK) == 0 }
    let folders = (setting("PATH") ?? "").split(separator: ":")
    return folders.contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  /// Lifetime: `getenv` returns text that is copied at once.
  private static func setting(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Starts a command whose input standard output becomes; nil if that fails.
  private static func start(_ command: String) -> (process: pid_t, terminal: Int32)? {
    setenv("LESS", "FRX", 0)
    setenv("LV", "-c", 0)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    defer { for end in ends { close(end) } }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard terminal >= 0 else { return nil }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    // Lifetime: the copies are freed behind the call, which needs them no longer.
    let arguments = ["sh", "-c", command]
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    guard posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, environ) == 0 else {
      close(terminal)
      return nil
    }
    // The pager has the keys that interrupt: this process ends when it does.
    signal(SIGINT, SIG_IGN)
    signal(SIGQUIT, SIG_IGN)
    dup2(ends[1], STDOUT_FILENO)
    return (process, terminal)
  }
}
