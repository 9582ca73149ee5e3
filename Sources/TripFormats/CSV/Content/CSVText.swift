/// Cells and rows as text (RFC 4180).
package enum CSVText {
  /// Appends a cell in quotes, if it needs them.
  ///
  /// - Parameter isQuoted: Whether the cell has quotes in any case.
  package static func append(
    _ cell: some Collection<UInt8>, delimiter: UInt8, isQuoted: Bool = false,
    to bytes: inout [UInt8]
  ) {
    let needsQuotes =
      isQuoted
      || cell.contains {
        $0 == delimiter || $0 == UInt8(ascii: "\"") || $0 == 10 || $0 == 13
      }
    guard needsQuotes else {
      bytes.append(contentsOf: cell)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in cell {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether spreadsheets take a cell with this beginning as a formula.
  static func isFormula(_ first: UInt8) -> Bool {
    switch first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 9, 13: true
    default: false
    }
  }
}
