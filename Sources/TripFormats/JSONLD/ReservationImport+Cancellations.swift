import DocumentFile
import DocumentTables

// What a file cancels, and what it no longer has.
extension ReservationImport {
  /// What a cancellation can be of: the type of a node, and the reservation number.
  private struct Booking: Hashable {
    let type: String
    let number: ComparisonText
  }

  /// Cancels what was booked with the numbers of cancellations, of their types.
  mutating func cancel(
    _ cancellations: [(type: String, number: String, node: Int)], _ found: inout Set<ObjectKey>,
    _ content: ReservationContent
  ) throws(DocumentError) {
    guard !cancellations.isEmpty else { return }
    var booked: [Booking: [ObjectKey]] = [:]
    for (key, record) in recordOfObject.sorted(by: { $0.key < $1.key }) {
      guard let node = record.nodes.first, let form = stored.form(of: node, record) else {
        continue
      }
      let numbers = record.nodes.map { ComparisonText(Self.number(of: $0)) }
      for number in Set(numbers) {
        booked[Booking(type: form.type, number: number), default: []].append(key)
      }
    }
    for cancellation in cancellations {
      let booking = Booking(
        type: cancellation.type, number: ComparisonText(cancellation.number))
      guard let status = content.file.tree.nodes[cancellation.node].tree["reservationStatus"],
        // What one cancellation has found is not cancelled again.
        let keys = booked.removeValue(forKey: booking)
      else { continue }
      try cancel(keys, cancellation.number, status, &found)
    }
  }

  private static func number(of node: NodeTree.Node) -> String {
    node.tree.value(at: "reservationNumber")?.nodeText
      ?? node.tree.value(at: "reservationId")?.nodeText ?? ""
  }

  /// Cancels the nodes of a booking, and an object of which no other node is left.
  private mutating func cancel(
    _ booked: [ObjectKey], _ number: String, _ status: Tree, _ found: inout Set<ObjectKey>
  ) throws(DocumentError) {
    for key in booked where !found.contains(key) {
      guard let record = recordOfObject[key], let node = record.nodes.first,
        let form = stored.form(of: node, record), let before = state(key)
      else { continue }
      found.insert(key)
      var new = record
      for index in new.nodes.indices where Self.number(of: new.nodes[index]).isSpelled(number) {
        new.nodes[index].tree = new.nodes[index].tree.replacing("reservationStatus", with: status)
      }
      let entity = items.objects.objects[key]?.entity ?? form.entity
      guard let after = stored.content(of: new, as: entity) else { continue }
      let effect = try items.objects.update(key, from: before, to: after, &items.keys)
      new.made = effect.made
      updated[key] = new
      if effect.isAny { items.hasChanged = true }
      guard after.isCancelled else { continue }
      items.noteCancelled(
        key, before.source.title, record.identities.first ?? "", before)
    }
  }

  /// Notes an object of which all reservations are cancelled.
  mutating func noteCancellation(_ item: ReservationPlan.Item, _ key: ObjectKey) {
    let nodes = updated[key]?.nodes ?? []
    guard !nodes.isEmpty, nodes.allSatisfy({ NodeReading.isCancelled($0.tree) }) else { return }
    let isKnown =
      recordOfObject[key]?.nodes.allSatisfy { NodeReading.isCancelled($0.tree) } ?? false
    items.noteCancelled(
      key, item.title, item.identities.first ?? "", state(key), isKnown: isKnown)
  }

  /// Notes the trips that were made for reservations of which none is left.
  mutating func noteEmptyTrips() {
    for (key, record) in recordOfObject
    where record.isMade && items.objects.losesAllParts(key) {
      items.objects.noteRemoved(key, state(key))
    }
  }

  mutating func noteMissing(_ file: ReservationRecords.File, _ found: Set<ObjectKey>) {
    for record in records.objects(of: file.identity) where !record.isMade {
      guard let key = record.anchor, let object = items.objects.objects[key], !found.contains(key)
      else {
        continue
      }
      items.noteMissing(
        key, object.title, record.identities.first ?? "", state(key), record.record)
    }
  }
}
