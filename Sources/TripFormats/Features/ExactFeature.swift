/// What this library writes beside a feature: values that the format has no place for, as JSON.
enum ExactFeature {
  /// The namespace of its element.
  static let namespace = "urn:trip-documents:features"
  static let identity = "id"
  static let entity = "entity"
  /// The trip of the object: null for none.
  ///
  /// Without the member, grouping finds the trip.
  static let trip = "trip"
  /// What features that are one trip have in common, where a file tells which these are and states no trip.
  ///
  /// Without the member, their days tell.
  static let group = "group"
  /// Whether a group is a whole trip, so that features of the day before or behind it are those of another one.
  static let isWhole = "isWhole"
  static let values = "values"
  /// What the elements of the format stated instead of a value when it was written; without it, nothing.
  static let instead = "instead"
  static let participants = "participants"
  /// Whether it is about the trip of all features, which the elements of the file name.
  static let file = "file"
}
