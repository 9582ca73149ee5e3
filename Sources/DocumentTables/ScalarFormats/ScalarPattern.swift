/// Regular expressions for the texts of spec section 4, in the common subset of XML Schema and
/// ECMA-262; each must match a whole text.
///
/// An expression matches every text of its type. It also matches some invalid texts if the exact
/// rule is arithmetic: too many digits for the width, or the 29th of February in any year.
package enum ScalarPattern {
  package static let integer = "0|-?[1-9][0-9]*"
  package static let double =
    number(
      exponents: (
        largest: "30[0-8]|[12][0-9]{2}|[3-9][0-9]|2[1-9]",
        smallest: "32[0-4]|3[01][0-9]|[12][0-9]{2}|[1-9][0-9]|[7-9]"
      )) + "|INF|-INF|NaN"
  package static let float =
    number(
      exponents: (
        largest: "3[0-8]|2[1-9]",
        smallest: "4[0-5]|[1-3][0-9]|[7-9]"
      )) + "|INF|-INF|NaN"
  package static let date = second + "Z|@(" + double + ")"
  package static let zonedTime = second + place
  package static let clockTime = second + "(" + place + ")?"
  private static let place =
    "(\\+([01][0-9]|2[0-3]):[0-5][0-9]|-(0[1-9]|1[0-9]|2[0-3]):[0-5][0-9]"
    + "|-00:(0[1-9]|[1-5][0-9]))\\[" + zonePart + "(/" + zonePart + ")*\\]"
  private static let zonePart =
    "([A-Za-z_]|\\.[A-Za-z_0-9+\\-]|\\.\\.[A-Za-z._0-9+\\-])[A-Za-z._0-9+\\-]*"
  package static let decimal = "NaN|0|-?([1-9][0-9]*(\\.[0-9]*[1-9])?|0\\.[0-9]*[1-9])"
  package static let data =
    "([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?"
  package static let uuid = "[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}"
  package static let url = "[!-~]+( [!-~]+)?"

  /// Returns an expression for the layout of spec 4.3: numbers from 10^21 and below 10^−6 have an
  /// exponent.
  private static func number(exponents: (largest: String, smallest: String)) -> String {
    let fraction = "(\\.[0-9]*[1-9])?"
    let plain = "(0|[1-9][0-9]{0,20})" + fraction
    let exponent = "e(\\+(" + exponents.largest + ")|-(" + exponents.smallest + "))"
    return "-?(" + plain + "|[1-9]" + fraction + exponent + ")"
  }

  package static let day =
    "(000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})-"
    + "((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)"
    + "|02-(0[1-9]|[12][0-9]))"

  private static let second =
    day + "T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{0,8}[1-9])?"
}
