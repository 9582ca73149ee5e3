/// Backing data that reads and writes the values of a model object.
struct ObjectBackingData<Model: PersistentModel>: BackingData {
  let model: Model
  private var statedID: PersistentIdentifier?

  init(_ model: Model) { self.model = model }

  init(for modelType: Model.Type) { model = modelType._$blank() }

  var persistentModelID: PersistentIdentifier? {
    get {
      if let statedID { return statedID }
      let id = model.persistentModelID
      return id.isTemporary ? nil : id
    }
    set { statedID = newValue }
  }

  var metadata: Any { ModelMetadata.of(type(of: model)).properties }

  func getValue<Value: Decodable>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    model.getValue(forKey: keyPath)
  }

  func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    model.getValue(forKey: keyPath)
  }

  func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value?>) -> Value? {
    model.getValue(forKey: keyPath)
  }

  func getValue<Value, OtherModel>(forKey keyPath: KeyPath<Model, Value>) -> Value
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    model.getValue(forKey: keyPath)
  }

  func getValue<Value, OtherModel>(forKey keyPath: KeyPath<Model, Value>) -> Value
  where Value: RelationshipCollection & Decodable, OtherModel == Value.PersistentElement {
    model.getValue(forKey: keyPath)
  }

  func getTransformableValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    model.getTransformableValue(forKey: keyPath)
  }

  func setValue<Value: Encodable>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
    model.setValue(forKey: keyPath, to: newValue)
  }

  func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) {
    model.setValue(forKey: keyPath, to: newValue)
  }

  func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value?>, to newValue: Value?
  ) {
    model.setValue(forKey: keyPath, to: newValue)
  }

  func setValue<Value, OtherModel>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value)
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    model.setValue(forKey: keyPath, to: newValue)
  }

  func setValue<Value, OtherModel>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value)
  where Value: RelationshipCollection & Encodable, OtherModel == Value.PersistentElement {
    model.setValue(forKey: keyPath, to: newValue)
  }

  func setTransformableValue<Value>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
    model.setTransformableValue(forKey: keyPath, to: newValue)
  }
}
