import DocumentFile
import DocumentTables

// Exact values, which an exporter writes where the standard properties do not state them.
extension ComponentReading {
  /// - Returns: The names of the attributes that have exact values.
  func readExact(
    _ component: CalendarComponent, _ entity: String, _ content: inout ObjectContent,
    _ report: inout ImportReport
  ) -> Set<String> {
    var read: Set<String> = []
    let exact = component.properties.filter { $0.name.hasPrefix(Self.prefix) }
    guard !exact.isEmpty else { return [] }
    lazy var guarded = self.guarded(component, as: entity)?.object
    let names = schema.attributes(of: entity).map(\.name) + [MadeFields.participants]
    let blank = ObjectContent(values: schema.blankValues(of: entity))
    for line in exact {
      guard let name = names.first(where: { Self.property($0) == line.name }) else { continue }
      let reading =
        ExactValue(
          name, text: CalendarText.unescaped(line.value),
          instead: line.parameter(Self.guardParameter)
        ).map { schema.take($0, in: &content, of: entity, guarded: guarded, blank: blank) }
        ?? .unread
      if case .taken? = reading { read.insert(name) }
      if let code = reading?.code {
        report.note(
          .init(
            code, line: line.line, column: line.column, subject: line.name, String(line.value)))
      }
    }
    return read
  }

  /// Returns the name of the property with the exact value of a field.
  static func property(_ field: String) -> String { prefix + field.uppercased() }

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
