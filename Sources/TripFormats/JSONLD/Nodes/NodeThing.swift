import DocumentTables

/// A thing that a node should state as a node of its own, and that many programs state as a text:
/// `"departureAirport": "Frankfurt (FRA)"`.
///
/// The text is the name of the thing. Of an airport, a code alone or in parentheses is the code.
struct NodeThing: Hashable, Sendable {
  let path: NodePath
  /// Whether the thing is an airport, which has a code of IATA.
  var isAirport = false
  /// The type of the thing; nil for the one that its property has.
  var type: String?

  /// The things whose values a field states.
  static func things(of field: NodeForm.Field) -> [NodeThing] {
    switch field {
    case .text(_, let paths, let instead):
      (paths + instead).compactMap { path in
        path.steps.last?.name == "name" ? path.parent.map { NodeThing(path: $0) } : nil
      }
    case .location(_, let place, let code):
      [NodeThing(path: place, isAirport: code == "iataCode")]
    case .address(_, let place, let withName): withName ? [] : [NodeThing(path: place)]
    default: []
    }
  }

  /// The things of a form, each in front of those within it.
  static func things(of form: NodeForm) -> [NodeThing] {
    var things: [NodePath: NodeThing] = [:]
    if form.thing != nil {
      things["reservationFor"] = NodeThing(path: "reservationFor", type: form.thing)
    }
    for thing in form.fields.flatMap(Self.things) where !thing.path.steps.isEmpty {
      if things[thing.path] == nil || thing.isAirport { things[thing.path] = thing }
    }
    return things.values.sorted {
      ($0.path.steps.count, $0.path.text) < ($1.path.steps.count, $1.path.text)
    }
  }

  /// Returns the node for a text.
  fileprivate func node(_ text: String, type: String) -> Tree {
    let (name, code) = isAirport ? Self.parts(of: text) : (text, nil)
    var members: [String: Tree] = ["@type": .text(type)]
    if !name.isEmpty { members["name"] = .text(name) }
    members["iataCode"] = code.map { .text($0) }
    return .members(members)
  }

  /// Returns the name of an airport and its code: `Frankfurt` and `FRA` of `Frankfurt (FRA)`.
  private static func parts(of text: String) -> (name: String, code: String?) {
    if isCode(text) { return ("", text) }
    let words = text.parts(dividedBy: "(", omittingEmpty: false)
    guard words.count == 2, let end = words[1].firstIndex(of: ")"),
      isCode(words[1][..<end])
    else { return (text, nil) }
    let code = String(words[1][..<end])
    let isLast = words[1].utf8.count == code.utf8.count + 1
    return (isLast ? String(words[0]).trimmingSpaces : text, code)
  }

  /// Whether a text is a code of IATA: three capital letters.
  static func isCode(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy { $0 &- UInt8(ascii: "A") < 26 }
  }
}

extension Tree {
  /// Returns the node with a node in place of each text that states a thing.
  func stating(_ things: [NodeThing]) -> Tree {
    things.reduce(self) { $0.stating($1, $1.path.steps[...]) }
  }

  private func stating(_ thing: NodeThing, _ steps: ArraySlice<NodePath.Step>) -> Tree {
    guard let step = steps.first else { return self }
    var values = nodeValues(step.name)
    var place: Int? = values.isEmpty ? nil : 0
    if let type = step.type {
      // A text has no type, so it is the value if none has.
      place =
        values.firstIndex { $0.isOfType(type) }
        ?? (steps.count == 1 ? values.firstIndex { $0.nodeText != nil } : nil)
    }
    guard let place else { return self }
    let value: Tree
    if steps.count > 1 {
      value = values[place].stating(thing, steps.dropFirst())
    } else {
      guard let text = values[place].nodeText?.trimmingSpaces, !text.isEmpty else { return self }
      value = thing.node(
        text, type: thing.type ?? step.type ?? SchemaOrg.types[step.name] ?? "Thing")
    }
    guard value != values[place] else { return self }
    values[place] = value
    return replacing(step.name, with: values.count == 1 ? value : .array(values))
  }
}
