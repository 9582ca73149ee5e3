/// The default location of documents whose configuration has no URL.
enum DefaultLocation {
  static let fileExtension = "store"

  static func file(named name: String) -> URL {
    folder.appendingPathComponent("\(name).\(fileExtension)", isDirectory: false)
  }

  static var folder: URL {
    dataFolder(ProcessInfo.processInfo.environment)
      .appendingPathComponent(programName, isDirectory: true)
  }

  private static var programName: String {
    Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
  }

  /// Returns the folder for data of programs; ignores a relative path in the variable (XDG Base
  /// Directory Specification, section 2).
  static func dataFolder(_ environment: [String: String]) -> URL {
    #if canImport(Darwin)
      return URL.applicationSupportDirectory
    #else
      if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
        return URL(fileURLWithPath: path, isDirectory: true)
      }
      return FileManager.default.homeDirectoryForCurrentUser
        .appendingPathComponent(".local/share", isDirectory: true)
    #endif
  }
}
