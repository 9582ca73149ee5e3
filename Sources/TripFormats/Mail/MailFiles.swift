import DocumentFile
import DocumentTables

/// The files in a mail or a page that other formats read.
///
///     mail ─► parts ─┬─► calendars, JSON-LD and other files, as they are
///                    └─► pages ─► nodes ─► one file of JSON-LD
enum MailFiles {
  /// Returns the files of a mail, its reservations first; a page that exceeds a limit is reported.
  ///
  /// - Throws: `limit-mail-parts`.
  static func files(ofMail bytes: [UInt8]) throws(DocumentError) -> ContainedFiles {
    let parts = try MailMessage(bytes).parts
    var found = ContainedFiles(
      words: "it is a mail without a reservation of schema.org and without a calendar; save its "
        + "attachments, and convert the tables (CSV) among them")
    var nodes: [Tree] = []
    // Of all pages together.
    var budget = JSONValue.greatestCount
    for (number, part) in parts.enumerated() {
      let name = part.name ?? "part \(number + 1) (\(part.mediaType))"
      let isPage = part.mediaType.contains("html")
      // Other XML says its character set itself.
      let isText =
        part.mediaType.begins(with: "text/") || isPage && part.mediaType.ends(with: "+xml")
      if isText && isPage
        || !isText && OtherFile.isPage(beginning: part.bytes)
      {
        do throws(DocumentError) {
          nodes += try Self.nodes(of: part.bytes, part.charset, name, &budget, &found)
        } catch {
          // One page must not hide what else the mail has.
          found.report.note(.init(.unreadPart, entry: name, error.detail))
          found.problem = found.problem ?? error
        }
        continue
      }
      let isPicture = part.mediaType.begins(with: "image/")
      var bytes = part.bytes
      if isText {
        let (text, isWhole) = Charset.utf8(bytes, part.charset)
        bytes = text
        if !isWhole, part.mediaType != "text/plain" {
          found.report.note(.init(.replacedLetters, entry: name))
        }
      }
      found.files.append(
        ContainedFile(
          name: name, bytes: bytes,
          isAttachment: part.isAttachment || part.name != nil && !isPicture))
    }
    found.addReservations(nodes)
    return found
  }

  /// Returns the reservations of a page as the only file in it.
  ///
  /// - Throws: `limit-page`.
  static func files(ofPage bytes: [UInt8]) throws(DocumentError) -> ContainedFiles {
    var found = ContainedFiles(
      words: "it is a page without a reservation or an event of schema.org; copy its table to a "
        + "spreadsheet, save that as CSV, and convert the CSV file")
    var budget = JSONValue.greatestCount
    found.addReservations(try nodes(of: bytes, nil, nil, &budget, &found))
    return found
  }

  private static func nodes(
    of page: [UInt8], _ charset: String?, _ name: String?, _ budget: inout Int,
    _ found: inout ContainedFiles
  ) throws(DocumentError) -> [Tree] {
    let reservations = try PageReservations(page, charset: charset, &budget)
    for error in reservations.unread {
      found.report.note(.init(.unreadPart, entry: name, subject: "script", error.message))
      found.problem = found.problem ?? error
    }
    if reservations.hasReplacedLetters {
      found.report.note(.init(.replacedLetters, entry: name))
    }
    if reservations.hasReferences {
      found.report.note(.init(.unfollowedReference, entry: name, subject: "itemref"))
    }
    return reservations.nodes
  }
}

extension ContainedFiles {
  /// Adds nodes as one file, so that a reservation for each of several travellers becomes one object.
  fileprivate mutating func addReservations(_ nodes: [Tree]) {
    guard !nodes.isEmpty else { return }
    files.insert(
      ContainedFile(
        name: "reservations", bytes: JSONLayout.bytes(of: .array(nodes)), hasLines: false),
      at: 0)
  }
}
