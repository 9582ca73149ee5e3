extension Tables {
  /// These tables, just migrated up over a stage, with the carried entries of exactly that stage put
  /// back where their guards hold in `older`, and taken out of ``carried``.
  ///
  /// These tables must be valid; the result is.
  package func restoringCarried(
    of stage: LossStage, from older: Tables, counterparts: StageCounterparts
  ) -> RestorationOutcome {
    RestorationOutcome(tables: self)
  }

  /// These tables with losses put back.
  package func restoring(
    _ losses: Losses, from older: Tables, counterparts: StageCounterparts
  ) -> RestorationOutcome {
    RestorationOutcome(tables: self)
  }
}
