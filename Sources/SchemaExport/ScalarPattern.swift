import DocumentFile
import DocumentTables

/// Regular expressions for the texts of spec section 4, in the common subset of XML Schema and
/// ECMA-262; each must match a whole text.
///
/// An expression matches every text of its type. It also matches some invalid texts if the exact
/// rule is arithmetic: too many digits for the width, or the 29th of February in any year.
enum ScalarPattern {
  static let integer = "0|-?[1-9][0-9]*"
  static let double =
    number(
      exponents: (
        largest: "30[0-8]|[12][0-9]{2}|[3-9][0-9]|2[1-9]",
        smallest: "32[0-4]|3[01][0-9]|[12][0-9]{2}|[1-9][0-9]|[7-9]"
      )) + "|INF|-INF|NaN"
  static let float =
    number(
      exponents: (
        largest: "3[0-8]|2[1-9]",
        smallest: "4[0-5]|[1-3][0-9]|[7-9]"
      )) + "|INF|-INF|NaN"
  static let date = second + "Z|@(" + double + ")"
  static let zonedTime =
    second + "(\\+([01][0-9]|2[0-3]):[0-5][0-9]|-(0[1-9]|1[0-9]|2[0-3]):[0-5][0-9]"
    + "|-00:(0[1-9]|[1-5][0-9]))\\[" + zonePart + "(/" + zonePart + ")*\\]"
  private static let zonePart =
    "([A-Za-z_]|\\.[A-Za-z_0-9+\\-]|\\.\\.[A-Za-z._0-9+\\-])[A-Za-z._0-9+\\-]*"
  static let decimal = "NaN|0|-?([1-9][0-9]*(\\.[0-9]*[1-9])?|0\\.[0-9]*[1-9])"
  static let data =
    "([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?"
  static let uuid = "[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}"
  static let url = "[!-~]+( [!-~]+)?"
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
  static let attributeType = "tree|(" + scalar + ")|\\[((" + scalar + "): )?(" + scalar + ")\\??\\]"
  private static let scalar = ScalarType.allCases.map(\.rawValue).joined(separator: "|")

  /// Returns an expression for the layout of spec 4.3: numbers from 10^21 and below 10^−6 have an
  /// exponent.
  private static func number(exponents: (largest: String, smallest: String)) -> String {
    let fraction = "(\\.[0-9]*[1-9])?"
    let plain = "(0|[1-9][0-9]{0,20})" + fraction
    let exponent = "e(\\+(" + exponents.largest + ")|-(" + exponents.smallest + "))"
    return "-?(" + plain + "|[1-9]" + fraction + exponent + ")"
  }

  static let day =
    "(000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})-"
    + "((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)"
    + "|02-(0[1-9]|[12][0-9]))"

  private static let second =
    day + "T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{0,8}[1-9])?"
}

extension ScalarType {
  /// The regular expression of the type; nil for `bool` and `text`, which need none.
  var pattern: String? {
    switch self {
    case .bool, .text: nil
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64: ScalarPattern.integer
    case .float: ScalarPattern.float
    case .double: ScalarPattern.double
    case .decimal: ScalarPattern.decimal
    case .date: ScalarPattern.date
    case .day: ScalarPattern.day
    case .zonedTime: ScalarPattern.zonedTime
    case .uuid: ScalarPattern.uuid
    case .url: ScalarPattern.url
    case .data: ScalarPattern.data
    }
  }

  /// Returns the text of a value of this type (spec 4), before encoding; nil if the value is not a
  /// scalar.
  func text(of value: Value) -> String? {
    switch value {
    case .bool(let value): BoolText.text(value)
    case .integer(let days) where self == .day: DayText.text(days)
    case .integer(let value): IntegerText.text(value)
    case .unsigned(let value): IntegerText.text(value)
    case .double(let value) where self == .float: FloatingPointText.text(Float(value))
    case .double(let value) where self == .date: DateText.text(value)
    case .double(let value): FloatingPointText.text(value)
    case .date(let value): DateText.text(value)
    case .text(let value): value
    case .uuid(let value): UUIDText.text(value)
    case .data(let value): DataText.text(value)
    case .null, .reference, .array, .tree, .references: nil
    }
  }
}
