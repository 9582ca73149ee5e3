import DocumentFile
import DocumentTables

// What a file cancels, and what it no longer has.
extension ReservationUpdate {
  /// Cancels what was booked with a number, of a type.
  mutating func cancel(
    _ cancellation: (type: String, number: String, node: Int), _ found: inout Set<ObjectKey>,
    _ content: ReservationContent
  ) throws(DocumentError) {
    guard let status = content.file.tree.nodes[cancellation.node].tree["reservationStatus"] else {
      return
    }
    for (key, record) in recordOfObject.sorted(by: { $0.key < $1.key })
    where !found.contains(key) {
      guard let node = record.nodes.first, let form = form(of: node, record),
        form.type == cancellation.type, let before = stored(key)?.content,
        before.text("reservationNumber") == cancellation.number
      else { continue }
      found.insert(key)
      var new = record
      for index in new.nodes.indices {
        new.nodes[index].tree = new.nodes[index].tree.replacing("reservationStatus", with: status)
      }
      let entity = objects.objects[key]?.entity ?? form.entity
      let after = reading(of: record).read(new.nodes[0].tree, form, as: entity) { _, _, _ in }
      try objects.update(key, from: before, to: after.object, &reader.keys)
      updated[key] = new
      if !NodeReading.isCancelled(node.tree) || removesCancelled {
        objects.report.note(
          .cancelled, ReservationPlan.title(of: before, form), record.identities.first ?? "")
      }
      objects.noteRemoved(key, before)
    }
  }

  /// Notes an object of which all reservations are cancelled.
  mutating func noteCancellation(_ item: ReservationPlan.Item, _ key: ObjectKey) {
    let nodes = updated[key]?.nodes ?? []
    guard !nodes.isEmpty, nodes.allSatisfy({ NodeReading.isCancelled($0.tree) }) else { return }
    let isKnown =
      recordOfObject[key]?.nodes.allSatisfy { NodeReading.isCancelled($0.tree) } ?? false
    // What is known is reported once, and deleted whenever that is wanted.
    if !isKnown || removesCancelled {
      objects.report.note(.cancelled, item.title, item.identities.first ?? "")
    }
    objects.noteRemoved(key, stored(key)?.content)
  }

  /// Notes the trips that were made for reservations of which none is left.
  mutating func noteEmptyTrips() {
    for (key, record) in recordOfObject
    where record.isMade && objects.losesAllParts(key) {
      let parts = recordOfObject.values.filter { $0.trip == record.identities.first }
      objects.noteRemoved(key, partsContent(of: parts))
    }
  }

  mutating func noteMissing(_ file: ReservationRecords.File, _ found: Set<ObjectKey>) {
    for record in records.ofFile[file.identity] ?? [] where !record.isMade {
      guard let key = record.anchor, let object = objects.objects[key], !found.contains(key) else {
        continue
      }
      let title = [object.text("name"), object.text("title"), object.text("to")]
        .first { !$0.isEmpty }
      objects.report.note(.missing, title ?? "", record.identities.first ?? "")
      objects.noteRemoved(key, stored(key)?.content)
    }
  }
}
