extension ModelContainer {
  /// Removes every object of all stores, and the files of the stores.
  ///
  /// Contexts find their objects deleted, as if another context had deleted them, and say so; see
  /// ``ModelContext/NotificationKey/invalidatedAllIdentifiers``. What they have inserted and not
  /// saved stays. The container can be used on: the next save makes the files anew.
  ///
  /// A file is only removed if it is still the one that was opened or saved last.
  ///
  /// - Throws: ``SwiftDataError/readOnlyStore`` before anything is removed where a store may not be
  ///   written, and ``SwiftDataError/saveFailure`` where a file cannot be removed: that store and
  ///   those after it then keep their objects.
  public func erase() throws {
    if let store = stores.first(where: \.isReadOnly) {
      throw SwiftDataError(
        .readOnlyStore, "“\(store.name)” may not be written, so nothing was erased")
    }
    for store in stores { try store.backing.erase() }
  }

  /// Removes every object of all stores, and the files of the stores; what cannot be removed stays
  /// without a word.
  @available(*, deprecated, renamed: "erase()", message: "erase() says what it could not erase")
  public func deleteAllData() { try? erase() }
}
