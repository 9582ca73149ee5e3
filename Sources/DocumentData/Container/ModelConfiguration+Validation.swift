extension ModelConfiguration {
  /// The longest name of a file that Linux and macOS take, in bytes (NAME_MAX).
  private static let longestFileName = 255

  /// Finds out whether the store can have a file of its name.
  ///
  /// - Throws: ``SwiftDataError/configurationFileNameContainsInvalidCharacters``,
  ///   ``SwiftDataError/configurationFileNameTooLong``, and
  ///   ``SwiftDataError/loadIssueModelContainer`` for a URL that is not a file's, or that of a pipe
  ///   or socket.
  public func validate() throws {
    guard !isStoredInMemoryOnly else { return }
    guard url.isFileURL else {
      throw SwiftDataError(
        .loadIssueModelContainer,
        "configuration “\(name)” names \(url.absoluteString), which is not the URL of a file")
    }
    guard !isPipe else {
      throw SwiftDataError(
        .loadIssueModelContainer,
        "configuration “\(name)” names \(url.path), which is a pipe or socket: name a file")
    }
    let fileName =
      isAtDefaultLocation ? "\(name).\(DefaultLocation.fileExtension)" : url.lastPathComponent
    let cannotBeName = isAtDefaultLocation && (name.isEmpty || name.contains("/"))
    if cannotBeName || fileName.utf8.contains(0) || url.path.utf8.contains(0) {
      throw SwiftDataError(
        .configurationFileNameContainsInvalidCharacters,
        "“\(name)” cannot be the name of a file: give the configuration a name without / and "
          + "U+0000, or a url")
    }
    guard fileName.utf8.count <= Self.longestFileName else {
      throw SwiftDataError(
        .configurationFileNameTooLong,
        "\(fileName.prefix(40))… has \(fileName.utf8.count) bytes, and a file's name has at most "
          + "\(Self.longestFileName): give the configuration a shorter name, or a url")
    }
  }

  /// Whether opening the file would wait for another program.
  private var isPipe: Bool {
    let path = url.resolvingSymlinksInPath().path
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }
}
