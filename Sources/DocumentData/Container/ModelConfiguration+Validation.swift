extension ModelConfiguration {
  /// The maximum length of a file name on Linux and macOS, in bytes (NAME_MAX).
  private static let longestFileName = 255

  /// Checks that the store can have a file with its name.
  ///
  /// - Throws: ``SwiftDataError/configurationFileNameContainsInvalidCharacters``,
  ///   ``SwiftDataError/configurationFileNameTooLong``, and
  ///   ``SwiftDataError/loadIssueModelContainer`` if the URL is not a file URL, or is that of a
  ///   pipe or socket.
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

  /// Whether the file is a pipe or socket, so that opening it would wait for another program.
  private var isPipe: Bool {
    let path = url.resolvingSymlinksInPath().path
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }
}
