import MachoSystem

/// The reasons for waking a thread.
struct WakeEvents: OptionSet {
  let rawValue: UInt8
  /// New requests, text or replies are in the mailbox.
  static let mail = WakeEvents(rawValue: 1)
  static let interrupted = WakeEvents(rawValue: 2)
  static let resized = WakeEvents(rawValue: 4)
  static let stopped = WakeEvents(rawValue: 8)
  static let continued = WakeEvents(rawValue: 16)
}

extension WakePipe {
  func send(_ events: WakeEvents) { send(events.rawValue) }

  /// Removes and returns all events sent since the last call.
  func takeEvents() -> WakeEvents { WakeEvents(rawValue: drain()) }
}
