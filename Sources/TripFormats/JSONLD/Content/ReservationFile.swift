import DocumentFile
import DocumentTables
import ZipArchive

/// A file of reservations: JSON-LD, or an archive of KDE Itinerary with a JSON-LD file for each
/// reservation.
struct ReservationFile: Sendable {
  /// The folders of an archive.
  enum Folder {
    static let reservations = "reservations/"
    /// The trips of the program KDE Itinerary: a name, and the names of reservations.
    static let trips = "custom/org.kde.itinerary/trips/"
  }

  /// The nodes; in an archive the first number of a place is that of its entry.
  var tree = NodeTree()
  /// The names of the entries of an archive with nodes; empty for a JSON text.
  var entryNames: [Int: String] = [:]
  /// The other entries of an archive.
  var otherEntries: [(name: String, bytes: [UInt8])] = []
  /// Those of the other entries that should have nodes and cannot be read, with the reason.
  var unread: [(name: String, error: DocumentError)] = []
  let isArchive: Bool

  /// Whether a file begins as an archive of KDE Itinerary does: the name of its first entry is in one of the
  /// folders.
  static func beginsArchive(_ bytes: [UInt8]) -> Bool {
    guard let name = OtherArchive.firstName(bytes) else { return false }
    return ["reservations/", "passes/", "documents/", "custom/"].contains(where: name.begins)
  }

  /// Whether a file is a zip archive without entries, which a document without reservations becomes.
  static func isEmptyArchive(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  /// Whether a text begins as JSON-LD does: a value with a keyword of JSON-LD near its beginning.
  ///
  /// A document in plain JSON begins with its header, and names no such keyword there.
  static func beginsJSON(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    let blank: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
    rest = rest.drop { blank.contains($0) }
    guard let first = rest.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return false
    }
    let text = String(decoding: rest, as: UTF8.self)
    let header = rest.dropFirst().drop { blank.contains($0) }
    if header.starts(with: "\"header\"".utf8) { return false }
    return ["\"@context\"", "\"@type\"", "\"@graph\"", "\"@id\""].contains {
      text.parts(dividedBy: $0, most: 1, omittingEmpty: false).count > 1
    }
  }

  /// Reads a file.
  ///
  /// - Throws: `json-ld-malformed`, the codes of zip archives, or those of limits.
  init(_ bytes: [UInt8], limits: DocumentLimits) throws(DocumentError) {
    isArchive = OtherArchive.begins(bytes) || Self.isEmptyArchive(bytes)
    // Of all entries together: compressed, a value takes less than a bit.
    var budget = JSONValue.greatestCount
    guard isArchive else {
      tree = try NodeTree(JSONValue(bytes, &budget), bytes)
      return
    }
    var zip = limits.zip
    // All entries are in memory at once.
    zip.maximumTotalBytes = min(zip.maximumTotalBytes, 1 << 30)
    for (index, entry) in try OtherArchive(bytes, limits: zip).entries.enumerated() {
      add(entry.name, entry.bytes, index, &budget)
    }
  }

  private mutating func add(
    _ name: String, _ bytes: [UInt8], _ index: Int, _ budget: inout Int
  ) {
    let isReservation = name.begins(with: Folder.reservations) && name.ends(with: ".json")
    guard isReservation || name.begins(with: Folder.trips) else {
      otherEntries.append((name, bytes))
      return
    }
    do throws(DocumentError) {
      let part = try NodeTree(JSONValue(bytes, &budget), bytes, root: [index])
      tree.nodes += part.nodes
      tree.containers += part.containers
      entryNames[index] = name
    } catch {
      otherEntries.append((name, bytes))
      unread.append((name, error))
    }
  }

  /// The identifier of the trip that a node of an archive states; nil for any other node.
  func tripIdentifier(_ node: NodeTree.Node) -> String? {
    guard node.place.count == 1, let name = node.place.first.flatMap({ entryNames[$0] }),
      name.begins(with: Folder.trips)
    else { return nil }
    return String(decoding: name.utf8.dropFirst(Folder.trips.utf8.count), as: UTF8.self)
  }

  /// The name by which trips of an archive refer to a reservation.
  func reservationIdentifier(_ node: NodeTree.Node) -> String? {
    guard let name = node.place.first.flatMap({ entryNames[$0] }) else { return nil }
    return Self.reservationIdentifier(ofEntry: name)
  }

  static func reservationIdentifier(ofEntry name: String) -> String? {
    guard name.begins(with: Folder.reservations) else { return nil }
    let rest = name.utf8.dropFirst(Folder.reservations.utf8.count).dropLast(".json".utf8.count)
    return String(decoding: rest, as: UTF8.self)
  }
}
