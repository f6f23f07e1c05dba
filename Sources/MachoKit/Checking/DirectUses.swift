import Foundation

/// What the files of a module call directly although no script can control it, such as `Date()`.
///
/// The compiler writes an object file for each source file. The names of the functions that it calls are in
/// there. A file may hold a feature and the live value of a client, so a use need not be a mistake.
struct DirectUses {
  /// The path of the source file in its module.
  let file: String
  let uses: [String]

  /// Returns the uses of a module that SwiftPM has built beside an executable. `nil` if the module has no
  /// object files there, or one of them cannot be read.
  static func find(in module: String, beside executable: String) -> [DirectUses]? {
    let directory = URL(fileURLWithPath: executable).deletingLastPathComponent()
      .appendingPathComponent("\(module).build")
    guard let paths = FileManager.default.subpaths(atPath: directory.path)?.sorted() else {
      return nil
    }
    let objects = paths.filter { $0.hasSuffix(".o") }
    guard !objects.isEmpty else { return nil }
    var found: [DirectUses] = []
    for path in objects {
      guard let data = try? Data(contentsOf: directory.appendingPathComponent(path)) else {
        return nil
      }
      let uses = names.filter { isUsed($0.symbol, in: data) }.map(\.name)
      if !uses.isEmpty {
        found.append(DirectUses(file: "\(module)/\(path.dropLast(2))", uses: uses.uniqued()))
      }
    }
    return found
  }

  /// Symbols end with a zero byte in object files of all platforms.
  private static func isUsed(_ symbol: String, in data: Data) -> Bool {
    data.range(of: Data(symbol.utf8) + [0]) != nil
  }

  /// The functions, as sources write them, by their symbols.
  private static let names: [(name: String, symbol: String)] = [
    ("Date()", "$s20FoundationEssentials4DateVACycfC"),
    ("Date()", "$s10Foundation4DateVACycfC"),
    ("Date.now", "$s20FoundationEssentials4DateV3nowACvgZ"),
    ("Date.now", "$s10Foundation4DateV3nowACvgZ"),
    ("UUID()", "$s20FoundationEssentials4UUIDVACycfC"),
    ("UUID()", "$s10Foundation4UUIDVACycfC"),
    ("ContinuousClock", "$ss15ContinuousClockVABycfC"),
    ("ContinuousClock", "$ss15ContinuousClockV3nowAB7InstantVvgZ"),
    ("ContinuousClock", "$ss5ClockPss010ContinuousA0VRszrlE10continuousADvgZ"),
    ("SuspendingClock", "$ss15SuspendingClockVABycfC"),
    ("SuspendingClock", "$ss15SuspendingClockV3nowAB7InstantVvgZ"),
    ("Int.random(in:)", "$ss17FixedWidthIntegerPsE6random2inxSnyxG_tFZ"),
    ("Int.random(in:)", "$ss17FixedWidthIntegerPsE6random2inxSNyxG_tFZ"),
    (
      "Double.random(in:)",
      "$sSBss17FixedWidthInteger14RawSignificandRpzrlE6random2inxSnyxG_tFZ"
    ),
    (
      "Double.random(in:)",
      "$sSBss17FixedWidthInteger14RawSignificandRpzrlE6random2inxSNyxG_tFZ"
    ),
    ("Bool.random()", "$sSb6randomSbyFZ"),
    ("randomElement()", "$sSlsE13randomElement0B0QzSgyF"),
    ("shuffled()", "$sSTsE8shuffledSay7ElementQzGyF"),
    ("shuffle()", "$sSMsSkRzrlE7shuffleyyF"),
    ("SystemRandomNumberGenerator()", "$ss27SystemRandomNumberGeneratorVABycfC"),
    ("Calendar.current", "$s20FoundationEssentials8CalendarV7currentACvgZ"),
    ("Calendar.current", "$s10Foundation8CalendarV7currentACvgZ"),
    ("Locale.current", "$s20FoundationEssentials6LocaleV7currentACvgZ"),
    ("Locale.current", "$s10Foundation6LocaleV7currentACvgZ"),
    ("TimeZone.current", "$s20FoundationEssentials8TimeZoneV7currentACvgZ"),
    ("TimeZone.current", "$s10Foundation8TimeZoneV7currentACvgZ"),
    ("UserDefaults.standard", "$s10Foundation12UserDefaultsC8standardACvgZ"),
  ]
}

extension [String] {
  /// The elements without repetitions.
  fileprivate func uniqued() -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
