import DocumentTables

/// What an import made of the fields of an object, as digests that the record of the object's source has.
///
/// A field with another digest has been edited since. The digests tell it without the source, which a later version of
/// this library may read differently.
struct MadeFields: Hashable, Sendable {
  /// The member of a record.
  static let member = "made"
  /// The field with the participants of a trip.
  static let participants = "participants"
  /// The digest of an edited field in a copy of a document with other content.
  private static let edited = "00000000"
  /// What is in front of the digest of a value that another source states.
  private static let keptMark: Character = "="

  /// Blank fields have no digest.
  private var digests: [String: String] = [:]

  /// - Parameters:
  ///   - content: What a source says.
  ///   - earlier: What an earlier import made of the attributes that the content leaves out.
  init(
    _ content: ObjectContent, of entity: String, _ schema: TripSchema,
    keeping earlier: MadeFields? = nil
  ) {
    let blanks = schema.blankValues(of: entity)
    for attribute in schema.attributes(of: entity) {
      let name = attribute.name
      guard let value = content.values[name] else {
        digests[name] = earlier?.digests[name]
        continue
      }
      let known = attribute.type.known(attribute.type.whole(value))
      if known != blanks[name] ?? .null {
        digests[name] = Self.digest(of: Tree(known, of: attribute.type))
      }
    }
    if schema.isTrip(entity) { set(content.participants) }
  }

  /// Reads a member of a record; nil if there is none.
  init?(_ tree: Tree?) {
    guard case .object(let members)? = tree else { return nil }
    for member in members { digests[member.name] = member.value.textValue }
  }

  var tree: Tree { .members(digests.mapValues { .text($0) }) }

  /// States the participants.
  mutating func set(_ participants: [TripParticipant]) {
    let people = participants.map { person in
      Tree.array([.text(person.name), person.email.map { .text($0) } ?? .null])
    }
    digests[Self.participants] = people.isEmpty ? nil : Self.digest(of: .array(people))
  }

  /// Whether a field is the same.
  func hasSame(_ field: String, as other: MadeFields) -> Bool {
    digest(of: field) == other.digest(of: field)
  }

  private func digest(of field: String) -> String? {
    guard let digest = digests[field], digest.first == Self.keptMark else { return digests[field] }
    return digest.count == 1 ? nil : String(digest.dropFirst())
  }

  /// Whether a field has the value of another source, which this one does not change by saying the same again.
  func isKept(_ field: String) -> Bool { digests[field]?.first == Self.keptMark }

  /// Returns the fields of which an export states the object's value: the edited ones, and those in which another source
  /// says something else than this one.
  func fieldsToState(
    in object: ObjectContent, of entity: String, _ schema: TripSchema,
    source: () -> ObjectContent?
  ) -> Set<String> {
    var fields = edits(in: object, of: entity, schema)
    let kept = keptFields
    guard !kept.isEmpty, let source = source() else { return fields }
    let blanks = schema.blankValues(of: entity)
    for field in kept
    where JoinedValues.differs(field, object.values, from: source.values, blanks: blanks) {
      fields.insert(field)
      for ending in ["Date", "Time"] where field.hasSuffix(ending) {
        let moment = field.dropLast(ending.count)
        fields.formUnion([moment + "Date", moment + "Time"])
      }
    }
    return fields
  }

  /// States that the object has values of another source where this one says something else.
  mutating func keep(_ object: MadeFields) {
    for field in Set(digests.keys).union(object.digests.keys)
    where field != Self.participants && !hasSame(field, as: object) {
      mark(field, as: object)
    }
  }

  /// The fields that have the value of another source.
  var keptFields: [String] { digests.keys.filter(isKept).sorted() }

  /// Marks the fields that another source has changed and nobody has edited.
  ///
  /// - Parameter edits: The fields that someone has edited.
  mutating func follow(
    from before: MadeFields, to after: MadeFields, besides edits: Set<String> = []
  ) {
    for field in Set(before.digests.keys).union(after.digests.keys).subtracting(edits)
    where field != Self.participants && hasSame(field, as: before)
      && !before.hasSame(field, as: after)
    {
      mark(field, as: after)
    }
  }

  private mutating func mark(_ field: String, as object: MadeFields) {
    digests[field] = String(Self.keptMark) + (object.digest(of: field) ?? "")
  }

  /// Returns the fields in which an object is not what was made of it.
  ///
  /// A day and a time for one moment are edited together, because the time hides the day.
  func edits(
    in object: ObjectContent, of entity: String, _ schema: TripSchema
  ) -> Set<String> {
    let now = MadeFields(object, of: entity, schema)
    let names = schema.attributes(of: entity).map(\.name)
    var edits = Set((names + [Self.participants]).filter { !hasSame($0, as: now) })
    for day in names where day.hasSuffix("Date") {
      let time = String(day.dropLast("Date".count)) + "Time"
      if edits.contains(day) || edits.contains(time) { edits.formUnion([day, time]) }
    }
    return edits
  }

  /// Returns the digests for a copy of an object with other content.
  ///
  /// The same fields are edited, and those of which the copy's source says something else than the copy, although the
  /// import made what the source said.
  ///
  /// - Parameters:
  ///   - object: The object, and what its source says.
  ///   - copy: The copy, and what its source says.
  func restated(
    _ object: (content: ObjectContent, source: ObjectContent),
    as copy: (content: ObjectContent, source: ObjectContent), of entity: String,
    _ schema: TripSchema
  ) -> MadeFields {
    func fields(_ content: ObjectContent) -> MadeFields {
      MadeFields(content, of: entity, schema)
    }
    let (now, source) = (fields(object.content), fields(object.source))
    let (copied, copiedSource) = (fields(copy.content), fields(copy.source))
    var result = copied
    let names = [self, now, copied, copiedSource].flatMap(\.digests.keys)
    for field in Set(names)
    where !hasSame(field, as: now)
      || hasSame(field, as: source) && !copied.hasSame(field, as: copiedSource)
    {
      result.digests[field] = Self.edited
    }
    for field in digests.keys where isKept(field) && hasSame(field, as: now) {
      result.mark(field, as: copied)
    }
    return result
  }

  private static func digest(of tree: Tree) -> String {
    String(Digest(of: CanonicalJSON.bytes(of: tree.withoutMarks)).text.prefix(8))
  }
}

extension Tree {
  /// The tree with the text form of each value that JSON marks, so that it is the same after its type has widened.
  fileprivate var withoutMarks: Tree {
    // Recursion is bounded: readers limit the depth of trees to 64.
    switch self {
    case .date(let seconds): .text(DateText.text(seconds))
    case .day(let days): .text(DayText.text(days))
    case .uuid(let number): .text(UUIDText.text(number))
    case .data(let bytes): .text(DataText.text(bytes))
    case .spelled(_, let text): .text(text)
    case .array(let items): .array(items.map(\.withoutMarks))
    case .object(let members):
      .object(
        members.filter { !$0.value.isNull }.map { TreeMember($0.name, $0.value.withoutMarks) })
    default: self
    }
  }
}

/// What the last import made of an object, and what its stored source says to a reader of today.
struct ImportedState {
  let made: MadeFields
  let source: ObjectContent
}
