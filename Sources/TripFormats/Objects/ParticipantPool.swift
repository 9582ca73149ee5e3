import DocumentTables

/// Participants of a trip, which are found by what a calendar states about them.
///
/// People have no identifiers: the same ones have equal names and addresses, or else equal addresses, or
/// else equal names. Each is found once.
struct ParticipantPool<Element> {
  private var elements: [Element?]
  private var ofPerson: [TripParticipant: [Int]] = [:]
  private var ofEmail: [ComparisonText: [Int]] = [:]
  private var ofName: [ComparisonText: [Int]] = [:]

  init(_ elements: [Element], _ person: (Element) -> TripParticipant) {
    self.elements = elements
    // The last place of each list is the first element.
    for (index, element) in elements.enumerated().reversed() {
      let person = person(element)
      ofPerson[person, default: []].append(index)
      if let email = person.email { ofEmail[ComparisonText(email), default: []].append(index) }
      ofName[ComparisonText(person.name), default: []].append(index)
    }
  }

  /// Takes the element of a person with this name and address; nil if there is none.
  mutating func take(equal person: TripParticipant) -> Element? {
    take(ofPerson.removeValue(forKey: person)).map { element, rest in
      ofPerson[person] = rest
      return element
    }
  }

  /// Takes the element of the person; nil if there is none.
  mutating func take(_ person: TripParticipant) -> Element? {
    if let found = take(equal: person) { return found }
    if let email = person.email.map({ ComparisonText($0) }),
      let (found, rest) = take(ofEmail.removeValue(forKey: email))
    {
      ofEmail[email] = rest
      return found
    }
    let name = ComparisonText(person.name)
    return take(ofName.removeValue(forKey: name)).map { element, rest in
      ofName[name] = rest
      return element
    }
  }

  /// The elements that were not taken.
  var rest: [Element] { elements.compactMap { $0 } }

  /// Takes the first element that is still there, and returns the places behind it.
  private mutating func take(_ places: [Int]?) -> (element: Element, rest: [Int])? {
    guard var places else { return nil }
    while let index = places.popLast() {
      if let element = elements[index] {
        elements[index] = nil
        return (element, places)
      }
    }
    return nil
  }
}
