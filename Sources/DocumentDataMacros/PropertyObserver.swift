import SwiftSyntax

/// A `willSet` or `didSet`, whose body moves into the generated setter.
struct PropertyObserver {
  let parameter: String
  let body: String
  /// Whether the body mentions the parameter: an old value that is not used is not fetched.
  let usesParameter: Bool

  init?(_ specifier: String, defaultParameter: String, of binding: PatternBindingSyntax) {
    guard case .accessors(let list)? = binding.accessorBlock?.accessors,
      let accessor = list.first(where: { $0.accessorSpecifier.text == specifier }),
      let statements = accessor.body?.statements
    else { return nil }
    let parameter = accessor.parameters?.name.text ?? defaultParameter
    self.parameter = parameter
    body = statements.trimmedDescription
    usesParameter = statements.tokens(viewMode: .sourceAccurate).contains {
      $0.tokenKind == .identifier(parameter)
    }
  }
}
