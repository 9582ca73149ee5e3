/// The values of one object by key path, from which model objects and the snapshots of custom
/// stores are created.
///
/// ``PersistentModel/createBackingData()`` creates backing data without values, and
/// ``PersistentModel/persistentBackingData`` returns that of an object. Values are read by the key
/// paths of ``PersistentModel/schemaMetadata``.
public protocol BackingData<Model> {
  /// The class of the object.
  associatedtype Model: PersistentModel

  /// Creates backing data without values.
  init(for modelType: Model.Type)

  /// The identifier of the object; nil until the object is inserted.
  var persistentModelID: PersistentIdentifier? { get set }
  /// The metadata of the model class's properties: an array of ``Schema/PropertyMetadata``.
  var metadata: Any { get }

  /// Reads an attribute.
  func getValue<Value: Decodable>(forKey: KeyPath<Model, Value>) -> Value
  /// Reads a relationship to one object.
  func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value>) -> Value
  /// Reads a relationship to one object or none.
  func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value?>) -> Value?
  /// Reads a relationship to several objects.
  func getValue<Value, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement
  /// Reads a relationship to several objects that have a coding of their own.
  func getValue<Value, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
  where Value: RelationshipCollection & Decodable, OtherModel == Value.PersistentElement
  /// Reads an attribute that a value transformer stores.
  func getTransformableValue<Value>(forKey: KeyPath<Model, Value>) -> Value

  /// Sets an attribute.
  func setValue<Value: Encodable>(forKey: KeyPath<Model, Value>, to newValue: Value)
  /// Sets a relationship to one object.
  func setValue<Value: PersistentModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
  /// Sets a relationship to one object or none.
  func setValue<Value: PersistentModel>(forKey: KeyPath<Model, Value?>, to newValue: Value?)
  /// Sets a relationship to several objects.
  func setValue<Value, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement
  /// Sets a relationship to several objects that have a coding of their own.
  func setValue<Value, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
  where Value: RelationshipCollection & Encodable, OtherModel == Value.PersistentElement
  /// Sets an attribute that a value transformer stores.
  func setTransformableValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value)
}
