import DocumentTables

/// What the columns of a file say, and how their cells are spelled.
struct CSVColumns: Hashable, Sendable {
  struct Column: Hashable, Sendable {
    /// The header, or the stated name of the column.
    let name: String
    /// The name as ``CSVField`` compares it.
    let folded: String
    var field: CSVField?
    /// The order of days such as 03/04/2025.
    var order = DayOrder.dayFirst
    /// Whether every time in the column is midnight, so that they are days.
    var hasOnlyDays = false
    /// Whether the column asks, or a cell of it says, whether something is cancelled.
    var cancels = false
    /// Whether the column has the names of legs.
    var namesLegs = false
    /// Whether the column says that a row takes whole days, in words that earlier versions did not know.
    var statesWholeDays = false
    /// The currency of prices whose cells have none, from the header: `Price (EUR)`.
    var currency: String?
    /// Whether the other columns say that the name suggests nothing.
    var isUnhinted = false
    /// The entity that such a column suggests.
    var hint: String?

    init(name: String) {
      self.init(name: name, field: CSVField(header: name))
    }

    init(name: String, field: CSVField?) {
      self.name = name
      self.field = field
      folded = CSVField.folded(name)
      hint = Self.hint(folded, field)
    }

    /// Lets the name suggest nothing, because the other columns rule it out.
    mutating func dropHint() {
      isUnhinted = Self.hint(folded, field) != nil
      hint = nil
    }

    private static func hint(_ folded: String, _ field: CSVField?) -> String? {
      switch field {
      case .from, .to, .provider, .number, .mode, .location(.from, _), .location(.to, _),
        .wholeLocation(.from), .wholeLocation(.to):
        return "Leg"
      case .attribute(let name):
        return ["departure", "arrival", "vehicle"].contains(where: name.hasPrefix) ? "Leg" : nil
      case .moment:
        if folded.hasPrefix("check") { return "Stay" }
        // One arrives in hotels, too.
        if CSVHeaderWords.isTurn(folded) { return nil }
        let words = ["dep", "arr", "flight", "std", "sta", "gate"]
        return words.contains(where: folded.hasPrefix) && !folded.hasPrefix("start") ? "Leg" : nil
      case .name:
        let words = ["hotel", "lodging", "accommodation", "property", "stay"]
        let word = DateLanguage.folded(folded)
        return (words + CSVHeaderWords.lodgings).contains(where: word.hasPrefix) ? "Stay" : nil
      default: return nil
      }
    }
  }

  var columns: [Column]
  /// Whether the file has the columns of our own files, with keys and exact values.
  var isOwn = false
  /// Whether a row may be several objects (``CSVRowKinds``); not in files that were read when a row was always one.
  var hasSeveralKinds = false
  /// Whether rows of hours are items in a table of trips that says which rows take whole days; not in files that were read when each of
  /// its rows was a trip.
  var hasItemsOfHours = false
  /// The edition of the rules for what a row is: since the second, a row without a name and any cell of a stay or a leg is an item in a
  /// table of these, and words for kinds and vehicles are known in all languages.
  var kindEdition: Int64 = 1
  /// Whether numbers have a decimal comma.
  var hasDecimalComma = false
  /// The zone of times without one, if an option stated it.
  var timeZone: String?
  /// The language of the words for days and answers; nil if no cell has any.
  var language: DateLanguage?
  /// How numbers count days.
  var epoch = SerialEpoch.year1900
  var edition = TimeEdition.current
  /// The name for the trip of the file.
  var fallbackName = ""
  /// The entity of rows that do not suggest one.
  var entity = "BucketListItem"

  /// Reads the names of columns; of columns with the same name the first counts.
  init(names: [String], schema: TableSchema) {
    let language = CSVHeaderWords.language(of: names)
    columns = names.map { Column(name: $0, field: CSVHeaderWords.field($0, in: language)) }
    for place in columns.indices {
      guard let (header, currency) = StatedPrice.dividedCurrency(of: columns[place].name),
        CSVHeaderWords.field(header, in: language) == .attribute("price")
      else { continue }
      columns[place].field = .attribute("price")
      columns[place].currency = currency
    }
    let own = Set(CSVLayout(schema).header.map { ComparisonText($0) })
    let stated = names.map { ComparisonText($0) }
    let distinct = Set(stated)
    isOwn =
      distinct.contains(ComparisonText(CSVLayout.entityColumn))
      && distinct.contains(ComparisonText(CSVLayout.keyColumn))
      && stated.count(where: own.contains) > 2 && distinct.count == names.count
    guard !isOwn else {
      columns = names.map { Column(name: $0) }
      return
    }
    dropVaguePrices()
    for place in columns.indices where columns[place].field == .key {
      columns[place].field = .identity
    }
    for place in columns.indices where columns[place].field == .attribute("isCancelled") {
      columns[place].cancels = true
    }
    // Beside an origin, a destination is the end of a journey.
    if place(of: .from) != nil, place(of: .to) == nil,
      let place = columns.firstIndex(where: {
        $0.field == .place && CSVHeaderWords.isDestination($0.folded, in: language)
      })
    {
      columns[place] = Column(name: columns[place].name, field: .to)
    }
    if let language { setTurns(language) }
    nameByDescriptions()
    setEntity()
  }

  /// Leaves sums, which may be of nights or people, out of a table with a column of prices.
  private mutating func dropVaguePrices() {
    func isVague(_ column: Column) -> Bool {
      column.field == .attribute("price") && column.currency == nil
        && CSVHeaderWords.sums.contains(DateLanguage.folded(column.folded))
    }
    guard columns.contains(where: { $0.field == .attribute("price") && !isVague($0) }) else {
      return
    }
    for place in columns.indices where isVague(columns[place]) { columns[place].field = nil }
  }

  /// Takes the column of descriptions for the names in a table that has no other name, place or journey.
  private mutating func nameByDescriptions() {
    let others: [CSVField] = [.name, .place, .from, .to, .number]
    guard others.allSatisfy({ place(of: $0) == nil }),
      let place = columns.firstIndex(where: {
        $0.field == .notes && CSVHeaderWords.descriptions.contains(DateLanguage.folded($0.folded))
      })
    else { return }
    columns[place] = Column(name: columns[place].name, field: .name)
  }

  /// Lets arrivals come before departures in a file of hotels.
  private mutating func setTurns(_ language: DateLanguage) {
    let journeys: [CSVField] = [.from, .to, .number, .provider]
    guard columns.contains(where: { $0.hint == "Stay" }),
      journeys.allSatisfy({ place(of: $0) == nil })
    else { return }
    for place in columns.indices where CSVHeaderWords.isTurn(columns[place].folded, in: language) {
      guard case .moment(let edge, let part)? = columns[place].field else { continue }
      columns[place] = Column(
        name: columns[place].name, field: .moment(edge == .start ? .end : .start, part))
    }
  }

  /// Lets English words for arriving and leaving be the start and the end of a stay in a file of hotels.
  mutating func setEnglishTurns() {
    let journeys: [CSVField] = [.from, .to, .number, .provider]
    guard columns.contains(where: { $0.hint == "Stay" }),
      journeys.allSatisfy({ place(of: $0) == nil })
    else { return }
    for place in columns.indices {
      guard case .moment(let edge, let part)? = columns[place].field,
        CSVHeaderWords.englishTurn(columns[place].folded) == edge
      else { continue }
      columns[place].field = .moment(edge == .start ? .end : .start, part)
      columns[place].dropHint()
    }
  }

  /// The columns of the days of arriving, leaving and coming home, in a table that has no column of a journey.
  var ways: (arriving: Int?, leaving: Int?, returning: Int?) {
    let journeys: [CSVField] = [.from, .to, .number]
    guard journeys.allSatisfy({ place(of: $0) == nil }) else { return (nil, nil, nil) }
    func column(_ way: CSVHeaderWords.Way) -> Int? {
      columns.firstIndex { column in
        guard case .moment(_, let part)? = column.field, part == .whole || part == .day else {
          return false
        }
        return CSVHeaderWords.way(column.folded) == way
      }
    }
    return (column(.arriving), column(.leaving), column(.returning))
  }

  /// Sets what the days of a column begin or end.
  mutating func setEdge(_ edge: CSVField.Edge, of place: Int) {
    guard case .moment(_, let part)? = columns[place].field else { return }
    columns[place].field = .moment(edge, part)
    columns[place].dropHint()
  }

  /// Lets a destination that stood beside an origin be the place again, once the origin turned out to be a day.
  mutating func setDestination() {
    let language = CSVHeaderWords.language(of: columns.map(\.name))
    guard place(of: .from) == nil, place(of: .place) == nil, let place = place(of: .to),
      CSVHeaderWords.isDestination(columns[place].folded, in: language)
    else { return }
    columns[place] = Column(name: columns[place].name, field: .place)
  }

  /// Sets the entity of rows that suggest none.
  ///
  /// - Parameter hasShortRows: Whether most rows with a start and an end take hours of one day, as appointments do.
  mutating func setEntity(hasShortRows: Bool = false) {
    let hints = Set(columns.compactMap(\.hint))
    if hasSeveralKinds {
      entity = "BucketListItem"
    } else if hints == ["Stay"] || hints == ["Leg"] {
      entity = hints.first ?? entity
    } else if hasDay(.start), hasDay(.end), place(of: .trip) == nil, !hasShortRows {
      entity = "Trip"
    } else {
      entity = "BucketListItem"
    }
  }

  /// Takes the column of trips for their names, if each row has the two days of a trip and nothing that a part has.
  mutating func nameTrips(by place: Int) {
    let isPart = columns.contains { column in
      column.hint != nil || column.field == .name || column.field == .entity
    }
    guard !isPart, hasDay(.start), hasDay(.end) else { return }
    columns[place].field = .name
  }

  /// Reads rows by the rules of today, if these make a difference to the file.
  mutating func setKindEdition() {
    let hasKinds = entity == "Stay" || entity == "Leg"
    if !isOwn, hasKinds || place(of: .entity) != nil || place(of: .mode) != nil { kindEdition = 2 }
  }

  /// Leaves prices out of a table of trips, which have none.
  mutating func dropPrices() {
    guard entity == "Trip", place(of: .entity) == nil else { return }
    for place in columns.indices
    where [.attribute("price"), .currency].contains(columns[place].field) {
      columns[place].field = nil
    }
  }

  private func hasDay(_ edge: CSVField.Edge) -> Bool {
    place(of: .moment(edge, .whole)) != nil || place(of: .moment(edge, .day)) != nil
  }

  /// The mode of legs in a file whose columns are those of one.
  var mode: String {
    guard !isOwn, place(of: .mode) == nil else { return "unknown" }
    let headers = columns.lazy.map(\.folded)
    for (mode, words) in [
      ("flight", ["flight", "airline"]), ("train", ["train"]), ("bus", ["bus"]),
    ] {
      if headers.contains(where: { header in words.contains(where: header.hasPrefix) }) {
        return mode
      }
    }
    // Columns that earlier versions kept without a meaning say nothing.
    let words = columns.filter { $0.field == .number || $0.field == .provider }
      .map { DateLanguage.folded($0.folded) }
    for (mode, beginnings) in CSVHeaderWords.vehicles
    where words.contains(where: { beginnings.contains(where: $0.hasPrefix) }) {
      return mode
    }
    return "unknown"
  }

  /// How the days and times of a column are spelled.
  func spelling(of cell: Int) -> MomentSpelling {
    guard columns.indices.contains(cell) else { return .table }
    var spelling = MomentSpelling(order: columns[cell].order, language: language, epoch: epoch)
    if case .moment(_, .clock)? = columns[cell].field { spelling.isClock = true }
    spelling.edition = edition
    return spelling
  }

  /// Returns what a cell answers.
  func bool(_ text: String) -> Bool? {
    CSVWords.bool(text)
      ?? (edition == .first || text.utf8.count > 64
        ? nil : DateLanguage.truth(DateLanguage.folded(text.trimmingSpaces), in: language))
  }

  /// The column with the length of journeys; no object has a place for it.
  var durationPlace: Int? {
    unknownPlace([
      "duration", "flighttime", "traveltime", "flightduration", "dauer", "flugdauer", "duree",
      "durata",
    ])
  }

  /// The column that says whether a row takes whole days.
  var wholeDaysPlace: Int? {
    columns.firstIndex(where: \.statesWholeDays)
      ?? unknownPlace([
        "alldayevent", "allday", "isallday", "wholeday", "ganztagigesereignis", "ganztagig",
      ])
  }

  /// Notes the column that says, in any language, whether a row takes whole days.
  mutating func setWholeDays() {
    if let place = wholeDaysPlace ?? unknownPlace(CSVHeaderWords.wholeDays) {
      columns[place].statesWholeDays = true
    }
  }

  /// Whether a row takes whole days.
  func takesWholeDays(_ row: CSVRecordStream) -> Bool {
    guard let place = wholeDaysPlace, place < row.cells.count else { return false }
    let text = row.text(place)
    return columns[place].statesWholeDays && CSVHeaderWords.isYes(text) || bool(text) ?? false
  }

  /// Whether a row says that it takes no whole days.
  ///
  /// The answer is the same while a file is read and its language not yet known, because it decides what the row is.
  func takesHours(_ row: CSVRecordStream) -> Bool {
    guard let place = wholeDaysPlace, place < row.cells.count, !row.isEmpty(place) else {
      return false
    }
    let word = DateLanguage.folded(row.text(place).trimmingSpaces)
    let answer = CSVWords.bool(word) ?? DateLanguage.truth(word, in: nil)
    return answer == false || CSVHeaderWords.isNo(word)
  }

  /// Whether the file is a log of flights whose times are midnight where they are not known.
  var isFlightLog: Bool {
    let names = Set(columns.lazy.map(\.folded))
    return names.isSuperset(of: ["flightnumber", "deptime", "arrtime", "duration"])
  }

  private func unknownPlace(_ names: Set<String>) -> Int? {
    columns.firstIndex {
      $0.field == nil && names.contains(DateLanguage.folded($0.folded))
    }
  }

  /// Whether the columns have the names of others, in their order.
  func hasNames(of other: CSVColumns) -> Bool {
    columns.elementsEqual(other.columns) { $0.name.isSpelled($1.name) }
  }

  /// The place of the first column with a field.
  func place(of field: CSVField) -> Int? { columns.firstIndex { $0.field == field } }

  /// The names of the columns that no object has a place for.
  func unknownPlaces(_ schema: TableSchema) -> [Int] {
    guard isOwn else { return columns.indices.filter { columns[$0].field == nil } }
    let own = Set(CSVLayout(schema).header.map { ComparisonText($0) })
    return columns.indices.filter { !own.contains(ComparisonText(columns[$0].name)) }
  }
}
