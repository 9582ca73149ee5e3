import DocumentFile
import DocumentTables

/// What a document keeps of files of reservations: extension records with the nodes as they were read.
///
/// The record of an object is anchored to it, so it is deleted with the object. Its nodes are the state of
/// the last import, and digests of what the import made of them tell which fields have been edited since.
enum ReservationRecords: RecordForm {
  static let fileEntity = "org.tripdocuments.json-ld.file"
  static let objectEntity = "org.tripdocuments.json-ld.object"

  /// A file without the nodes that became objects.
  struct File: StoredFile {
    var key: ObjectKey
    /// What identifies the file in a document.
    var identity: String
    var isArchive: Bool
    var containers: [NodeTree.Container]
    /// The nodes that are no objects.
    var nodes: [NodeTree.Node]
    var entryNames: [Int: String]
    /// The beginning of the names of attachments with the other entries of an archive.
    var folder: String?
    /// The zone in which times without one were read, if an option stated it.
    var timeZone: String?
    /// The identities of the nodes at the last import: those without an object were deleted by a person.
    var known: [String]
  }

  /// The nodes of an object, or a trip that was made for reservations.
  struct Object: StoredObject {
    var key: ObjectKey
    var anchor: ObjectKey?
    var file: String
    /// Empty for a trip that was made for reservations.
    var nodes: [NodeTree.Node]
    var identities: [String]
    /// The identity of the trip at the import; nil for none.
    var trip: String?
    /// What the import made of the object; nil in records of earlier versions.
    var made: MadeFields?
  }

  /// Returns the record of an object that has two, after it was joined with another one; nil if either is of another kind.
  static func joined(_ own: ExtensionRecord, _ other: ExtensionRecord) -> ExtensionRecord? {
    guard own.entity == objectEntity, other.entity == objectEntity, var result = Object(own),
      let added = Object(other), !result.isMade, !added.isMade
    else { return nil }
    let known = Set(result.identities.map { ComparisonText($0) })
    result.identities += added.identities.filter { !known.contains(ComparisonText($0)) }
    result.nodes = JoinedNodes(result.nodes, added.nodes, ofFile: added.file).nodes
    return result.record
  }
}

extension StoredFiles<ReservationRecords> {
  /// Returns the attachments of the archives, by the beginning of their names.
  ///
  /// - Parameter parts: The attachments of a document.
  func attachments(_ parts: [KeptPart]) -> [String: [KeptPart]] {
    let folders = Set(files.compactMap(\.folder))
    return Dictionary(
      grouping: parts.filter { part in
        ArchiveFolder.folder(ofAttachment: part.name).map(folders.contains) ?? false
      }
    ) { ArchiveFolder.folder(ofAttachment: $0.name) ?? "" }
  }
}

/// The beginning of the names of the attachments that one archive gives a document.
enum ArchiveFolder {
  private static let parent = "attachments/org.kde.itinerary/"

  /// Returns a folder that no attachment is in.
  static func free(besides parts: [KeptPart]) -> String {
    let taken = AttachmentNames(parts.map(\.name)).entries(of: parent)
    var number = 1
    while taken.contains("\(number)") { number += 1 }
    return "\(parent)\(number)/"
  }

  /// Returns the folder of an attachment; nil if it is of another program.
  static func folder(ofAttachment name: String) -> String? {
    guard name.utf8.starts(with: parent.utf8),
      let end = name.utf8.dropFirst(parent.utf8.count).firstIndex(of: UInt8(ascii: "/"))
    else { return nil }
    return String(name[...end])
  }
}

extension NodeTree.Node {
  fileprivate init?(_ tree: Tree) {
    guard let place = [Int](place: tree["place"]), let node = tree["node"] else { return nil }
    self.init(place: place, tree: node, file: tree["file"]?.textValue)
  }

  fileprivate var record: Tree {
    var members: [String: Tree] = ["place": place.placeTree, "node": tree]
    members["file"] = file.map { .text($0) }
    return .members(members)
  }
}

extension [Int] {
  fileprivate init?(place tree: Tree?) {
    guard let items = tree?.arrayValue else { return nil }
    self = items.compactMap { $0.integerValue.flatMap { Int(exactly: $0) } }
    guard count == items.count else { return nil }
  }

  fileprivate var placeTree: Tree { .array(map { .integer(Int64($0)) }) }
}

extension NodeTree.Container {
  fileprivate init?(_ tree: Tree) {
    guard let place = [Int](place: tree["place"]) else { return nil }
    self.init(place: place, tree: tree["node"], member: tree["member"]?.textValue ?? "@graph")
  }

  fileprivate var record: Tree {
    var members: [String: Tree] = ["place": place.placeTree, "member": .text(member)]
    members["node"] = tree
    return .members(members)
  }
}

extension ReservationRecords.File {
  init?(_ record: ExtensionRecord) {
    let value = record.value
    guard let identity = value["identity"]?.textValue else { return nil }
    var names: [Int: String] = [:]
    for entry in value["entries"]?.arrayValue ?? [] {
      guard let index = entry["place"]?.integerValue.flatMap({ Int(exactly: $0) }),
        let name = entry["name"]?.textValue
      else { continue }
      names[index] = name
    }
    self.init(
      key: record.key, identity: identity,
      isArchive: value["isArchive"]?.boolValue ?? false,
      containers: value["containers"]?.arrayValue?.compactMap(NodeTree.Container.init) ?? [],
      nodes: value["nodes"]?.arrayValue?.compactMap(NodeTree.Node.init) ?? [],
      entryNames: names, folder: value["folder"]?.textValue,
      timeZone: FloatingZone.name(in: value),
      known: value["known"]?.arrayValue?.compactMap(\.textValue) ?? [])
  }

  var record: ExtensionRecord {
    var members: [String: Tree] = [
      "identity": .text(identity), "isArchive": .bool(isArchive),
      "containers": .array(containers.map(\.record)), "nodes": .array(nodes.map(\.record)),
      "known": .array(known.map { .text($0) }),
    ]
    if !entryNames.isEmpty {
      members["entries"] = .array(
        entryNames.sorted { $0.key < $1.key }.map { place, name in
          .members(["place": .integer(Int64(place)), "name": .text(name)])
        })
    }
    members["folder"] = folder.map { .text($0) }
    FloatingZone.state(timeZone, in: &members)
    return ExtensionRecord(
      entity: ReservationRecords.fileEntity, key: key, value: .members(members))
  }
}

extension ReservationRecords.Object {
  init?(_ record: ExtensionRecord) {
    guard let file = record.value["file"]?.textValue else { return nil }
    self.init(
      key: record.key, anchor: record.anchor, file: file,
      nodes: record.value["nodes"]?.arrayValue?.compactMap(NodeTree.Node.init) ?? [],
      identities: record.value["identities"]?.arrayValue?.compactMap(\.textValue) ?? [],
      trip: record.value["trip"]?.textValue, made: MadeFields(record.value[MadeFields.member]))
  }

  /// Whether it is a trip that was made for reservations.
  var isMade: Bool { nodes.isEmpty }

  var record: ExtensionRecord {
    var members: [String: Tree] = [
      "file": .text(file), "nodes": .array(nodes.map(\.record)),
      "identities": .array(identities.map { .text($0) }),
    ]
    members["trip"] = trip.map { .text($0) }
    members[MadeFields.member] = made?.tree
    return ExtensionRecord(
      entity: ReservationRecords.objectEntity, key: key, anchor: anchor, value: .members(members))
  }
}
