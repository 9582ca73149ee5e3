import DocumentData
import Testing

@Suite("The user's folders")
struct UserDirectoryTests {
  @Test("Each is an absolute folder")
  func folders() {
    let folders: [URL] = [
      .documentsDirectory, .applicationSupportDirectory, .cachesDirectory, .desktopDirectory,
      .downloadsDirectory, .moviesDirectory, .musicDirectory, .picturesDirectory,
      .sharedPublicDirectory, .trashDirectory,
    ]
    for folder in folders {
      #expect(folder.isFileURL)
      #expect(folder.hasDirectoryPath)
      #expect(folder.path().hasPrefix("/"))
    }
    #expect(Set(folders).count == folders.count)
  }

  @Test("The base directories of the desktop are followed")
  func baseDirectories() throws {
    let environment = ProcessInfo.processInfo.environment
    for (variable, folder) in [
      ("XDG_DATA_HOME", URL.applicationSupportDirectory), ("XDG_CACHE_HOME", .cachesDirectory),
    ] {
      guard let path = environment[variable], path.hasPrefix("/") else { continue }
      #expect(folder.standardizedFileURL.path() == URL(filePath: path).standardizedFileURL.path())
    }
    #expect(URL.documentsDirectory.appending(path: "a.trips").path().hasSuffix("/a.trips"))
  }
}
