import DocumentFile

extension TripFormat {
  /// A trip of Polarsteps: *trip.json*, one of the files that a copy of the data has for each trip.
  ///
  /// A trip is only read: its steps as a file of GeoJSON.
  public static let polarsteps = TripFormat(
    FormatDefinition(
      name: "polarsteps", title: "Trip of Polarsteps", suffixes: [],
      mediaType: "application/json", losses: [], begins: begins,
      model: .files { (bytes, options) throws(DocumentError) in
        try PolarstepsTrip.files(bytes, options)
      }))

  /// Members of a trip that stand before its steps.
  private static let members = ["\"slug\"", "\"total_km\"", "\"timezone_id\"", "\"start_date\""]

  private static func begins(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let head = String(decoding: bytes[start...], as: UTF8.self)
    return head.first { !$0.isWhitespace } == "{" && members.allSatisfy(head.contains)
  }
}
