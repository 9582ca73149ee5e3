import DocumentTables

// What a node says about whether its thing is booked and takes place.
extension NodeReading {
  /// The status of a reservation, such as `Confirmed`; nil if none is stated.
  ///
  /// - Parameter edition: The first one does not read a reference, `{"@id": …}`.
  static func status(_ node: Tree, _ edition: TimeEdition = .current) -> String? {
    let value = node.value(at: "reservationStatus")
    guard let text = value?.nodeText ?? (edition == .first ? nil : value?.nodeIdentifier) else {
      return nil
    }
    let name = text.parts(dividedBy: "/").last ?? ""
    let prefix = "Reservation"
    return name.begins(with: prefix)
      ? String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : String(name)
  }

  /// Whether a node says that its reservation or its event is cancelled, by an IRI or by a word.
  static func isCancelled(_ node: Tree) -> Bool {
    ["reservationStatus", "eventStatus", "reservationFor.eventStatus"].contains {
      (path: NodePath) in
      let value = node.value(at: path)
      guard let text = value?.nodeText ?? value?.nodeIdentifier else { return false }
      let word = text.lowercased()
      return word.hasSuffix("cancelled") || word.hasSuffix("canceled")
    }
  }

  /// Whether the first edition takes a node for cancelled.
  static func wasCancelled(_ node: Tree) -> Bool {
    if status(node, .first)?.isSpelled("Cancelled") ?? false { return true }
    return ["eventStatus", "reservationFor.eventStatus"].contains { (path: NodePath) in
      node.text(at: path)?.ends(with: "EventCancelled") ?? false
    }
  }
}
