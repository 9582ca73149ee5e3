import SwiftSyntax

/// The expression that describes one property in the generated metadata.
struct PropertyMetadataExpression {
  let property: StoredProperty

  var text: String {
    var arguments = [
      "\"\(property.name)\"", "\\_S.\(property.spelling)", "default: \(defaultValue)",
    ]
    if let metadata { arguments.append("metadata: \(metadata)") }
    if let blank = BlankExpression(property)?.text { arguments.append("blank: .of(\(blank))") }
    return ".make(\(arguments.joined(separator: ", ")))"
  }

  private var defaultValue: String {
    guard let expression = property.initializer else {
      return property.isImplicitlyNil ? ".constant { nil }" : ".none"
    }
    return ".\(DefaultExpression(expression).rawValue) { \(expression.trimmedDescription) }"
  }

  private var metadata: String? {
    for name in ["Relationship", "Attribute"] {
      guard let attribute = property.attribute(named: name) else { continue }
      guard case .argumentList(let arguments)? = attribute.arguments else {
        return "DocumentData.Schema.\(name)()"
      }
      return "DocumentData.Schema.\(name)(\(arguments.trimmedDescription))"
    }
    return nil
  }
}
