// Words of headers that say more than the field: what kind of object a row is, and which way one goes.
extension CSVHeaderWords {
  /// What a column of days says about a way.
  enum Way {
    case arriving, leaving, returning
  }

  /// Returns what a header says about a way, in English or in any language; nil for any other header.
  static func way(_ header: String) -> Way? {
    let word = folded(header)
    if returns.contains(where: word.hasPrefix) { return .returning }
    if word.hasPrefix("arriv") || table.values.contains(where: { $0.arrivals.contains(word) }) {
      return .arriving
    }
    let isLeaving =
      ["depart", "leav", "abreise"].contains(where: word.hasPrefix)
      || table.values.contains { $0.departures.contains(word) }
    return isLeaving ? .leaving : nil
  }

  /// The beginnings of words for the way home.
  private static let returns = [
    "return", "ruckkehr", "ruckreise", "ruckflug", "ruckfahrt", "retour", "dateretour",
    "datederetour", "dateduretour", "regreso", "vuelta", "fechaderegreso", "fechadevuelta",
    "ritorno", "dataritorno", "datadiritorno", "terugreis", "regresso", "volta", "dataderegresso",
    "datadevolta", "powrot", "datapowrotu", "帰",
  ]

  /// The words of calendars for whether an event takes whole days.
  static let wholeDays: Set<String> = [
    "ganztags", "journeeentiere", "toutelajournee", "todoeldia", "eventodetodoeldia",
    "giornataintera", "tuttoilgiorno", "gebeurtenisheledag", "heledag", "duurtheledag",
    "diainteiro", "eventodediainteiro", "odiatodo", "całodzienne", "zdarzeniecałodzienne", "終日",
  ]

  /// Whether a cell of such a column says yes in the words of calendars and spreadsheets.
  static func isYes(_ text: String) -> Bool {
    ["ein", "wahr", "vrai", "verdadero", "vero", "waar", "verdadeiro", "prawda"]
      .contains(text.trimmingSpaces.lowercased())
  }

  /// Whether a folded cell of such a column says no in the words of calendars and spreadsheets.
  static func isNo(_ word: String) -> Bool {
    ["aus", "falsch", "faux", "falso", "onwaar", "fałsz"].contains(word)
  }

  /// The beginnings of words for lodgings.
  static let lodgings = [
    "unterkunft", "hebergement", "logement", "alojamiento", "albergo", "alloggio", "accommodatie",
    "verblijf", "alojamento", "hospedagem", "nocleg", "zakwaterowanie", "ホテル", "宿",
  ]

  /// The beginnings of words for what one does.
  private static let activities = [
    "activit", "actividad", "aktivitat", "attivita", "atividade", "atrakcj",
  ]

  /// Whether a header is a word for what one does, in any language.
  static func isActivity(_ header: String) -> Bool {
    let word = folded(header)
    return activities.contains(where: word.hasPrefix)
  }

  /// The beginnings of words for the vehicle of a leg.
  static let vehicles: [(mode: String, words: [String])] = [
    (
      "flight",
      [
        "flug", "ndevol", "nodevol", "numerlotu", "numerodevol", "vuelo", "numerodevuelo", "volo",
        "numerovolo", "vlucht", "voo", "便",
        "航空",
      ]
    ),
    ("train", ["zug", "tren", "treno", "trein", "comboio", "pociag", "列車"]),
  ]
}
