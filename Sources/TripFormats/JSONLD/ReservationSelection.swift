import DocumentTables
import Foundation

/// What a document keeps of files of reservations, for some of its objects.
struct ReservationSelection {
  /// The records of the objects and of their files.
  private(set) var records: [ExtensionRecord] = []
  /// What the nodes name, by the folder of their file's attachments: attachments with these names belong to them.
  private var names: [String: Set<ComparisonText>] = [:]

  init(_ whole: Tables, _ isKept: (ObjectKey) -> Bool) {
    let all = StoredFiles<ReservationRecords>(whole)
    for file in all.files {
      let objects = all.objects(of: file.identity)
      let own = objects.filter { $0.anchor.map(isKept) ?? false }
      if own.isEmpty { continue }
      let identities = Set(own.flatMap(\.identities).map { ComparisonText($0) })
      let others = Set(
        (file.known + objects.flatMap(\.identities)).map { ComparisonText($0) }
      ).subtracting(identities)
      records += own.map { Self.record($0, identities, others) }
      records.append(Self.file(file, own, identities, isWhole: others.isEmpty).record)
      if let folder = file.folder {
        names[folder, default: []].formUnion(Self.names(in: own, file))
      }
    }
  }

  private static func record(
    _ object: ReservationRecords.Object, _ identities: Set<ComparisonText>,
    _ others: Set<ComparisonText>
  ) -> ExtensionRecord {
    var object = object
    if let trip = object.trip, !identities.contains(ComparisonText(trip)) { object.trip = nil }
    for index in object.nodes.indices {
      object.nodes[index].tree = object.nodes[index].tree.withoutParts(others).withoutNodes(
        of: others)
    }
    return object.record
  }

  private static func file(
    _ file: ReservationRecords.File, _ own: [ReservationRecords.Object],
    _ identities: Set<ComparisonText>, isWhole: Bool
  ) -> ReservationRecords.File {
    var file = file
    let places = own.flatMap(\.nodes).map(\.place)
    file.nodes = []
    file.known = file.known.filter { identities.contains(ComparisonText($0)) }
    var around: Set<[Int]> = []
    for place in places {
      for count in 0...place.count { around.insert(Array(place.prefix(count))) }
    }
    file.containers = file.containers.filter { around.contains($0.place) }
    if !isWhole {
      // What is around nodes of other objects, too, may speak of these.
      for index in file.containers.indices {
        guard case .object(let members)? = file.containers[index].tree else { continue }
        file.containers[index].tree = .object(
          members.filter { ["@context", "@type", "type"].contains($0.name) })
      }
    }
    let entries = Set(places.compactMap(\.first))
    file.entryNames = file.entryNames.filter { entries.contains($0.key) }
    return file
  }

  // MARK: Attachments

  /// Returns the texts by which nodes can name attachments.
  private static func names(
    in objects: [ReservationRecords.Object], _ file: ReservationRecords.File
  ) -> Set<ComparisonText> {
    var names: Set<ComparisonText> = []
    var waiting: [Tree] = []
    for node in objects.flatMap(\.nodes) {
      waiting.append(node.tree)
      if let entry = node.place.first.flatMap({ file.entryNames[$0] }) {
        names.insert(ComparisonText(ReservationFile.stem(ofEntry: entry)))
      }
    }
    while let tree = waiting.popLast() {
      switch tree {
      case .text(let text) where text.utf8.count <= longestName:
        names.insert(ComparisonText(text))
        // KDE Itinerary names passes by their serial numbers in Base64.
        let encoded = Data(text.utf8).base64EncodedString()
        names.insert(ComparisonText(encoded))
        names.insert(ComparisonText(encoded.replacing("+", with: "-").replacing("/", with: "_")))
      case .array(let items): waiting += items
      case .object(let members): waiting += members.map(\.value)
      default: break
      }
    }
    return names
  }

  /// The most bytes of a text that can be the name of an entry.
  private static let longestName = 1024

  /// Whether an attachment of an archive belongs to the objects: they name it.
  func owns(_ part: KeptPart) -> Bool {
    guard let folder = ArchiveFolder.folder(ofAttachment: part.name), let names = names[folder]
    else { return false }
    let path = part.name.utf8.dropFirst(folder.utf8.count).split(separator: UInt8(ascii: "/"))
      .map { String(Substring($0)) }
    // A document is named by its folder, a pass and anything else by its file.
    let isDocument = path.first == "documents"
    guard let name = isDocument ? path.dropFirst().first : path.dropFirst().last else {
      return false
    }
    return names.contains(ComparisonText(ReservationFile.stem(ofEntry: name)))
      || names.contains(ComparisonText(name))
  }
}

extension ReservationFile {
  /// The name of an entry without its folders and its ending.
  static func stem(ofEntry name: String) -> String {
    let file =
      name.utf8.lastIndex(of: UInt8(ascii: "/")).map { name.utf8.index(after: $0) }
      ?? name.startIndex
    let end = name.utf8[file...].lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
    return String(name[file..<end])
  }
}

extension Set<ComparisonText> {
  /// Whether an identifier is one of these, or the number of a reservation that has one of these.
  fileprivate func name(_ identifier: String?) -> Bool {
    guard let identifier else { return false }
    return contains(ComparisonText(identifier))
      || contains(ComparisonText("reservation:" + identifier))
  }
}

extension Tree {
  /// Returns a node without the nodes of other objects in it, which a related reservation or its trip may be.
  fileprivate func withoutNodes(of others: Set<ComparisonText>) -> Tree {
    func isOther(_ tree: Tree) -> Bool { others.name(tree.nodeIdentifier) }
    guard !others.isEmpty else { return self }
    switch self {
    case .array(let items):
      return .array(items.filter { !isOther($0) }.map { $0.withoutNodes(of: others) })
    case .object(let members):
      return .object(
        members.filter { !isOther($0.value) }.map {
          TreeMember($0.name, $0.value.withoutNodes(of: others))
        })
    default: return self
    }
  }

  /// Returns a trip that does not name some of its parts.
  fileprivate func withoutParts(_ others: Set<ComparisonText>) -> Tree {
    guard !others.isEmpty else { return self }
    let isOther = others.name
    var result = self
    if let elements = self["elements"]?.arrayValue {
      result = result.replacing(
        "elements", with: .array(elements.filter { !isOther($0.textValue) }))
    }
    guard self["itinerary"] != nil else { return result }
    let stated = nodeValues("itinerary")
    let lists = stated.map { list -> Tree in
      let items = list.nodeValues("itemListElement")
      let own = items.filter { item in
        !isOther(item.nodeIdentifier ?? item.value(at: "item")?.nodeIdentifier)
      }
      return own.count < items.count ? list.replacing("itemListElement", with: .array(own)) : list
    }
    if lists == stated { return result }
    return result.replacing("itinerary", with: lists.count == 1 ? lists[0] : .array(lists))
  }
}
