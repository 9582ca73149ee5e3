import DocumentTables

/// An array or object of a tree whose end has not been read yet.
struct OpenTree {
  enum Kind {
    case array
    case object(name: String)
  }

  /// How many arrays and objects of a tree may lie in one another (spec 3.1).
  static let largestDepth = 64

  /// Requires that one more array or object may lie inside `depth` others.
  static func checkDepth(inside depth: Int, at offset: Int?) throws(RecordProblem) {
    if depth >= largestDepth {
      throw RecordProblem(.treeDepth, "a tree may be \(largestDepth) levels deep", at: offset)
    }
  }

  /// How many values a tree may consist of (spec 3.12): each takes far more memory than the
  /// two bytes that can state it.
  static let largestCount = 4_000_000

  /// Requires that a tree has no more values than it may have.
  static func checkCount(_ count: Int, largest: Int, at offset: Int?) throws(RecordProblem) {
    if count > largest {
      throw RecordProblem(.treeSize, "a tree may have \(largest) values", at: offset)
    }
  }

  let isArray: Bool
  /// The name of the member that is being read.
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

  /// The finished array or object; refused if two members have one name.
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
        throw RecordProblem(.treeDuplicateName, "\(left.name) stands twice", at: offset)
      }
    }
    return members
  }
}
