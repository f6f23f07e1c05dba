import Testing

@testable import MachoKit

@Suite("The language mode of an app's target") struct LanguageModeTests {
  private func target(settings: [String] = []) -> AppTargets.Target {
    AppTargets.Target(
      name: "Shop", module: "Shop", directory: "/app", sources: ["A.swift", "B.swift"], omitted: [],
      missing: [:], aliasedModules: [], targets: [], standIns: [], products: [],
      appSettings: settings, resources: [])
  }
  private let a = (file: "A.swift", error: "a")
  private let b = (file: "B.swift", error: "b")
  private let mode5 = [
    #".enableUpcomingFeature("BareSlashRegexLiterals")"#, ".swiftLanguageMode(.v5)",
  ]

  @Test("it is Swift 5 if a file compiles there only") func helps() {
    var target = target(settings: [".define(\"X\")", ".swiftLanguageMode(.v6)"])
    let changed = target.changeMode(because: [a, b])
    #expect(changed)
    #expect(target.settings == [".define(\"X\")"] + mode5)
    // Another file fails in both modes.
    let changedAgain = target.changeMode(because: [b])
    #expect(!changedAgain)
    #expect(target.mode5?.isProven == true)
    #expect(target.mode5?.errors.map(\.error) == ["a", "b"])
  }

  @Test("it is that of the app if no file compiles in another one") func doesNotHelp() {
    var target = target()
    var changes = [target.changeMode(because: [a])]
    #expect(target.settings == mode5)
    changes.append(target.changeMode(because: [a]))
    #expect(target.settings.isEmpty)
    changes.append(target.changeMode(because: [a]))
    // A file that was not tried.
    changes.append(target.changeMode(because: [a, b]))
    #expect(changes == [true, true, false, true])
    #expect(target.mode5?.errors.map(\.file) == ["B.swift"])
  }

  @Test("an older one stays as it is") func older() {
    var target = target(settings: [".swiftLanguageMode(.v5)"])
    let changed = target.changeMode(because: [a])
    #expect(!changed)
    #expect(target.settings == [".swiftLanguageMode(.v5)"])
  }

  @Test("a line with another mode is not the user's") func line() {
    var changed = target()
    _ = changed.changeMode(because: [a])
    let line = "  " + DriverSources.line(of: changed)
    #expect(line.contains(".swiftLanguageMode(.v5)"))
    #expect(DriverSources.isWritten(line, for: target()))
    #expect(!DriverSources.isWritten(line.replacing("v5", with: "v4"), for: target()))
  }
}
