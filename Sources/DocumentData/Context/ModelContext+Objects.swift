extension ModelContext {
  /// The object of an identifier, if this context has handed it out already.
  public func registeredModel<T: PersistentModel>(for id: PersistentIdentifier) -> T? {
    guard let core = core(of: id) else { return nil }
    return (core.pending.object(for: id.key) ?? core.identityMap[id.key]) as? T
  }
}
