import DocumentFile
import DocumentTables

/// Makes components of objects, and brings edits of objects into the components that they were read
/// from.
struct ComponentEditing {
  let writing: ComponentWriting
  var reading: ComponentReading

  init(_ reading: ComponentReading) {
    writing = ComponentWriting(schema: reading.schema)
    self.reading = reading
  }

  private var schema: TripSchema { reading.schema }

  /// Returns a new component of an object.
  ///
  /// - Parameters:
  ///   - stamp: The time of the object's last change, as a value of DTSTAMP.
  ///   - parent: The UID of the trip's component.
  mutating func make(
    _ object: TripObject, _ participants: [TripParticipant], uid: String, stamp: String,
    parent: String?
  ) -> CalendarComponent {
    let isTask = writing.isTask(object)
    var component = CalendarComponent(name: isTask ? "VTODO" : "VEVENT")
    component.append("UID", text: uid)
    component.append("DTSTAMP", value: stamp)
    for group in ComponentWriting.Group.allCases {
      component.lines += writing.lines(group, of: object, participants, isTask: isTask)
        .compactMap { $0 }
    }
    if object.entity == "Stay" {
      component.append("CATEGORIES", text: CalendarCategories.stay[0])
    } else if object.entity == "Leg" {
      component.append("CATEGORIES", text: CalendarCategories.word(ofMode: object.text("mode")))
    }
    if let parent { component.append("RELATED-TO", text: parent) }
    component.append(ComponentReading.entityProperty, value: object.entity)
    complete(&component, object, participants)
    return component
  }

  /// Returns the component of an object with the fields that have been edited since it was read; the
  /// same component if there are none.
  ///
  /// All other fields keep what the component says, also if that is more than the object has.
  ///
  /// - Parameter edits: The edited fields, as ``MadeFields`` names them.
  mutating func edit(
    _ component: CalendarComponent, _ object: TripObject, _ participants: [TripParticipant],
    _ edits: Set<String>
  ) -> CalendarComponent {
    if component.departure != nil {
      let whole = component.whole
      let edited = edit(whole, object, participants, edits)
      return edited == whole ? component : component.stating(edited)
    }
    var report = ImportReport()
    guard !edits.isEmpty, let base = reading.read(component, as: object.entity, &report) else {
      return component
    }
    let own = object.values
    var object = object
    object.values.merge(base.values.filter { !edits.contains($0.key) }) { $1 }
    if writing.span(of: object).isMixed {
      // No component says that one of its times has a zone and the other has none.
      let times = ComponentWriting.Group.time.fields(
        of: object.entity, isTrip: schema.isTrip(object.entity))
      object.values.merge(own.filter { times.contains($0.key) }) { $1 }
    }
    let participants =
      edits.contains(MadeFields.participants) ? participants : base.participants
    let changed = Set(
      object.values.filter { base.values[$0.key] ?? .null != $0.value }.map(\.key))
    let isTrip = schema.isTrip(object.entity)
    let hasOtherPeople = isTrip && base.participants != participants
    guard !changed.isEmpty || hasOtherPeople else { return component }
    var edited = component
    for group in ComponentWriting.Group.allCases
    where group.fields(of: object.entity, isTrip: isTrip).contains(where: changed.contains) {
      let names = group == .route ? Self.routeNames(changed) : group.names
      let lines = writing.lines(
        group, of: object, participants, isTask: component.isTask
      ).compactMap { $0 }.filter { group != .route || names.contains($0.name) }
      edited.replace(
        names, group == .links ? ComponentReading.isLink : { _ in false },
        with: keeping(component, lines, group))
    }
    let title = edited.text("SUMMARY") ?? ""
    if CancellationWords.stand(before: component.text("SUMMARY") ?? ""),
      !CancellationWords.stand(before: title), object.isCancelled
    {
      // The title no longer says it.
      edited.replace(
        ["STATUS"], with: [ContentLine("STATUS", value: "CANCELLED")].compactMap { $0 })
    }
    if changed.contains("mode"), object.entity == "Leg" {
      edited.replaceMode(CalendarCategories.word(ofMode: object.text("mode")))
    }
    if hasOtherPeople { edited.replaceParticipants(participants) }
    complete(&edited, object, participants)
    return edited
  }

  /// Returns the names of the properties that state edited fields of a leg; the others keep words that no field has.
  private static func routeNames(_ changed: Set<String>) -> Set<String> {
    var names: Set<String> = []
    if !changed.isDisjoint(with: ["from", "to", "provider", "number"]) {
      names.formUnion(ComponentWriting.Group.name.names)
    }
    if changed.contains("from") { names.formUnion(ComponentWriting.Group.place.names) }
    if changed.contains("fromLocation") {
      // All that repeat the coordinates, but not the words of the place.
      names.formUnion(ComponentWriting.Group.place.names.filter { $0 != "LOCATION" })
    }
    return names
  }

  /// Returns lines with those of the old component in place of new ones that say the same.
  private mutating func keeping(
    _ component: CalendarComponent, _ lines: [ContentLine], _ group: ComponentWriting.Group
  ) -> [ContentLine] {
    guard group == .time else {
      // A value that did not change keeps its parameters.
      return lines.map { line in
        component.properties.first { $0.name == line.name && $0.value.isSpelled(line.value) }
          ?? line
      }
    }
    var report = ImportReport()
    func moment(_ line: ContentLine) -> CalendarSpan.Moment? {
      guard
        let start = ContentLine(
          "DTSTART",
          line.parameters.compactMap { parameter in
            parameter.values.first.map { (parameter.name, $0) }
          },
          value: String(line.value))
      else { return nil }
      return reading.spans.span(of: [start], isTask: false, &report)?.start
    }
    return lines.map { line in
      guard let old = component.property(line.name), let meant = moment(line),
        moment(old) == meant
      else { return line }
      return old
    }
  }

  /// Adds an exact value for each field that the standard properties do not state.
  private mutating func complete(
    _ component: inout CalendarComponent, _ object: TripObject,
    _ participants: [TripParticipant]
  ) {
    component.removeExactValues()
    var report = ImportReport()
    guard
      let standard = reading.read(component, as: object.entity, isExact: false, &report)
    else { return }
    // The guard has the reading of the first edition, which every later version knows.
    let guarded = reading.guarded(component, as: object.entity) ?? standard
    let exact = schema.exactValues(
      of: ObjectContent(values: object.values, participants: participants), as: object.entity,
      besides: standard.object, guarded: guarded.object,
      blank: ObjectContent(values: schema.blankValues(of: object.entity)))
    let lines = exact.compactMap { exact in
      ContentLine(
        ComponentReading.property(exact.name),
        exact.instead.map { [(ComponentReading.guardParameter, $0.exactText)] } ?? [],
        text: exact.value.exactText)
    }
    component.insert(lines)
  }
}

extension CalendarComponent {
  /// Replaces the component's own properties of some names; the new ones go where the first of them
  /// was.
  mutating func replace(
    _ names: Set<String>, _ isOld: (ContentLine) -> Bool = { _ in false }, with new: [ContentLine]
  ) {
    var depth = 0
    var place: Int?
    var kept: [ContentLine] = []
    for line in lines {
      if line.name == "END" { depth -= 1 }
      if depth == 0, names.contains(line.name) || isOld(line) {
        place = place ?? kept.count
        continue
      }
      if line.name == "BEGIN" { depth += 1 }
      kept.append(line)
    }
    lines = kept
    if let place {
      lines.insert(contentsOf: new, at: place)
    } else {
      insert(new)
    }
  }

  /// Inserts properties behind the component's own ones.
  mutating func insert(_ new: [ContentLine]) {
    let place = lines.firstIndex { $0.name == "BEGIN" } ?? lines.count
    lines.insert(contentsOf: new, at: place)
  }

  fileprivate mutating func removeExactValues() {
    replace(
      [],
      { line in
        line.name.hasPrefix(ComponentReading.prefix) && line.name != ComponentReading.entityProperty
      }, with: [])
  }

  fileprivate mutating func replaceMode(_ word: String) {
    let others = properties.filter { $0.name == "CATEGORIES" }
      .flatMap { CalendarText.list($0.value) }
      .filter { !CalendarCategories.isOfMode($0) }
    let value = ([word] + others).map(CalendarText.escaped).joined(separator: ",")
    if let line = ContentLine("CATEGORIES", value: value) {
      replace(["CATEGORIES"], with: [line])
    }
  }

  /// Keeps the lines of people who still take part, with their roles and answers, and replaces the
  /// others.
  fileprivate mutating func replaceParticipants(_ participants: [TripParticipant]) {
    var old = ParticipantPool(
      properties.filter { $0.name == "ATTENDEE" }, ComponentReading.participant)
    let new = participants.compactMap { old.take(equal: $0) ?? ComponentWriting.attendee($0) }
    replace(["ATTENDEE"], with: new)
  }
}
