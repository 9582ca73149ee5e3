/// Makes a class a persistent model.
///
/// Every stored `var` becomes a property of the class's entity: a relationship if its type is a
/// model, an optional model or an array of models, else an attribute. A model class that inherits
/// from another model class becomes a subentity.
///
/// A `let` that the initialiser sets becomes an attribute too. An object in memory keeps the value
/// of its `let`. If another context saves another value, the next object created from the row has
/// the new value. A `let` that is initialised in its declaration has the same value in every object
/// and is not stored.
///
/// The class is isolated to no actor, even if the module's default isolation is the main actor. If
/// a class and its subclasses state `@MainActor`, their properties are isolated to the main actor.
///
/// - Parameter originalName: The last part of the class's name in an older version of the schema. A
///   lightweight stage then keeps the objects of a renamed class. Without the parameter, the stage
///   removes one entity and adds another. SwiftData has no such parameter.
@attached(
  member, conformances: Observable, PersistentModel, Sendable,
  names: named(_$state), prefixed(_$values_), prefixed(_$Slot_),
  named(_$propertyCount), named(schemaMetadata), named(_$properties), named(_$statements),
  named(_$superentity), named(_$visitLevels), named(init(_$materializing:)))
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel, Sendable)
public macro Model(originalName: String? = nil) =
  #externalMacro(module: "DocumentDataMacros", type: "ModelMacro")

/// Declares options of an attribute, or its name in an older version of the schema.
///
/// The property's type decides what a document stores. An optional type adds nil:
///
/// - `Bool`, integers of up to 64 bits, `Float`, `Double`, `String`, `Date`, ``CalendarDay``,
///   ``ClockTime``, ``ZonedTime``, `UUID`, `URL`, `Data` and `Decimal`: a value of that type.
/// - An enumeration or option set with a raw value of such a type: its raw value. A `CaseIterable`
///   enumeration is closed: a document may contain only its cases.
/// - An array of these: a list, in order. A `Set` of these: a list, in the order of its elements'
///   canonical texts. A dictionary of these by these: an object if the keys are texts, else a list
///   of keys and values.
/// - Any other `Codable` type (structs, enumerations with associated values, Foundation's value
///   types), and containers of them or of containers: the encoded value, as a typed tree.
/// - Any type with ``Schema/Attribute/Option/transformable(by:)-(String)``: the data that a value
///   transformer returns.
///
/// A stored value may lack a member that was added to its `Codable` type later. The member then has
/// the first of these values that exists:
///
/// 1. nil, if the member is optional;
/// 2. the value that the type's own `init()` sets;
/// 3. the value in the defaults that models declare for properties of the type, if all of them
///    agree.
///
/// Defaults that differ between evaluations, such as `UUID()`, are ignored. So is a default in the
/// type's declaration alone, as in `struct Size: Codable { var width: Int; var height: Int = 5 }`:
/// the decoding that Swift synthesises never reads it, and a memberwise initialiser cannot be
/// called without the other members. Such a type needs an `init()`, possibly in an extension, or an
/// `init(from:)` that calls `decodeIfPresent`. If a member has no value, opening the document fails
/// with an error that names entity, property, object, type and member.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "DocumentDataMacros", type: "PeerMarkers")

/// Declares options of a relationship: its delete rule, its inverse, and how many objects it may
/// have.
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option...,
  deleteRule: Schema.Relationship.DeleteRule = .nullify, minimumModelCount: Int? = 0,
  maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
  hashModifier: String? = nil
) = #externalMacro(module: "DocumentDataMacros", type: "PeerMarkers")

/// Declares options of a relationship in the spelling of 2023, with the delete rule first.
@attached(peer)
public macro Relationship(
  _ deleteRule: Schema.Relationship.DeleteRule, minimumModelCount: Int? = 0,
  maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
  hashModifier: String? = nil
) = #externalMacro(module: "DocumentDataMacros", type: "PeerMarkers")

/// Excludes a stored property from the schema.
@attached(peer)
public macro Transient() = #externalMacro(module: "DocumentDataMacros", type: "PeerMarkers")

/// Declares lists of properties; no two objects have the same values for all properties of a list.
@freestanding(declaration)
public macro Unique<Model: PersistentModel>(_ constraints: [PartialKeyPath<Model>]...) =
  #externalMacro(module: "DocumentDataMacros", type: "SchemaNoteMacro")

/// Declares lists of properties for look-ups and sorting.
@freestanding(declaration)
public macro Index<Model: PersistentModel>(_ indices: [PartialKeyPath<Model>]...) =
  #externalMacro(module: "DocumentDataMacros", type: "SchemaNoteMacro")

/// Declares lists of properties for look-ups and sorting, with the kind of each index.
@freestanding(declaration)
public macro Index<Model: PersistentModel>(_ indices: Schema.Index<Model>.Types<Model>...) =
  #externalMacro(module: "DocumentDataMacros", type: "SchemaNoteMacro")

/// Generates the functions that read and set a persisted `let`; `@Model` adds the macro, model code
/// must not use it.
@attached(peer, names: prefixed(_$constant_))
public macro _PersistedConstant() =
  #externalMacro(module: "DocumentDataMacros", type: "PersistedConstantMacro")

/// Generates the accessors of a persisted `var`; `@Model` adds the macro, model code must not use
/// it.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_$marker_))
public macro _PersistedProperty() =
  #externalMacro(module: "DocumentDataMacros", type: "PersistedPropertyMacro")
