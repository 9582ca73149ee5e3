import DocumentTables

extension Tables {
  /// Returns the tables without carried entries of objects that were deleted after the entries were
  /// written: their values would otherwise stay in the document.
  ///
  /// Objects that the older version cannot store at all stay carried, as do trees of other programs.
  package func withoutCarriedRemains() -> Tables {
    var tables = self
    tables.carried = carried.compactMap { tree in
      guard let stage = tree["stage"].flatMap({ LossStage(tree: $0) }),
        case .group(let group) = Losses.read(tree, of: stage), group.header.olderEntity != nil
      else { return tree }
      let places = group.keys.indices.filter { find(group.keys[$0]) != nil }
      if places.count == group.count { return tree }
      return places.isEmpty ? nil : group.subset(places).tree
    }
    return tables
  }
}
