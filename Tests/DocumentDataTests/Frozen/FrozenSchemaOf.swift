import DocumentData
import DocumentFile

extension FrozenSchema {
  /// The schema of a version with classes, as its exported text states it.
  init(of version: any VersionedSchema.Type, name: String = "models") {
    let text = (try? version.checkedTableSchema(name: name)).map {
      String(decoding: SchemaFile($0).bytes, as: UTF8.self)
    }
    self.init(text ?? "")
  }
}
