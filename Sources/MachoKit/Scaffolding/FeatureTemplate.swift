/// The files of one feature: a reducer in the directory of its screen, a script, and a test.
struct FeatureTemplate {
  private let name: ScaffoldName

  /// Creates the files of a feature. The suffix `Feature` of a name is optional.
  init(_ text: String) throws(ScaffoldName.Failure) {
    let suffix = "Feature"
    let isWhole = text.hasSuffix(suffix)
    name = try ScaffoldName(isWhole ? String(text.dropLast(suffix.count)) : text, kind: "feature")
  }

  /// The name of the screen, and of its directory.
  var screen: String { name.typeName }
  /// The name of the reducer, and of its file.
  var type: String { screen + "Feature" }
  /// The name for `feature NAME`.
  var command: String { name.commandName }

  /// The element of the driver's list of features.
  var registration: String { "Feature(\"\(command)\", start: \(type).State()) { \(type)() }" }

  /// The path of the script.
  var scriptPath: String { "scripts/\(command).macho" }

  /// The reducer and its script, by path, for a driver with its sources in a directory of `Sources`.
  func files(in target: String) -> [(path: String, text: String)] {
    [
      ("Sources/\(target)/AppControllers/\(screen)/\(type).swift", featureText),
      (scriptPath, scriptText),
    ]
  }

  /// The test, by path.
  func test(in tests: String, of target: String) -> (path: String, text: String) {
    ("Tests/\(tests)/\(type)Tests.swift", testText(importing: target))
  }

  private var featureText: String {
    """
    import Composable

    struct \(type): Reducer {
      /// What the screen shows.
      struct State: Equatable {
        var hasAppeared = false
      }

      /// What happens on the screen. Cases are named after events.
      enum Action: Equatable {
        case appeared
      }

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .appeared:
            state.hasAppeared = true
            return .none
          }
        }
      }
    }

    """
  }

  private var scriptText: String {
    """
    #!macho 1
    # The behavior of \(screen). 'test --update' writes the output of commands, the '|' lines.
    feature \(command)

    ## the screen appears
    send appeared
    |   \(type).State(
    | -   hasAppeared: false
    | +   hasAppeared: true
    |   )
    expect hasAppeared

    """
  }

  private func testText(importing target: String) -> String {
    """
    import Composable
    import Testing

    @testable import \(PackageTemplate.moduleName(of: target))

    @MainActor @Suite struct \(type)Tests {
      @Test func `the screen appears`() async {
        let store = TestStore(initialState: \(type).State()) { \(type)() }
        await store.send(.appeared) { $0.hasAppeared = true }
      }
    }

    """
  }
}
