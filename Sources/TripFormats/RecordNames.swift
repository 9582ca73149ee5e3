import DocumentTables

extension ExtensionRecord {
  /// Whether the name of a member in the value is one that a specification or this library defines; any other name is
  /// one of another program, and may say what a person does not want to show.
  package func isDefined(_ name: String) -> Bool {
    if entity == CSVFileRecord.entity { return true }
    guard ReservationRecords.isOwn(self) else { return false }
    return name.utf8.count <= TripSchema.longestName
      && (name.begins(with: "@") ? ReservationNames.keywords : ReservationNames.all).contains(name)
  }
}
