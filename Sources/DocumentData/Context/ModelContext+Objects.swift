extension ModelContext {
  /// The object of an identifier, if this context has handed it out already.
  public func registeredModel<T: PersistentModel>(for id: PersistentIdentifier) -> T? {
    guard let core = core(of: id), let key = core.key(of: id) else { return nil }
    return (core.pending.object(for: key) ?? core.identityMap[key]) as? T
  }
}
