/// A search for the name that was probably meant.
enum NearestName {
  /// Returns the name with the fewest differences from a word; nil if all differ too much.
  ///
  /// A difference is an inserted, deleted or replaced character, or two swapped neighbours. Less than
  /// half of the name may differ.
  static func of(_ word: String, in names: [String]) -> String? {
    guard word.count <= 64 else { return nil }
    // A name that is nearer has fewer than twice as many characters.
    let distances = names.lazy.filter { $0.utf8.count <= longestName }
      .map { (name: $0, distance: distance(Array(word), Array($0))) }
    guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return 2 * best.distance < best.name.count ? best.name : nil
  }

  /// The most bytes of a name that is compared.
  static let longestName = 1024

  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var next = [row + 1]
      for column in right.indices {
        var least = min(last[column + 1], next[column]) + 1
        least = min(least, last[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      (before, last) = (last, next)
    }
    return last[right.count]
  }
}
