import DocumentFile

extension TripFormat {
  /// Mails of airlines, hotels and programs: RFC 5322 with the parts of MIME.
  ///
  /// A mail is only read: its pages with reservations of schema.org, its calendars, and its other files of known formats.
  public static let mail = TripFormat(
    FormatDefinition(
      name: "mail", title: "Mail with reservations or calendars", suffixes: [".eml"],
      mediaType: "message/rfc822", losses: [],
      begins: { OtherFile.isMail(beginning: $0) },
      // Of a mail that passed many servers, the first bytes are one field.
      mayBegin: { $0.firstIndex(of: UInt8(ascii: ":")).map { $0 < 64 } ?? false },
      model: .files { (bytes, _) throws(DocumentError) in
        try MailFiles.files(ofMail: bytes)
      }))

  /// Pages with reservations or events of schema.org: JSON-LD in scripts, and microdata.
  public static let html = TripFormat(
    FormatDefinition(
      name: "html", title: "Page with reservations", suffixes: [".html", ".htm"],
      mediaType: "text/html", losses: [],
      begins: { OtherFile.isPage(beginning: $0) },
      mayBegin: { $0.first { $0 > 0x20 } == UInt8(ascii: "<") },
      model: .files { (bytes, _) throws(DocumentError) in
        try MailFiles.files(ofPage: bytes)
      }))
}
