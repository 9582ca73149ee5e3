import ArgumentParser
import DocumentFile
import TripFormats

/// Options for reading files of other programs.
struct ImportFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The zone of times in a file of another program that have none, such as Europe/Lisbon.",
      valueName: "zone"))
  var timeZone: String?

  @Option(
    help: ArgumentHelp(
      "What the columns of a CSV file are, as name,start,end,notes, or by header, as Wann=start,Wohin=name; an "
        + "empty name leaves a column to its header. tripconv formats csv lists the names.",
      valueName: "names"))
  var columns: String?

  @Option(
    help: ArgumentHelp(
      "The language of a pass that has several, such as de; English by default, or else its first.",
      valueName: "language"))
  var language: String?

  @Option(
    help: ArgumentHelp(
      "The home of the owner of a timeline, such as 48.1374,11.5755; the place of most nights by default. May be repeated.",
      valueName: "latitude,longitude"))
  var home: [String] = []

  @Flag(help: "Leave out the events of a calendar that belong to no trip.")
  var travelOnly = false

  @Flag(help: "Refuse a file of another program of which anything was coerced or rejected.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Write what cannot be read of a file of another program to this file.", valueName: "file"),
    completion: .file())
  var reject: String?

  func validate() throws {
    guard reject?.isEmpty != true else {
      throw ValidationError("--reject needs the name of a file")
    }
    if let timeZone, !ImportOptions.isTimeZone(timeZone) {
      throw ValidationError(
        "--time-zone takes a zone of the IANA database, such as Europe/Lisbon, not '\(timeZone)'")
    }
    for home in home where !ImportOptions.isHome(home) {
      throw ValidationError(
        "--home takes a latitude and a longitude, such as 48.1374,11.5755, not '\(home)'")
    }
  }

  /// Rejects a file for rejected content that is also read.
  ///
  /// - Throws: `ValidationError`.
  func checkPlace(inputs: [InputArgument]) throws {
    guard let reject else { return }
    let target = WriteTarget(argument: reject)
    for input in inputs {
      try input.refuse(asOutput: target, advice: "name another file for --reject")
    }
  }

  /// Begins the file for rejected content, if one was requested, before any work.
  func beginReject() throws(CommandFailure) -> RejectedContent? {
    guard let reject else { return nil }
    return try RejectedContent(WriteTarget(argument: reject))
  }

  private var columnNames: [String]? {
    columns.map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
        .map { String($0.trimmingPrefix { $0 == " " }) }
    }
  }

  /// - Parameters:
  ///   - reject: The file for rejected content, if there is one.
  ///   - showsNotes: Whether to say what was kept or derived, too.
  func choices(_ reject: RejectedContent?, showsNotes: Bool) -> ImportChoices {
    ImportChoices(
      timeZone: timeZone, columns: columnNames, isTravelOnly: travelOnly,
      language: language, homes: home, isStrict: strict,
      reject: reject, showsNotes: showsNotes)
  }
}

/// The file for what cannot be read of a file of another program; it appears if there is anything.
final class RejectedContent {
  private let output: SideOutput
  private var isEmpty = true

  /// - Throws: ``CommandFailure`` if the file cannot be created.
  init(_ target: WriteTarget) throws(CommandFailure) { output = try SideOutput(target) }

  /// Writes the content, which is then on disk.
  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    try output.append { (sink) throws(DocumentError) in try sink(bytes) }
    isEmpty = false
  }

  /// Moves the file into place.
  ///
  /// - Parameter written: As in ``SideOutput/finish(beside:)``.
  func finish(beside written: Message?) throws(CommandFailure) {
    if !isEmpty { try output.finish(beside: written) }
  }
}

/// How a verb reads files of other programs, and what it says about them.
struct ImportChoices {
  var timeZone: String?
  /// What the columns of a CSV file are.
  var columns: [String]?
  /// Whether events of a calendar that belong to no trip are left out.
  var isTravelOnly = false
  /// The language of a pass that has several.
  var language: String?
  /// Where the owner of a timeline lives.
  var homes: [String] = []
  var isStrict = false
  /// The file for rejected content.
  var reject: RejectedContent?
  /// Whether to say what was kept or derived, too.
  var showsNotes = false

  func importOptions(of input: InputArgument) -> ImportOptions {
    ImportOptions(
      timeZone: timeZone, fallbackName: Self.name(of: input), columns: columns,
      isTravelOnly: isTravelOnly, language: language, homes: homes, limits: input.limits)
  }

  /// The name of a file without its ending.
  private static func name(of input: InputArgument) -> String {
    let name = input.outputName ?? ""
    let end = name.lastIndex(of: ".") ?? name.endIndex
    return end == name.startIndex ? ImportOptions.unnamed : String(name[..<end])
  }

  /// Prints what an importer decided, and writes the rejected content.
  ///
  /// - Throws: ``CommandFailure`` with `strict`, if anything was coerced or rejected.
  func tell(_ report: ImportReport, _ rejected: [UInt8]?, of name: String) throws {
    let messages = Self.messages(report, at: name, isError: isStrict)
    if isStrict, !report.isStrictlyRead { throw CommandFailure(.badData, messages) }
    for message in messages where showsNotes || message.kind != .note { StandardError.say(message) }
    if report.cancelledObjects > 0 {
      StandardError.say(
        Message(
          .warning,
          report.cancelledObjects == 1
            ? "1 object is cancelled:" : "\(report.cancelledObjects) objects are cancelled:",
          at: name,
          details: Message.details(report.cancelledTitles, of: report.cancelledObjects)))
    }
    guard let rejected else { return }
    guard let reject else {
      return StandardError.say(
        Message(.note, "--reject FILE writes the rejected content to a file", at: name))
    }
    try reject.write(rejected)
  }

  /// Returns one message for each kind of finding, with the first places.
  private static func messages(
    _ report: ImportReport, at name: String, isError: Bool
  ) -> [Message] {
    var messages: [Message] = []
    for code in ImportReport.Code.allCases {
      guard let count = report.counts[code], count > 0 else { continue }
      let outcome = code.outcome
      let kind: Message.Kind =
        outcome == .coerced || outcome == .rejected ? isError ? .error : .warning : .note
      // What was only kept or derived is no warning, so one line says all.
      let findings = report.findings.filter { $0.code == code }
      guard count > 1, let first = findings.first else {
        messages += findings.map { Message(kind, $0.words, at: place(of: $0, name)) }
        continue
      }
      let details =
        kind == .note
        ? [] : Message.details(findings.lazy.map(\.detailWords), of: count)
      messages.append(
        Message(
          kind, "\(code.words), \(count) times [\(code.rawValue)]", at: place(of: first, name),
          details: details))
    }
    if !report.keptNames.isEmpty {
      let names = report.keptNames.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      messages.append(
        Message(
          .note,
          "kept for export: "
            + names.prefix(10).map { $0.value == 1 ? $0.key : "\($0.key) × \($0.value)" }
            .joined(separator: ", ") + (names.count > 10 ? ", …" : ""), at: name))
    }
    return messages
  }

  private static func place(of finding: ImportReport.Finding, _ name: String) -> String {
    finding.place.isEmpty ? name : name + ":" + finding.place
  }
}
