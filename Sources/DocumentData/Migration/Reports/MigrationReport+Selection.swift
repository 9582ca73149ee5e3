import DocumentMigration
import DocumentTables

extension MigrationReport {
  /// Returns the report without the entries about other objects than those of a part of the document.
  ///
  /// The stages and what the closures changed stay.
  ///
  /// - Parameters:
  ///   - part: Some objects of the migrated document.
  ///   - whole: The migrated document.
  package func concerning(_ part: Tables, of whole: Tables) -> MigrationReport {
    let selection = LossSelection(losses.lossGroups, whole: whole, part: part)
    return MigrationReport(
      stages: stages.map { stage in
        var stage = stage
        stage.losses = stage.losses.selected(selection)
        stage.restored = stage.restored.selected(selection)
        stage.overwritten = stage.overwritten.selected(selection)
        stage.notRestored = stage.notRestored.selected(selection)
        stage.lostForeignData = stage.lostForeignData.selected(selection)
        return stage
      })
  }
}

extension MigrationReport.Entries {
  fileprivate var lossGroups: [LossGroup] {
    parts.flatMap { part -> [LossGroup] in
      guard case .losses(let losses) = part else { return [] }
      return losses.groups
    }
  }

  fileprivate func selected(_ selection: LossSelection) -> Self {
    Self(parts.map { $0.selected(selection) })
  }
}

extension MigrationReport.Entries.Part {
  /// The entries about objects of the selection, and about objects that are gone.
  fileprivate func selected(_ selection: LossSelection) -> Self {
    func isConcerned(_ key: ObjectKey) -> Bool { !selection.excludes(key) }
    switch self {
    case .losses(let losses): return .losses(selection.selected(losses))
    case .restored(let losses): return .restored(selection.selected(losses))
    case .overwritten(let group): return .overwritten(group.subset(where: isConcerned))
    case .notRestored(var dropped):
      dropped.losses = dropped.losses.subset(where: isConcerned)
      return .notRestored(dropped)
    case .foreignData(let data): return .foreignData(data.filter { isConcerned($0.object) })
    case .changes, .unreadable: return self
    }
  }
}
