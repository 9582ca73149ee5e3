import DocumentData

/// A model with nothing but text: plain ASCII in one property, many scripts in the other.
@Model class Remark {
  var plain: String
  var multilingual: String
  var number: Int

  init(number: Int) {
    self.number = number
    plain = Self.text(Self.plainPhrases, number)
    multilingual = Self.text(Self.phrases, number)
  }

  /// Three phrases and a number, in an order that repeats late.
  private static func text(_ phrases: [String], _ number: Int) -> String {
    let count = phrases.count
    return [
      phrases[number % count], phrases[number / count % count], "\(number)",
      phrases[(number / 5) % count],
    ].joined(separator: ", ")
  }

  private static let plainPhrases = [
    "boat tour along the coast", "dinner with friends", "museum of modern art", "old town walk",
    "train to the mountains", "two nights by the lake", "market in the morning",
    "concert in the park", "rented bicycles", "swimming at noon", "castle and gardens",
  ]

  /// Most of them composed; some with marks of their own, joined pictures, or taken apart.
  private static let phrases = [
    "boat tour along the coast", "Rundfahrt über den Zürichsee", "déjeuner à la plage",
    "прогулка по старому городу", "βόλτα στην Αθήνα", "京都の寺めぐり", "夜市小吃和茶馆",
    "경복궁 산책", "جولة في المدينة القديمة", "טיול בעיר העתיקה", "ตลาดน้ำตอนเช้า",
    "ताज महल की यात्रा", "chợ đêm Đà Nẵng", "picnic 🧺🌳", "семья 👨‍👩‍👧 на море",
    "surf 🏄🏽‍♀️ à Ericeira", "cafe\u{301} a\u{300} emporter", "zwiedzanie zamku",
  ]
}
