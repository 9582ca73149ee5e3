import DocumentTables

/// The reservation that KDE's programs keep in an event: JSON-LD in the property `X-KDE-KITINERARY-RESERVATION`.
struct CalendarReservation {
  static let property = "X-KDE-KITINERARY-RESERVATION"
  /// How many values a reservation may have: one of a few travellers has hundreds.
  private static let mostValues = 100_000

  let form: NodeForm
  private let node: Tree

  /// Reads the first reservation of a component; nil if it has none that can be read.
  init?(_ properties: [ContentLine]) {
    guard let line = properties.first(where: { $0.name == Self.property }) else { return nil }
    // Some programs write the text without escapes.
    for text in [CalendarText.unescaped(line.value), String(line.value)] {
      let bytes = Array(text.utf8)
      var budget = Self.mostValues
      guard let value = try? JSONValue(bytes, &budget), let tree = try? NodeTree(value, bytes)
      else { continue }
      for node in tree.nodes {
        guard let form = NodeForm.form(of: node.tree), form.entity != "Trip" else { continue }
        self.form = form
        self.node = node.tree
        return
      }
    }
    return nil
  }

  /// Returns what the reservation states about an object: the values that are not those of a new one.
  func values(_ schema: TripSchema, floating: KnownZone?) -> [String: Value] {
    let blanks = schema.blankValues(of: form.entity)
    let reading = NodeReading(schema: schema, floating: floating)
    return reading.read(node, form, as: form.entity, isExact: false) { _, _, _ in }.object.values
      .filter { $0.value != blanks[$0.key] ?? .null }
  }
}
