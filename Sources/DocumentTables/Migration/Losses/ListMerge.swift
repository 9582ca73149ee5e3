/// Three lists of keys as one: what was carried, with what another program has done meanwhile.
///
/// - Parameters:
///   - carried: The list of the newer version.
///   - guardList: What the older version made of it.
///   - present: What the way up makes of it now.
///
/// A member that the way down lost is put back behind its nearest predecessor that is still there;
/// what another program appended, removed or put in another order stays so (spec 10.5).
func mergedList(
  carried: [ObjectKey], guardList: [ObjectKey], present: [ObjectKey]
) -> [ObjectKey] {
  let original = Set(carried)
  let known = Set(guardList)
  // What the way down put in by itself goes.
  var kept = present.filter { original.contains($0) || !known.contains($0) }
  let isThere = Set(kept)
  let shared = isThere.intersection(known)
  if present.filter(shared.contains) == guardList.filter(shared.contains) {
    // Nobody has changed the order: the places of the shared members take the carried one.
    let places = kept.indices.filter { shared.contains(kept[$0]) }
    for (place, key) in zip(places, carried.filter(shared.contains)) { kept[place] = key }
  }
  // Each lost member waits for the nearest predecessor that is there.
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
