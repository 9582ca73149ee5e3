/// The encoding of the arguments, which the system does not guarantee to be text.
enum ArgumentEncoding {
  /// Throws if an argument is not UTF-8: a repaired name could be the name of another file.
  ///
  /// - Parameter isPrinted: Returns whether an argument, by its number, is only printed.
  static func check(except isPrinted: (Int) -> Bool = { _ in false }) throws(CommandFailure) {
    for index in 1..<max(1, Int(CommandLine.argc)) where !isPrinted(index) {
      // Bound: the system provides `argc` arguments, each terminated by a zero byte. Lifetime: they
      // are valid as long as the process.
      guard let argument = CommandLine.unsafeArgv[index] else { continue }
      if String(validatingCString: argument) != nil { continue }
      let name = String(cString: argument)
      throw CommandFailure(
        .usage,
        "the argument \(name) is not UTF-8; for a file of such a name use - with < or >, or rename it"
      )
    }
  }
}
