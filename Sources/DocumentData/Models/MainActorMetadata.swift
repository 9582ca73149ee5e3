/// Evaluates the property metadata of a class that is isolated to the main actor, on any thread.
///
/// The generated code only creates key paths and wraps the properties' initialisers in closures. It
/// touches no object and no variable of the main actor, so it may run on any thread. The wrapped
/// initialisers are those of the class itself; a schema evaluates them later, where it is created.
public func _mainActorMetadata<Metadata>(_ body: @MainActor () -> [Metadata]) -> [Metadata] {
  withoutActuallyEscaping(body) { (body: @escaping @MainActor () -> [Metadata]) in
    // Isolation has no representation, so this is the same function.
    unsafeBitCast(body, to: (() -> [Metadata]).self)()
  }
}
