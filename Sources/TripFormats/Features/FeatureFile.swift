import DocumentFile
import DocumentTables
import Markup

/// A file of places, routes and tracks: the features, and the bytes that state them.
struct FeatureFile: Sendable {
  /// A feature with the elements that state it.
  struct Stated: Sendable {
    var feature: Feature
    /// The element, and others that say the same, such as the point of a route at the place of a waypoint.
    var elements: [XMLElement]
    /// The line of the element, from 1.
    var line = 0
    /// The digest of the bytes of the element; of what the file says of all features, that of what this library wrote.
    var digest = ""
    /// The position among the features of the same bytes, from 0.
    var number: Int64 = 0

    /// What finds the feature in its file.
    var name: FeatureName { FeatureName(digest: digest, number: number) }
  }

  /// An element with features in it, such as a route of stops.
  struct Group: Sendable {
    let element: XMLElement
    /// The ranges of the elements that are features.
    let parts: [Range<Int>]
  }

  /// The bytes as they were.
  let bytes: [UInt8]
  /// The archive that the file lies in.
  var container: FeatureContainer?
  let text: FeatureText
  /// What the file says of all its features.
  var whole: Stated
  /// The features that become objects, in the order of the file.
  var features: [Stated] = []
  /// Whether the times of points are those of visits, and not those at which the points were made.
  var takesPointTimes = true
  /// The elements that mean nothing without the features in them.
  var groups: [Group] = []
  /// The end of the last element of each name.
  var ends: [String: Int] = [:]
  /// The number of elements of each name that become no object.
  var keptNames: [String: Int] = [:]
  var findings: [ImportReport.Finding] = []

  init(bytes: [UInt8], text: FeatureText, whole: Stated) {
    self.bytes = bytes
    self.text = text
    self.whole = whole
  }

  /// Gives each feature its line, the digest of its bytes, and its number among equal ones.
  mutating func number() {
    let order = features.indices.sorted {
      features[$0].elements[0].range.lowerBound < features[$1].elements[0].range.lowerBound
    }
    var (line, offset) = (1, 0)
    for index in order {
      let range = features[index].elements[0].range
      line += text.bytes[offset..<max(offset, range.lowerBound)].count { $0 == 10 }
      offset = max(offset, range.lowerBound)
      features[index].line = line
      features[index].digest = Digest(of: Array(text.bytes[range])).text
    }
    var numbers: [String: Int64] = [:]
    for index in features.indices {
      let digest = features[index].digest
      features[index].number = numbers[digest, default: 0]
      numbers[digest, default: 0] += 1
    }
  }
}

/// The digest of a feature's bytes, and its position among the features of the same ones.
struct FeatureName: Hashable, Sendable {
  let digest: String
  let number: Int64
}
