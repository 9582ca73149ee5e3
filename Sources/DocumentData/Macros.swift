/// Makes a class a persistent model.
///
/// Every stored `var` becomes a property of the class's entity: an attribute, or a relationship if
/// its type is a model, an optional model or an array of models. A subclass of a model that is a
/// model too becomes a subentity.
///
/// A `let` that the initialiser sets becomes an attribute too. An object in memory keeps the value
/// that the `let` has; if another context saves another value, the next object that is made of the
/// row has that. A `let` with a value of its own is the same in every object and is not stored.
///
/// The class belongs to no actor, also where the module's default isolation is the main actor. A
/// class that states `@MainActor`, as its subclasses then do, has properties of the main actor.
///
/// - Parameter originalName: The last part of the name that the class had in an older version of the
///   schema. A lightweight stage then keeps the objects of a renamed class; without it, one entity
///   would be removed and another added. SwiftData has no such spelling.
@attached(
  member, conformances: Observable, PersistentModel, Sendable,
  names: named(_$state), prefixed(_$values_), prefixed(_$Slot_),
  named(_$propertyCount), named(schemaMetadata), named(_$properties), named(_$statements),
  named(_$superentity), named(_$visitLevels), named(init(_$materializing:)))
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel, Sendable)
public macro Model(originalName: String? = nil) =
  #externalMacro(module: "DocumentDataMacros", type: "ModelMacro")

/// States options of an attribute, or the name that it had in an older version.
///
/// What a document holds for a property follows from its type; an optional one adds nil:
///
/// - `Bool`, integers of up to 64 bits, `Float`, `Double`, `String`, `Date`, `UUID`, `URL`, `Data`
///   and `Decimal`: a value of that type.
/// - An enumeration or option set with a raw value of such a type: its raw value. A `CaseIterable`
///   enumeration is closed: a document holds its cases only.
/// - An array of these: a list, in order. A `Set` of these: a list, in the order of its elements'
///   canonical texts. A dictionary of these by these: an object where the keys are texts, else a
///   list of keys and values.
/// - Any other `Codable` type (structs, enumerations with associated values, Foundation's value
///   types), and containers of them or of containers: what its coding makes, as a typed tree.
/// - Any type with ``Schema/Attribute/Option/transformable(by:)-(String)``: the data that a value
///   transformer makes.
///
/// A stored value may lack a member that its `Codable` type has got since. The member then has the
/// first of these values:
///
/// 1. nil, if the member is optional;
/// 2. the value that the type's own `init()` gives it;
/// 3. the value in the default that models give properties of the type, if all these agree.
///
/// A default that differs from one evaluation to the next, as `UUID()` does, does not count. The
/// default in the type's declaration alone, as in `struct Size: Codable { var width: Int; var height:
/// Int = 5 }`, does not count either: the coding that Swift makes for the type never reads it, and a
/// memberwise initialiser cannot be called without the other members. Such a type needs an
/// `init()`, which may stand in an extension, or an `init(from:)` that calls `decodeIfPresent`. Without
/// a value the document is refused with entity, property, object, type and member.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "DocumentDataMacros", type: "PeerMarkers")

/// States options of a relationship: what deleting an object does to those at the other end, which
/// property there is the same connection, and how many objects there may be.
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option...,
  deleteRule: Schema.Relationship.DeleteRule = .nullify, minimumModelCount: Int? = 0,
  maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
  hashModifier: String? = nil
) = #externalMacro(module: "DocumentDataMacros", type: "PeerMarkers")

/// States options of a relationship in the spelling of 2023, with the delete rule first.
@attached(peer)
public macro Relationship(
  _ deleteRule: Schema.Relationship.DeleteRule, minimumModelCount: Int? = 0,
  maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
  hashModifier: String? = nil
) = #externalMacro(module: "DocumentDataMacros", type: "PeerMarkers")

/// Keeps a stored property out of the schema.
@attached(peer)
public macro Transient() = #externalMacro(module: "DocumentDataMacros", type: "PeerMarkers")

/// States lists of properties whose values, taken together, no two objects share.
@freestanding(declaration)
public macro Unique<Model: PersistentModel>(_ constraints: [PartialKeyPath<Model>]...) =
  #externalMacro(module: "DocumentDataMacros", type: "SchemaNoteMacro")

/// States lists of properties that queries look up or sort by.
@freestanding(declaration)
public macro Index<Model: PersistentModel>(_ indices: [PartialKeyPath<Model>]...) =
  #externalMacro(module: "DocumentDataMacros", type: "SchemaNoteMacro")

/// States lists of properties that queries look up or sort by, with the kind of each index.
@freestanding(declaration)
public macro Index<Model: PersistentModel>(_ indices: Schema.Index<Model>.Types<Model>...) =
  #externalMacro(module: "DocumentDataMacros", type: "SchemaNoteMacro")

/// What `@Model` puts on each `let` that it persists; not for use by hand.
@attached(peer, names: prefixed(_$constant_))
public macro _PersistedConstant() =
  #externalMacro(module: "DocumentDataMacros", type: "PersistedConstantMacro")

/// What `@Model` puts on each property that it persists; not for use by hand.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_$marker_))
public macro _PersistedProperty() =
  #externalMacro(module: "DocumentDataMacros", type: "PersistedPropertyMacro")
