import DocumentTables

/// Makes nodes of objects, and brings edits of objects into the nodes that they were read from.
struct NodeEditing {
  let reading: NodeReading
  /// Whether times are written with their zone, as KDE Itinerary does; a processor of JSON-LD would refuse
  /// such a value.
  let statesZones: Bool

  private var schema: TripSchema { reading.schema }

  /// Returns a new node of an object; nil for an object that no node states.
  ///
  /// - Parameter parts: What its parts make of a trip.
  func make(
    _ object: TripObject, _ participants: [TripParticipant], traveller: TripParticipant? = nil,
    parts: ObjectContent? = nil
  ) -> Tree? {
    guard let form = NodeForm.form(ofNew: object) else { return nil }
    var node = Tree.members(["@type": .text(form.type)])
    if let thing = form.thing {
      node = node.setting("reservationFor", to: .members(["@type": .text(thing)]))
    }
    if let traveller, form.entity != "Trip" {
      node = node.setting("underName", to: Self.tree(of: traveller))
    }
    let blanks = schema.blankValues(of: object.entity)
    let stated = Set(object.values.filter { $0.value != blanks[$0.key] ?? .null }.map(\.key))
    node = setting(node, form, stated.union(["name", "title", "from", "to"]), object)
    if form.entity == "Trip" {
      node = setting(node, form, ["startDate", "endDate"], object)
      if !participants.isEmpty {
        node = node.replacing("participant", with: .array(participants.map(Self.tree)))
      }
    }
    return complete(node, form, object, participants, parts)
  }

  /// Returns the node of an object with the fields that have been edited since it was read; the same node
  /// if there are none.
  ///
  /// All other fields keep what the node says, also if that is more than the object has.
  ///
  /// - Parameters:
  ///   - edits: The edited fields, as ``MadeFields`` names them.
  ///   - base: What the parts of a trip made of it when it was read.
  ///   - parts: What its parts make of it now.
  func edit(
    _ node: Tree, _ form: NodeForm, _ object: TripObject, _ participants: [TripParticipant],
    _ edits: Set<String>, base: ObjectContent? = nil, parts: ObjectContent? = nil
  ) -> Tree {
    let stored = reading.read(node, form, as: object.entity, base: base) { _, _, _ in }
    let object = Self.meant(object, edits, stored)
    let participants =
      edits.contains(MadeFields.participants) ? participants : stored.object.participants
    let changed = Self.changes(stored.object, object)
    let isTrip = form.entity == "Trip"
    let hasOtherPeople = isTrip && stored.object.participants != participants
    let hasOtherEntity = isTrip && reading.entity(of: node, form) != object.entity
    let isAlone = !isTrip && object.trip == nil
    guard
      !changed.isEmpty || hasOtherPeople || hasOtherEntity || stored.hasNoTrip != isAlone
        || base != parts
    else { return node }
    var edited = setting(node, form, changed, object)
    if hasOtherPeople, form.type == "Trip" { edited = replacing(participants, in: edited) }
    return complete(edited, form, object, participants, parts)
  }

  /// Returns the edited attributes of which a node says something else.
  func changes(
    _ node: Tree, _ form: NodeForm, _ object: TripObject, _ edits: Set<String>
  ) -> Set<String> {
    let stored = reading.read(node, form, as: object.entity) { _, _, _ in }
    return Self.changes(stored.object, Self.meant(object, edits, stored))
  }

  /// Returns an object that has what its node says, but for edited fields.
  private static func meant(
    _ object: TripObject, _ edits: Set<String>, _ stored: NodeContent
  ) -> TripObject {
    var object = object
    object.values.merge(stored.object.values.filter { !edits.contains($0.key) }) { $1 }
    return object
  }

  private static func changes(_ stored: ObjectContent, _ object: TripObject) -> Set<String> {
    Set(object.values.filter { stored.values[$0.key] ?? .null != $0.value }.map(\.key))
  }

  /// Keeps the nodes of people who still take part, with what else they state, and replaces the others.
  private func replacing(_ participants: [TripParticipant], in node: Tree) -> Tree {
    let stated = node.nodeValues("participant").compactMap { tree in
      NodeReading.person(tree).map { ($0, tree) }
    }
    var old = ParticipantPool(stated) { $0.0 }
    let new = participants.map { old.take(equal: $0)?.1 ?? Self.tree(of: $0) }
    return node.replacing("participant", with: new.isEmpty ? nil : .array(new))
  }

  static func tree(of person: TripParticipant) -> Tree {
    var members: [String: Tree] = ["@type": .text("Person"), "name": .text(person.name)]
    members["email"] = person.email.map { .text($0) }
    return .members(members)
  }

  // MARK: Fields

  /// Returns the node with some attributes of an object.
  func setting(
    _ node: Tree, _ form: NodeForm, _ names: Set<String>, _ object: TripObject
  ) -> Tree {
    var node = node
    for field in form.fields
    where NodeForm.attributes(of: field).contains(where: names.contains) {
      node = setting(stating(field, form, node), field, object)
    }
    return node
  }

  /// Returns the node with nodes for the texts on the way to the values of a field, so that an edit of a name leaves the
  /// code, and the other way round.
  private func stating(_ field: NodeForm.Field, _ form: NodeForm, _ node: Tree) -> Tree {
    var paths = NodeForm.paths(of: field)
    if case .text = field, paths.contains(where: { node.text(at: $0) != nil }) { return node }
    if case .address(_, let place, withName: false) = field { paths = [place.appending("address")] }
    return node.stating(
      form.things.filter { thing in
        paths.contains {
          $0.steps.count > thing.path.steps.count && $0.steps.starts(with: thing.path.steps)
        }
      })
  }

  private func setting(_ node: Tree, _ field: NodeForm.Field, _ object: TripObject) -> Tree {
    switch field {
    case .text(let name, let paths, _):
      let path = paths.first { node.value(at: $0) != nil } ?? paths[0]
      let text = object.text(name)
      return node.setting(path, to: text.isEmpty ? nil : .text(text))
    case .address(let name, let place, let withName):
      let text = object.text(name)
      if node.value(at: place)?.textValue != nil, withName {
        return node.setting(place, to: text.isEmpty ? nil : .text(text))
      }
      var node = withName ? node.setting(place.appending("name"), to: nil) : node
      let address = place.appending("address")
      if node.value(at: address)?.textValue != nil, !text.isEmpty {
        node = node.setting(address, to: .text(text))
      } else {
        node = node.setting(
          address,
          to: text.isEmpty
            ? nil : .members(["@type": .text("PostalAddress"), "streetAddress": .text(text)]))
      }
      return node
    case .location(let name, let place, let code):
      return settingLocation(object.values[name], node, place, code)
    case .moment(let day, let time, let paths):
      return settingMoment(node, paths, day: object.values[day], time: object.values[time])
    case .day(let name, let paths):
      let day = object.day(name).flatMap { DayText.range.contains($0) ? DayText.text($0) : nil }
      return node.setting(paths[0], to: day.map { .text($0) })
    case .price(let name, let amounts, let currencies):
      var price: Tree?
      if case .tree(let tree)? = object.values[name] { price = tree }
      var stated: Tree?
      if case .spelled(_, let text)? = price?["amount"] { stated = .text(text) }
      // What was read changes; a currency behind the amount goes with it.
      let amount = amounts.first { node.value(at: $0)?.isScalar ?? false } ?? amounts[0]
      let currency = currencies.first { node.text(at: $0) != nil } ?? currencies[0]
      return node.setting(amount, to: stated)
        .setting(currency, to: price?["currency"]?.textValue.map { .text($0) })
    case .links(let paths):
      var node = node
      for path in paths.dropFirst() { node = node.setting(path, to: nil) }
      return node.setting(paths[0], to: object.links.first.map { .text($0) })
    case .confirmation(let name):
      let word = object.isTrue(name) ? "ReservationConfirmed" : "ReservationPending"
      return node.setting("reservationStatus", to: .text("http://schema.org/" + word))
    case .cancellation(let name):
      let isCancelled =
        name == "status" ? object.text(name).isSpelled("cancelled") : object.isTrue(name)
      guard isCancelled != NodeReading.isCancelled(node) else { return node }
      if node["reservationFor"] != nil {
        return node.setting(
          "reservationStatus",
          to: .text(
            "http://schema.org/Reservation" + (isCancelled ? "Cancelled" : "Confirmed")))
      }
      return node.setting(
        "eventStatus",
        to: .text("http://schema.org/Event" + (isCancelled ? "Cancelled" : "Scheduled")))
    case .constant, .dayOf: return node
    }
  }

  private func settingLocation(
    _ value: Value?, _ node: Tree, _ place: NodePath, _ code: String
  ) -> Tree {
    var location: Tree?
    if case .tree(let tree)? = value { location = tree }
    var node = node.setting(
      place.appending(NodePath(stringLiteral: code)),
      to: location?["code"]?.textValue.map { .text($0) })
    guard let latitude = location?["latitude"], let longitude = location?["longitude"],
      latitude.isNumber, longitude.isNumber
    else { return node.setting(place.appending("geo"), to: nil) }
    for (name, number) in [("latitude", latitude), ("longitude", longitude)] {
      let path = place.appending("geo").appending(NodePath(stringLiteral: name))
      node = node.setting(path, to: number)
    }
    return node
  }

  private func settingMoment(
    _ node: Tree, _ paths: [NodePath], day: Value?, time: Value?
  ) -> Tree {
    var new: NodeTime?
    if case .text(let text)? = time, let stated = try? ClockTimeText(text) {
      new = .time(stated)
    } else if case .integer(let number)? = day, DayText.range.contains(number) {
      new = .day(number)
    }
    // The value that was read changes; a property for days only has no times.
    let place =
      paths.first { path in
        guard node.value(at: path) != nil else { return false }
        if case .time? = new { return path.steps.last?.name.hasSuffix("Day") != true }
        return true
      } ?? paths[0]
    let old = node.value(at: place)
    var node = node
    for path in paths where path != place { node = node.setting(path, to: nil) }
    guard let new else { return node.setting(place, to: nil) }
    var problem: NodeTime.Problem?
    if let old, NodeTime(old, floating: reading.floating, reading.edition, &problem) == new {
      return node
    }
    let hasZone = old?["timezone"] != nil
    return node.setting(place, to: new.tree(statesZone: statesZones || hasZone))
  }

  // MARK: Exact values

  /// Adds an exact value for each field that the properties of the node do not state.
  private func complete(
    _ node: Tree, _ form: NodeForm, _ object: TripObject, _ participants: [TripParticipant],
    _ parts: ObjectContent?
  ) -> Tree {
    let standard = reading.read(node, form, as: object.entity, isExact: false, base: parts) {
      _, _, _ in
    }
    // The guard has the reading of the first edition, which every later version knows.
    let guarded = reading.guarded(node, form, as: object.entity, base: parts)
    var exact: [ExactValue] = []
    if form.entity != object.entity {
      exact.append(ExactValue(NodeReading.entityName, .text(object.entity)))
    }
    if form.entity != "Trip", object.trip == nil {
      exact.append(ExactValue(NodeReading.tripName, .null))
    }
    exact += schema.exactValues(
      of: ObjectContent(values: object.values, participants: participants), as: object.entity,
      besides: standard.object, guarded: guarded, blank: reading.blank(object.entity, parts))
    let others = node.nodeValues("additionalProperty").filter { item in
      !(item["propertyID"]?.textValue?.begins(with: NodeReading.prefix) ?? false)
    }
    let all =
      others
      + exact.map { exact in
        var members: [String: Tree] = [
          "@type": .text("PropertyValue"),
          "propertyID": .text(NodeReading.prefix + exact.name),
          "value": .text(exact.value.exactText),
        ]
        members["valueReference"] = exact.instead.map { .text($0.exactText) }
        return .members(members)
      }
    if all.isEmpty { return node.replacing("additionalProperty", with: nil) }
    return node.replacing("additionalProperty", with: all.count == 1 ? all[0] : .array(all))
  }
}

extension Tree {
  /// Whether the tree is a number that JSON can state.
  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .unsigned: true
    case .double(let number): number.isFinite
    default: false
    }
  }
}
