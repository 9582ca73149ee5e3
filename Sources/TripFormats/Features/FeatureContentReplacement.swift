import DocumentTables

extension ExtensionRecord {
  /// Returns a record of features with other words and other places; nil for any other record.
  ///
  /// A copy without content has no file, so the record names none, and says nothing of what the import made.
  func replacingFeatureContent(_ replacement: (Tree) -> Tree) -> ExtensionRecord? {
    func replaced(_ text: String) -> String {
      text.isEmpty ? text : replacement(.text(text)).textValue ?? ""
    }
    if var file = FeatureRecords.File(self) {
      file.identity = replaced(file.identity)
      (file.part, file.known) = (nil, [])
      return file.record
    }
    guard entity == FeatureRecords.objectEntity, var object = FeatureRecords.Object(self) else {
      return nil
    }
    object.file = replaced(object.file)
    object.trip = object.trip.map(replaced)
    (object.name, object.made) = (FeatureName(digest: "", number: 0), nil)
    if var feature = object.feature {
      feature.name = replaced(feature.name)
      feature.details = replaced(feature.details)
      feature.links = feature.links.map(replaced)
      for index in feature.points.indices {
        feature.points[index] = Feature.Point(name: replaced(feature.points[index].name))
      }
      feature.exact = nil
      object.feature = feature
    }
    return object.record
  }
}
