import TripDocuments

/// The trips of a document as one text in JSON, as a program with `Codable` structs would write them:
/// everything that belongs to a trip stands in it.
struct PeerText {
  let path: String

  func write(_ document: ModelDocument) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw ChildProcess.Failure(words: "\(path) cannot be written") }
    var text = "["
    var descriptor = FetchDescriptor<TripSchemaV4.Trip>()
    descriptor.fetchLimit = 10_000
    descriptor.fetchOffset = 0
    var written: Set<String> = []
    while true {
      // A context for each batch, so that no more objects are held.
      let trips = try ModelContext(document.modelContainer).fetch(descriptor)
      if trips.isEmpty { break }
      for trip in trips {
        if text.utf8.last != UInt8(ascii: "[") { text += ",\n" }
        append(trip, among: &written, to: &text)
      }
      try file.write(contentsOf: Data(text.utf8))
      text = "\n"
      descriptor.fetchOffset? += trips.count
    }
    try file.write(contentsOf: Data("]\n".utf8))
    try file.close()
  }

  /// Dates are cut to seconds, because `JSONDecoder` reads no others.
  ///
  /// Where that makes a trip the same as one before it, by what the model holds unique, its name gets
  /// another end: a database has the same rule.
  private func append(
    _ trip: TripSchemaV4.Trip, among written: inout Set<String>, to text: inout String
  ) {
    let (start, end) = (trip.startDate.formatted(.iso8601), trip.endDate.formatted(.iso8601))
    var name = trip.name
    while !written.insert("\(name)\n\(start)\n\(end)").inserted { name += " again" }
    switch trip {
    case let trip as TripSchemaV4.BusinessTrip:
      text += #"{"kind":"business","perdiem":\#(trip.perdiem)"#
    case let trip as TripSchemaV4.PersonalTrip:
      text += #"{"kind":"personal","reason":\#(quoted(trip.reason.rawValue))"#
    default: text += #"{"kind":"plain""#
    }
    text += #","name":\#(quoted(name)),"destination":\#(quoted(trip.destination))"#
    text += #","startDate":"\#(start)""#
    text += #","endDate":"\#(end)","bucketList":["#
    for (position, item) in (trip.bucketList ?? []).enumerated() {
      text += position == 0 ? "" : ","
      text += #"{"title":\#(quoted(item.title)),"details":\#(quoted(item.details))"#
      text += #","hasReservation":\#(item.hasReservation),"isInPlan":\#(item.isInPlan)}"#
    }
    text += "]"
    if let stay = trip.livingAccommodation {
      text += #","livingAccommodation":{"placeName":\#(quoted(stay.placeName))"#
      text += #","address":\#(quoted(stay.address)),"isConfirmed":\#(stay.isConfirmed)}"#
    }
    text += "}"
  }

  private func quoted(_ value: String) -> String {
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
