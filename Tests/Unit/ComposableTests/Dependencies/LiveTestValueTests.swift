import Composable
import Testing

private struct Tool: Sendable {
  var run: @Sendable (String) -> String
  var stop: @Sendable () -> Void

  static var real: Tool {
    let prefix = [String](repeating: "real", count: 1)
    return Tool {
      prefix[0] + $0
    } stop: {
    }
  }
}

private protocol Service: Sendable {}
private struct RealService: Service {}
private struct OtherService: Service {}

private enum LiveKey: DependencyKey {
  static var liveValue: Tool { .real }
  static var testValue: Tool { liveValue }
}
private enum OwnKey: DependencyKey {
  static var liveValue: Tool { fatalError("a test must not need it") }
  static let testValue = Tool {
    $0
  } stop: {
  }
}
private enum OtherServiceKey: DependencyKey {
  static let liveValue: any Service = RealService()
  static let testValue: any Service = OtherService()
}
private enum LimitKey: DependencyKey {
  static let liveValue = 10
  static let testValue = 10
}

extension DependencyValues {
  fileprivate var liveTool: Tool {
    get { self[LiveKey.self] }
    set { self[LiveKey.self] = newValue }
  }
}

// Values that are the live ones are found by the driver of Tests/Acceptance/ExternalWork: a copy of a process with
// many threads, as that of these tests, may not answer.
#if MACHO_LINUX
  @Suite struct LiveTestValueTests {
    private var values: DependencyValues {
      DependencyValues(context: .test, findsLiveTestValues: true)
    }

    @Test func `Values of their own, other types and data are not live`() {
      let values = values
      _ = values[OwnKey.self]
      _ = values[OtherServiceKey.self]
      _ = values[LimitKey.self]
      #expect(values.liveTestDependencies == [])
    }

    @Test func `Without the search nothing is compared`() {
      let values = DependencyValues(context: .test)
      _ = values.liveTool
      #expect(values.liveTestDependencies == [])
    }
  }
#endif
