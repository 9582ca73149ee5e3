import DocumentTables

/// What identifies nodes of a file in a document.
enum NodeIdentity {
  /// The identity that a node or its entry states; nil if neither does.
  static func stated(_ node: Tree, reservation: String?) -> String? {
    // A blank node has a name in its own file only (JSON-LD 1.1, 3.5).
    if let id = node.nodeIdentifier, !id.isEmpty, !id.begins(with: "_:"), !id.begins(with: "#"),
      // Many programs count nodes in a member `id`, file by file.
      node["@id"] != nil || id.utf8.contains(UInt8(ascii: ":"))
    {
      return id
    }
    return reservation.map { "reservation:" + $0 }
  }

  /// The identity of the thing that a node is about; nil if the node states too little.
  ///
  /// A later version of the same reservation has it in common.
  static func thing(_ form: NodeForm, _ content: NodeContent) -> String? {
    let object = content.object
    let span = PartSpan(object.values, form.entity)
    var words: [String]
    switch form.entity {
    case "Stay": words = [object.text("name")]
    case "Leg":
      let number = object.text("number")
      words = [number, object.place("from")] + (number.isEmpty ? [object.place("to")] : [])
    default: words = [object.text("title")]
    }
    let number = object.text("reservationNumber")
    guard !words.allSatisfy(\.isEmpty), !number.isEmpty || span.first != nil else { return nil }
    words = [form.type, number] + words + [span.first.map { DayText.text($0) } ?? ""]
    return words.joined(separator: "\t")
  }

  /// The booking of a thing, without its place and day; nil without a reservation number.
  ///
  /// It finds a reservation of which one version states no time, if there is only one such.
  static func booking(_ form: NodeForm, _ object: ObjectContent) -> String? {
    let number = object.text("reservationNumber")
    guard !number.isEmpty else { return nil }
    let name = ["number", "name", "title"].map(object.text).first { !$0.isEmpty }
    return [form.type, number, name ?? ""].joined(separator: "\t")
  }

  static func digest(of node: Tree) -> String {
    "sha256:" + Digest(of: CanonicalJSON.bytes(of: node)).text
  }
}

extension ObjectIdentity {
  /// The identity as an IRI: the object of a document.
  var identifier: String { "urn:uuid:\(UUIDText.text(document).lowercased())#\(key)" }

  /// Returns the IRI of one of several nodes about the object, from 0.
  func identifier(ofNode number: Int) -> String {
    number == 0 ? identifier : "\(identifier).\(number + 1)"
  }

  /// Reads the identity that a node or its entry states; nil if it is that of another program.
  init?(stated identity: String) {
    // A UUID, a key and what is in front of them are shorter.
    guard identity.utf8.count <= 128 else { return nil }
    var text = Substring(identity)
    if text.hasPrefix("urn:uuid:") {
      let parts = text.dropFirst("urn:uuid:".count).split(separator: "#")
      guard parts.count == 2, let key = parts[1].split(separator: ".").first else { return nil }
      self.init("\(parts[0])-\(key)")
      return
    }
    for prefix in ["reservation:", "trip:"] where text.hasPrefix(prefix) {
      text.removeFirst(prefix.count)
      // Of several reservations for one object, each after the first has a number.
      self.init(text.split(separator: "-").prefix(6).joined(separator: "-"))
      return
    }
    return nil
  }
}
