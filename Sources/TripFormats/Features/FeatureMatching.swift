import DocumentTables

/// Finds which features of a file are those of stored objects, although GPX gives them no identities.
///
/// What tells most comes first; each step pairs what is there once on both sides.
///
///     identity · bytes · name and place · name and time · place and time · name · place
struct FeatureMatching {
  /// A feature of a file, or of a record.
  struct Candidate {
    let feature: Feature
    let name: FeatureName
  }

  private enum Key: Hashable {
    case identity(ComparisonText)
    case bytes(FeatureName)
    case words([ComparisonText])
  }

  /// Returns the places of stored candidates, by those of new ones.
  static func pairs(_ new: [Candidate], _ stored: [Candidate]) -> [Int: Int] {
    var pairs: [Int: Int] = [:]
    if new.isEmpty || stored.isEmpty { return pairs }
    for step in 0..<7 {
      let taken = Set(pairs.values)
      let found = SingleMatches.pairs(
        new.indices.filter { pairs[$0] == nil }, stored.indices.filter { !taken.contains($0) },
        { key(of: new[$0], step) }, { key(of: stored[$0], step) })
      for (index, place) in found { pairs[index] = place }
    }
    return pairs
  }

  /// Whether two paired features tell that their files are one: a watch gives each run the same name.
  static func agree(_ new: Candidate, _ stored: Candidate) -> Bool {
    if new.name == stored.name { return true }
    let (own, other) = (new.feature, stored.feature)
    if let identity = identity(of: own), identity == self.identity(of: other) { return true }
    let times = [own, other].map { $0.points.first?.time.flatMap { FeatureTime($0)?.instant } }
    let isNamed = !own.name.isEmpty && own.name.isSpelled(other.name)
    let isThere = place(of: own) != nil && place(of: own) == place(of: other)
    if isNamed, isThere, !own.isRecorded { return true }
    guard times[0] == times[1] else { return false }
    return isThere || isNamed && (times[0] != nil || Self.place(of: own) == nil)
  }

  /// Returns the places of equal features in one list by those in another one; several that are equal are paired in their order.
  static func equal(_ new: [Feature], _ stored: [Feature]) -> [Int: Int] {
    var places: [Feature: [Int]] = [:]
    for (place, feature) in stored.enumerated().reversed() {
      places[feature, default: []].append(place)
    }
    var pairs: [Int: Int] = [:]
    for (index, feature) in new.enumerated() { pairs[index] = places[feature]?.popLast() }
    return pairs
  }

  private static func key(of candidate: Candidate, _ step: Int) -> Key? {
    let feature = candidate.feature
    let name = feature.name.isEmpty ? nil : ComparisonText(feature.name)
    let place = place(of: feature)
    let time = feature.points.first?.time.flatMap { FeatureTime($0) }.map {
      ComparisonText("\($0.instant)")
    }
    func words(_ parts: ComparisonText?...) -> Key? {
      let known = parts.compactMap { $0 }
      guard known.count == parts.count else { return nil }
      return .words([ComparisonText(feature.shape.rawValue)] + known)
    }
    // A watch gives each run one name, and a commuter each way one place.
    if feature.isRecorded, time != nil, step > 4 { return nil }
    switch step {
    case 0: return identity(of: feature).map { .identity($0) }
    case 1: return .bytes(candidate.name)
    case 2: return words(name, place)
    case 3: return words(name, time)
    case 4: return words(place, time)
    case 5: return words(name)
    default: return words(place)
    }
  }

  /// Returns digests by which a feature is found again after it was changed: of its bytes, and of the words of the steps that tell most.
  static func digests(of stated: FeatureFile.Stated) -> [String] {
    let candidate = Candidate(feature: stated.feature, name: stated.name)
    // Of what has no time, the name alone tells.
    let isTimed = stated.feature.points.contains { $0.time != nil }
    let words = (isTimed ? [2, 3, 4, 6] : [2, 5, 6]).compactMap { step -> String? in
      guard case .words(let words)? = key(of: candidate, step) else { return nil }
      return Digest(of: Array(words.map(\.text).joined(separator: "\t").utf8)).text
    }
    return ([stated.digest] + words).map { String($0.prefix(32)) }
  }

  static func identity(of feature: Feature) -> ComparisonText? {
    feature.exact?[ExactFeature.identity]?.textValue.map { ComparisonText($0) }
  }

  private static func place(of feature: Feature) -> ComparisonText? {
    guard !feature.points.isEmpty, feature.points.allSatisfy(\.isKnown) else { return nil }
    return ComparisonText(
      feature.points.prefix(feature.shape == .place ? 1 : 2)
        .map { "\($0.latitude ?? 0) \($0.longitude ?? 0)" }.joined(separator: " "))
  }

  /// What tells where a feature without a point is; nil if nothing does.
  private static func words(ofUnplaced feature: Feature) -> ComparisonText? {
    let words = [feature.address, feature.details].filter { !$0.isEmpty }
    return feature.points.allSatisfy { !$0.isKnown } && !words.isEmpty
      ? ComparisonText(words.joined(separator: "\t")) : nil
  }

  /// What tells nearly for certain that two features of two files are one; nil for a feature that says too little.
  static func name(acrossFiles feature: Feature) -> [ComparisonText]? {
    let time = feature.points.first?.time.flatMap { FeatureTime($0)?.instant }
    guard feature.exact == nil,
      let place = place(of: feature) ?? words(ofUnplaced: feature),
      !feature.name.isEmpty || feature.isRecorded && time != nil
    else { return nil }
    return [
      ComparisonText(feature.shape.rawValue), ComparisonText(feature.name.lowercased()), place,
      ComparisonText(time.map { "\($0)" } ?? ""),
    ]
  }
}
