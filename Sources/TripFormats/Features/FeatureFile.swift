import DocumentFile
import DocumentTables
import Markup

/// The place of a feature in the text of its file, with what an edit needs to know of it.
enum FeatureElement: Sendable {
  case xml(XMLElement)
  /// A value of JSON, whose members are read again where they are edited.
  case json(Range<Int>)

  var range: Range<Int> {
    switch self {
    case .xml(let element): element.range
    case .json(let range): range
    }
  }

  /// The element of XML; nil in a file of JSON.
  var xml: XMLElement? { if case .xml(let element) = self { element } else { nil } }
}

/// A file of places, routes and tracks: the features, and the bytes that state them.
struct FeatureFile: Sendable {
  /// A feature with the elements that state it.
  struct Stated: Sendable {
    var feature: Feature
    /// The element, and others that say the same, such as the point of a route at the place of a waypoint.
    var elements: [FeatureElement]
    /// The line of the element, from 1.
    var line = 0
    /// The digest of the bytes of the element; of what the file says of all features, that of what this library wrote.
    var digest = ""
    /// The position among the features of the same bytes, from 0.
    var number: Int64 = 0

    /// What finds the feature in its file.
    var name: FeatureName { FeatureName(digest: digest, number: number) }

    var xmlElements: [XMLElement] { elements.compactMap(\.xml) }
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
  let whole: Stated
  /// What this library wrote for the file: objects that have no place on a map, and what it says of the trip of all features.
  let own: [(element: FeatureElement, tree: Tree)]
  /// The features that become objects, in the order of the file.
  private(set) var features: [Stated]
  /// Whether the times of points are those of visits, and not those at which the points were made.
  var takesPointTimes = true
  /// The elements that mean nothing without the features in them.
  var groups: [Group] = []
  /// The end of the last element of each name.
  var ends: [String: Int] = [:]
  /// The number of elements of each name that become no object.
  var keptNames: [String: Int] = [:]
  let findings: [ImportReport.Finding]

  /// - Parameters:
  ///   - words: What the elements of the file say of all its features.
  ///   - own: What this library wrote for the file.
  ///   - features: The features of the elements, in their order.
  init(
    _ bytes: [UInt8], _ text: FeatureText, _ root: FeatureElement, words: Feature,
    own: [(element: FeatureElement, tree: Tree)],
    _ features: [Stated], _ findings: [ImportReport.Finding]
  ) {
    self.bytes = bytes
    self.text = text
    self.own = own
    let exact = own.first { $0.tree[ExactFeature.file] != nil }?.tree
    var whole = Stated(feature: words, elements: [root])
    whole.feature.exact = exact
    whole.digest = exact.map { Digest(of: CanonicalJSON.bytes(of: $0)).text } ?? ""
    self.whole = whole
    self.features = features
    for (element, tree) in own where tree[ExactFeature.file] == nil {
      var feature = Feature(.object)
      feature.exact = tree
      self.features.append(Stated(feature: feature, elements: [element]))
    }
    self.findings = (text.hasReplacements ? [.init(.replacedLetters)] : []) + findings
    number()
  }

  /// - Parameters:
  ///   - words: What the elements of the file say of all its features.
  ///   - own: The elements that this library wrote for the file.
  ///   - features: The features of the elements, in their order.
  init(
    _ bytes: [UInt8], _ text: FeatureText, _ root: XMLElement, words: Feature, own: [XMLElement],
    _ features: [Stated], _ findings: [ImportReport.Finding]
  ) {
    self.init(
      bytes, text, .xml(root), words: words,
      own: own.compactMap { element in
        Tree(exactText: element.text).map { (.xml(element), $0) }
      }, features, findings)
  }

  /// Returns the ways of lines, and of legs with points between their ends, by those of their elements; each has two
  /// points at least.
  func ways(_ ofElement: [Range<Int>: [[WayPoint]]]) -> [FeatureName: [[WayPoint]]] {
    var ways: [FeatureName: [[WayPoint]]] = [:]
    for stated in features where stated.feature.shape == .line || stated.feature.shape == .leg {
      let least = stated.feature.shape == .line ? 2 : 3
      ways[stated.name] = stated.elements.first.flatMap { ofElement[$0.range] }?
        .filter { $0.count >= least }
    }
    return ways
  }

  /// Gives each feature its line, the digest of its bytes, and its number among equal ones.
  private mutating func number() {
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
