/// Words for the kinds of features, as programs and devices write them.
enum FeatureKind {
  private static let stays: Set<String> = [
    "lodging", "hotel", "campground", "camping", "campsite", "hostel", "accommodation",
    "guest house", "motel", "resort",
  ]

  private static let modes: [(mode: String, words: Set<String>)] = [
    ("flight", ["flight", "flying", "plane", "airplane", "air", "aviation"]),
    ("train", ["train", "rail", "railway"]),
    ("bus", ["bus", "coach"]),
    ("boat", ["boat", "ferry", "ship", "sailing", "boating"]),
    (
      "car",
      ["car", "drive", "driving", "automotive", "motorcycling", "motorcycle", "rv", "road trip"]
    ),
    ("bicycle", ["bicycle", "bike", "biking", "cycling", "mountain biking", "e-biking"]),
    ("foot", ["foot", "walk", "walking", "hike", "hiking", "running", "pedestrian", "trekking"]),
  ]

  static func isStay(_ kind: String) -> Bool { stays.contains(folded(kind)) }

  /// Returns the mode of a leg; nil for other words.
  static func mode(of kind: String) -> String? {
    let word = folded(kind)
    return modes.first { $0.words.contains(word) }?.mode ?? KindWords.mode(of: word)
  }

  /// Returns the word for a mode.
  static func word(ofMode mode: String) -> String? {
    modes.first { $0.mode == mode }.map {
      mode == "foot"
        ? "hiking" : mode == "car" ? "driving" : mode == "bicycle" ? "cycling" : $0.mode
    }
  }

  private static func folded(_ kind: String) -> String {
    kind.utf8.count <= 64
      ? DateLanguage.folded(kind).split { !$0.isLetter && $0 != "-" }.joined(separator: " ") : ""
  }
}
