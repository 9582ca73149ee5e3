import TripDocuments

/// The trips of a document as one text in JSON, as a program with `Codable` structs would write them:
/// everything that belongs to a trip stands in it.
struct PeerText {
  let path: String

  func write(_ document: ModelDocument, _ series: Series) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw ChildProcess.Failure(words: "\(path) cannot be written") }
    try file.write(contentsOf: Data("[".utf8))
    switch series {
    case .newest: try write(document, to: file, TextsOfNewest.text(of:))
    case .fourth:
      var texts = TextsOfFourth()
      try write(document, to: file) { texts.text(of: $0) }
    }
    try file.write(contentsOf: Data("]\n".utf8))
    try file.close()
  }

  private func write<Trip: PersistentModel>(
    _ document: ModelDocument, to file: FileHandle, _ text: (Trip) -> String
  ) throws {
    var descriptor = FetchDescriptor<Trip>()
    descriptor.fetchLimit = 10_000
    var offset = 0
    while true {
      descriptor.fetchOffset = offset
      // A context for each batch, so that no more objects are held.
      let trips = try ModelContext(document.modelContainer).fetch(descriptor)
      if trips.isEmpty { return }
      let batch = trips.map(text).joined(separator: ",\n")
      try file.write(contentsOf: Data((offset == 0 ? batch : ",\n" + batch).utf8))
      offset += trips.count
    }
  }
}

/// An object in JSON, member by member.
struct JSONObjectText {
  private(set) var text = "{"

  mutating func add(_ name: String, _ value: String?) {
    if let value { add(name, raw: Self.quoted(value)) }
  }

  mutating func add(_ name: String, _ value: Bool) { add(name, raw: value ? "true" : "false") }

  mutating func add(_ name: String, _ value: Double?) {
    if let value { add(name, raw: "\(value)") }
  }

  mutating func add(_ name: String, _ values: [String]) {
    add(name, raw: "[" + values.joined(separator: ",") + "]")
  }

  mutating func add(_ name: String, raw value: String?) {
    guard let value else { return }
    if text.utf8.count > 1 { text += "," }
    text += "\"\(name)\":\(value)"
  }

  var closed: String { text + "}" }

  static func quoted(_ value: String) -> String {
    let needsEscape = { (byte: UInt8) in
      byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
    guard value.utf8.contains(where: needsEscape) else { return "\"\(value)\"" }
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
