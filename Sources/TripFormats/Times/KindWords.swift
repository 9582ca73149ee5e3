/// Words for kinds of objects and for vehicles in the languages of ``DateLanguage`` but English, folded.
///
/// English ones are those of ``CalendarCategories``, which are words of programs, too.
enum KindWords {
  /// Words for vehicles, by the mode of a leg.
  private static let vehicles: [String: Set<String>] = [
    "flight": [
      "flug", "hinflug", "ruckflug", "vol", "vuelo", "volo", "vlucht", "voo", "lot", "フライト",
    ],
    "train": [
      "zug", "bahn", "zugfahrt", "tren", "treno", "trein", "trem", "comboio", "pociag", "列車", "電車",
    ],
    "bus": ["fernbus", "autobus", "autocar", "onibus", "autokar", "バス"],
    "boat": ["fahre", "schiff", "traghetto", "veerboot", "bateau", "barco", "balsa", "prom"],
    "car": ["auto", "mietwagen", "voiture", "coche", "carro", "macchina"],
  ]

  private static let stays: Set<String> = [
    "unterkunft", "ubernachtung", "ferienwohnung", "hebergement", "logement", "alojamiento",
    "albergo", "alloggio", "accommodatie", "verblijf", "overnachting", "alojamento", "hospedagem",
    "nocleg", "zakwaterowanie", "ホテル", "宿泊",
  ]

  private static let items: Set<String> = [
    "aktivitat", "ausflug", "besichtigung", "activite", "visite", "actividad", "visita", "attivita",
    "activiteit", "bezoek", "atividade", "aktywnosc", "atrakcja", "zwiedzanie", "観光",
  ]

  /// Returns the mode of the vehicle that a folded word names; nil for any other word.
  static func mode(of word: String) -> String? {
    vehicles.first { $0.value.contains(word) }?.key
  }

  /// Returns the entity that the first word of a text names; nil if it names none.
  static func entity(of text: String) -> String? {
    guard let word = firstWord(of: text) else { return nil }
    if stays.contains(word) { return "Stay" }
    if items.contains(word) { return "BucketListItem" }
    return mode(of: word) == nil ? nil : "Leg"
  }

  /// Returns the mode of the vehicle that the first word of a text names.
  static func mode(beginning text: String) -> String? { firstWord(of: text).flatMap(mode(of:)) }

  private static func firstWord(of text: String) -> String? {
    guard text.utf8.count <= 128 else { return nil }
    return DateLanguage.folded(text).split { !$0.isLetter }.first.map(String.init)
  }
}
