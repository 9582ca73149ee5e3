/// Three versions of one value: the base, and what each side of a merge has made of it.
///
/// Every merge asks these versions which one counts: the merge of rows (``ThreeWayMerge``), and that of a
/// context's unsaved changes with what another process has saved.
package struct ThreeVersions<Version> {
  package let base: Version
  package let ours: Version
  package let theirs: Version

  package init(base: Version, ours: Version, theirs: Version) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }

  /// The version of a side; that of the base for nil.
  package subscript(side: MergeSide?) -> Version {
    switch side {
    case .ours: ours
    case .theirs: theirs
    case nil: base
    }
  }

  package func map<Other>(_ transform: (Version) -> Other) -> ThreeVersions<Other> {
    ThreeVersions<Other>(
      base: transform(base), ours: transform(ours), theirs: transform(theirs))
  }

  /// Returns the side whose version counts by the three-way rule (spec 13.4-1); nil if the sides
  /// contradict each other.
  package func undisputed(_ areEqual: (Version, Version) -> Bool) -> MergeSide? {
    if areEqual(ours, theirs) || areEqual(theirs, base) { return .ours }
    return areEqual(ours, base) ? .theirs : nil
  }
}

extension ThreeVersions where Version: Equatable {
  /// The side whose version counts by the three-way rule; nil if the sides contradict each other.
  package var undisputed: MergeSide? { undisputed(==) }
}

extension ThreeVersions: Sendable where Version: Sendable {}
