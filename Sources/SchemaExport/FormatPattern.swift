import DocumentFile
import DocumentTables

/// Regular expressions for the texts of the format that are no values of attributes, in the common subset of XML
/// Schema and ECMA-262; each must match a whole text.
enum FormatPattern {
  static let digest = "[0-9a-f]{64}"
  /// A name of other programs (spec 3.9).
  static let reverseDNSName = "[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)+"
  /// A media type without its suffix.
  static let mediaType = "[a-z0-9][a-z0-9!#$&^_.+-]*/[a-z0-9][a-z0-9!#$&^_.+-]*"
  /// A media type with parameters (spec 3.10).
  static let attachmentType =
    typeName + "/" + typeName + "( *; *" + typeName
    + "=([A-Za-z0-9!#$%&'*+.^_`{|}~-]+|\"([ !#-\\[\\]-~]|\\\\[ -~])*\"))*"
  private static let typeName = "[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*"
  static let formatVersion =
    "(" + (0...MediaTypeEntry.currentMajor).map { String($0) }.joined(separator: "|")
    + ")\\.(0|[1-9][0-9]{0,8})"
  /// The type of an attribute in a schema, such as `text`, `[text?]` or `[text: int64]`.
  static let attributeType =
    "tree|structure|(" + scalar + ")|\\[((" + scalar + "): )?(" + scalar + ")\\??\\]"
  private static let scalar = ScalarType.allCases.map(\.rawValue).joined(separator: "|")
}
