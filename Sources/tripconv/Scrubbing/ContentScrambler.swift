import DocumentTables

/// Replaces the values of a document by others of the same kind and size; equal values become equal
/// values, different ones different values.
struct ContentScrambler {
  private var texts: TextScrambler
  private let numbers: NumberScrambler
  private let dates: DateShift
  private let bytes: ByteScrambler
  private(set) var counts = Counts()

  /// How many values were replaced, by kind.
  struct Counts {
    var texts = 0
    var numbers = 0
    var dates = 0
    var others = 0
  }

  init(_ key: KeyedHash.Key) {
    texts = TextScrambler(key)
    numbers = NumberScrambler(key)
    dates = DateShift(key)
    bytes = ByteScrambler(key)
  }

  var documentID: UInt128 { bytes.documentID }

  /// Returns the replacement of a value of an attribute.
  mutating func scrambled(_ value: Value, _ type: AttributeType) -> Value {
    switch (value, type) {
    case (.array(let items), .array(let element, _)):
      return .array(items.map { scrambled($0, .scalar(element)) })
    case (.tree(let tree), .dictionary(let keys, _, _)):
      return .tree(scrambled(tree, keys: keys))
    case (.tree(let tree), .structure(let structure)):
      var values = structure.values(of: tree)
      for (index, member) in structure.members.enumerated() where member.cases == nil {
        values[index] = scrambled(values[index], member.type)
      }
      return .tree(structure.tree(of: values))
    case (.tree(let tree), _): return .tree(scrambled(tree))
    case (.integer(let day), .scalar(.day)): return .integer(moved(day: day))
    case (.integer(let number), .scalar(let type)):
      return .integer(scrambled(number, in: type.integerRange ?? Int64.min...Int64.max))
    case (.unsigned(let number), _): return .unsigned(noted(numbers.scrambled(number), number))
    case (.double(let number), .scalar(.float)):
      return .double(Double(noted(numbers.scrambled(Float(number)), Float(number))))
    case (.double(let number), _): return .double(noted(numbers.scrambled(number), number))
    case (.date(let seconds), _): return .date(moved(date: seconds))
    case (.text(let text), .scalar(let type)): return .text(scrambled(text, of: type))
    case (.text(let text), _): return .text(scrambled(text))
    case (.uuid(let number), _): return .uuid(scrambled(uuid: number))
    case (.data(let data), _): return .data(scrambled(data))
    default: return value
    }
  }

  /// Returns a tree with other leaves.
  ///
  /// - Parameters:
  ///   - keys: The type of the keys, if the tree is a dictionary: its texts are content.
  ///   - isDefined: Whether the name of a member stays; names of a schema do.
  mutating func scrambled(
    _ tree: Tree, keys: ScalarType? = nil, isDefined: (String) -> Bool = { _ in true }
  ) -> Tree {
    // Recursion is bounded: readers limit the depth of trees to 64.
    switch tree {
    case .null, .bool: return tree
    case .integer(let number): return .integer(scrambled(number, in: Int64.min...Int64.max))
    case .unsigned(let number):
      // A number that fits into 63 bits would be another kind of tree.
      let replaced = numbers.scrambled(number)
      return replaced > UInt64(Int64.max) ? .unsigned(noted(replaced, number)) : tree
    case .double(let number): return .double(noted(numbers.scrambled(number), number))
    case .text(let text): return .text(scrambled(text))
    case .date(let seconds): return .date(moved(date: seconds))
    case .day(let day): return .day(moved(day: day))
    case .uuid(let number): return .uuid(scrambled(uuid: number))
    case .data(let data): return .data(scrambled(data))
    case .spelled(let type, let text): return .spelled(type, scrambled(text, of: type))
    case .array(let items): return .array(items.map { scrambled($0, isDefined: isDefined) })
    case .object(let members):
      var replaced: [TreeMember] = []
      for member in members {
        let stays = keys != .text && isDefined(member.name)
        replaced.append(
          TreeMember(
            stays ? member.name : scrambled(member.name),
            scrambled(member.value, isDefined: isDefined)))
      }
      return .object(replaced.sorted { utf8Precedes($0.name, $1.name) })
    }
  }

  private mutating func scrambled(_ text: String, of type: ScalarType) -> String {
    switch type {
    case .text: return scrambled(text)
    case .url: return scrambled(url: text)
    case .decimal: return scrambled(decimal: text)
    case .clockTime, .zonedTime: return moved(clockTime: text)
    default:
      // No replacement is known that the type's rules accept.
      guard case .text(let blank) = type.blank else { return scrambled(text) }
      if blank != text { counts.others += 1 }
      return blank
    }
  }

  mutating func scrambled(_ text: String) -> String {
    if !text.isEmpty { counts.texts += 1 }
    return texts.scrambled(text)
  }

  mutating func scrambled(_ data: [UInt8]) -> [UInt8] {
    counts.others += 1
    return bytes.scrambled(data)
  }

  private mutating func scrambled(url: String) -> String {
    counts.texts += 1
    return texts.scrambled(url: url)
  }

  private mutating func scrambled(_ number: Int64, in range: ClosedRange<Int64>) -> Int64 {
    noted(numbers.scrambled(number, in: range), number)
  }

  private mutating func scrambled(decimal number: String) -> String {
    noted(numbers.scrambled(decimal: number), number)
  }

  private mutating func scrambled(uuid number: UInt128) -> UInt128 {
    counts.others += 1
    return bytes.scrambled(uuid: number)
  }

  private mutating func moved(date seconds: Double) -> Double {
    let moved = dates.moved(date: seconds)
    if moved != seconds { counts.dates += 1 }
    return moved
  }

  private mutating func moved(day: Int64) -> Int64 {
    let moved = dates.moved(day: day)
    if moved != day { counts.dates += 1 }
    return moved
  }

  private mutating func moved(clockTime time: String) -> String {
    let moved = dates.moved(clockTime: time)
    if moved != time { counts.dates += 1 }
    return moved
  }

  /// Counts a number that was replaced.
  private mutating func noted<Number: Equatable>(_ replaced: Number, _ original: Number) -> Number {
    if replaced != original { counts.numbers += 1 }
    return replaced
  }
}
