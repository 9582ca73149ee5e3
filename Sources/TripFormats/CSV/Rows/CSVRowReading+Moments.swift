import DocumentTables

// When an object of a row begins and ends.
extension CSVRowReading {
  /// What the cells of one edge state.
  private struct Cells {
    var stated: [CSVField.Part: StatedMoment] = [:]
    var zone: String?
    /// The time, and its cell.
    var timed: (moment: StatedMoment, cell: Int)?
    /// The day that any cell states.
    var day: Int64?
    /// Whether a cell states a midnight.
    var isMidnight = false
  }

  mutating func read(
    _ moment: CSVEntityPlan.Moment, _ edge: CSVField.Edge, _ plan: CSVEntityPlan,
    _ row: CSVRecordStream, _ result: inout CSVRow
  ) {
    var cells = cells(of: moment, row, &result)
    if columns.edition != .first {
      readWholeDays(edge, row, &cells, result)
      readUnknownTime(edge, plan, moment, row, &cells, &result)
    }
    if let (time, cell) = cells.timed {
      if time.day == nil {
        derive(edge, row, &cells, cell, &result)
      } else if columns.edition != .first {
        dropShift(edge, row, &cells, cell, &result)
      }
    }
    set(moment, cells, row, &result)
  }

  private mutating func cells(
    of moment: CSVEntityPlan.Moment, _ row: CSVRecordStream, _ result: inout CSVRow
  ) -> Cells {
    var cells = Cells()
    for part in [CSVField.Part.whole, .day, .clock] {
      guard let cell = moment.cell(part, in: row) else { continue }
      let text = row.text(cell)
      guard var read = StatedMoment(text.trimmingSpaces, columns.spelling(of: cell)) else {
        result.findings.append((cell, .unreadMoment, text))
        continue
      }
      if part == .clock, read.second == nil, columns.edition != .first {
        result.findings.append((cell, .unreadMoment, text))
        continue
      }
      if read.second == 0 { cells.isMidnight = true }
      if columns.columns[cell].hasOnlyDays { read.second = nil }
      cells.stated[part] = read
    }
    if let cell = moment.cell(.zone, in: row) {
      cells.zone = row.text(cell).trimmingSpaces
      if knownZone(cells.zone ?? "") == nil {
        // One cell may be the zone of both times.
        if !result.findings.contains(where: { $0.cell == cell }) {
          result.findings.append((cell, .unreadCell, row.text(cell)))
        }
        cells.zone = nil
      }
    }
    cells.day = cells.stated[.day]?.day ?? cells.stated[.whole]?.day
    for part in [CSVField.Part.clock, .whole, .day] {
      guard let read = cells.stated[part], read.second != nil, let cell = moment.cell(part, in: row)
      else { continue }
      cells.timed = (read, cell)
      break
    }
    return cells
  }

  /// Leaves the times of a row out that says that it takes whole days.
  ///
  /// An end at midnight is the day behind the last one, as Outlook writes.
  private func readWholeDays(
    _ edge: CSVField.Edge, _ row: CSVRecordStream, _ cells: inout Cells, _ result: CSVRow
  ) {
    guard hasWholeDays, columns.takesWholeDays(row) else { return }
    cells.timed = nil
    for part in cells.stated.keys { cells.stated[part]?.second = nil }
    guard edge == .end, cells.isMidnight, let end = cells.day, let start = result.start?.day,
      end > start
    else { return }
    cells.day = end - 1
  }

  // MARK: Days of times

  /// Derives the day of a time whose own cell has none.
  private mutating func derive(
    _ edge: CSVField.Edge, _ row: CSVRecordStream, _ cells: inout Cells, _ cell: Int,
    _ result: inout CSVRow
  ) {
    guard let second = cells.timed?.moment.second else { return }
    let shift = cells.timed?.moment.shift
    if edge == .start, let shift {
      // In the cell of a departure, one digit is an offset, as everywhere beside timetables.
      if shift.mayBeOffset {
        cells.timed?.moment.offset = shift.days * 60
      } else {
        cells.day = cells.day.map { $0 + shift.days }
      }
    }
    if edge == .end, let shift, let day = cells.day {
      // A day that the cell states does not change.
      if day != (result.start?.day).map({ $0 + shift.days }) {
        result.findings.append((cell, .valueForm, row.text(cell)))
      }
    } else if cells.day == nil, let start = result.start {
      var end = ArrivalDay(
        start: (start.day * 86_400 + start.second, start.offset), clock: second,
        offset: offset(of: cells, onDay: start.day), duration: duration(row))
      if let shift { end.add(shift) }
      cells.day = end.day
      if end.isOffset { cells.timed?.moment.offset = (shift?.days ?? 0) * 60 }
      if shift == nil { result.findings.append((cell, .endDay, DayText.text(end.day))) }
    }
    if let day = cells.day, !DayText.range.contains(day) { cells.day = nil }
    if cells.day == nil {
      result.findings.append((cell, .unreadMoment, row.text(cell)))
      cells.timed = nil
    }
  }

  /// Leaves out days that a cell counts beside a day of its own.
  private func dropShift(
    _ edge: CSVField.Edge, _ row: CSVRecordStream, _ cells: inout Cells, _ cell: Int,
    _ result: inout CSVRow
  ) {
    guard let (time, _) = cells.timed, let shift = time.shift, let day = time.day else { return }
    if edge == .start || result.start == nil, shift.mayBeOffset {
      cells.timed?.moment.offset = shift.days * 60
    } else if day != (result.start?.day).map({ $0 + shift.days }) {
      result.findings.append((cell, .valueForm, row.text(cell)))
    }
  }

  /// The minutes ahead of UTC of a time, if they are known.
  private mutating func offset(of cells: Cells, onDay day: Int64) -> Int64? {
    guard let time = cells.timed?.moment, let second = time.second else { return nil }
    if let offset = time.offset { return offset }
    var isSkipped = false
    return (time.zone ?? cells.zone ?? columns.timeZone).flatMap { knownZone($0) }?
      .offset(ofLocal: day * 86_400 + second, isSkipped: &isSkipped)
  }

  private func duration(_ row: CSVRecordStream) -> Int64? {
    guard columns.edition != .first, let place = durationPlace, place < row.cells.count
    else { return nil }
    return StatedDuration.seconds(row.text(place).trimmingSpaces)
  }

  // MARK: Unknown times

  /// Leaves out midnights that stand for unknown times in logs of flights.
  private mutating func readUnknownTime(
    _ edge: CSVField.Edge, _ plan: CSVEntityPlan, _ moment: CSVEntityPlan.Moment,
    _ row: CSVRecordStream, _ cells: inout Cells, _ result: inout CSVRow
  ) {
    guard plan.entity.name == "Leg", let (time, cell) = cells.timed, time.second == 0,
      time.day == nil, time.shift == nil, time.offset == nil, time.zone == nil,
      let durationPlace
    else { return }
    let isEmpty = durationPlace >= row.cells.count || row.isEmpty(durationPlace)
    guard isFlightLog || isEmpty else { return }
    switch edge {
    case .start:
      // A departure at midnight is known if the arrival is.
      guard let end = plan.moments.last?.cell(.clock, in: row),
        StatedMoment(row.text(end).trimmingSpaces, columns.spelling(of: end))?.second == 0,
        duration(row).map({ $0 % 86_400 != 0 }) ?? true
      else { return }
    case .end:
      if let start = result.start, start.second != 0, let duration = duration(row) {
        let arrival = ArrivalDay(
          start: (start.day * 86_400 + start.second, nil), clock: 0, offset: nil,
          duration: duration)
        // Most flights pass few zones.
        if arrival.difference.map({ $0 <= 3 * 3600 && $0 % 900 == 0 }) ?? false { return }
      }
    }
    cells.timed = nil
    for part in cells.stated.keys { cells.stated[part]?.second = nil }
    result.findings.append((cell, .unknownTime, row.text(cell)))
  }

  // MARK: Values

  private mutating func set(
    _ moment: CSVEntityPlan.Moment, _ cells: Cells, _ row: CSVRecordStream, _ result: inout CSVRow
  ) {
    var day = cells.day
    if let (timed, cell) = cells.timed, let timeDay = timed.day ?? day {
      if let column = moment.timeColumn,
        let time = time(timeDay, timed, cells.zone, cell, &result)
      {
        result.values[column] = .text(time.text)
        result.isUsed = true
        let offset: Int64? = if case .zoned(let zoned) = time { zoned.offset } else { nil }
        result.start = result.start ?? (timeDay, timed.second ?? 0, offset)
        note(timeDay, &result)
        // A day beside a whole time is one of its own.
        if timed.day == nil || cells.stated[.day] == nil || moment.cell(.day, in: row) == cell {
          day = nil
        }
      } else if moment.timeColumn == nil {
        result.findings.append((cell, .dayOnly, row.text(cell)))
        day = day ?? timeDay
      }
    }
    if let day, let column = moment.dayColumn {
      result.values[column] = .integer(day)
      result.isUsed = true
      result.start = result.start ?? (day, 0, nil)
      note(day, &result)
    }
  }

  private func note(_ day: Int64, _ result: inout CSVRow) {
    result.firstDay = min(result.firstDay ?? day, day)
    result.lastDay = max(result.lastDay ?? day, day)
  }

  /// Takes a trip of which a row states one day for one of that day alone.
  func finishDays(_ plan: CSVEntityPlan, _ row: CSVRecordStream, _ result: inout CSVRow) {
    guard !columns.isOwn, plan.isTrip, let first = plan.moments.first, let last = plan.moments.last,
      let start = first.dayColumn, let end = last.dayColumn
    else { return }
    let hasStart = result.values[start] != plan.blank[start]
    let hasEnd = result.values[end] != plan.blank[end]
    // A day that cannot be read is not the other one.
    if hasStart, !hasEnd, columns.edition == .first || !last.isFilled(in: row) {
      result.values[end] = result.values[start]
    }
    if hasEnd, !hasStart, columns.edition == .first || !first.isFilled(in: row) {
      result.values[start] = result.values[end]
    }
    if let firstDay = result.firstDay, let lastDay = result.lastDay, firstDay != lastDay,
      result.values[start] == .integer(lastDay), result.values[end] == .integer(firstDay)
    {
      // In this order, because that of a dictionary differs from reading to reading.
      let parts: [CSVField.Part] = [.whole, .day, .clock, .zone]
      let cell = parts.lazy.compactMap { last.cell($0, in: row) }.first ?? 0
      result.findings.append((cell, .contradictoryEnd, "taken as it is"))
    }
  }

  mutating func time(
    _ day: Int64, _ moment: StatedMoment, _ stated: String?, _ cell: Int, _ result: inout CSVRow
  ) -> ClockTimeText? {
    let second = day * 86_400 + (moment.second ?? 0)
    let named = moment.zone ?? stated
    if let offset = moment.offset {
      var zone = named.flatMap { knownZone($0)?.identifier } ?? moment.zone
      if zone == nil, let own = columns.timeZone.flatMap({ knownZone($0) }),
        own.offset(atInstant: second - offset * 60) == offset
      {
        zone = own.identifier
      }
      if zone == nil, columns.edition == .first, KnownZone.name(ofOffset: offset) == nil {
        return ClockTimeText(
          second: second - offset * 60, nanosecond: moment.nanosecond, offset: 0, zone: "Etc/UTC")
      }
      return ClockTimeText(
        second: second, nanosecond: moment.nanosecond, offset: offset,
        zone: zone ?? KnownZone.identifier(ofOffset: offset))
    }
    var zone = named.flatMap { knownZone($0) }
    if zone == nil {
      zone = columns.timeZone.flatMap { knownZone($0) }
      let detail = zone.map { "read as \($0.identifier)" }
      if let named {
        result.findings.append((cell, .unknownZone, "\(named), \(detail ?? "left out")"))
      } else if let detail {
        result.findings.append((cell, .floatingTime, detail))
      }
    }
    guard let zone else {
      return LocalTimeText(second: second, nanosecond: moment.nanosecond).map { .local($0) }
    }
    var isSkipped = false
    let time = zone.time(local: second, nanosecond: moment.nanosecond, isSkipped: &isSkipped)
    if isSkipped { result.findings.append((cell, .skippedTime, zone.identifier)) }
    return time
  }

  private mutating func knownZone(_ name: String) -> KnownZone? {
    let key = ComparisonText(name)
    if let known = zones[key] { return known }
    // Names come from the file, so their number is bounded.
    if zones.count > 1000 { zones = [:] }
    let found = KnownZone(name, columns.edition)
    zones[key] = .some(found)
    return found
  }
}
