import Foundation

// A stand-in for the parts of the library Nimble that the documents use.

public func expect<Value>(_ value: @autoclosure @escaping () -> Value) -> Expectation<Value> {
  Expectation(value: value)
}

public func expect(_ value: @escaping () -> ToSucceedResult) -> Expectation<ToSucceedResult> {
  Expectation(value: value)
}

public struct Matcher<Value> {
  var text: String
  var matches: (Value) -> Bool
}

public func equal<Value: Equatable>(_ expected: Value) -> Matcher<Value> {
  Matcher(text: "equal \(expected)") { $0 == expected }
}

public enum ToSucceedResult {
  case succeeded
  case failed(reason: String)
}

/// Nimble has it for `Bool` only, and the document compares the result of a closure.
public func beTrue() -> Matcher<ToSucceedResult> {
  Matcher(text: "be true") { if case .succeeded = $0 { true } else { false } }
}

public enum WaitingTime {
  case seconds(Double)

  var seconds: Double {
    switch self {
    case .seconds(let seconds): seconds
    }
  }
}

public struct Expectation<Value> {
  let value: () -> Value

  public func to(_ matcher: Matcher<Value>) {
    let value = value()
    if !matcher.matches(value) { fail(value, matcher) }
  }

  /// Waits until the value matches. The main queue changes it, so it is read there.
  ///
  /// The document's time-out is also the time after which the value changes, so a second is added.
  public func toEventually(_ matcher: Matcher<Value>, timeout: WaitingTime) {
    let end = Date() + timeout.seconds + 1
    // SAFETY: this thread waits while the main queue reads the value.
    nonisolated(unsafe) let read = value
    while true {
      let value = DispatchQueue.main.sync { read() }
      if matcher.matches(value) { return }
      guard Date() < end else { return fail(value, matcher) }
      Thread.sleep(forTimeInterval: 0.01)
    }
  }

  private func fail(_ value: Value, _ matcher: Matcher<Value>) {
    Failures.current.withLock { $0.append("expected to \(matcher.text), got \(value)") }
  }
}
