import ArgumentParser
import DocumentFile
import DocumentTables
import TripFormats

/// `tripconv formats`: lists the formats that are read and written.
struct Formats: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the formats that are read and written.",
    discussion: """
      The format of an input is detected by its content, that of an output by its name or --to.

      tripconv formats csv lists the column names that are read, by what they mean: the name for \
      --columns, the properties of each object, and the words of headers in each language.

      EXAMPLES
        tripconv formats
        tripconv formats csv
      """)

  @Argument(help: ArgumentHelp("The format whose columns to list: csv.", valueName: "format"))
  var format: String?

  @Flag(help: "Print JSON, with media types and with what each format does not contain.")
  var json = false

  /// One line of the list.
  private struct Entry {
    let name: String
    let title: String
    let suffixes: [String]
    let mediaType: String
    let isReadable: Bool
    let isWritable: Bool
    let losses: [String]
  }

  private static var entries: [Entry] {
    let documents = FormatName.allCases.map { format in
      let title = "Trip document, \(format.encoding == .json ? "JSON" : "XML")"
      let isZip = format.form == .document
      let encoding = format.encoding == .json ? "json" : "xml"
      return Entry(
        name: format.rawValue, title: isZip ? title : title + ", plain text",
        suffixes: isZip ? [".trips"] : [".trips.\(encoding)", ".\(encoding)"],
        mediaType: isZip ? "application/vnd.trip-collection+zip" : "application/\(encoding)",
        isReadable: true, isWritable: true,
        losses: isZip ? [] : ["parts that are derived from others"])
    }
    let others = TripFormat.all.map { format in
      Entry(
        name: format.name, title: format.title, suffixes: format.suffixes,
        mediaType: format.mediaType, isReadable: true, isWritable: format.isWritable,
        losses: format.losses)
    }
    let stores = Entry(
      name: "swiftdata", title: "SwiftData or Core Data store", suffixes: [".store", ".sqlite"],
      mediaType: "application/vnd.sqlite3", isReadable: true, isWritable: false, losses: [])
    return documents + others + [stores]
  }

  func validate() throws {
    guard let format else { return }
    guard format == TripFormat.csv.name else {
      throw ValidationError("only csv has columns to list, not '\(format)'")
    }
    if json { throw ValidationError("--json cannot be combined with a format") }
  }

  func run() throws {
    do {
      if format != nil { return try StandardOutput.write(try Self.columns()) }
      try StandardOutput.write(json ? try JSONText.of(Self.tree) : Self.text)
    } catch {
      throw CommandFailure(error, file: nil)
    }
  }

  /// Returns the names of columns, each with the properties that it can be and the words for it.
  private static func columns() throws -> String {
    try CSVColumnList().entries.map { entry in
      let attributes =
        entry.attributes.isEmpty ? "" : "  " + entry.attributes.joined(separator: ", ")
      let words = entry.words.map { "  \($0.language)  \($0.words.joined(separator: ", "))\n" }
      return entry.name + attributes + "\n" + words.joined()
    }.joined()
  }

  private static var text: String {
    let lines = entries.map { entry in
      [
        entry.name, entry.isReadable ? "read" : "", entry.isWritable ? "write" : "",
        entry.suffixes.joined(separator: " "), entry.title,
      ]
    }
    let widths = (0..<4).map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      line.enumerated().map { column, word in
        column < 4 ? word + String(repeating: " ", count: widths[column] - word.count) : word
      }.joined(separator: "  ") + "\n"
    }.joined()
  }

  private static var tree: Tree {
    .members([
      "version": .integer(1),
      "formats": .array(
        entries.map { entry in
          .members([
            "name": .text(entry.name), "title": .text(entry.title),
            "suffixes": .array(entry.suffixes.map { .text($0) }),
            "mediaType": .text(entry.mediaType), "reads": .bool(entry.isReadable),
            "writes": .bool(entry.isWritable),
            "losses": .array(entry.losses.map { .text($0) }),
          ])
        }),
    ])
  }
}
