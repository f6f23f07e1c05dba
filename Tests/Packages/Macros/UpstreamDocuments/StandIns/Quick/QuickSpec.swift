import Foundation
import Nimble

/// A behaviour specification: a stand-in for the class of the library Quick.
open class QuickSpec {
  public required init() {}

  /// Describes the examples. Default: none.
  open func spec() {}

  /// Runs the examples in their order, on a thread of its own, so that the main queue is free.
  public static func run() async -> [ExampleResult] {
    Description.current.withLock { $0 = Description() }
    self.init().spec()
    // SAFETY: only the thread below uses the examples.
    nonisolated(unsafe) let described = Description.current.withLock { $0.examples }
    return await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: described.map { $0.run() }) }.start()
    }
  }
}

/// An example that has run.
public struct ExampleResult: Equatable, Sendable {
  /// The texts of the groups around the example, and its own.
  public var path: [String]
  /// Default: empty, it passed.
  public var failures: [String]

  public init(path: [String], failures: [String] = []) {
    self.path = path
    self.failures = failures
  }
}

public func describe(_ text: String, closure: () -> Void) { Description.group(text, closure) }

public func context(_ text: String, closure: () -> Void) { Description.group(text, closure) }

public func beforeEach(_ closure: @escaping () -> Void) {
  nonisolated(unsafe) let closure = closure
  Description.current.withLock { $0.preparations.append(closure) }
}

public func it(_ text: String, closure: @escaping () -> Void) {
  nonisolated(unsafe) let closure = closure
  Description.current.withLock { description in
    description.examples.append(
      Example(
        path: description.path + [text], preparations: description.preparations, body: closure))
  }
}
