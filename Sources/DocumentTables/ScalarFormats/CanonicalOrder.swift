/// The canonical order of combining marks (UAX #15), for runs of any length in time proportional to it.
///
/// The standard library sorts the marks behind a letter by insertion, so a long run of marks in the
/// wrong order costs it the square of the run's length, in `==`, `<`, hashes and NFC alike. In a run
/// that is in order it moves nothing.
package enum CanonicalOrder {
  /// The maximum length of runs that the standard library sorts.
  package static let shortRun = 64

  /// Returns a canonically equivalent text without long runs of marks in the wrong order; most texts
  /// unchanged.
  ///
  /// Decomposing a mark gives marks of its own combining class only, and decomposing a letter adds at
  /// most three marks before a run. So the standard library moves a mark over at most three others,
  /// or over the few of a short run.
  package static func ordered(_ text: String) -> String {
    // The UTF-8 of a mark has two bytes or more.
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

  /// Appends the marks to a text, those of a long run by combining class and else in their order.
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

  /// Returns the marks in a stable counting sort by class.
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

extension Hasher {
  /// Hashes the exact UTF-8 of a text, for texts that are equal only if their bytes are.
  mutating func combine(spelling text: String) {
    var native = text
    // Lifetime: the bytes are used inside the closure.
    native.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    combine(0xFF as UInt8)
  }
}
