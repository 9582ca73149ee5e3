import DocumentTables

/// Merges a carried list of keys with the changes that another program has made since.
///
/// - Parameters:
///   - carried: The list of the newer version.
///   - guardList: The list that migrating down made of the carried one.
///   - present: The list that migrating up yields.
///
/// A member that was lost by migrating down is restored after its nearest predecessor that is still
/// present. Changes by another program are kept: members that it appended or removed, and a
/// different order (spec 10.5).
package func mergedList(
  carried: [ObjectKey], guardList: [ObjectKey], present: [ObjectKey]
) -> [ObjectKey] {
  let original = Set(carried)
  let known = Set(guardList)
  // Members that migrating down added are removed.
  var kept = present.filter { original.contains($0) || !known.contains($0) }
  let isThere = Set(kept)
  let shared = isThere.intersection(known)
  if present.filter(shared.contains) == guardList.filter(shared.contains) {
    // The order has not been changed since, so the shared members take their carried order.
    let places = kept.indices.filter { shared.contains(kept[$0]) }
    for (place, key) in zip(places, carried.filter(shared.contains)) { kept[place] = key }
  }
  // Each lost member follows its nearest predecessor that is present.
  var atStart: [ObjectKey] = []
  var following: [ObjectKey: [ObjectKey]] = [:]
  var predecessor: ObjectKey?
  for key in carried {
    if isThere.contains(key) {
      predecessor = key
    } else if !known.contains(key) {
      if let predecessor {
        following[predecessor, default: []].append(key)
      } else {
        atStart.append(key)
      }
    }
  }
  guard !atStart.isEmpty || !following.isEmpty else { return kept }
  var result = atStart
  for key in kept {
    result.append(key)
    if let keys = following[key] { result.append(contentsOf: keys) }
  }
  return result
}
