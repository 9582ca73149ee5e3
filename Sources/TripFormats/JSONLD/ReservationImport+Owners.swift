import DocumentFile
import DocumentTables

// The objects of items: known, joined, rebooked, deleted or new.
extension ReservationImport {
  /// Returns the items that an object has been joined with, by the item that is found for it.
  ///
  /// An export states each node of a joined object, and two nodes of different travellers need not be one item.
  func attachedItems(
    _ plan: ReservationPlan, _ owners: [Int: ObjectKey]
  ) -> [Int: [Int]] {
    var first: [ObjectKey: Int] = [:]
    for (index, key) in owners { first[key] = index }
    var attached: [Int: [Int]] = [:]
    for index in plan.items.indices where owners[index] == nil {
      if let key = joinedKey(of: plan.items[index]), let owner = first[key] {
        attached[owner, default: []].append(index)
      }
    }
    return attached
  }

  /// Returns the object of several nodes of which one has an identity of an item.
  private func joinedKey(of item: ReservationPlan.Item) -> ObjectKey? {
    for identity in item.identities {
      if let record = ofIdentity[ComparisonText(identity)], record.nodes.count > 1 {
        return record.anchor
      }
    }
    return nil
  }

  /// The nodes of an item, with those of items that are joined with it.
  func nodes(of index: Int, _ content: ReservationContent) -> [NodeTree.Node] {
    ([index] + (attached[index] ?? [])).flatMap { content.nodes(of: content.plan.items[$0]) }
  }

  /// Finds the objects of items, and gives keys to new ones.
  mutating func owners(
    _ content: ReservationContent
  ) throws(DocumentError) -> (owners: [Int: ObjectKey], isNew: Set<Int>, joined: Set<Int>) {
    let plan = content.plan
    var owners: [Int: ObjectKey] = [:]
    var isNew: Set<Int> = []
    var found: Set<ObjectKey> = []
    for (index, item) in plan.items.enumerated() {
      guard let key = key(of: item, besides: found) else { continue }
      owners[index] = key
      found.insert(key)
    }
    findBookings(plan, &owners, &found)
    var new: [Int] = []
    for (index, item) in plan.items.enumerated() where owners[index] == nil {
      if let key = joinedKey(of: item), found.contains(key) { continue }
      if !items.objects.takesTheirs,
        let identity = item.identities.first(where: {
          deleted.contains(ComparisonText($0))
        })
      {
        items.objects.report.note(.deleted, item.title, identity)
      } else {
        new.append(index)
      }
    }
    var joined: Set<Int> = []
    let candidates = new.map { place in
      (place, plan.items[place].entity, plan.items[place].content.object)
    }
    for (index, key) in items.pairs(candidates, { !found.contains($0) }) {
      owners[index] = key
      if isRebooked(plan.items[index], key, content) {
        rebooked.insert(key)
      } else {
        joined.insert(index)
      }
    }
    for index in new where owners[index] == nil {
      owners[index] = try items.keys.take()
      isNew.insert(index)
    }
    return (owners, isNew, joined)
  }

  /// Whether a file has a node of the same travellers in place of that of an object: with another number of the booking.
  private func isRebooked(
    _ item: ReservationPlan.Item, _ key: ObjectKey, _ content: ReservationContent
  ) -> Bool {
    guard !item.content.object.isCancelled, let record = recordOfObject[key],
      record.file.isSpelled(content.identity),
      record.nodes.allSatisfy({ $0.file?.isSpelled(content.identity) ?? true })
    else { return false }
    // Two mails of one name may be those of two travellers.
    let people = record.nodes.map(JoinedNodes.person)
    return !people.contains(nil)
      && Set(people) == Set(content.nodes(of: item).map(JoinedNodes.person))
  }

  /// Whether a file has most legs and stays of the stored one of its name, under other numbers.
  private mutating func isRebooked(_ content: ReservationContent) -> Bool {
    let items = content.plan.items
    let own = items.indices.filter { Journey.isOne(items[$0].entity) }
    if own.isEmpty { return false }
    let candidates = own.map { ($0, items[$0].entity, items[$0].content.object) }
    let file = content.identity
    let records = recordOfObject
    let pairs = self.items.pairs(candidates) { records[$0]?.file.isSpelled(file) ?? false }
    let stored = records.values.count { record in
      record.file.isSpelled(file)
        && record.anchor.flatMap { self.items.objects.objects[$0] }.map { Journey.isOne($0.entity) }
          ?? false
    }
    return pairs.count { isRebooked(items[$0.key], $0.value, content) } * 2 > max(own.count, stored)
  }

  /// A file has the identity of a stored one with its name, if they have a reservation in common, or most journeys, or neither has
  /// any: mails have attachments of one name.
  mutating func identity(of content: ReservationContent) -> String {
    let own = Set(content.identities.map { ComparisonText($0) })
    var identity = content.identity
    var number = 1
    while let file = records.file(identity) {
      if own.isEmpty && file.known.isEmpty
        || file.known.contains(where: { own.contains(ComparisonText($0)) })
        || number == 1 && isRebooked(content)
      {
        return identity
      }
      number += 1
      identity = "\(content.identity)\t#\(number)"
    }
    return identity
  }

  private func key(of item: ReservationPlan.Item, besides found: Set<ObjectKey>) -> ObjectKey? {
    for identity in item.identities {
      if let anchor = ofIdentity[ComparisonText(identity)]?.anchor, !found.contains(anchor) {
        return anchor
      }
      if let own = items.own(ObjectIdentity(stated: identity)), !found.contains(own) { return own }
    }
    return nil
  }

  /// Finds objects by their bookings, where there is one in the document and one in the file.
  private func findBookings(
    _ plan: ReservationPlan, _ owners: inout [Int: ObjectKey], _ found: inout Set<ObjectKey>
  ) {
    let pairs = SingleMatches.pairs(
      plan.items.indices.filter { owners[$0] == nil },
      recordOfObject.filter { !found.contains($0.key) },
      { index in
        NodeIdentity.booking(plan.items[index].form, plan.items[index].content.object)
          .map { ComparisonText($0) }
      },
      { key, record in
        guard let node = record.nodes.first, let form = stored.form(of: node, record),
          let content = storedContent(of: record, key)
        else { return nil }
        return NodeIdentity.booking(form, content).map { ComparisonText($0) }
      })
    for (index, other) in pairs {
      owners[index] = other.key
      found.insert(other.key)
    }
  }
}
