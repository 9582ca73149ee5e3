import DocumentFile
import Foundation

/// The settings by which git compares and merges documents with this program: values of its
/// configuration, and a block of lines in a file of attributes.
///
/// The settings of a repository are its own configuration and `info/attributes`, which are not
/// committed: everybody who clones the repository decides for themselves, and the working tree stays
/// clean.
struct GitSettings {
  /// The name of the drivers; no other program's settings have it.
  private static let driver = "tripconv"
  /// The driver that merges the bases of a merge that has several.
  private static let baseDriver = "tripconv-base"
  private static let patterns = ["*.trips", "*.trips.json", "*.trips.xml"]

  let isGlobal: Bool
  /// The file with the attributes.
  let attributes: String

  /// - Throws: ``CommandFailure`` if there is no git, or no repository here.
  init(isGlobal: Bool) throws {
    self.isGlobal = isGlobal
    guard isGlobal else {
      attributes = try GitProgram.run(["rev-parse", "--git-path", "info/attributes"]) ?? ""
      return
    }
    let own = try GitProgram.run(
      ["config", "--global", "--type=path", "--get", "core.attributesFile"], allowed: [1])
    attributes = own ?? Self.standardAttributes
  }

  /// The file that git reads if `core.attributesFile` is not set.
  private static var standardAttributes: String {
    let environment = ProcessInfo.processInfo.environment
    let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    let home = environment["HOME"] ?? NSHomeDirectory()
    return (folder ?? home + "/.config") + "/git/attributes"
  }

  private var scope: String { isGlobal ? "--global" : "--local" }

  /// The values of git's configuration.
  ///
  /// - Parameter program: The path of this program.
  static func values(program: String) -> [(name: String, value: String)] {
    let quoted = quoted(program)
    // git replaces %O and the like in this value before a shell reads it.
    let merge = quoted.replacing("%", with: "%%") + " git merge-driver --quiet"
    let files = "-- %O %A %B %L %P"
    return [
      // The file's name may begin with - or not be UTF-8.
      ("diff.\(driver).textconv", "f() { \(quoted) git textconv - <\"$1\"; }; f"),
      ("merge.\(driver).name", "trip documents"),
      ("merge.\(driver).driver", "\(merge) \(files)"),
      ("merge.\(driver).recursive", baseDriver),
      ("merge.\(baseDriver).name", "bases of trip documents"),
      ("merge.\(baseDriver).driver", "\(merge) --bases \(files)"),
    ]
  }

  /// Returns a path as one word for a shell.
  private static func quoted(_ path: String) -> String {
    "'" + path.replacing("'", with: "'\\''") + "'"
  }

  // MARK: Enabling

  func enable(program: String) throws {
    for (name, value) in Self.values(program: program) {
      try GitProgram.run(["config", scope, "--replace-all", name, value])
    }
    let old = try text()
    let new = AttributeBlock.added(
      Self.patterns.map { "\($0) diff=\(Self.driver) merge=\(Self.driver)" }, to: old ?? "")
    guard new != old else { return }
    try write(new)
  }

  // MARK: Disabling

  /// Removes what ``enable(program:)`` has set.
  func disable() throws {
    for (name, _) in Self.values(program: "") {
      // 5: the value is not set.
      try GitProgram.run(["config", scope, "--unset-all", name], allowed: [5])
    }
    guard let old = try text() else { return }
    let new = AttributeBlock.removed(from: old)
    guard new != old else { return }
    if new.isEmpty {
      do {
        try DocumentFile.remove(fileAt: attributes)
      } catch {
        throw CommandFailure(error, file: attributes)
      }
    } else {
      try write(new)
    }
  }

  private func text() throws -> String? {
    guard FileManager.default.fileExists(atPath: attributes) else { return nil }
    do {
      return try String(contentsOfFile: attributes, encoding: .utf8)
    } catch {
      throw CommandFailure(.cannotRead, error.localizedDescription, at: attributes)
    }
  }

  private func write(_ text: String) throws {
    let folder = attributes.lastIndex(of: "/").map { String(attributes[..<$0]) }
    do {
      if let folder, !folder.isEmpty, !FileManager.default.fileExists(atPath: folder) {
        try FolderCreation.makeFolder(atPath: folder, isPrivate: false)
      }
      StandardError.say(
        try DocumentFile.replace(fileAt: attributes, with: Array(text.utf8)), of: attributes)
    } catch {
      throw CommandFailure(error, file: attributes)
    }
  }
}

/// The lines of this program in a file of attributes.
enum AttributeBlock {
  private static let begin = "# tripconv git enable"
  /// Begins a block in front of which a line feed was added.
  private static let beginAfterLine = begin + " (the line before had no end)"
  private static let end = "# tripconv git enable: end"

  /// Returns a text with a block of lines at its end, in place of one that it has.
  static func added(_ lines: [String], to text: String) -> String {
    let rest = removed(from: text)
    let isOpen = !rest.isEmpty && !rest.hasSuffix("\n")
    let block = [isOpen ? beginAfterLine : begin] + lines + [end]
    return rest + (isOpen ? "\n" : "") + block.joined(separator: "\n") + "\n"
  }

  /// Returns a text without the block, as it was before.
  static func removed(from text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0 == begin || $0 == beginAfterLine }),
      let last = lines[start...].firstIndex(where: { $0 == end })
    else { return text }
    let isOpen = lines[start] == beginAfterLine
    lines.removeSubrange(start...last)
    var rest = lines.joined(separator: "\n")
    if isOpen, rest.hasSuffix("\n") { rest.removeLast() }
    return rest
  }
}
