/// Asks a class on the main actor, from anywhere, what it says about its properties.
///
/// The generated code only names key paths and wraps the properties' initialisers in closures, which
/// touches no object and no variable of the main actor; so it may run on any thread. Initialisers that
/// are evaluated later are those of the class itself, which a schema evaluates where it is made.
public func _mainActorMetadata<Metadata>(_ body: @MainActor () -> [Metadata]) -> [Metadata] {
  withoutActuallyEscaping(body) { (body: @escaping @MainActor () -> [Metadata]) in
    // An isolation has no representation, so this is the same function.
    unsafeBitCast(body, to: (() -> [Metadata]).self)()
  }
}
