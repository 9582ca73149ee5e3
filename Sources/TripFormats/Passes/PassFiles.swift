import DocumentFile
import DocumentTables

/// The passes of a file as one archive of KDE Itinerary: a reservation for each journey, stay or event, and the passes.
///
///     pass.json ─► fields, semantics, barcode ─► nodes of schema.org ─┬─► reservations/UUID.json
///     the bytes ────────────────────────────────────────────────────────┴─► passes/TYPE/SERIAL.pkpass
///
/// So a pass needs no matching, no records and no attachments of its own: a flight of a pass and of a mail is one leg.
enum PassFiles {
  /// The most passes of a set.
  private static let mostPasses = 100

  /// - Throws: The codes of zip archives and of JSON; `not-a-document` for a set of more than 100 passes.
  static func files(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(DocumentError) -> ContainedFiles {
    var found = ContainedFiles(
      words: "it is a pass without a journey, a stay or an event that has a day or a name")
    let archive = try OtherArchive(bytes, limits: PassBundle.limits(options))
    let passes = archive.entries.filter { $0.name.lowercased().hasSuffix(".pkpass") }
    guard passes.count <= mostPasses else {
      throw DocumentError(.notADocument, "it has more than \(mostPasses) passes; divide it")
    }
    var made = OtherArchive(entries: [])
    var files: [(name: String, bytes: [UInt8])] = []
    if archive.entries.contains(where: { $0.name == PassBundle.content }) || passes.isEmpty {
      let bundle = try PassBundle(archive, options)
      add(bundle, bytes, nil, options, &made, &files, &found)
    } else {
      var rest = PassBundle.mostBytes
      for (name, bytes) in passes {
        do throws(DocumentError) {
          let archive = try OtherArchive(bytes, limits: PassBundle.limits(options, bytes: rest))
          rest -= archive.entries.reduce(0) { $0 + $1.bytes.count }
          let bundle = try PassBundle(archive, options)
          add(bundle, bytes, name, options, &made, &files, &found)
        } catch {
          if error.code.rawValue.begins(with: "limit-") { throw error }
          found.report.note(.init(.unreadPart, entry: name, error.detail))
          found.problem = found.problem ?? error
        }
      }
    }
    guard !made.entries.isEmpty else { return found }
    made.entries += files
    found.files = [
      ContainedFile(name: "pass", bytes: try made.written(), hasLines: false)
    ]
    return found
  }

  private static func add(
    _ bundle: PassBundle, _ bytes: [UInt8], _ entry: String?, _ options: ImportOptions,
    _ made: inout OtherArchive, _ files: inout [(name: String, bytes: [UInt8])],
    _ found: inout ContainedFiles
  ) {
    var reservation = PassReservation(bundle)
    let nodes = reservation.nodes()
    // Without a number, the bytes tell a pass from another one.
    let serialNumber =
      bundle.serialNumber.isEmpty ? Digest(of: bytes).text : bundle.serialNumber
    for finding in bundle.findings + reservation.findings {
      found.report.note(
        .init(
          finding.code, entry: entry ?? finding.entry, subject: finding.subject, finding.detail))
    }
    if nodes.isEmpty {
      found.report.note(
        .init(.unreadPart, entry: entry, subject: bundle.title, "no journey, stay or event"))
    }
    for name in reservation.unreadNames { found.report.noteKept(name) }
    for (number, node) in nodes.enumerated() {
      let name = "reservations/\(uuid(bundle.type, serialNumber, number)).json"
      // A set may have a pass twice.
      if made.entries.contains(where: { $0.name == name }) { continue }
      made.entries.append((name, JSONLayout.bytes(of: node)))
    }
    let name = "passes/\(fileName(bundle.type))/\(base64URL(serialNumber)).pkpass"
    if !files.contains(where: { $0.name == name }) { files.append((name, bytes)) }
  }

  // MARK: Names

  /// Returns a UUID that a later version of the pass has, too.
  private static func uuid(_ type: String, _ serialNumber: String, _ number: Int) -> String {
    let name = [type, serialNumber, "\(number)"].joined(separator: "\t")
    let digits = Array(Digest(of: Array(name.utf8)).text.utf8.prefix(32))
    var text: [UInt8] = []
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append(UInt8(ascii: "-")) }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func fileName(_ text: String) -> String {
    let letters = text.utf8.prefix(100).map { byte in
      byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || byte &- 48 < 10)
        || [45, 46, 95].contains(byte) ? byte : 95
    }
    let name = String(decoding: letters, as: UTF8.self)
    return name.contains(where: { $0 != "." }) ? name : "pass"
  }

  /// Returns the name that KDE Itinerary gives the file of a serial number; of a very long one its digest.
  private static func base64URL(_ text: String) -> String {
    let bytes = Array(text.utf8)
    if bytes.count > 120 { return String(Digest(of: bytes).text.prefix(32)) }
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var name: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      var bits = part.reduce(0) { $0 << 8 | Int($1) }
      bits <<= (3 - part.count) * 8
      for place in 0...part.count { name.append(letters[bits >> (18 - 6 * place) & 63]) }
    }
    return name.isEmpty ? "pass" : String(decoding: name, as: UTF8.self)
  }
}
