extension Tree {
  /// An array or object whose children are being put in order.
  private struct Open {
    /// The names of the members; nil for an array.
    var names: [String]?
    var rest: ArraySlice<Tree>
    var done: [Tree] = []

    /// Returns nil for a scalar.
    init?(_ tree: Tree) {
      switch tree {
      case .array(let items): rest = items[...]
      case .object(let members):
        let members = members.sorted { utf8Precedes($0.name, $1.name) }
        names = members.map(\.name)
        rest = members.map(\.value)[...]
      default: return nil
      }
    }

    var closed: Tree {
      guard let names else { return .array(done) }
      return .object(zip(names, done).map { TreeMember($0, $1) })
    }
  }

  /// The tree with the members of every object in the order of the UTF-8 bytes of their names, as
  /// writers of typed trees put them (spec 3.1-9).
  ///
  /// Objects of the format have their members in the order of their tables instead (spec 3.14-3).
  var inOrder: Tree {
    guard let outermost = Open(self) else { return self }
    var open = [outermost]
    while true {
      let innermost = open.count - 1
      guard let child = open[innermost].rest.popFirst() else {
        let closed = open.removeLast().closed
        if open.isEmpty { return closed }
        open[innermost - 1].done.append(closed)
        continue
      }
      if let container = Open(child) {
        open.append(container)
      } else {
        open[innermost].done.append(child)
      }
    }
  }
}
