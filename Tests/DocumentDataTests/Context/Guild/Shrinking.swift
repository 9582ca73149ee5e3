/// Takes elements out of a list that fails, as long as it still does, chunks first, then one by one,
/// and puts simpler ones in the place of those that stay.
///
/// - Returns: A list that fails, of which no element can be left out and for no element of which a
///   simpler one does; or the last that was found within the number of attempts.
func shrink<Element>(
  _ list: [Element], attempts: Int = 3000, simpler: (Element) -> [Element] = { _ in [] },
  while fails: ([Element]) -> Bool
) -> [Element] {
  var best = list
  var remaining = attempts
  func attempt(_ candidate: [Element]) -> Bool {
    remaining -= 1
    guard remaining >= 0, fails(candidate) else { return false }
    best = candidate
    return true
  }
  var size = max(1, best.count / 2)
  while remaining > 0 {
    var hasShrunk = false
    var start = 0
    while start < best.count {
      let end = min(best.count, start + size)
      if attempt(Array(best[..<start] + best[end...])) {
        hasShrunk = true
      } else {
        start = end
      }
    }
    if size > 1 {
      size /= 2
      continue
    }
    for index in best.indices {
      while simpler(best[index]).contains(where: { element in
        var candidate = best
        candidate[index] = element
        return attempt(candidate)
      }) {
        hasShrunk = true
      }
    }
    if !hasShrunk { break }
  }
  return best
}
