import DocumentTables

/// An array or object of a tree, before its end has been read.
struct OpenTree {
  enum Kind {
    case array
    case object(name: String)
  }

  /// The maximum nesting of arrays and objects in a tree (spec 3.1).
  static let largestDepth = 64

  /// Throws if another array or object inside `depth` others would be too deep.
  static func checkDepth(inside depth: Int, at offset: Int?) throws(RecordProblem) {
    if depth >= largestDepth {
      throw RecordProblem(.treeDepth, "a tree may be \(largestDepth) levels deep", at: offset)
    }
  }

  /// The maximum number of values in a tree (spec 3.12): each uses far more memory than the two
  /// bytes that can spell it.
  static let largestCount = Tree.largestCount

  /// The maximum number of values in a part or section of trees, those of the format's objects
  /// around them too: four of each of as many extension records as there may be, and their values.
  static let largestTotal = 5 * largestCount

  /// Throws if a tree has more values than allowed.
  static func checkCount(_ count: Int, largest: Int, at offset: Int?) throws(RecordProblem) {
    if count > largest {
      throw RecordProblem(.treeSize, "a tree may have \(largest) values", at: offset)
    }
  }

  let isArray: Bool
  /// The name of the current member.
  var name = ""
  private var items: [Tree] = []
  private var members: [TreeMember] = []

  init(_ kind: Kind) {
    switch kind {
    case .array: isArray = true
    case .object(let name):
      isArray = false
      self.name = name
    }
  }

  mutating func add(_ tree: Tree) {
    if isArray { items.append(tree) } else { members.append(TreeMember(name, tree)) }
  }

  /// Returns the finished array or object; throws if two members have the same name.
  func closed(at offset: Int?) throws(RecordProblem) -> Tree {
    if isArray { return .array(items) }
    return .object(try Self.inOrder(members, at: offset))
  }

  static func inOrder(
    _ members: [TreeMember], at offset: Int?
  ) throws(RecordProblem) -> [TreeMember] {
    var members = members
    let areInOrder = members.indices.dropFirst().allSatisfy {
      utf8Precedes(members[$0 - 1].name, members[$0].name)
    }
    if !areInOrder {
      members.sort { utf8Precedes($0.name, $1.name) }
      for (left, right) in zip(members, members.dropFirst())
      where left.name.utf8.elementsEqual(right.name.utf8) {
        throw RecordProblem(.treeDuplicateName, "\(left.name) occurs twice", at: offset)
      }
    }
    return members
  }
}
