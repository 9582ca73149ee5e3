import DocumentTables

/// Where an object is in its life.
enum ModelPhase: UInt8 {
  /// Made by an initialiser; no context knows it.
  case new
  /// A context knows it, no store does.
  case inserted
  /// It stands in a store.
  case stored
  /// Its context will remove it at the next save.
  case deleted
  /// It was removed; its last values stay readable.
  case removed

  /// Whether others may be related to the object.
  var isPresent: Bool { self == .inserted || self == .stored }
}

/// What `@Model` adds to the root class: the row that an object reads from, and who watches over
/// it.
///
/// An untouched object is this and nothing else. The segment is held strongly, so neither a save
/// nor another context can move or free what the object reads.
public struct _ModelState {
  var core: ContextCore?
  var description: ModelDescription?
  var segment: Segment?
  var row: Int32 = 0
  var phase = ModelPhase.new
  /// Zero until the object is inserted.
  var key: ObjectKey = 0
  /// Made at the first read that somebody tracks.
  var registrar: ObservationRegistrar?

  /// The state of an object that no context knows.
  public init() {}

  init(_ description: ModelDescription, key: ObjectKey, core: ContextCore) {
    self.description = description
    self.key = key
    self.core = core
  }
}
