import SwiftDiagnostics
import SwiftSyntax

/// Diagnostics for classes and properties that `@Model` cannot support, with the alternatives.
enum ModelDiagnostic: DiagnosticMessage {
  case notAClass(String)
  case localClass
  case globalActor(String)
  case initializerMissing(String)
  case severalNames
  case pattern
  case weakReference(String)
  case lazy(String)
  case attributeAndRelationship(String)
  case typeMissing(String)
  case propertyWrapper(String, wrapper: String)
  case transientWithoutValue(String)
  case ephemeralWithoutValue(String)
  case uniqueList(String)
  case counts(String)
  case emptyList(String)
  case repeatedInList(String, list: String)
  case unpersistedInList(String, list: String)

  static func notAClass(_ declaration: some DeclGroupSyntax) -> ModelDiagnostic {
    .notAClass(declaration.introducer.text)
  }

  var severity: DiagnosticSeverity { .error }

  var diagnosticID: MessageID { MessageID(domain: "DocumentData", id: identifier) }

  func at(_ node: some SyntaxProtocol) -> Diagnostic { Diagnostic(node: node, message: self) }

  private var identifier: String {
    switch self {
    case .notAClass: "model-not-a-class"
    case .localClass: "model-is-local"
    case .globalActor: "model-on-actor"
    case .severalNames: "property-several-names"
    case .pattern: "property-pattern"
    case .weakReference: "property-weak"
    case .lazy: "property-lazy"
    case .attributeAndRelationship: "property-attribute-and-relationship"
    case .typeMissing: "property-type-missing"
    case .propertyWrapper: "property-wrapper"
    case .transientWithoutValue: "transient-without-value"
    case .ephemeralWithoutValue: "ephemeral-without-value"
    case .initializerMissing: "model-without-initializer"
    case .uniqueList: "relationship-list-unique"
    case .counts: "relationship-counts"
    case .emptyList: "list-empty"
    case .repeatedInList: "list-repeats-property"
    case .unpersistedInList: "list-names-unpersisted-property"
    }
  }

  var message: String {
    switch self {
    case .notAClass(let kind):
      "@Model applies to a class, not to this \(kind); write 'class' instead of '\(kind)'"
    case .localClass:
      "@Model does not apply to a class inside a function; move it into a type or to file level"
    case .globalActor(let name):
      "@Model does not apply to a class of @\(name); remove it: an object belongs to the actor that "
        + "uses its context, as ModelContainer.mainContext belongs to the main actor"
    case .initializerMissing(let name):
      "'\(name)' needs an initialiser, because a class with @Model gets none from the compiler; "
        + "write 'init() {}', or one that sets the properties without a default value"
    case .severalNames:
      "@Model persists one property per 'var' or 'let'; write one of its own for each name"
    case .pattern:
      "@Model does not persist a tuple pattern; write a 'var' of its own for each name"
    case .weakReference(let name):
      "@Model does not persist the weak or unowned property '\(name)'; "
        + "write a plain optional 'var', which keeps no object alive, or add @Transient"
    case .attributeAndRelationship(let name):
      "'\(name)' is either an attribute or a relationship; write all options into one of "
        + "@Attribute and @Relationship, which knows .unique too"
    case .typeMissing(let name):
      "@Model cannot tell the type of '\(name)'; write it after ':', or a default value after '='"
    case .lazy(let name):
      "@Model does not persist the lazy property '\(name)'; write a plain 'var', "
        + "or add @Transient"
    case .propertyWrapper(let name, let wrapper):
      "@Model does not persist '\(name)', which has the property wrapper @\(wrapper); "
        + "remove the wrapper or add @Transient"
    case .ephemeralWithoutValue(let name):
      "the ephemeral property '\(name)' needs a default value, because objects that are read "
        + "from a document have none; write one after '=', or make it optional"
    case .transientWithoutValue(let name):
      "the transient property '\(name)' needs a default value, because objects that are read "
        + "from a document have none; write one after '=', or make it optional"
    case .uniqueList(let name):
      "the to-many relationship '\(name)' cannot be unique; remove .unique"
    case .counts(let name):
      "the minimumModelCount of '\(name)' is greater than its maximumModelCount"
    case .emptyList(let list):
      "\(list) needs a list of at least one property, such as [\\.name]"
    case .repeatedInList(let name, let list):
      "\(list) names '\(name)' twice in one list; name it once"
    case .unpersistedInList(let name, let list):
      "\(list) names '\(name)', which a document does not store; "
        + "name properties that @Model persists"
    }
  }
}
