import DocumentTables

/// A pending change that contradicts what another process has saved.
enum Contradiction {
  /// An object, and one of its slots; no slot if a deletion contradicts the change of an object.
  struct Place: Hashable, Comparable {
    var key: ObjectKey
    var slot: Int?

    static func < (left: Place, right: Place) -> Bool {
      (left.key, left.slot ?? -1) < (right.key, right.slot ?? -1)
    }
  }

  /// Both sides have set the slot, which had a value before.
  case value(Value)
  /// The other process has deleted the object.
  case deletedThere(LastRows)
  /// The context has deleted the object.
  case deletedHere
  /// The context has set the slot to an object that the other process has deleted.
  case targetDeleted(ObjectKey, hierarchy: Int, LastRows)
}

/// The contradictions of pending changes to changes of other processes, until a save settles them.
struct Contradictions {
  private var found: [Contradiction.Place: Contradiction] = [:]

  var isEmpty: Bool { found.isEmpty }

  /// The places with contradictions, in the order of their objects.
  var places: [Contradiction.Place] { found.keys.sorted() }

  subscript(place: Contradiction.Place) -> Contradiction? { found[place] }

  /// Notes a contradiction; the first one of two values stays, because both sides have seen its base.
  mutating func note(_ contradiction: Contradiction, at place: Contradiction.Place) {
    if case .value = found[place] { return }
    found[place] = contradiction
  }

  /// Forgets the contradiction of a place.
  mutating func settle(_ place: Contradiction.Place) { found[place] = nil }

  /// Replaces the keys of objects that have new ones.
  mutating func renumber(_ newKeys: [ObjectKey: ObjectKey]) {
    let places = found.map { place, contradiction in
      (Contradiction.Place(key: newKeys[place.key] ?? place.key, slot: place.slot), contradiction)
    }
    found = Dictionary(places) { first, _ in first }
  }
}
