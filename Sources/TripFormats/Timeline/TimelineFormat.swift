import DocumentFile
import Markup

extension TripFormat {
  /// The timeline of Google Maps: *Timeline.json* of both phones, a month of *Semantic Location History*, and *Records.json*.
  ///
  /// A timeline is only read: of its visits and ways those away from home, as a file of GeoJSON.
  public static let timeline = TripFormat(
    FormatDefinition(
      name: "google-timeline", title: "Timeline of Google Maps", suffixes: [],
      mediaType: "application/json", losses: [], begins: begins,
      model: .files { (bytes, options) throws(DocumentError) in
        try TimelineFiles.files(bytes, options)
      }))

  /// The members of the objects at the root of a timeline.
  private static let roots: Set<String> = [
    "semanticSegments", "rawSignals", "userLocationProfile", "timelineObjects",
  ]
  private static let segments: Set<String> = [
    "visit", "activity", "timelinePath", "timelineMemory",
  ]

  private static func begins(_ file: [UInt8]) -> Bool {
    file.withUnsafeBufferPointer { bytes in
      let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      // A letter of more bytes may be cut at the end.
      let end = bytes.lastIndex { $0 < 0x80 }.map { $0 + 1 } ?? 0
      guard start < end,
        var json = try? JSONReader(UnsafeBufferPointer(rebasing: bytes[start..<end]))
      else { return false }
      return (try? begins(&json)) ?? false
    }
  }

  /// - Throws: An error for a text that is cut before it tells.
  private static func begins(_ json: inout JSONReader) throws(MarkupError) -> Bool {
    if json.peek() == .arrayStart {
      try json.beginArray()
      guard try json.nextElement(), json.peek() == .objectStart else { return false }
      var hasTime = false
      try json.beginObject()
      while try json.nextMember() {
        let name = try json.readKey()
        if name == "startTime" || name == "endTime" { hasTime = true }
        if hasTime, segments.contains(name) { return true }
        try json.skimValue()
      }
      return false
    }
    guard json.peek() == .objectStart else { return false }
    try json.beginObject()
    while try json.nextMember() {
      let name = try json.readKey()
      if roots.contains(name) { return json.peek() == .arrayStart || json.peek() == .objectStart }
      if name == "locations", json.peek() == .arrayStart {
        try json.beginArray()
        guard try json.nextElement(), json.peek() == .objectStart else { return false }
        try json.beginObject()
        while try json.nextMember() {
          if ["latitudeE7", "timestampMs"].contains(try json.readKey()) { return true }
          try json.skimValue()
        }
        return false
      }
      try json.skimValue()
    }
    return false
  }
}
