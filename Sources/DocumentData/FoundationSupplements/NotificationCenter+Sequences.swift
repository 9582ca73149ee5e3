#if !canImport(Darwin)
  extension NotificationCenter {
    /// Returns the notifications of a name as an asynchronous sequence, such as those of ``ModelContext/didSave``.
    ///
    /// An iteration has the notifications that are posted after it has begun, in their order, and ends only with its
    /// task. Of an object that posts, the sequence is a strong reference.
    ///
    /// ```swift
    /// for await notification in NotificationCenter.default.notifications(named: ModelContext.didSave) {
    ///   print(notification.userInfo?.count ?? 0)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the notifications.
    ///   - object: The object whose notifications the sequence has; nil for those of all objects.
    public func notifications(
      named name: Notification.Name, object: (any AnyObject & Sendable)? = nil
    ) -> Notifications {
      Notifications(center: self, name: name, object: object)
    }

    /// The notifications of a name, as `notifications(named:object:)` returns them.
    public struct Notifications: AsyncSequence, Sendable {
      let center: NotificationCenter
      let name: Notification.Name
      let object: (any AnyObject & Sendable)?

      /// Begins an iteration.
      public func makeAsyncIterator() -> Iterator { Iterator(self) }

      /// An iteration, which observes the center as long as it exists.
      public struct Iterator: AsyncIteratorProtocol {
        private let registration: Registration
        private var received: AsyncStream<Received>.Iterator

        init(_ sequence: Notifications) {
          let (stream, continuation) = AsyncStream.makeStream(of: Received.self)
          let observer = sequence.center.addObserver(
            forName: sequence.name, object: sequence.object, queue: nil
          ) { notification in
            continuation.yield(Received(notification: notification))
          }
          registration = Registration(center: sequence.center, observer: observer)
          received = stream.makeAsyncIterator()
        }

        /// Waits for the next notification; nil if the task is cancelled.
        public mutating func next() async -> Notification? { await received.next()?.notification }

        /// Waits for the next notification on the caller's actor; nil if the task is cancelled.
        ///
        /// - Throws: Nothing.
        public mutating func next(
          isolation actor: isolated (any Actor)?
        ) async throws(Never) -> Notification? {
          await received.next(isolation: actor)?.notification
        }
      }
    }
  }

  /// A notification on its way from the thread that has posted it.
  private struct Received: @unchecked Sendable {
    // Unchecked, because a notification may contain anything: its poster gives it to observers that may run anywhere, so
    // it must not be changed after it was posted.
    let notification: Notification
  }

  /// An observer of a center, which ends with this object.
  private final class Registration {
    private let center: NotificationCenter
    private let observer: any NSObjectProtocol

    init(center: NotificationCenter, observer: any NSObjectProtocol) {
      self.center = center
      self.observer = observer
    }

    deinit { center.removeObserver(observer) }
  }
#endif
