import DocumentTables
import TripPages

/// The words for objects that cannot be deleted.
enum DeletionWords {
  static func failure(
    _ refusal: ObjectDeletion.Refusal, _ tables: Tables, at name: String
  ) -> CommandFailure {
    let reader = ObjectReader(tables)
    func title(_ key: ObjectKey) -> String {
      guard let place = tables.find(key) else { return "#\(key)" }
      let object = reader.object(at: place.location, hierarchy: place.hierarchy)
      return "\(object.entity.name) \"\(reader.title(of: object))\" (#\(key))"
    }
    switch refusal {
    case .denied(let object, let property, let target):
      return CommandFailure(
        .badData,
        "\(title(object)) cannot be removed while its \(property) has \(title(target)): remove that first",
        at: name)
    case .required(let object, let property, let target):
      return CommandFailure(
        .badData,
        "\(title(target)) cannot be removed: \(title(object)) needs it as \(property); remove that first",
        at: name)
    }
  }
}
