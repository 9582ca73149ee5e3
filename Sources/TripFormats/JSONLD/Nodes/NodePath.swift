import DocumentTables

/// The way from a node of JSON-LD to one of its values, such as `reservationFor.departureAirport.name`.
///
/// A step may name a type, as in `itinerary<Place>`: of several values the first of that type.
struct NodePath: Hashable, Sendable, ExpressibleByStringLiteral {
  struct Step: Hashable, Sendable {
    let name: String
    let type: String?
  }

  let steps: [Step]

  init(stringLiteral text: String) {
    steps = text.split(separator: ".").map { word in
      let parts = word.split(separator: "<")
      return Step(
        name: String(parts.first ?? ""),
        type: parts.count > 1 ? String(parts[1].dropLast()) : nil)
    }
  }

  private init(steps: [Step]) { self.steps = steps }

  /// Returns the path of a value of the node at this path.
  func appending(_ path: NodePath) -> NodePath { NodePath(steps: steps + path.steps) }

  /// The path of the node that has the value; nil for a value of the node itself.
  var parent: NodePath? { steps.count > 1 ? NodePath(steps: steps.dropLast()) : nil }

  var text: String { steps.map(\.name).joined(separator: ".") }
}

extension Tree {
  /// The identifier of a node: `@id`, or in a node without `@type` also `id`, which the context of schema.org gives the
  /// same meaning.
  var nodeIdentifier: String? {
    (self["@id"] ?? (self["@type"] == nil ? self["id"] : nil))?.textValue
  }

  /// Whether a value is a text, a number or an answer, and no node.
  var isScalar: Bool {
    switch self {
    case .array, .object, .null: false
    default: true
    }
  }

  /// The types of a node, without the namespace of schema.org: `@type`, or `type`, which the context of schema.org
  /// gives the same meaning.
  var nodeTypes: [String] {
    let stated: [Tree] =
      switch self["@type"] ?? self["type"] {
      case .array(let items)?: items
      case let item?: [item]
      case nil: []
      }
    return stated.compactMap(\.textValue).map { name in
      for prefix in ["http://schema.org/", "https://schema.org/", "schema:"]
      where name.begins(with: prefix) {
        return String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
      }
      return name
    }
  }

  /// Whether one of the types is this one of schema.org.
  func isOfType(_ type: String) -> Bool { nodeTypes.contains { $0.isSpelled(type) } }

  /// The values of a member, one by one.
  func nodeValues(_ name: String) -> [Tree] {
    switch self[name] {
    case .array(let items)?: items
    case .null?, nil: []
    case let item?: [item]
    }
  }

  /// Returns the value at a path; nil if there is none.
  func value(at path: NodePath) -> Tree? {
    var current = self
    for step in path.steps {
      let values = current.nodeValues(step.name)
      let found =
        step.type.map { type in values.first { $0.isOfType(type) } } ?? values.first
      guard let found else { return nil }
      current = found
    }
    return current
  }

  /// The text of a value: of a string, of the value of a value object, or of a number.
  var nodeText: String? {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    case .unsigned(let number): String(number)
    case .spelled(.decimal, let number): number
    case .object: self["@value"]?.textValue
    default: nil
    }
  }

  func text(at path: NodePath) -> String? { value(at: path)?.nodeText }

  /// Returns the node with another value at a path; nil removes the value.
  ///
  /// Nodes on the way that do not exist are created with the types of ``SchemaOrg/types``. A node on the way
  /// loses its identifier, because the change concerns this place only.
  func setting(_ path: NodePath, to value: Tree?) -> Tree {
    setting(path.steps[...], to: value)
  }

  private func setting(_ steps: ArraySlice<NodePath.Step>, to value: Tree?) -> Tree {
    guard let step = steps.first else { return value ?? self }
    var values = nodeValues(step.name)
    let place: Int? =
      if let type = step.type { values.firstIndex { $0.isOfType(type) } } else {
        values.isEmpty ? nil : 0
      }
    if steps.count == 1 {
      guard let value else {
        // Another value would take the place of the first.
        return replacing(step.name, with: nil)
      }
      if let place { values[place] = value } else { values.append(value) }
    } else {
      var node: Tree
      if let place, case .object = values[place] {
        node = values[place].replacing("@id", with: nil)
        if node["@type"] == nil { node = node.replacing("id", with: nil) }
      } else {
        guard value != nil else { return self }
        node = .members(["@type": .text(step.type ?? SchemaOrg.types[step.name] ?? "Thing")])
      }
      node = node.setting(steps.dropFirst(), to: value)
      if let place { values[place] = node } else { values.append(node) }
    }
    return replacing(step.name, with: values.count == 1 ? values[0] : .array(values))
  }

  /// Returns the object with another member; nil removes it.
  func replacing(_ name: String, with value: Tree?) -> Tree {
    guard case .object(let members) = self else { return self }
    var named = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
    named[name] = value
    return .members(named)
  }
}

/// What writers need to know of schema.org.
enum SchemaOrg {
  /// The type of a node that is the value of a property.
  static let types = [
    "airline": "Airline", "provider": "Organization", "geo": "GeoCoordinates",
    "address": "PostalAddress", "location": "Place", "departureAirport": "Airport",
    "arrivalAirport": "Airport", "departureStation": "TrainStation",
    "arrivalStation": "TrainStation", "departureBusStop": "BusStop", "arrivalBusStop": "BusStop",
    "departureBoatTerminal": "BoatTerminal", "arrivalBoatTerminal": "BoatTerminal",
    "pickupLocation": "Place", "dropoffLocation": "Place", "tripOrigin": "Place",
    "itinerary": "Place", "touristAttraction": "TouristAttraction",
    "rentalCompany": "Organization",
  ]
}
