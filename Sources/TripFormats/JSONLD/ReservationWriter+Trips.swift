import DocumentTables

// Trips: most are made for reservations, and reading these makes them again. A node states a trip that was read from a
// node, that is new, or that is not what its reservations make of it.
extension ReservationWriter {
  /// Whether a node states a trip: it was read, or the trip is new, or it is not what its reservations make
  /// of it.
  func isStated(_ trip: TripObject) -> Bool {
    guard let record = recordOfObject[trip.key] else { return true }
    return !record.isMade || stated.contains(trip.key)
  }

  /// Returns the fields of a trip that a node has to state if reading the written nodes makes something else of them.
  ///
  /// Usually these are all fields. If this version reads more of the stored nodes than the last import did, they are only
  /// the edited fields, and the fields that edits of the parts change.
  ///
  /// - Parameter parts: What the written parts make of the trip.
  private func edits(of trip: TripObject, movedBy parts: ObjectContent) -> Set<String> {
    guard readsMore, let record = recordOfObject[trip.key] else {
      return Set(trip.values.keys).union([MadeFields.participants])
    }
    var edits = self.edits(of: trip, record)
    let before = stored.partsContent(ofTrip: record)
    for (name, value) in parts.values where before.values[name] != value { edits.insert(name) }
    if before.participants != parts.participants { edits.insert(MadeFields.participants) }
    return edits
  }

  /// Returns what the nodes of a trip's part say.
  private func part(of object: TripObject, _ nodes: [Output]) -> MadeTrip.Part {
    var content = ObjectContent(values: object.values)
    if let node = nodes.first, let form = NodeForm.form(of: node.tree) {
      let file = node.origin.flatMap { records.file($0.file) }
      content =
        reading(file).read(node.tree, form, as: object.entity) { _, _, _ in }.object
    }
    return (
      object.entity, content,
      nodes.flatMap { NodeReading.travellers(of: $0.tree) }
    )
  }

  /// Returns the trips of which reading the nodes would make something else.
  func missingTrips(_ outputs: [Output]) -> Set<ObjectKey> {
    let trips = objects.trips.filter { !isStated($0) }
    guard !trips.isEmpty, !readsMore || !isUnedited(outputs) else { return [] }
    let statedTrips = Set(objects.trips.lazy.filter(isStated).map(\.key))
    // What belongs to stated trips takes no part in the grouping.
    let free = outputs.filter { output in
      guard let key = output.object else { return false }
      return objects.ofKey[key]?.trip.map { !statedTrips.contains($0) } ?? true
    }
    let plan = ReservationPlan(
      free.map { output in
        ReservationPlan.Source(
          tree: output.tree,
          reservationIdentifier: output.entry.flatMap(ReservationFile.reservationIdentifier))
      }, reading(records.files.count == 1 ? records.files.first : nil))
    var made: [Set<ObjectKey>: MadeTrip] = [:]
    for trip in plan.made {
      let keys = Set(trip.items.flatMap { plan.items[$0].nodes.compactMap { free[$0].object } })
      made[keys] = trip
    }
    return Set(
      trips.filter { trip in
        guard trip.entity == "Trip",
          let found = made[Set((objects.parts[trip.key] ?? []).map(\.key))]
        else { return true }
        var values = trip.values
        // The name of the file is no part of it.
        if found.content.text("name").isEmpty { values["name"] = .text("") }
        let fields = self.edits(of: trip, movedBy: found.content)
        return values.contains {
          fields.contains($0.key) && found.content.values[$0.key] != $0.value
        }
          || fields.contains(MadeFields.participants)
            && (objects.participants[trip.key] ?? []) != found.content.participants
      }.map(\.key))
  }

  /// Whether the nodes are as the last import kept them, and so are the trips.
  private func isUnedited(_ outputs: [Output]) -> Bool {
    guard records.files.count == 1, let file = records.files.first else { return false }
    var names: Set<ComparisonText> = []
    for object in objects.all {
      guard let record = recordOfObject[object.key], edits(of: object, record).isEmpty,
        object.trip.flatMap({ recordOfObject[$0]?.identities.first }).map({ ComparisonText($0) })
          == record.trip.map({ ComparisonText($0) })
      else { return false }
      names.formUnion(record.identities.lazy.map { ComparisonText($0) })
    }
    // What was deleted has no record.
    guard file.known.allSatisfy({ names.contains(ComparisonText($0)) }) else { return false }
    return outputs.allSatisfy { output in
      guard let record = output.object.flatMap({ recordOfObject[$0] }) else { return false }
      return record.nodes.contains { $0.tree == output.tree }
    }
  }

  /// Whether the stored nodes say something else than the last import made of them: that of an earlier version may have
  /// read less.
  func findsMore() -> Bool {
    objects.all.contains { object in
      guard let record = recordOfObject[object.key], let state = stored.state(of: record, object)
      else { return false }
      return MadeFields(state.source, of: object.entity, schema) != state.made
    }
  }

  func tripNodes(_ outputs: [Output]) -> [Output] {
    var nodesOfObject: [ObjectKey: [Output]] = [:]
    for output in outputs {
      if let key = output.object { nodesOfObject[key, default: []].append(output) }
    }
    let present = Set(outputs.compactMap { $0.tree.nodeIdentifier.map { ComparisonText($0) } })
    return objects.trips.filter(isStated).compactMap { trip -> Output? in
      let record = recordOfObject[trip.key].flatMap { $0.isMade ? nil : $0 }
      let file = record.flatMap { records.file($0.file) }
      let names = record.flatMap { namesOfFile[ComparisonText($0.file)] }
      let people = objects.participants[trip.key] ?? []
      let nodes = (objects.parts[trip.key] ?? []).flatMap { nodesOfObject[$0.key] ?? [] }
      let content = MadeTrip.content(
        (objects.parts[trip.key] ?? []).map { part(of: $0, nodesOfObject[$0.key] ?? []) }, schema)
      let edits = self.edits(of: trip, movedBy: content)
      let isArchiveNode = record?.nodes.first.map { node in
        node.place.first.flatMap { file?.entryNames[$0] }?
          .begins(with: ReservationFile.Folder.trips) ?? false
      }
      let origin = record.flatMap { record in record.nodes.first.map { (record.file, $0.place) } }
      if isArchive {
        let old = isArchiveNode == true ? record?.nodes.first?.tree : nil
        var node = editing(file).edit(
          old ?? .object([]), .archiveTrip, trip, people,
          old == nil ? Set(trip.values.keys).union([MadeFields.participants]) : edits,
          base: old == nil ? nil : content, parts: content)
        node = node.replacing("elements", with: .array(elements(nodes, old, names)))
        return Output(
          tree: node, object: trip.key, origin: old == nil ? nil : origin,
          entry: old == nil
            ? nil : record?.nodes.first?.place.first.flatMap { file?.entryNames[$0] })
      }
      let old = isArchiveNode == false ? record?.nodes.first?.tree : nil
      guard
        let node = old.map({
          editing(file).edit($0, .trip, trip, people, edits, base: content, parts: content)
        })
          ?? editing(nil).make(trip, people, parts: content).map({
            $0.replacing("@id", with: .text(identifier(trip.key)))
          })
      else { return nil }
      return Output(
        tree: listing(nodes, in: node, present: present, known: names?.known ?? []),
        object: trip.key, origin: old == nil ? nil : origin)
    }
  }

  /// Returns the names of a trip's reservations.
  ///
  /// Names from a file stay as they were.
  private func elements(
    _ nodes: [Output], _ old: Tree?, _ file: FileNames?
  ) -> [Tree] {
    var numbers: [ObjectKey: Int] = [:]
    let names = nodes.map { output -> String in
      guard output.entry == nil, let key = output.object else {
        return output.entry.flatMap(ReservationFile.reservationIdentifier) ?? ""
      }
      let number = numbers[key, default: 0]
      numbers[key] = number + 1
      return ReservationFile.reservationIdentifier(ofEntry: entryName(key, number, isTrip: false))
        ?? ""
    }
    let values = old?.nodeValues("elements") ?? []
    let stated = values.compactMap(\.textValue)
    // The program names one reservation of several travellers for all of them.
    let known = Set(stated.map { ComparisonText($0) })
    let objects = Set(
      zip(nodes, names).compactMap { known.contains(ComparisonText($1)) ? $0.object : nil })
    let rest = zip(nodes, names).filter { node, name in
      !known.contains(ComparisonText(name)) && !(node.object.map(objects.contains) ?? false)
    }.map(\.1)
    let present = Set(names.map { ComparisonText($0) })
    // What names no entry that the file had means something to the program only.
    let kept = values.filter { value in
      guard let name = value.textValue.map({ ComparisonText($0) }) else { return true }
      return present.contains(name) || !(file?.entries.contains(name) ?? false)
    }
    return kept + rest.map { .text($0) }
  }

  /// Returns a trip that names its parts; the same one if it does.
  ///
  /// - Parameters:
  ///   - present: The identifiers of all nodes.
  ///   - known: Those of the file when it was read.
  private func listing(
    _ nodes: [Output], in trip: Tree, present: Set<ComparisonText>, known: Set<ComparisonText>
  ) -> Tree {
    let ids = nodes.compactMap { $0.tree.nodeIdentifier }
    let named = Set(
      ReservationPlan.parts(of: ReservationPlan.Source(tree: trip)).map { ComparisonText($0) })
    // A name of nothing in the file, such as a page, stays.
    if named.intersection(present) == Set(ids.map { ComparisonText($0) }),
      named.subtracting(present).isDisjoint(with: known)
    {
      return trip
    }
    let items = ids.map { Tree.members(["@id": .text($0)]) }
    let list: Tree? =
      items.isEmpty
      ? nil : .members(["@type": .text("ItemList"), "itemListElement": .array(items)])
    let others = trip.nodeValues("itinerary").filter { !$0.nodeTypes.contains("ItemList") }
    let all = others + (list.map { [$0] } ?? [])
    return trip.replacing(
      "itinerary", with: all.isEmpty ? nil : all.count == 1 ? all[0] : .array(all))
  }
}

/// The names by which a file could refer to its nodes when it was read.
struct FileNames {
  /// The identities of its nodes.
  let known: Set<ComparisonText>
  /// The names of its reservations, in an archive.
  let entries: Set<ComparisonText>

  init(_ file: ReservationRecords.File) {
    known = Set(file.known.map { ComparisonText($0) })
    entries = Set(
      file.entryNames.values.compactMap(ReservationFile.reservationIdentifier).map {
        ComparisonText($0)
      })
  }
}
