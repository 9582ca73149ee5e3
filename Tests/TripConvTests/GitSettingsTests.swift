import Foundation
import Testing

@Suite("The settings of tripconv git", .enabled(if: GitFolder.isInstalled))
struct GitSettingsTests {
  private let git: GitFolder

  init() throws { git = try GitFolder() }

  @Test("is set up in one command, again without effect, and taken back exactly")
  func settings() throws {
    try git.write("*.pdf binary", ".git/info/attributes")
    let config = try git.text(".git/config")
    try git.enable()
    let enabled = try (git.text(".git/config"), git.text(".git/info/attributes"))
    #expect(
      enabled.1 == """
        *.pdf binary
        # tripconv git enable (the line before had no end)
        *.trips diff=tripconv merge=tripconv
        *.trips.json diff=tripconv merge=tripconv
        *.trips.xml diff=tripconv merge=tripconv
        # tripconv git enable: end

        """)
    try git.enable()
    #expect(try git.text(".git/config") == enabled.0)
    #expect(try git.text(".git/info/attributes") == enabled.1)
    #expect(try git.git("status", "--porcelain").isEmpty, "nothing has to be committed")
    let disabled = try git.tripconv("git", "disable")
    #expect(disabled.status == 0, "\(disabled.text)")
    #expect(try git.text(".git/config") == config)
    #expect(try git.text(".git/info/attributes") == "*.pdf binary")
    #expect(try git.tripconv("git", "disable").status == 0)
  }

  @Test(
    "--global sets the user's configuration, and leaves no file behind", arguments: [false, true])
  func global(hasOwnFile: Bool) throws {
    let file = hasOwnFile ? "home/my attributes" : "home/.config/git/attributes"
    let attributes = git.folder.url.appending(path: file)
    if hasOwnFile { try git.git("config", "--global", "core.attributesFile", "~/my attributes") }
    #expect(try git.tripconv("git", "enable", "--global").status == 0)
    #expect(FileManager.default.fileExists(atPath: attributes.path))
    try git.commitDocument()
    #expect(try git.git("check-attr", "merge", "x/b.trips.xml").hasSuffix("merge: tripconv\n"))
    try git.edit([("Louvre", "Le Louvre")])
    #expect(try git.git("show").contains("+  title = \"Le Louvre\""))
    #expect(try git.tripconv("git", "disable", "--global").status == 0)
    #expect(!FileManager.default.fileExists(atPath: attributes.path))
    #expect(!(try git.git("config", "--global", "--list")).contains("tripconv"))
  }

  @Test("keeps all bytes and line ends of the attributes")
  func strangeAttributes() throws {
    let file = git.repository.appending(path: ".git/info/attributes")
    let before = Data("*.caf".utf8) + [0xE9] + Data(" text\r\n*.pdf binary\r\n".utf8)
    try before.write(to: file)
    try git.enable()
    let enabled = try Data(contentsOf: file)
    #expect(enabled.starts(with: before))
    #expect(enabled.firstRange(of: Data("no end".utf8)) == nil)
    try git.enable()
    #expect(try Data(contentsOf: file) == enabled)
    #expect(try git.tripconv("git", "disable").status == 0)
    #expect(try Data(contentsOf: file) == before)
  }

  @Test("changes nothing if the attributes cannot be read or written", arguments: [true, false])
  func unusableAttributes(isFolder: Bool) throws {
    let path = git.repository.appending(path: ".git/info/attributes").path
    if isFolder {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    } else {
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: "../nowhere/attributes")
    }
    let config = try git.text(".git/config")
    let result = try git.tripconv("git", "enable")
    #expect(result.status == (isFolder ? 66 : 73), "\(result.text)")
    #expect(
      result.text.contains(
        isFolder
          ? "it is a directory" : "a symbolic link to ../nowhere/attributes, whose folder does not"),
      "\(result.text)")
    #expect(try git.text(".git/config") == config)
    #expect(try git.tripconv("git", "disable").status == (isFolder ? 66 : 0))
  }

  @Test("a configuration that cannot be written is an output that cannot be created")
  func lockedConfiguration() throws {
    try git.write("", ".git/config.lock")
    let result = try git.tripconv("git", "enable")
    #expect(result.status == 73 && result.text.contains("could not lock"), "\(result.text)")
  }

  @Test("--global takes an empty core.attributesFile for none")
  func emptyAttributesFile() throws {
    try git.git("config", "--global", "core.attributesFile", "")
    let result = try git.tripconv("git", "enable", "--global")
    #expect(result.status == 0, "\(result.text)")
    let file = git.home.appending(path: ".config/git/attributes").path
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test("says that there is no repository")
  func noRepository() throws {
    try FileManager.default.removeItem(at: git.repository.appending(path: ".git"))
    let result = try git.tripconv("git", "enable")
    #expect(result.status == 66)
    #expect(result.text.contains("not a git repository"))
  }
}
