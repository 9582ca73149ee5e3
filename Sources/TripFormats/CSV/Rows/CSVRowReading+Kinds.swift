import DocumentTables

// The kind of a row: the entity that it states, or else the entities that its cells suggest.
extension CSVRowReading {
  private func statedEntity(_ row: CSVRecordStream) -> String? {
    guard let cell = entityCell, !row.isEmpty(cell),
      let entity = CSVWords.entity(row.text(cell), schema)
        ?? (knowsWords ? KindWords.entity(of: row.text(cell)) : nil),
      plans[entity] != nil,
      // In other programs a ticket is something to do, not a seat.
      columns.isOwn || entity != "Ticket"
    else { return nil }
    // Without the places of its ends, a leg would have no words.
    let isItem = entity == "Leg" && !hasLegEnds && !row.text(cell).isSpelled("Leg")
    return isItem ? "BucketListItem" : entity
  }

  /// The kinds whose columns are filled in a row that states no entity.
  private func suggestedKinds(_ row: CSVRecordStream) -> CSVRowKinds {
    var kinds: CSVRowKinds = []
    for (cell, kind) in kindCells {
      guard cell < row.cells.count else { break }
      if !row.isEmpty(cell) { kinds.formUnion(kind) }
    }
    return kinds.isEmpty || statedEntity(row) != nil ? [] : kinds
  }

  /// Returns the kinds that a row is at once; empty if it is one object, or none.
  func kinds(_ row: CSVRecordStream) -> CSVRowKinds {
    guard !kindCells.isEmpty else { return [] }
    let kinds = suggestedKinds(row)
    return kinds.hasSeveral ? kinds : []
  }

  /// Returns the entities of the objects of a row, of which a row has one as a rule.
  func entities(_ row: CSVRecordStream) -> [String] {
    let kinds = kinds(row)
    return kinds.isEmpty ? [entity(row).entity] : kinds.entities
  }

  /// Returns the kinds that get the cells of a row of several kinds; empty for the cells that all of them get.
  func owners(in kinds: CSVRowKinds) -> [CSVRowKinds] { owners[kinds] ?? [] }

  /// Whether a row is an object of an entity.
  func isObject(_ entity: String, _ row: CSVRecordStream) -> Bool {
    let kinds = kinds(row)
    return kinds.isEmpty
      ? self.entity(row).entity == entity : kinds.contains(CSVRowKinds(entity))
  }

  /// Returns the entity that a row states, or else the one that its cells suggest; the first of several.
  func entity(_ row: CSVRecordStream) -> (entity: String, isGuessed: Bool) {
    if let stated = statedEntity(row) { return (stated, false) }
    if !kindCells.isEmpty {
      return (suggestedKinds(row).entities.first ?? columns.entity, true)
    }
    var isLeg = false
    for hint in hints {
      // The hints are in the order of the row, which may be far shorter than the header.
      guard hint.cell < row.cells.count else { break }
      if row.isEmpty(hint.cell) { continue }
      if hint.entity == "Stay" { return ("Stay", true) }
      isLeg = true
    }
    if !isLeg, columns.hasItemsOfHours, columns.entity == "Trip", takesHours(row) {
      return ("BucketListItem", true)
    }
    if !isLeg, columns.kindEdition > 1, columns.entity == "Stay" || columns.entity == "Leg",
      nameCells.allSatisfy({ $0 >= row.cells.count || row.isEmpty($0) }), !takesDays(row)
    {
      return ("BucketListItem", true)
    }
    return (isLeg ? "Leg" : columns.entity, true)
  }

  /// Whether a row has a start and another end.
  private func takesDays(_ row: CSVRecordStream) -> Bool {
    guard let (start, end) = statedDays(row, of: columns.entity), let start, let end else {
      return false
    }
    return !start.isSpelled(end)
  }

  /// Whether a row says that it takes no whole days, and begins and ends on one day.
  ///
  /// The order of days is not known while a file is read, so the days are one if they are in any order.
  private func takesHours(_ row: CSVRecordStream) -> Bool {
    guard columns.takesHours(row), let (start, end) = statedDays(row, of: "Trip"), let start else {
      return false
    }
    return [DayOrder.dayFirst, .monthFirst].contains { order in
      let spelling = MomentSpelling(order: order, epoch: .year1900)
      guard let day = StatedMoment(start, spelling)?.day else { return false }
      return end.map { StatedMoment($0, spelling)?.day == day } ?? true
    }
  }

  /// Returns the cells of a row with the days of an entity's start and end; nil if the entity has no two moments.
  private func statedDays(
    _ row: CSVRecordStream, of entity: String
  ) -> (start: String?, end: String?)? {
    guard let moments = plans[entity]?.moments, moments.count == 2 else { return nil }
    let texts = moments.map { moment in
      (moment.cell(.day, in: row) ?? moment.cell(.whole, in: row))
        .map { row.text($0).trimmingSpaces }
    }
    return (texts[0], texts[1])
  }
}
