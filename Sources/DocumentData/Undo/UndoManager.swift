/// Records operations in groups, and undoes and redoes them: Foundation's class of this name, which
/// Foundation on Linux lacks.
///
/// An undo manager is confined to where it is used, like the contexts that tell it of their
/// changes. Where Foundation raises an exception, here nothing happens: ending a group that was not
/// begun, undoing while a nested group is open, undoing inside an undo. An action registered outside
/// any group, with ``groupsByEvent`` off, is a group of its own.
///
/// Different on purpose: a group in which nothing was registered leaves no trace, and an action is
/// forgotten with its target, which is held weakly.
public class UndoManager {
  enum Work {
    case recording, undoing, redoing
  }

  /// What registers late: it is asked before a group begins or ends, so that its changes come into
  /// the right one.
  protocol Registrant: AnyObject {
    func registerPendingUndo()
  }

  struct RegistrantReference {
    weak var registrant: (any Registrant)?
  }

  /// The groups that have been begun, the outermost first.
  var openGroups: [UndoGroup] = []
  var undoStack: [UndoGroup] = []
  var redoStack: [UndoGroup] = []
  var work = Work.recording
  var disabledCount = 0
  var registrants: [RegistrantReference] = []
  private var isAtCheckpoint = false
  private var isClosingScheduled = false

  /// Makes a manager without actions.
  public init() {}

  // MARK: Groups

  /// Whether what is registered while no group is open becomes one group, until the main actor's
  /// current work is done.
  ///
  /// Elsewhere than on the main actor there is no such moment: the group stays open until
  /// ``undo()``. Code that runs there turns this off and begins and ends groups itself.
  public var groupsByEvent = true

  /// How many groups have been begun and not ended.
  public var groupingLevel: Int { openGroups.count }

  /// How many outermost groups are kept to be undone; zero keeps all.
  public var levelsOfUndo = 0 {
    didSet { dropOldest() }
  }

  /// Begins a group that a later ``endUndoGrouping()`` ends; groups nest.
  public func beginUndoGrouping() {
    if work == .recording { checkpoint() }
    if MainQueue.isCurrent { openEventGroup() }
    openGroup()
  }

  /// Ends the group that was begun last.
  public func endUndoGrouping() {
    guard !openGroups.isEmpty else { return }
    checkpoint()
    guard let group = openGroups.last else { return }
    let information = [UndoManager.groupIsDiscardableKey: group.isDiscardable]
    post(.NSUndoManagerWillCloseUndoGroup, information)
    guard openGroups.last === group else { return }
    openGroups.removeLast()
    file(group)
    post(.NSUndoManagerDidCloseUndoGroup, information)
  }

  private func openGroup() {
    openGroups.append(UndoGroup())
    post(.NSUndoManagerDidOpenUndoGroup)
  }

  /// The outermost group of the current work.
  private func openEventGroup() {
    guard groupsByEvent, work == .recording, openGroups.isEmpty else { return }
    openGroup()
    guard MainQueue.isCurrent, !isClosingScheduled else { return }
    isClosingScheduled = true
    MainQueue.afterCurrentWork { [weak self] in
      guard let self else { return }
      isClosingScheduled = false
      // A group that was begun and not ended keeps the outermost one open.
      if groupsByEvent, work == .recording, groupingLevel == 1 { endUndoGrouping() }
    }
  }

  /// Puts a group that has ended where it belongs: into the one around it, or onto a stack.
  private func file(_ group: UndoGroup) {
    guard !group.isEmpty else { return }
    group.flatten()
    if let outer = openGroups.last {
      outer.entries.append(.group(group))
      if outer.name.isEmpty { outer.name = group.name }
      return
    }
    if work == .undoing {
      redoStack.append(group)
    } else {
      undoStack.append(group)
    }
    dropOldest()
  }

  private func dropOldest() {
    guard levelsOfUndo > 0 else { return }
    undoStack.removeFirst(max(0, undoStack.count - levelsOfUndo))
    redoStack.removeFirst(max(0, redoStack.count - levelsOfUndo))
  }

  // MARK: Registration

  /// Whether actions are recorded.
  public var isUndoRegistrationEnabled: Bool { disabledCount == 0 }

  /// Stops recording until as many calls of ``enableUndoRegistration()`` as of this.
  public func disableUndoRegistration() {
    if disabledCount == 0 { askRegistrants() }
    disabledCount += 1
  }

  /// Takes back one call of ``disableUndoRegistration()``.
  public func enableUndoRegistration() {
    guard disabledCount > 0 else { return }
    // What changed meanwhile is not to be undone.
    if disabledCount == 1 { askRegistrants() }
    disabledCount -= 1
  }

  /// Records what undoes, or during an undo redoes, what is being done.
  ///
  /// The target is held weakly; the handler is given it, and registers what does the thing again.
  public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping (TargetType) -> Void
  ) {
    guard isUndoRegistrationEnabled else { return }
    if work == .recording {
      redoStack.removeAll()
      openEventGroup()
    }
    let action = UndoAction(target: target) { [weak target] in
      if let target { handler(target) }
    }
    if let group = openGroups.last {
      group.entries.append(.action(action))
    } else {
      let group = UndoGroup()
      group.entries = [.action(action)]
      file(group)
    }
  }

  /// Forgets every action and group, and records again if that was disabled.
  public func removeAllActions() {
    disabledCount += 1
    askRegistrants()
    openGroups.forEach { $0.entries.removeAll() }
    if work == .recording { openGroups.removeAll() }
    undoStack.removeAll()
    redoStack.removeAll()
    disabledCount = 0
  }

  /// Forgets the actions of one target.
  public func removeAllActions(withTarget target: Any) {
    removeActions(of: ObjectIdentifier(target as AnyObject))
  }

  func removeActions(of identity: ObjectIdentifier) {
    for group in openGroups + undoStack + redoStack { group.removeActions(of: identity) }
    undoStack.removeAll(where: \.isEmpty)
    redoStack.removeAll(where: \.isEmpty)
  }

  // MARK: Checkpoints

  func checkpoint() {
    askRegistrants()
    post(.NSUndoManagerCheckpoint)
  }

  /// Lets those that register late do so now.
  func askRegistrants() {
    guard !isAtCheckpoint else { return }
    isAtCheckpoint = true
    defer { isAtCheckpoint = false }
    registrants.removeAll { $0.registrant == nil }
    for reference in registrants { reference.registrant?.registerPendingUndo() }
  }

  func add(_ registrant: any Registrant) {
    remove(registrant)
    registrants.append(RegistrantReference(registrant: registrant))
  }

  func remove(_ registrant: any Registrant) {
    registrants.removeAll { $0.registrant == nil || $0.registrant === registrant }
  }

  func post(_ name: Notification.Name, _ information: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.post(name: name, object: self, userInfo: information)
  }
}
