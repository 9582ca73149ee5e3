extension ModelContainer {
  /// Removes all objects of all stores, and the files of the stores.
  ///
  /// Contexts treat their objects as deleted by another context, and post a notification; see
  /// ``ModelContext/NotificationKey/invalidatedAllIdentifiers``. Inserted objects that are not
  /// saved remain. The container stays usable: the next save creates the files again.
  ///
  /// A file is removed only if it is still the one that was last opened or saved.
  ///
  /// - Throws: ``SwiftDataError/readOnlyStore`` if a store is read-only; then nothing is removed.
  ///   ``SwiftDataError/saveFailure`` if a file cannot be removed; then that store and those after
  ///   it keep their objects.
  public func erase() throws {
    if let store = stores.first(where: \.isReadOnly) {
      throw SwiftDataError(
        .readOnlyStore, "“\(store.name)” may not be written, so nothing was erased")
    }
    for store in stores { try store.backing.erase() }
  }

  /// Removes all objects of all stores, and the files of the stores; silently keeps those that
  /// cannot be removed.
  @available(*, deprecated, renamed: "erase()", message: "erase() says what it could not erase")
  public func deleteAllData() { try? erase() }
}
