import DocumentTables

/// Which objects the nodes of a file become, and to which trips they belong.
///
///     nodes ─► forms, contents ─► items: nodes about one thing ─► stated trips, grouped trips
struct ReservationPlan: Sendable {
  /// An object: a node, or the nodes of several travellers about one thing.
  struct Item: Sendable {
    /// The places in the list of nodes.
    var nodes: [Int]
    var form: NodeForm
    var entity: String
    var identities: [String]
    var content: NodeContent
    var travellers: [TripParticipant]
    var trip: PlannedTrip?
    /// The finding about each field, once the item is accepted.
    var findings: [(code: ImportReport.Code, subject: String, detail: String)] = []
    /// The same as ``identities`` and ``travellers``, to find out whether one is new.
    private var knownIdentities: Set<ComparisonText> = []
    private var knownTravellers: Set<TripParticipant> = []

    init(
      node: Int, form: NodeForm, entity: String, identities: [String], content: NodeContent,
      findings: [(ImportReport.Code, String, String)]
    ) {
      nodes = [node]
      self.form = form
      self.entity = entity
      self.identities = []
      self.content = content
      travellers = []
      self.findings = findings
      add(identities, form.entity == "Trip" ? [] : content.travellers)
    }

    /// Adds the identities and the travellers of a node that are new.
    mutating func add(_ identities: [String], _ travellers: [TripParticipant]) {
      for identity in identities
      where knownIdentities.insert(ComparisonText(identity)).inserted {
        self.identities.append(identity)
      }
      for traveller in travellers where knownTravellers.insert(traveller).inserted {
        self.travellers.append(traveller)
      }
    }

    /// The words for people.
    var title: String { content.object.title.isEmpty ? form.type : content.object.title }
  }

  private(set) var items: [Item] = []
  private(set) var made: [MadeTrip] = []
  private var tripIdentities: Set<ComparisonText> = []
  /// Cancellations that do not say of what: their type and reservation number, and the places of the nodes.
  private(set) var cancellations: [(type: String, number: String, node: Int)] = []
  /// The nodes that are no objects, as places in the list of nodes.
  private(set) var kept: [Int] = []

  /// A node, and how a file refers to it.
  struct Source: Sendable {
    var tree: Tree
    /// The identifier of the trip that it states in an archive.
    var tripIdentifier: String?
    /// The identifier of the reservation in an archive.
    var reservationIdentifier: String?
  }

  init(_ sources: [Source], _ reading: NodeReading) {
    var places: [ComparisonText: Int] = [:]
    var trips: [Int] = []
    for (index, source) in sources.enumerated() {
      let form =
        source.tripIdentifier == nil ? NodeForm.form(of: source.tree) : NodeForm.archiveTrip
      guard let form else {
        kept.append(index)
        continue
      }
      if form.entity == "Trip" {
        trips.append(index)
      } else {
        addPart(index, source, form, reading, &places)
      }
    }
    let parts = items.indices
    var named: [ComparisonText: Int] = [:]
    for place in parts {
      for node in items[place].nodes {
        for identifier in [
          sources[node].reservationIdentifier, sources[node].tree.nodeIdentifier,
        ] {
          guard let name = identifier.map({ ComparisonText($0) }), named[name] == nil else {
            continue
          }
          named[name] = place
        }
      }
    }
    for index in trips { addTrip(index, sources[index], named, reading) }
    group(Array(parts), reading)
    kept.sort()
  }

  // MARK: Parts

  private mutating func addPart(
    _ index: Int, _ source: Source, _ form: NodeForm, _ reading: NodeReading,
    _ places: inout [ComparisonText: Int]
  ) {
    var findings: [(ImportReport.Code, String, String)] = []
    let content = reading.read(source.tree, form, as: form.entity) { findings.append(($0, $1, $2)) }
    let own = NodeIdentity.stated(source.tree, reservation: source.reservationIdentifier)
    let isOurs = own.flatMap { ObjectIdentity(stated: $0) } != nil
    if !isOurs, Self.saysNothing(content.object, form.entity) {
      kept.append(index)
      let number = content.object.text("reservationNumber")
      if content.isCancelled, !number.isEmpty { cancellations.append((form.type, number, index)) }
      return
    }
    // What this library wrote says which nodes are about one object; of others the content does.
    let thing =
      own.flatMap { ObjectIdentity(stated: $0)?.identifier }
      ?? NodeIdentity.thing(form, content)
    let key = thing.map { ComparisonText($0) }
    let earlierIdentities =
      isOurs || thing == nil
      ? [] : Self.firstIdentities(source.tree, form, reading, isStated: own != nil)
    let isNamed =
      source.tree.nodeIdentifier.map { ComparisonText($0) } == own.map { ComparisonText($0) }
      && own != nil
    let merges = !isNamed || isOurs
    if merges, let key, let place = places[key] {
      let first = items[place].content.object.values
      if let other = content.object.values.keys.sorted().first(where: {
        content.object.values[$0] != first[$0]
      }) {
        items[place].findings.append((.differingReservation, other, items[place].title))
      }
      items[place].content.isCancelled = items[place].content.isCancelled && content.isCancelled
      items[place].content.object.revive(by: content.object)
      items[place].nodes.append(index)
      items[place].add(
        [own, thing].compactMap { $0 } + earlierIdentities, content.travellers)
      return
    }
    let identities = [own, thing].compactMap { $0 } + earlierIdentities
    if merges, let key { places[key] = items.count }
    items.append(
      Item(
        node: index, form: form, entity: form.entity,
        identities: identities.isEmpty ? [NodeIdentity.digest(of: source.tree)] : identities,
        content: content, findings: findings))
  }

  /// Returns the identities that documents of the first edition have for a node.
  private static func firstIdentities(
    _ node: Tree, _ form: NodeForm, _ reading: NodeReading, isStated: Bool
  ) -> [String] {
    let content = reading.first.read(node, form, as: form.entity) { _, _, _ in }
    if let thing = NodeIdentity.thing(form, content) { return [thing] }
    // A node that says nothing of its thing is identified by its content.
    return isStated ? [] : [NodeIdentity.digest(of: node)]
  }

  /// Whether a node neither names its thing nor says when it is.
  private static func saysNothing(_ object: ObjectContent, _ entity: String) -> Bool {
    PartSpan(object.values, entity).first == nil
      && ["name", "title", "details", "number", "from", "to", "address", "notes"].allSatisfy {
        object.text($0).isEmpty
      }
  }

  // MARK: Trips

  /// Adds a trip that a node states, with the items that it names.
  private mutating func addTrip(
    _ index: Int, _ source: Source, _ named: [ComparisonText: Int], _ reading: NodeReading
  ) {
    var members: [Int] = []
    for identifier in Self.parts(of: source) {
      if let place = named[ComparisonText(identifier)], items[place].trip == nil {
        // Two names of one item must not count twice.
        items[place].trip = .item(items.count)
        members.append(place)
      }
    }
    let form = source.tripIdentifier == nil ? NodeForm.trip : NodeForm.archiveTrip
    let base = content(of: members, reading)
    var findings: [(ImportReport.Code, String, String)] = []
    let entity = reading.entity(of: source.tree, form)
    let content = reading.read(source.tree, form, as: entity, base: base) {
      findings.append(($0, $1, $2))
    }
    let stated =
      source.tripIdentifier.map { "trip:" + $0 }
      ?? NodeIdentity.stated(source.tree, reservation: nil)
    // A node of which no field says anything is no trip that anyone makes.
    let isOurs = stated.flatMap { ObjectIdentity(stated: $0) } != nil
    guard
      isOurs || !members.isEmpty || !content.object.participants.isEmpty
        || content.object.values != reading.blank(entity, base).values
    else {
      kept.append(index)
      return
    }
    var identity =
      stated
      ?? "Trip\t" + content.object.text("name") + "\t\(content.object.values["startDate"] ?? .null)"
    // Wishes of one name have nothing else that tells them apart.
    if !tripIdentities.insert(ComparisonText(identity)).inserted {
      identity = NodeIdentity.digest(of: source.tree)
    }
    items.append(
      Item(
        node: index, form: form, entity: entity, identities: [identity], content: content,
        findings: findings))
  }

  /// The identifiers of the parts that a trip names.
  static func parts(of source: Source) -> [String] {
    if source.tripIdentifier != nil {
      return source.tree.nodeValues("elements").compactMap(\.textValue)
    }
    return source.tree.nodeValues("itinerary").filter { $0.isOfType("ItemList") }
      .flatMap { $0.nodeValues("itemListElement") }
      .compactMap { $0.nodeIdentifier ?? $0.value(at: "item")?.nodeIdentifier }
  }

  private mutating func group(_ parts: [Int], _ reading: NodeReading) {
    let free = parts.filter { items[$0].trip == nil && !items[$0].content.hasNoTrip }
    for group in TripGrouping(
      free.map { TripGrouping.Part(items[$0].content.object, items[$0].entity, index: $0) }
    ).groups {
      for place in group { items[place].trip = .made(made.count) }
      made.append(MadeTrip(items: group, content: content(of: group, reading)))
    }
  }

  /// Returns the trip that parts make: its days are theirs, its name is where they lead.
  func content(of parts: [Int], _ reading: NodeReading) -> ObjectContent {
    MadeTrip.content(
      parts.map { (items[$0].entity, items[$0].content.object, items[$0].travellers) },
      reading.schema)
  }
}
