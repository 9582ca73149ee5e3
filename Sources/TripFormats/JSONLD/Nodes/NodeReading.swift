import DocumentFile
import DocumentTables

/// What one node states about an object.
struct NodeContent: Sendable {
  var object: ObjectContent
  /// The people for whom the reservation is made.
  var travellers: [TripParticipant] = []
  var isCancelled = false
  /// Whether the object belongs to no trip, which only our own files say.
  var hasNoTrip = false
}

/// Reads nodes as objects of the trip schema.
///
/// The same reading tells an importer what a node means and an exporter what an edited node says.
struct NodeReading: Sendable {
  /// The beginning of the names of exact values, which no property of schema.org states.
  static let prefix = "org.tripdocuments."
  /// The exact value that names the entity.
  static let entityName = "entity"
  /// The exact value of an object that belongs to no trip.
  static let tripName = "trip"

  let schema: TripSchema
  /// The zone of times without a zone and an offset; nil if it is not known.
  let floating: KnownZone?
  /// The rules by which times and zones are read.
  var edition = TimeEdition.current

  /// The reading of the first version, in which times without a zone stay local.
  ///
  /// What does not change in later versions and under options is told by it: guards of exact values, and identities.
  var first: NodeReading { NodeReading(schema: schema, floating: nil, edition: .first) }

  /// Returns what the properties of a node say, as the guards of exact values have it.
  func guarded(
    _ node: Tree, _ form: NodeForm, as entity: String, base: ObjectContent?
  ) -> ObjectContent {
    first.read(node, form, as: entity, isExact: false, base: base) { _, _, _ in }.object
  }

  /// A finding about a node, without its place.
  typealias Note = (ImportReport.Code, _ subject: String, _ detail: String) -> Void

  /// Returns the entity of a node with a form.
  func entity(of node: Tree, _ form: NodeForm) -> String {
    guard form.entity == "Trip", let name = statedEntity(of: node),
      schema.isEntity(name), schema.isTrip(name)
    else { return form.entity }
    return name
  }

  /// Reads a node as an object of an entity.
  ///
  /// - Parameters:
  ///   - isExact: Whether to read the exact values too.
  ///   - base: What the object is where the node says nothing: what the parts of a trip make of it.
  func read(
    _ node: Tree, _ form: NodeForm, as entity: String, isExact: Bool = true,
    base: ObjectContent? = nil, _ note: @escaping Note
  ) -> NodeContent {
    let node = edition == .first ? node.withoutTypeAliases : node.stating(form.things)
    let blank = blank(entity, base)
    var content = NodeContent(object: ObjectContent(values: blank.values))
    content.isCancelled = edition == .first ? Self.wasCancelled(node) : Self.isCancelled(node)
    content.travellers = Self.travellers(of: node)
    var timing: [(String, () -> Void)] = []
    for field in form.fields {
      read(field, node, form, &content.object.values, note) { name, finding in
        timing.append((name, finding))
      }
    }
    if edition != .first { readName(node, form, &content.object.values) }
    if form.entity == "Trip" {
      let people = node.nodeValues("participant").compactMap(Self.person)
      content.object.participants = people.isEmpty ? blank.participants : people
    }
    var stated: Set<String> = []
    if isExact { stated = readExact(node, form, entity, blank, base, &content, note) }
    // An exact value leaves nothing open that the property does.
    for (name, finding) in timing where !stated.contains(name) { finding() }
    return content
  }

  /// What an object is about which nothing is stated.
  ///
  /// - Parameter base: What the parts of a trip make of it.
  func blank(_ entity: String, _ base: ObjectContent?) -> ObjectContent {
    let blanks = schema.blankValues(of: entity)
    return ObjectContent(
      values: base.map { blanks.merging($0.values) { $1 } } ?? blanks,
      participants: base?.participants ?? [])
  }

  // MARK: Fields

  /// Takes the name of a journey for its number if the node states none.
  private func readName(_ node: Tree, _ form: NodeForm, _ values: inout [String: Value]) {
    guard form.entity == "Leg", values["number"] == .null,
      let name = node.text(at: form.thing == nil ? "name" : "reservationFor.name"), !name.isEmpty
    else { return }
    values["number"] = .text(name)
  }

  private func read(
    _ field: NodeForm.Field, _ node: Tree, _ form: NodeForm, _ values: inout [String: Value],
    _ note: @escaping Note, _ later: (String, @escaping () -> Void) -> Void
  ) {
    switch field {
    case .text(let name, let paths, let instead):
      for path in paths + instead {
        guard let text = node.text(at: path), !text.isEmpty else { continue }
        values[name] = .text(text)
        return
      }
    case .address(let name, let place, let withName):
      let text = Self.address(of: node.value(at: place), withName: withName)
      if !text.isEmpty { values[name] = .text(text) }
    case .location(let name, let path, let code):
      let location = Self.location(node.value(at: path), code: code) { value in
        note(.unreadProperty, path.appending("geo").text, value)
      }
      values[name] = location.map { .tree($0) } ?? .null
    case .moment(let day, let time, let paths):
      readMoment(day, time, paths, node, &values, note, later)
    case .dayOf(let name, let time, let path):
      var problem: NodeTime.Problem?
      if values[name] == .null, values[time] == .null, let value = node.value(at: path),
        let moment = NodeTime(value, floating: floating, edition, &problem)
      {
        values[name] = .integer(moment.day)
      }
    case .day(let name, let paths): values[name] = day(node, paths, note) ?? values[name]
    case .links(let paths): values["links"] = .array(links(node, paths, note).map { .text($0) })
    case .confirmation(let name):
      let status = Self.status(node, edition)
      // A reservation without a status is one that was made.
      values[name] = .bool(
        status.map { $0.isSpelled("Confirmed") } ?? (name == "hasReservation"))
    case .cancellation(let name):
      if edition == .first ? Self.wasCancelled(node) : Self.isCancelled(node) {
        values[name] = name == "status" ? .text("cancelled") : .bool(true)
      }
    case .price(let name, let amounts, let currencies):
      let price = price(node, amounts, currencies, note)
      values[name] = price.map { .tree($0) } ?? .null
    case .constant(let name, let value): values[name] = .text(value)
    }
  }

  /// Reads the day and the time of one moment, each from the first path that states it.
  private func readMoment(
    _ day: String, _ time: String, _ paths: [NodePath], _ node: Tree,
    _ values: inout [String: Value], _ note: @escaping Note,
    _ later: (String, @escaping () -> Void) -> Void
  ) {
    for path in paths {
      guard let value = node.value(at: path) else { continue }
      var problem: NodeTime.Problem?
      switch NodeTime(value, floating: floating, edition, &problem) {
      case .day(let number)?: values[day] = values[day] == .null ? .integer(number) : values[day]
      case .time(let stated)?:
        guard values[time] == .null else { continue }
        values[time] = .text(stated.text)
        guard let problem else { continue }
        let zone = stated.zoned.zone
        later(time) { note(problem.code, path.text, problem.detail(of: value, readIn: zone)) }
      case nil: note(.unreadMoment, path.text, value.nodeText ?? "")
      }
    }
    // A time says its day, so only one that differs, such as the scheduled one, is a day of its own.
    if case .text(let text)? = values[time], let stated = try? ClockTimeText(text),
      values[day] == .integer(stated.day)
    {
      values[day] = .null
    }
  }

  /// Returns the day of the first path that states one; nil if none does.
  private func day(_ node: Tree, _ paths: [NodePath], _ note: Note) -> Value? {
    for path in paths {
      guard let value = node.value(at: path) else { continue }
      var problem: NodeTime.Problem?
      if let time = NodeTime(value, floating: floating, edition, &problem) {
        return .integer(time.day)
      }
      note(.unreadMoment, path.text, value.nodeText ?? "")
    }
    return nil
  }

  /// Returns the different addresses at some paths.
  private func links(_ node: Tree, _ paths: [NodePath], _ note: Note) -> [String] {
    var links: [String] = []
    for path in paths {
      guard let text = node.text(at: path), !links.contains(where: text.isSpelled) else { continue }
      if (try? URLText.parse(text)) != nil {
        links.append(text)
      } else {
        note(.unreadProperty, path.text, text)
      }
    }
    return links
  }

  /// Returns the people for whom a reservation is made: the one that it names, or else those of its tickets.
  static func travellers(of node: Tree) -> [TripParticipant] {
    if let person = node.value(at: "underName").flatMap(person) { return [person] }
    return node.nodeValues("reservedTicket").compactMap {
      $0.value(at: "underName").flatMap(person)
    }
  }

  static func person(_ value: Tree) -> TripParticipant? {
    if let text = value.textValue, !text.isEmpty { return TripParticipant(name: text, email: nil) }
    var name = value.text(at: "name") ?? ""
    if name.isEmpty {
      name = [value.text(at: "givenName"), value.text(at: "familyName")].compactMap { $0 }
        .joined(separator: " ")
    }
    let email = value.text(at: "email")
    guard !name.isEmpty || email != nil else { return nil }
    return TripParticipant(name: name, email: email)
  }

  /// Returns the address of a place in words.
  static func address(of place: Tree?, withName: Bool) -> String {
    guard let place else { return "" }
    if let text = place.nodeText { return withName ? text : "" }
    let address = place.isOfType("PostalAddress") ? place : place.value(at: "address")
    var words: [String] = []
    if withName, let name = place.text(at: "name") { words.append(name) }
    if let text = address?.nodeText {
      words.append(text)
    } else if let address {
      let town = [address.text(at: "postalCode"), address.text(at: "addressLocality")]
        .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
      words += [
        address.text(at: "streetAddress"), town, address.text(at: "addressRegion"),
        address.text(at: "addressCountry") ?? address.text(at: "addressCountry.name"),
      ].compactMap { $0 }
    }
    return words.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func location(
    _ place: Tree?, code: String, _ unread: (String) -> Void
  ) -> Tree? {
    guard let place else { return nil }
    var members: [String: Tree] = [:]
    if let text = place.text(at: NodePath(stringLiteral: code)), !text.isEmpty {
      members["code"] = .text(text)
    }
    // Some programs state the coordinates of a place without a node of their own.
    let geo = place.value(at: "geo") ?? place
    let numbers = [geo.text(at: "latitude"), geo.text(at: "longitude")]
    let stated =
      numbers[0] != nil || number(geo, "latitude") != nil || number(geo, "longitude") != nil
    if let latitude = number(geo, "latitude"), let longitude = number(geo, "longitude"),
      -90...90 ~= latitude, -180...180 ~= longitude
    {
      members["latitude"] = .double(latitude)
      members["longitude"] = .double(longitude)
    } else if stated {
      unread(numbers.map { $0 ?? "" }.joined(separator: ", "))
    }
    return members.isEmpty ? nil : .members(members)
  }

  private static func number(_ node: Tree, _ name: String) -> Double? {
    let value = node.nodeValues(name).first
    if case .double(let number)? = value { return number }
    return value?.nodeText.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  // MARK: Exact values

  /// Whether the identifier of a property is that of an exact value; no attribute has a longer name.
  private static func isExact(_ id: String) -> Bool {
    id.begins(with: prefix) && id.utf8.count <= prefix.utf8.count + TripSchema.longestName
  }

  private func statedEntity(of node: Tree) -> String? {
    node.nodeValues("additionalProperty").lazy.compactMap(Self.exactValue)
      .first { $0.name == Self.entityName }?.value.textValue
  }

  /// Returns the exact value that a property of a node states; nil if it is none.
  static func exactValue(_ tree: Tree) -> ExactValue? {
    guard let id = tree["propertyID"]?.textValue, isExact(id),
      let text = tree["value"]?.textValue
    else { return nil }
    return ExactValue(
      String(id.dropFirst(prefix.count)), text: text, instead: tree["valueReference"]?.textValue)
  }

  /// - Returns: The names of the attributes that have exact values.
  private func readExact(
    _ node: Tree, _ form: NodeForm, _ entity: String, _ blank: ObjectContent,
    _ base: ObjectContent?, _ content: inout NodeContent, _ note: Note
  ) -> Set<String> {
    var read: Set<String> = []
    lazy var guarded = self.guarded(node, form, as: entity, base: base)
    for item in node.nodeValues("additionalProperty") {
      guard let id = item["propertyID"]?.textValue, Self.isExact(id) else { continue }
      guard let exact = Self.exactValue(item) else {
        note(.unreadProperty, id, item["value"]?.nodeText ?? "")
        continue
      }
      switch exact.name {
      case Self.entityName: continue
      case Self.tripName: content.hasNoTrip = true
      default:
        let reading = schema.take(
          exact, in: &content.object, of: entity, guarded: guarded, blank: blank)
        if case .taken? = reading { read.insert(exact.name) }
        if let code = reading?.code { note(code, exact.name, "") }
      }
    }
    return read
  }
}

extension Tree {
  /// A node without members `type`, which the first edition did not take for `@type`.
  fileprivate var withoutTypeAliases: Tree {
    // Recursion is bounded: readers limit the depth of trees to 64.
    switch self {
    case .array(let items): .array(items.map(\.withoutTypeAliases))
    case .object(let members):
      .object(
        members.filter { $0.name != "type" }.map {
          TreeMember($0.name, $0.value.withoutTypeAliases)
        })
    default: self
    }
  }
}
