/// A recorder of operations in groups, which undoes and redoes them: a replacement for Foundation's
/// class of this name, which Linux lacks.
///
/// An undo manager is confined to the thread or actor that uses it, like the contexts that register
/// their changes. Where Foundation raises an exception, a call does nothing: ending a group that
/// was not begun, undoing while a nested group is open, undoing inside an undo. An action that is
/// registered outside any group while ``groupsByEvent`` is off becomes its own group.
///
/// Deliberate differences from Foundation: a group without registered actions leaves no trace, and
/// actions are removed with their target, which is referenced weakly.
public class UndoManager {
  enum Work {
    case recording, undoing, redoing
  }

  /// An object that registers its changes late: the manager asks it before a group begins or ends,
  /// so that its changes go into the correct group.
  protocol Registrant: AnyObject {
    func registerPendingUndo()
  }

  struct RegistrantReference {
    weak var registrant: (any Registrant)?
  }

  /// The open groups, the outermost first.
  var openGroups: [UndoGroup] = []
  var undoStack: [UndoGroup] = []
  var redoStack: [UndoGroup] = []
  var work = Work.recording
  var disabledCount = 0
  var registrants: [RegistrantReference] = []
  private var isAtCheckpoint = false
  private var isClosingScheduled = false

  /// Creates a manager without actions.
  public init() {}

  // MARK: Groups

  /// Whether actions that are registered while no group is open form one group, until the main
  /// actor's current work ends.
  ///
  /// Outside the main actor there is no such moment, so the group stays open until ``undo()``. Code
  /// that runs there should turn this off and begin and end groups itself.
  public var groupsByEvent = true

  /// The number of open groups.
  public var groupingLevel: Int { openGroups.count }

  /// The maximum number of outermost groups that can be undone; zero means no limit.
  public var levelsOfUndo = 0 {
    didSet { dropOldest() }
  }

  /// Begins a group, which a later ``endUndoGrouping()`` ends; groups nest.
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

  /// Opens the outermost group of the current work if ``groupsByEvent`` is on and no group is open.
  private func openEventGroup() {
    guard groupsByEvent, work == .recording, openGroups.isEmpty else { return }
    openGroup()
    guard MainQueue.isCurrent, !isClosingScheduled else { return }
    isClosingScheduled = true
    MainQueue.afterCurrentWork { [weak self] in
      guard let self else { return }
      isClosingScheduled = false
      // A nested group that is still open keeps the outermost one open.
      if groupsByEvent, work == .recording, groupingLevel == 1 { endUndoGrouping() }
    }
  }

  /// Adds a group that has ended to the group around it, or to a stack.
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

  /// Stops recording until ``enableUndoRegistration()`` has been called as often as this method.
  public func disableUndoRegistration() {
    if disabledCount == 0 { askRegistrants() }
    disabledCount += 1
  }

  /// Reverts one call of ``disableUndoRegistration()``.
  public func enableUndoRegistration() {
    guard disabledCount > 0 else { return }
    // Changes made in the meantime must not be undone.
    if disabledCount == 1 { askRegistrants() }
    disabledCount -= 1
  }

  /// Records an action that undoes, or during an undo redoes, the current operation.
  ///
  /// The target is referenced weakly and passed to the handler, which registers the opposite action
  /// in turn.
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

  /// Removes all actions and groups, and enables registration.
  public func removeAllActions() {
    disabledCount += 1
    askRegistrants()
    openGroups.forEach { $0.entries.removeAll() }
    if work == .recording { openGroups.removeAll() }
    undoStack.removeAll()
    redoStack.removeAll()
    disabledCount = 0
  }

  /// Removes the actions of one target.
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

  /// Makes all late registrants register their changes.
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
