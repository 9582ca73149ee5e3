extension PhraseBook {
  /// ASCII throughout.
  static let english = PhraseBook(
    places: [
      "Edinburgh", "Yosemite", "Cape Town", "Oxford", "Alice Springs", "Galway", "Boston",
      "Stewart Island",
    ],
    titles: ["Summer in {}", "A week in {}", "{} with friends", "Back to {}", "Off to {}"],
    wishes: [
      "Climb the hill above {}", "Find the best coffee of {}", "Night train", "Whale watching",
      "Buy stamps and write 12 postcards", "Street market before sunrise", "Kayak on the river",
    ],
    details: [
      "Book two days ahead; cash only.", "Closed on Mondays, says the guide.",
      "Ask Sam for the way. Bring a torch, a map & something to eat.",
      "Line 1: meet at the gate\nLine 2: do not be late",
    ],
    lodgings: ["The {} Arms", "Hotel {}", "{} Youth Hostel", "Mrs Barker's Guest House"],
    streets: ["{} High Street", "{} Station Road", "Flat {}, 9 Queen's Crescent"])

  /// Latin letters with diacritics.
  static let latin: [PhraseBook] = [
    PhraseBook(
      places: ["München", "Köln", "Görlitz", "Zürich", "Füssen", "Sankt Pölten"],
      titles: ["Reise nach {}", "Ferien in {}", "{} für Anfänger", "Wanderung um {}"],
      wishes: ["Bäckerei am Marktplatz von {}", "Schloßführung", "Über die Brücke", "Käsespätzle"],
      details: ["Karten gibt's nur an der Abendkasse.", "Früh aufstehen – öffnet um 7 Uhr!"],
      lodgings: ["Gasthof zum Löwen", "Pension {}", "Jugendherberge {}"],
      streets: ["Hauptstraße {}", "Schäfergäßchen {}", "Am Mühlbach {}"]),
    PhraseBook(
      places: ["Lisboa", "São Tomé", "Évora", "Florianópolis", "Conceição"],
      titles: ["Viagem a {}", "Férias em {}", "Saudades de {}"],
      wishes: ["Ouvir fado em {}", "Pastéis de nata", "Pôr do sol no miradouro", "Praia à noite"],
      details: ["Levar protetor solar e paciência.", "Fecha às segundas-feiras."],
      lodgings: ["Pensão {}", "Residência Flor do Sertão", "Hotel Açores"],
      streets: ["Rua Augusta {}", "Praça da Independência {}", "Travessa das Mercês, nº {}"]),
    PhraseBook(
      places: ["Český Krumlov", "Plzeň", "Třebíč", "Wrocław", "Łódź", "Győr"],
      titles: ["Výlet: {}", "Týden – {}", "Wycieczka: {}"],
      wishes: ["Prohlídka: {}", "Řízek u babičky", "Zażółć gęślą jaźń", "Příliš žluťoučký kůň"],
      details: ["Vstupné platí děti jen o svátcích.", "Zamknięte w poniedziałki."],
      lodgings: ["Penzion U Tří růží", "Hotel {}", "Schronisko pod Łysicą"],
      streets: ["Náměstí Svornosti {}", "ulica Świętego Ducha {}", "Široká {}"]),
    PhraseBook(
      places: ["İstanbul", "Çanakkale", "Diyarbakır", "Eskişehir"],
      titles: ["{} gezisi", "{} tatili", "{} yolunda"],
      wishes: ["{} çarşısı", "Boğaz'da vapur", "Dondurma ısmarla", "Ilık simit"],
      details: ["Öğleden önce gitmek en iyisi.", "Giriş ücretsiz."],
      lodgings: ["{} Oteli", "Gül Pansiyon"],
      streets: ["İstiklâl Caddesi No: {}", "Çiçek Sokağı {}"]),
    PhraseBook(
      places: ["Hà Nội", "Đà Nẵng", "Huế", "Cần Thơ"],
      titles: ["Chuyến đi {}", "Nghỉ hè ở {}", "Khám phá {}"],
      wishes: ["Ăn phở ở {}", "Chợ nổi buổi sáng", "Đạp xe quanh hồ", "Múa rối nước"],
      details: ["Nhớ mang ô vì trời hay mưa.", "Đặt vé trước hai ngày."],
      lodgings: ["Khách sạn {}", "Nhà nghỉ Hương Sen"],
      streets: ["{} phố Hàng Bạc", "Số {}, đường Trần Hưng Đạo"]),
    PhraseBook(
      places: ["Reykjavík", "Þingvellir", "Tromsø", "Malmö", "Ålesund"],
      titles: ["Norðurljós: {}", "Ferð til {}", "Tur til {}"],
      wishes: ["Sjá norðurljósin", "Hvalaskoðun", "Blåbærtur", "Smörgåsbord i {}"],
      details: ["Klæðið ykkur vel – það er kalt.", "Åpent hele døgnet."],
      lodgings: ["Gistiheimilið {}", "Fjordgård {}"],
      streets: ["Laugavegur {}", "Skippergata {}"]),
    PhraseBook(
      places: ["Honolulu 🌺", "Nairobi 🦁", "Ushuaia 🐧", "Kathmandu 🏔️"],
      titles: ["✈️ {}", "{} 🎒 trip", "👨‍👩‍👧‍👦 → {}"],
      wishes: ["🏄‍♀️ lesson", "🍜🍣🍦 in {}", "📸 at sunrise 🌅", "Dance 💃🏽🕺🏿"],
      details: ["Don't forget the 🧴 and the 🕶️!", "👍🏼 by everybody who went 🇰🇪"],
      lodgings: ["🏨 {}", "🏕️ by the 🌊"],
      streets: ["Beach Road {} 🏖️", "{} Sunset Boulevard 🌇"]),
  ]
}
