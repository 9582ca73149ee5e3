import DocumentFile
import DocumentTables

// Exact values, which an exporter writes where the standard properties do not state them.
extension ComponentReading {
  /// - Returns: The names of the attributes that have exact values.
  func readExact(
    _ component: CalendarComponent, _ entity: String, _ content: inout ComponentContent,
    _ report: inout ImportReport
  ) -> Set<String> {
    var read: Set<String> = []
    let exact = component.properties.filter { $0.name.hasPrefix(Self.prefix) }
    guard !exact.isEmpty else { return [] }
    lazy var guarded = self.guarded(component, as: entity)
    let attributes = schema.attributes(of: entity)
    let blanks = schema.blankValues(of: entity)
    for line in exact {
      if line.name == Self.participantsProperty {
        readParticipants(line, &content, &report)
        continue
      }
      let name = line.name.dropFirst(Self.prefix.count)
      guard let attribute = attributes.first(where: { $0.name.uppercased() == name }) else {
        continue
      }
      guard let tree = Tree(exactText: CalendarText.unescaped(line.value)),
        let value = attribute.value(ofTree: tree)
      else {
        note(.unreadProperty, line, &report)
        continue
      }
      let standard = content.values[attribute.name] ?? .null
      func isMeant(_ standard: Value?) -> Bool {
        Self.isMeant(
          line, attribute.type, insteadOf: Tree(standard ?? .null, of: attribute.type),
          blank: Tree(blanks[attribute.name] ?? .null, of: attribute.type))
      }
      if isMeant(standard) || isMeant(guarded?.values[attribute.name]) {
        content.values[attribute.name] = value
        read.insert(attribute.name)
      } else if standard != value {
        note(.outdatedExtension, line, &report)
      }
    }
    return read
  }

  private func note(
    _ code: ImportReport.Code, _ line: ContentLine, _ report: inout ImportReport
  ) {
    report.note(
      .init(
        code, line: line.line, column: line.column, subject: line.name, String(line.value)))
  }

  /// Whether the standard properties still state what they did when the exact value was written.
  private static func isMeant(
    _ line: ContentLine, _ type: AttributeType? = nil, insteadOf standard: Tree, blank: Tree
  ) -> Bool {
    guard let stated = line.parameter(guardParameter) else { return standard == blank }
    guard let tree = Tree(exactText: stated) else { return false }
    // Files of earlier versions have the mark of a time at a place.
    return (type.map(tree.widened) ?? tree) == standard
  }

  private func readParticipants(
    _ line: ContentLine, _ content: inout ComponentContent, _ report: inout ImportReport
  ) {
    guard let items = Tree(exactText: CalendarText.unescaped(line.value))?.arrayValue else {
      return note(.unreadProperty, line, &report)
    }
    let participants = items.compactMap { item -> TripParticipant? in
      item["name"]?.textValue.map { TripParticipant(name: $0, email: item["email"]?.textValue) }
    }
    guard participants.count == items.count else { return note(.unreadProperty, line, &report) }
    if Self.isMeant(line, insteadOf: Self.tree(of: content.participants), blank: .array([])) {
      content.participants = participants
    } else if participants != content.participants {
      note(.outdatedExtension, line, &report)
    }
  }

  static func tree(of participants: [TripParticipant]) -> Tree {
    .array(
      participants.map { participant in
        .members([
          "name": .text(participant.name), "email": participant.email.map { .text($0) } ?? .null,
        ])
      })
  }

  // MARK: Participants

  /// The address that calendars use for people without one.
  static let noAddress = "invalid:nomail"

  static func participants(_ properties: [ContentLine]) -> [TripParticipant] {
    properties.filter { $0.name == "ATTENDEE" }.map(participant)
  }

  static func participant(_ line: ContentLine) -> TripParticipant {
    let value = String(line.value)
    var email: String?
    let scheme = String(decoding: value.utf8.prefix("mailto:".utf8.count), as: UTF8.self)
    if scheme.lowercased() == "mailto:" {
      email = decoded(value[value.utf8.index(value.startIndex, offsetBy: scheme.utf8.count)...])
    } else if value.listedWord != noAddress.uppercased() {
      email = value
    }
    return TripParticipant(name: line.parameter("CN") ?? email ?? "", email: email)
  }

  /// Replaces percent-encoded bytes, unless they are no UTF-8.
  private static func decoded(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let number = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(number)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? String(text)
  }

  /// Returns the address of a participant as a URI.
  static func address(of email: String?) -> String {
    guard let email else { return noAddress }
    var text = "mailto:"
    for byte in email.utf8 {
      let isPlain =
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
        || "@.-_+~".utf8.contains(byte)
      if isPlain {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }
    return text
  }
}
