import DocumentTables
import Markup

/// The items of schema.org that the elements of a page state (HTML Living Standard, 5: Microdata).
///
///     <div itemscope itemtype="http://schema.org/FlightReservation">     an item
///       <meta itemprop="reservationNumber" content="XYZ">                a property
///       <div itemprop="reservationFor" itemscope itemtype="…/Flight">    a property that is an item
///         <span itemprop="flightNumber">110</span>                       a property whose value is the text
///
/// References to other elements (`itemref`) are not followed. An item that is several properties is the first of them.
struct Microdata {
  private struct Item {
    var types: [String]
    var identifier: String?
    var properties: [(name: String, value: Value)] = []
    var isTop = true
  }

  private enum Value {
    case text(String)
    /// The place of an item, which lies behind that of the item it belongs to.
    case item(Int)
  }

  /// What the end of an open element ends.
  private struct Open {
    /// The item that the elements in this one belong to.
    let item: Int?
    /// How many items are open.
    let depth: Int
    /// The properties of ``owner`` that the text of the element states, and where it begins in ``text``.
    var names: [String] = []
    var owner = 0
    var start = 0
  }

  private var items: [Item] = []
  private var open: [Open] = []
  /// The text of the elements that state a property and are open.
  private var text: [UInt8] = []
  private var collecting = 0
  /// How many elements of ``hiding`` are open.
  private var hidden = 0
  /// The bytes of all values: elements within each other may state one text again and again.
  private var spent = 0
  private let mostBytes: Int
  /// Whether an item refers to elements that lie elsewhere.
  private(set) var hasReferences = false
  /// Whether the values would need more memory than the page may take.
  private(set) var isTooLarge = false

  /// - Parameter bytes: The size of the page.
  init(ofPage bytes: Int) { mostBytes = (1 << 20) + 4 * bytes }

  mutating func take(_ event: HTMLEvent) {
    switch event {
    case .start(let name, let attributes): start(name, attributes)
    case .text(let bytes): if collecting > 0, hidden == 0, !isTooLarge { text += bytes }
    case .end(let name):
      if Self.hiding.contains(name) { hidden -= 1 }
      divide(name)
      end()
    }
  }

  /// The elements whose text is for programs.
  private static let hiding: Set = ["script", "style", "template"]
  /// The elements that stand in lines of their own, or in cells.
  private static let blocks: Set = [
    "address", "article", "aside", "blockquote", "br", "caption", "dd", "div", "dl", "dt", "footer",
    "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre",
    "section", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
  ]

  /// Divides the words on both sides of a block.
  private mutating func divide(_ element: String) {
    if collecting > 0, Self.blocks.contains(element) { text.append(0x20) }
  }

  private mutating func start(_ element: String, _ attributes: [(name: String, value: String)]) {
    if Self.hiding.contains(element) { hidden += 1 }
    divide(element)
    func value(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
    let owner = open.last?.item
    let depth = open.last?.depth ?? 0
    let names = (value("itemprop") ?? "").split { $0.isWhitespace }
      .map { Self.type($0) ?? String($0) }
    if value("itemref") != nil { hasReferences = true }
    guard value("itemscope") == nil else {
      let place = items.count
      items.append(
        Item(
          types: (value("itemtype") ?? "").split { $0.isWhitespace }.compactMap(Self.type),
          identifier: value("itemid")))
      if let owner, let name = names.first {
        items[place].isTop = false
        items[owner].properties.append((name, .item(place)))
      }
      if depth >= Self.greatestDepth { isTooLarge = true }
      open.append(Open(item: place, depth: depth + 1))
      return
    }
    var state = Open(item: owner, depth: depth)
    if let owner, !names.isEmpty {
      if let stated = value("content") ?? Self.attribute(of: element).flatMap(value) {
        add(names, stated, to: owner)
      } else {
        state.names = Array(names.prefix(Self.mostNames))
        state.owner = owner
        state.start = text.count
        collecting += 1
      }
    }
    open.append(state)
  }

  private mutating func end() {
    guard let state = open.popLast(), !state.names.isEmpty else { return }
    // The text is counted before it is copied.
    spent += text.count - state.start
    if spent <= mostBytes {
      add(state.names, String(decoding: text[state.start...], as: UTF8.self), to: state.owner)
    } else {
      isTooLarge = true
    }
    collecting -= 1
    if collecting == 0 { text = [] }
  }

  private mutating func add(_ names: [String], _ stated: String, to item: Int) {
    let value = stated.split { $0.isWhitespace }.joined(separator: " ")
    for name in names.prefix(Self.mostNames) {
      spent += name.utf8.count + value.utf8.count
      guard spent <= mostBytes else {
        isTooLarge = true
        return
      }
      items[item].properties.append((name, .text(value)))
    }
  }

  /// The most items within each other.
  private static let greatestDepth = 24

  /// The most names of one property.
  private static let mostNames = 8

  /// The attribute that has the value of an element, if that is not its text.
  private static func attribute(of element: String) -> String? {
    switch element {
    case "meta": "content"
    case "a", "area", "link": "href"
    case "audio", "iframe", "img", "video": "src"
    case "object": "data"
    case "data", "meter": "value"
    case "time": "datetime"
    default: nil
    }
  }

  /// Returns the type of schema.org that an address names; nil for any other address.
  private static func type(_ address: Substring) -> String? {
    for start in Self.vocabularies
    where address.utf8.starts(with: start.utf8) {
      return String(decoding: address.utf8.dropFirst(start.utf8.count), as: UTF8.self)
    }
    return nil
  }

  private static let vocabularies = [
    "http://schema.org/", "https://schema.org/", "http://www.schema.org/",
    "https://www.schema.org/",
  ]

  /// The items that are no property of another one, as nodes.
  var nodes: [Tree] {
    var trees: [Tree] = []
    // An item lies behind the one that it belongs to, so those within it are complete.
    var made = [Tree?](repeating: nil, count: items.count)
    for place in items.indices.reversed() {
      let item = items[place]
      var values: [String: [Tree]] = [:]
      for (name, value) in item.properties {
        switch value {
        case .text(let text): values[name, default: []].append(.text(text))
        case .item(let other): if let tree = made[other] { values[name, default: []].append(tree) }
        }
      }
      var members = values.mapValues { $0.count == 1 ? $0[0] : Tree.array($0) }
      if !item.types.isEmpty {
        members["@type"] =
          item.types.count == 1 ? .text(item.types[0]) : .array(item.types.map { .text($0) })
      }
      members["@id"] = item.identifier.map { .text($0) }
      let tree = Tree.members(members)
      made[place] = tree
      if item.isTop {
        trees.append(tree.replacing("@context", with: .text("https://schema.org")))
      }
    }
    return trees.reversed()
  }
}
