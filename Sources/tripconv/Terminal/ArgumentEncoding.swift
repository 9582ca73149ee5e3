import DocumentFile

/// The bytes of the arguments, which the system does not promise to be text.
enum ArgumentEncoding {
  /// Requires that all arguments are UTF-8: repaired, a name would be that of another file.
  static func check() throws(CommandFailure) {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      // Bound: the system gives `argc` arguments, each ended by a zero byte, for as long as the
      // process lives.
      guard let argument = CommandLine.unsafeArgv[index] else { continue }
      if String(validatingCString: argument) != nil { continue }
      let name = String(cString: argument)
      throw CommandFailure(
        .usage,
        [
          "Error: The argument \(DocumentError.printable(name)) is not UTF-8. For a file of such a "
            + "name use - with < or >, or rename it."
        ])
    }
  }
}
