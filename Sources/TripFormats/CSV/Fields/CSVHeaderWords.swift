/// The words of headers in other languages than English, whose words ``CSVField`` has.
///
/// A file has one language: the one that knows most of the headers that are no English words; one such word decides nothing
/// beside three English ones. English words mean the same beside them, unless the language has the word, too.
enum CSVHeaderWords {
  /// The words for sums that need not be prices, without marks on their letters.
  static let sums: Set = [
    "amount", "total", "totalamount", "betrag", "summe", "montant", "importe", "importo", "totale",
    "bedrag", "valor", "kwota", "金額",
  ]
  /// The words for descriptions, without marks on their letters.
  static let descriptions: Set = [
    "description", "beschreibung", "descripcion", "descrizione", "omschrijving", "beschrijving",
    "descricao", "opis", "説明",
  ]

  /// The words for the fields of a language, folded.
  struct Words: Sendable {
    fileprivate(set) var fields: [String: CSVField] = [:]
    /// The words as they are spelled.
    fileprivate(set) var spelled: [(field: CSVField, word: String)] = []
    /// The words for the end of a journey, which are a destination if nothing else states where it begins.
    fileprivate(set) var destinations: Set<String> = []
    /// The words for arriving and leaving: of a hotel, one arrives first.
    var turns: Set<String> { arrivals.union(departures) }
    fileprivate(set) var arrivals: Set<String> = []
    fileprivate(set) var departures: Set<String> = []

    fileprivate mutating func add(_ word: String, _ field: CSVField) {
      fields[folded(word)] = field
      spelled.append((field, word))
    }
  }

  /// Words that are also English, or so short that they decide no language.
  private static let weak: Set<String> = [
    "data", "fin", "lot", "van", "vol", "local", "info", "cel", "dal", "tot", "art", "tel", "per",
    "para", "prom", "dest", "ora", "via", "tag", "meta", "site", "final", "handy",
  ]

  /// Returns the language of headers; nil for English, and if no language knows any of them.
  static func language(of headers: [String]) -> DateLanguage? {
    let words = headers.lazy.map(folded)
    let others = words.filter {
      CSVField(header: $0) == nil && $0.utf8.count > 2 && !weak.contains($0)
    }
    var best: (language: DateLanguage, strong: Int, all: Int)?
    for language in DateLanguage.allCases {
      guard let known = table[language]?.fields else { continue }
      let strong = others.count { known[$0] != nil }
      let all = words.count { known[$0] != nil }
      if strong > 0, (strong, all) > (best?.strong ?? 0, best?.all ?? 0) {
        best = (language, strong, all)
      }
    }
    let english = headers.count { CSVField(header: $0) != nil }
    return best.flatMap { $0.strong > 1 || $0.strong * 2 >= english ? $0.language : nil }
  }

  /// Whether a header is a word of English or, alone, of any other language.
  static func isKnown(_ header: String) -> Bool {
    CSVField(header: header) != nil || language(of: [header]) != nil
  }

  /// Returns the field that a header names in a file of a language.
  static func field(_ header: String, in language: DateLanguage?) -> CSVField? {
    language.flatMap { table[$0]?.fields[folded(header)] } ?? CSVField(header: header)
  }

  static func isDestination(_ header: String, in language: DateLanguage?) -> Bool {
    let word = folded(header)
    return word.hasPrefix("dest")
      || language.map { table[$0]?.destinations.contains(word) ?? false } ?? false
  }

  /// Whether a header is a word for arriving or leaving in a language; nil for any.
  static func isTurn(_ header: String, in language: DateLanguage? = nil) -> Bool {
    let word = folded(header)
    if let language { return table[language]?.turns.contains(word) ?? false }
    return CSVField(header: header) == nil && table.values.contains { $0.turns.contains(word) }
  }

  /// Whether an English header is a word for arriving (the end of a journey, the start of a stay) or for leaving.
  static func englishTurn(_ folded: String) -> CSVField.Edge? {
    folded.hasPrefix("arriv") ? .end : folded.hasPrefix("depart") ? .start : nil
  }

  static func folded(_ header: String) -> String {
    DateLanguage.folded(CSVField.folded(header))
  }

  /// The words for each field and each language, in the order of a report.
  static func words(for field: CSVField, in language: DateLanguage) -> [String] {
    (table[language]?.spelled ?? []).filter { $0.field == field }.map(\.word)
  }

  static let table = [DateLanguage: Words](
    uniqueKeysWithValues: lists.map { language, list in
      var words = Words()
      for (field, text) in list.fields {
        for word in text.split(separator: " ") { words.add(String(word), field) }
      }
      for word in list.destinations.split(separator: " ") {
        words.add(String(word), .place)
        words.destinations.insert(folded(String(word)))
      }
      for (edge, text) in [(CSVField.Edge.start, list.departures), (.end, list.arrivals)] {
        for word in text.split(separator: " ") {
          words.add(String(word), .moment(edge, .whole))
          if edge == .start {
            words.departures.insert(folded(String(word)))
          } else {
            words.arrivals.insert(folded(String(word)))
          }
        }
      }
      return (language, words)
    })

  private struct List: Sendable {
    let fields: [(CSVField, String)]
    let destinations: String
    let departures: String
    let arrivals: String
  }

  private static let lists: [(DateLanguage, List)] = [
    (
      .german,
      List(
        fields: [
          (.trip, "reise reisename urlaub"), (.entity, "art typ kategorie"),
          (
            .name,
            "name titel bezeichnung betreff thema hotelname unterkunft aktivität veranstaltung"
          ),
          (.place, "ort adresse anschrift stadt lage"),
          (
            .notes,
            "notiz notizen bemerkung bemerkungen beschreibung kommentar kommentare anmerkung anmerkungen hinweis hinweise info"
          ),
          (.links, "webseite internetseite"), (.email, "mailadresse emailadresse"),
          (.moment(.start, .whole), "beginn anreise hinreise hinflug hinfahrt"),
          (.moment(.end, .whole), "ende bis abreise rückreise rückkehr rückflug rückfahrt"),
          (
            .moment(.start, .day),
            "datum tag reisedatum startdatum beginndatum anfangsdatum anreisedatum abflugdatum beginntam"
          ),
          (.moment(.end, .day), "enddatum abreisedatum rückreisedatum rückflugdatum endetam"),
          (
            .moment(.start, .clock),
            "zeit uhrzeit startzeit beginnzeit abflugzeit abfahrtszeit abfahrtzeit beginntum"
          ),
          (.moment(.end, .clock), "endzeit ankunftszeit ankunftzeit endetum"),
          (.zone, "zeitzone"),
          (.from, "von ab abflugort abfahrtsort startort abflughafen startflughafen herkunft"),
          (.to, "nach zielflughafen ankunftsort"),
          (.provider, "fluggesellschaft anbieter veranstalter bahngesellschaft"),
          (.number, "flug flugnummer flugnr zug zugnummer nummer"),
          (.mode, "verkehrsmittel transportmittel"),
          (
            .reservationNumber,
            "buchungsnummer buchungsnr buchungscode reservierungsnummer referenz bestätigungsnummer"
          ),
          (.isConfirmed, "bestätigt gebucht reserviert"),
          (.attribute("isCancelled"), "storniert abgesagt"),
          (.attribute("telephone"), "telefon telefonnummer handy"),
          (.attribute("price"), "preis kosten gesamtpreis betrag summe"), (.currency, "währung"),
        ], destinations: "ziel zielort reiseziel", departures: "abflug abfahrt",
        arrivals: "ankunft landung")
    ),
    (
      .french,
      List(
        fields: [
          (.trip, "voyage séjour nomduvoyage"), (.entity, "catégorie"),
          (.name, "nom titre objet hébergement hôtel logement activité"),
          (.place, "lieu adresse ville"),
          (.notes, "remarque remarques commentaire commentaires"),
          (.links, "lien liens siteweb site"),
          (.email, "courriel"), (.moment(.start, .whole), "début du aller"),
          (.moment(.end, .whole), "fin retour au jusquau"),
          (.moment(.start, .day), "datededébut datedébut datededépart datedépart jour"),
          (
            .moment(.end, .day),
            "datedefin datefin dateretour dateduretour datederetour datedarrivée datearrivée"
          ),
          (.moment(.start, .clock), "heure heurededébut heurededépart heuredépart"),
          (.moment(.end, .clock), "heuredefin heuredarrivée heurearrivée"),
          (.zone, "fuseauhoraire"),
          (.from, "de depuis villededépart lieudedépart aéroportdedépart garededépart origine"),
          (.to, "à vers villedarrivée lieudarrivée aéroportdarrivée garedarrivée"),
          (.provider, "compagnie compagnieaérienne transporteur"),
          (.number, "vol numérodevol novol nodevol ndevol numérodetrain numéro"),
          (.mode, "moyendetransport"),
          (
            .reservationNumber,
            "numéroderéservation noderéservation nderéservation coderéservation référence"
          ),
          (.isConfirmed, "confirmé réservé"), (.attribute("isCancelled"), "annulé"),
          (.attribute("telephone"), "téléphone"),
          (.attribute("price"), "prix coût tarif montant"), (.currency, "devise monnaie"),
        ], destinations: "destination", departures: "départ", arrivals: "arrivée")
    ),
    (
      .spanish,
      List(
        fields: [
          (.trip, "viaje nombredelviaje"), (.entity, "tipo categoría"),
          (.name, "nombre título asunto alojamiento actividad evento"),
          (.place, "lugar dirección ciudad ubicación"),
          (.notes, "notas nota comentario comentarios descripción observaciones"),
          (.links, "enlace enlaces sitioweb"),
          (.email, "correo correoelectrónico"), (.moment(.start, .whole), "inicio comienzo ida"),
          (.moment(.end, .whole), "fin final finalización vuelta regreso"),
          (
            .moment(.start, .day),
            "fecha fechadeinicio fechainicio fechadecomienzo fechadesalida fechasalida día"
          ),
          (
            .moment(.end, .day),
            "fechadefin fechafin fechafinal fechadefinalización fechaderegreso fechadevuelta fechadellegada"
          ),
          (.moment(.start, .clock), "hora horadeinicio horainicio horadesalida horasalida"),
          (.moment(.end, .clock), "horadefin horafin horadellegada horallegada"),
          (.zone, "zonahoraria"),
          (.from, "de desde origen ciudaddeorigen aeropuertodeorigen"),
          (.to, "a hasta aeropuertodedestino"),
          (.provider, "aerolínea compañía operador proveedor"),
          (.number, "vuelo númerodevuelo número tren"),
          (.mode, "transporte mediodetransporte"),
          (.reservationNumber, "localizador númerodereserva códigodereserva reserva referencia"),
          (.isConfirmed, "confirmado reservado"), (.attribute("isCancelled"), "cancelado anulado"),
          (.attribute("telephone"), "teléfono móvil"),
          (.attribute("price"), "precio coste costo importe"), (.currency, "moneda divisa"),
        ], destinations: "destino", departures: "salida", arrivals: "llegada")
    ),
    (
      .italian,
      List(
        fields: [
          (.trip, "viaggio nomedelviaggio"), (.entity, "tipo categoria"),
          (.name, "nome titolo oggetto albergo alloggio attività evento"),
          (.place, "luogo indirizzo città località"),
          (.notes, "nota commento commenti descrizione osservazioni"),
          (.links, "collegamento sito sitoweb"),
          (.email, "indirizzoemail"), (.moment(.start, .whole), "inizio dal andata"),
          (.moment(.end, .whole), "fine al ritorno"),
          (
            .moment(.start, .day), "data datainizio datadiinizio datapartenza datadipartenza giorno"
          ),
          (
            .moment(.end, .day),
            "datafine datadifine datatermine dataritorno datadiritorno dataarrivo datadiarrivo"
          ),
          (.moment(.start, .clock), "ora orario orainizio oradiinizio orapartenza oradipartenza"),
          (.moment(.end, .clock), "orafine oradifine oraarrivo oradiarrivo"),
          (.zone, "fusoorario"),
          (.from, "da origine cittàdipartenza aeroportodipartenza luogodipartenza"),
          (.to, "a cittàdiarrivo aeroportodiarrivo luogodiarrivo"),
          (.provider, "compagnia compagniaaerea vettore"),
          (.number, "volo numerovolo numerodivolo numero treno"),
          (.mode, "trasporto mezzo mezzoditrasporto"),
          (
            .reservationNumber,
            "prenotazione numeroprenotazione numerodiprenotazione codiceprenotazione riferimento"
          ),
          (.isConfirmed, "confermato prenotato"),
          (.attribute("isCancelled"), "annullato cancellato"),
          (.attribute("telephone"), "telefono cellulare"),
          (.attribute("price"), "prezzo costo importo totale"), (.currency, "valuta"),
        ], destinations: "destinazione meta", departures: "partenza", arrivals: "arrivo")
    ),
    (
      .dutch,
      List(
        fields: [
          (.trip, "reis reisnaam vakantie"), (.entity, "soort categorie"),
          (.name, "naam titel onderwerp accommodatie verblijf activiteit"),
          (.place, "plaats adres stad locatie"),
          (.notes, "opmerking opmerkingen notitie notities omschrijving beschrijving"),
          (.email, "mailadres"),
          (.moment(.start, .whole), "begin inchecken heenreis"),
          (.moment(.end, .whole), "einde eind tot uitchecken terugreis"),
          (.moment(.start, .day), "datum begindatum startdatum vertrekdatum dag"),
          (.moment(.end, .day), "einddatum aankomstdatum terugreisdatum"),
          (.moment(.start, .clock), "tijd begintijd starttijd vertrektijd"),
          (.moment(.end, .clock), "eindtijd aankomsttijd"),
          (.zone, "tijdzone"),
          (.from, "van vertrekplaats vertrekluchthaven herkomst"),
          (.to, "naar aankomstplaats aankomstluchthaven"),
          (.provider, "luchtvaartmaatschappij maatschappij aanbieder vervoerder"),
          (.number, "vlucht vluchtnummer treinnummer trein nummer"),
          (.mode, "vervoer vervoermiddel"),
          (.reservationNumber, "boekingsnummer boekingscode reserveringsnummer referentie"),
          (.isConfirmed, "bevestigd geboekt gereserveerd"),
          (.attribute("isCancelled"), "geannuleerd"),
          (.attribute("telephone"), "telefoon telefoonnummer"),
          (.attribute("price"), "prijs kosten bedrag"), (.currency, "valuta munteenheid"),
        ], destinations: "bestemming", departures: "vertrek", arrivals: "aankomst")
    ),
    (
      .portuguese,
      List(
        fields: [
          (.trip, "viagem nomedaviagem"), (.entity, "tipo categoria"),
          (.name, "nome título assunto alojamento hospedagem atividade evento"),
          (.place, "local lugar endereço morada cidade"),
          (.notes, "nota notas comentário comentários observações descrição"),
          (.links, "ligação página"),
          (.email, "correioeletrónico"), (.moment(.start, .whole), "início"),
          (.moment(.end, .whole), "fim término regresso volta até"),
          (.moment(.start, .day), "data datadeinício datainício datadepartida datadeida dia"),
          (
            .moment(.end, .day),
            "datadefim datafim datadetérmino dataderegresso datadevolta datadechegada"
          ),
          (.moment(.start, .clock), "hora horário horadeinício horadepartida"),
          (.moment(.end, .clock), "horadefim horadetérmino horadechegada"),
          (.zone, "fusohorário"),
          (.from, "de origem cidadedeorigem aeroportodeorigem"),
          (.to, "para cidadededestino aeroportodedestino"),
          (.provider, "companhia companhiaaérea operadora"),
          (.number, "voo númerodovoo número comboio trem"),
          (.mode, "transporte meiodetransporte"),
          (.reservationNumber, "localizador númerodareserva códigodareserva reserva referência"),
          (.isConfirmed, "confirmado reservado"), (.attribute("isCancelled"), "cancelado"),
          (.attribute("telephone"), "telefone telemóvel celular"),
          (.attribute("price"), "preço custo valor"), (.currency, "moeda"),
        ], destinations: "destino", departures: "partida saída", arrivals: "chegada")
    ),
    (
      .polish,
      List(
        fields: [
          (.trip, "podróż wycieczka nazwapodróży"), (.entity, "typ rodzaj kategoria"),
          (.name, "nazwa tytuł temat nocleg zakwaterowanie atrakcja wydarzenie"),
          (.place, "miejsce adres miasto lokalizacja"),
          (.notes, "notatki uwagi opis komentarz"), (.links, "odnośnik strona"),
          (.moment(.start, .whole), "początek zameldowanie"),
          (.moment(.end, .whole), "koniec wymeldowanie powrót"),
          (
            .moment(.start, .day),
            "data datarozpoczęcia datapoczątkowa datawyjazdu datawylotu dzień"
          ),
          (.moment(.end, .day), "datazakończenia datakońcowa datapowrotu"),
          (
            .moment(.start, .clock),
            "godzina godzinarozpoczęcia czasrozpoczęcia godzinaodlotu godzinaodjazdu"
          ),
          (
            .moment(.end, .clock),
            "godzinazakończenia czaszakończenia godzinaprzylotu godzinaprzyjazdu"
          ),
          (.zone, "strefaczasowa"),
          (.from, "z od skąd"), (.to, "do dokąd"), (.provider, "linialotnicza przewoźnik"),
          (.number, "lot numerlotu pociąg numer"), (.mode, "środektransportu"),
          (.reservationNumber, "numerrezerwacji kodrezerwacji rezerwacja"),
          (.isConfirmed, "potwierdzone zarezerwowane"),
          (.attribute("isCancelled"), "anulowane odwołane"),
          (.attribute("telephone"), "numertelefonu"),
          (.attribute("price"), "cena koszt kwota"), (.currency, "waluta"),
        ], destinations: "cel", departures: "odlot odjazd wyjazd", arrivals: "przylot przyjazd")
    ),
    (
      .japanese,
      List(
        fields: [
          (.trip, "旅行 旅行名 旅程"), (.entity, "種類 種別"), (.name, "名前 名称 タイトル 件名 ホテル ホテル名 宿泊先 宿"),
          (.place, "場所 住所 都市"), (.notes, "メモ 備考 説明 コメント"), (.links, "リンク"), (.email, "メール"),
          (.moment(.start, .whole), "開始 チェックイン 日時"), (.moment(.end, .whole), "終了 チェックアウト 帰着"),
          (.moment(.start, .day), "日付 開始日 出発日"), (.moment(.end, .day), "終了日 到着日 帰国日"),
          (.moment(.start, .clock), "時刻 時間 開始時刻 出発時刻"), (.moment(.end, .clock), "終了時刻 到着時刻"),
          (.zone, "タイムゾーン"), (.from, "出発地 出発空港 出発駅"), (.to, "到着地 到着空港 到着駅"),
          (.provider, "航空会社"), (.number, "便 便名 便番号 列車"), (.mode, "交通手段"),
          (.reservationNumber, "予約番号 確認番号"),
          (.isConfirmed, "予約済み 確認済み"), (.attribute("isCancelled"), "キャンセル"),
          (.attribute("telephone"), "電話 電話番号"),
          (.attribute("price"), "料金 価格 費用 金額"), (.currency, "通貨"),
        ], destinations: "目的地 行き先", departures: "出発", arrivals: "到着")
    ),
  ]
}
