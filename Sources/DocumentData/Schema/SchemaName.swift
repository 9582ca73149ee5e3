/// The name of an app's schema in documents (spec 6.1-1).
///
/// It depends on the program's types, not on a file, so that all documents of an app have one name, in
/// every version of its models.
enum SchemaName {
  /// Returns the name that the plan states, or else the name of the module that declares the models.
  static func name(of schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?) -> String {
    if let plan { return plan.schemaName }
    // The first of the names does not depend on the order in which a program lists its models.
    let names = schema.types.map { String(reflecting: $0) }
    return names.min().map(module(ofTypeNamed:)) ?? "models"
  }

  /// Returns the module of a type: the part before the first point, or the module whose extension
  /// declares the type, as in `(extension in Library):App.Trip`.
  static func module(ofTypeNamed name: String) -> String {
    let marker = "(extension in "
    guard name.hasPrefix(marker) else {
      return String(name.prefix { $0 != "." })
    }
    return String(name.dropFirst(marker.count).prefix { $0 != ")" })
  }
}
