extension Losses {
  /// What `restored` does not have of `original`, and has beyond it: both of the newer schema, the
  /// latter made by the way up from `downgraded`.
  ///
  /// Columns that share their storage are not looked at.
  package static func between(
    _ original: Tables, _ restored: Tables, downgraded: Tables, counterparts: StageCounterparts
  ) -> Losses {
    Losses()
  }

  /// The downgraded tables with these losses in their carried entries, and with the extension
  /// records and kept parts of lost objects, detached.
  package func carried(in downgraded: Tables, from original: Tables) -> Tables { downgraded }
}

extension Tables {
  /// The tables as a document gives them back: stored orders without members that are not there.
  ///
  /// The way up must be tried from these, not from what a closure left.
  package func inWrittenForm() -> Tables { self }
}
