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
    attributes = own.flatMap { $0.isEmpty ? nil : $0 } ?? Self.standardAttributes
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

  /// Sets the drivers, after the attributes: those without drivers have no effect.
  func enable(program: String) throws {
    let old = try bytes()
    let new = AttributeBlock.added(
      Self.patterns.map { "\($0) diff=\(Self.driver) merge=\(Self.driver)" }, to: old ?? [])
    if new != old { try write(new) }
    for (name, value) in Self.values(program: program) {
      try GitProgram.run(
        ["config", scope, "--replace-all", name, value], failure: .cannotCreate)
    }
  }

  // MARK: Disabling

  /// Removes what ``enable(program:)`` has set.
  func disable() throws {
    if let old = try bytes() { try replace(old, with: AttributeBlock.removed(from: old)) }
    for (name, _) in Self.values(program: "") {
      // 5: the value is not set.
      try GitProgram.run(
        ["config", scope, "--unset-all", name], allowed: [5], failure: .cannotCreate)
    }
  }

  private func replace(_ old: [UInt8], with new: [UInt8]) throws {
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

  private func bytes() throws -> [UInt8]? {
    do {
      return try DocumentFile.bytes(fileAt: attributes)
    } catch {
      throw CommandFailure(error, file: attributes)
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    let folder = attributes.lastIndex(of: "/").map { String(attributes[..<$0]) }
    do {
      if let folder, !folder.isEmpty, !FileManager.default.fileExists(atPath: folder) {
        try FolderCreation.makeFolder(atPath: folder, isPrivate: false)
      }
      StandardError.say(
        try DocumentFile.replace(fileAt: attributes, with: bytes), of: attributes)
    } catch {
      throw CommandFailure(error, file: attributes)
    }
  }
}

/// The lines of this program in a file of attributes, whose other lines may be any bytes.
enum AttributeBlock {
  private static let begin = Array("# tripconv git enable".utf8)
  /// Begins a block in front of which a line feed was added.
  private static let beginAfterLine = begin + Array(" (the line before had no end)".utf8)
  private static let end = Array("# tripconv git enable: end".utf8)
  private static let lineFeed = UInt8(ascii: "\n")

  /// Returns a file with a block of lines at its end, in place of one that it has.
  static func added(_ lines: [String], to file: [UInt8]) -> [UInt8] {
    let rest = removed(from: file)
    let isOpen = rest.last.map { $0 != lineFeed } ?? false
    let block = [isOpen ? beginAfterLine : begin] + lines.map { Array($0.utf8) } + [end]
    return rest + (isOpen ? [lineFeed] : []) + block.flatMap { $0 + [lineFeed] }
  }

  /// Returns a file without the block, as it was before.
  static func removed(from file: [UInt8]) -> [UInt8] {
    var lines = file.split(separator: lineFeed, omittingEmptySubsequences: false)
    func isLine(_ line: ArraySlice<UInt8>, _ other: [UInt8]) -> Bool {
      // Another program may have given all lines the line ends of Windows.
      line == other[...] || line == (other + [UInt8(ascii: "\r")])[...]
    }
    guard
      let start = lines.firstIndex(where: { isLine($0, begin) || isLine($0, beginAfterLine) }),
      let last = lines[start...].firstIndex(where: { isLine($0, end) })
    else { return file }
    let isOpen = isLine(lines[start], beginAfterLine)
    lines.removeSubrange(start...last)
    var rest = Array(lines.joined(separator: [lineFeed]))
    if isOpen, rest.last == lineFeed { rest.removeLast() }
    return rest
  }
}
