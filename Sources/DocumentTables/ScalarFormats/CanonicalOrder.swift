/// The canonical order of combining marks (UAX #15), established in linear time.
///
/// The standard library sorts the marks after a letter by insertion. So `==`, `<`, hashing and NFC
/// take quadratic time for a long run of marks in the wrong order. In a run in the right order, the
/// sort moves nothing.
package enum CanonicalOrder {
  /// The maximum length of runs that the standard library sorts.
  package static let shortRun = 64

  /// Returns a canonically equivalent text without long runs of marks in the wrong order.
  ///
  /// Most texts are returned unchanged. Decomposing a mark yields only marks of its own combining
  /// class, and decomposing a letter adds at most three marks before a run. So the standard library
  /// moves a mark over at most three others, or within a short run.
  package static func ordered(_ text: String) -> String {
    // A mark has at least two bytes in UTF-8.
    guard text.utf8.count > 2 * shortRun, needsOrder(text) else { return text }
    var ordered = String.UnicodeScalarView()
    var run = MarkRun()
    for scalar in text.unicodeScalars {
      let combiningClass = combiningClass(of: scalar)
      if combiningClass == 0 {
        run.move(to: &ordered)
        ordered.append(scalar)
      } else {
        run.append(scalar, combiningClass)
      }
    }
    run.move(to: &ordered)
    return String(ordered)
  }

  /// Returns whether a long run of marks is in the wrong order.
  private static func needsOrder(_ text: String) -> Bool {
    var length = 0
    var last: UInt8 = 0
    var isOrdered = true
    for scalar in text.unicodeScalars {
      let combiningClass = combiningClass(of: scalar)
      if combiningClass == 0 {
        (length, last, isOrdered) = (0, 0, true)
        continue
      }
      length += 1
      if combiningClass < last { isOrdered = false }
      if !isOrdered, length > shortRun { return true }
      last = combiningClass
    }
    return false
  }

  @inline(__always)
  package static func combiningClass(of scalar: Unicode.Scalar) -> UInt8 {
    scalar.value < 0x300 ? 0 : scalar.properties.canonicalCombiningClass.rawValue
  }
}

/// Consecutive marks and their combining classes.
private struct MarkRun {
  private var scalars: [Unicode.Scalar] = []
  private var classes: [UInt8] = []

  mutating func append(_ scalar: Unicode.Scalar, _ combiningClass: UInt8) {
    scalars.append(scalar)
    classes.append(combiningClass)
  }

  /// Appends the marks to a text, sorted by combining class if the run is long, and empties the
  /// run.
  mutating func move(to text: inout String.UnicodeScalarView) {
    if scalars.isEmpty { return }
    if scalars.count > CanonicalOrder.shortRun {
      text.append(contentsOf: sorted())
    } else {
      text.append(contentsOf: scalars)
    }
    scalars.removeAll(keepingCapacity: true)
    classes.removeAll(keepingCapacity: true)
  }

  /// Returns the marks sorted by class with a counting sort, which is stable.
  private func sorted() -> [Unicode.Scalar] {
    var places = [Int](repeating: 0, count: 257)
    for combiningClass in classes { places[Int(combiningClass) + 1] += 1 }
    for index in places.indices.dropFirst() { places[index] += places[index - 1] }
    var sorted = scalars
    for (scalar, combiningClass) in zip(scalars, classes) {
      sorted[places[Int(combiningClass)]] = scalar
      places[Int(combiningClass)] += 1
    }
    return sorted
  }
}
