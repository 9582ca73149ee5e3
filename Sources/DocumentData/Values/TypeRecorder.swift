import DocumentTables

/// Records the type and the place in the tree of each value while it is encoded.
final class TypeRecorder {
  private var places: [(type: any Any.Type, place: TreePlace)] = []

  func note(_ type: any Any.Type, _ place: TreePlace) { places.append((type, place)) }

  var found: [(type: any Any.Type, tree: Tree)] { places.map { ($0.type, $0.place.tree) } }
}

extension TreeEncoder {
  /// Encodes a value, and returns the type and the tree of each value in it, the outermost first.
  static func encodeRecording(
    _ value: some Encodable
  ) throws -> [(type: any Any.Type, tree: Tree)] {
    let recorder = TypeRecorder()
    try TreeEncoder(codingPath: [], place: TreePlace(), recorder: recorder).encodeValue(value)
    return recorder.found
  }
}
