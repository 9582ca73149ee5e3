/// Holds the values of one object by key path: what a model object is made of, and what a snapshot
/// of a custom store is made from.
///
/// ``PersistentModel/createBackingData()`` makes one, and ``PersistentModel/persistentBackingData``
/// is that of an object. Values are read by the key paths of ``PersistentModel/schemaMetadata``.
public protocol BackingData<Model> {
  /// The class of the object.
  associatedtype Model: PersistentModel

  /// Makes backing data without values.
  init(for modelType: Model.Type)

  /// The object that the values belong to; nil as long as it is not inserted.
  var persistentModelID: PersistentIdentifier? { get set }
  /// What the model class says about its properties: an array of ``Schema/PropertyMetadata``.
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
