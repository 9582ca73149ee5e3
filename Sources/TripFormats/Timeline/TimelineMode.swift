/// How the owner of a timeline went: `in passenger vehicle` of an iPhone is `IN_PASSENGER_VEHICLE` of Android.
struct TimelineMode: Sendable {
  /// The word for it in a file of features; empty if no mode of a leg says it.
  let kind: String
  /// What the mode does not say, such as `subway`.
  let words: String

  init(_ text: String) {
    let word = text.lowercased().split { $0 == "_" || $0 == " " }.joined(separator: " ")
    kind = Self.kinds.first { $0.words.contains(word) }?.kind ?? ""
    let isSaid = kind.isEmpty ? word.hasPrefix("unknown") : Self.said.contains(word)
    words = isSaid ? "" : word.hasPrefix("in ") ? String(word.dropFirst(3)) : word
  }

  private static let kinds: [(kind: String, words: Set<String>)] = [
    ("flight", ["flying"]),
    ("train", ["in train", "in rail vehicle", "in subway", "in tram", "in funicular"]),
    ("bus", ["in bus"]),
    ("boat", ["in ferry", "boating", "sailing", "rowing", "kayaking"]),
    (
      "driving",
      [
        "in passenger vehicle", "in vehicle", "in road vehicle", "in four wheeler vehicle",
        "in taxi", "motorcycling", "in two wheeler vehicle",
      ]
    ),
    ("cycling", ["cycling", "on bicycle"]),
    (
      "walking", ["walking", "on foot", "running", "hiking", "walking nordic", "snowshoeing"]
    ),
  ]

  /// The words that say no more than the mode.
  private static let said: Set<String> = [
    "flying", "in train", "in rail vehicle", "in bus", "in ferry", "in passenger vehicle",
    "in vehicle", "in road vehicle", "in four wheeler vehicle", "cycling", "on bicycle",
    "walking", "on foot",
  ]
}
