#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An entry of an app's recording: a JSON object on a line of its own.
///
/// The first entry has the members `macho` (the version of the format), `feature` and `state`. The others
/// have `action` and the `values` that the reducer received while it reduced the action, or
/// `modification`, the diff of a change that no action made. `MachoScripting/Recording/AppRecording.swift`
/// reads them.
struct RecordedEntry: Encodable {
  /// The values of dependencies, in the order of the calls.
  struct Values: Encodable {
    var uuid: [String]?
    /// In seconds since 2001.
    var date: [Double]?
    var random: [UInt64]?

    var isEmpty: Bool { uuid == nil && date == nil && random == nil }
  }

  private var macho: Int?
  private var feature: String?
  private var state: String?
  private var action: String?
  private var values: Values?
  private var modification: String?

  /// Returns the first entry.
  static func opening(feature: String, state: String) -> Self {
    var entry = Self()
    (entry.macho, entry.feature, entry.state) = (1, feature, state)
    return entry
  }

  init(action: String, values: Values) {
    self.action = action
    self.values = values.isEmpty ? nil : values
  }

  init(modification: String) { self.modification = modification }

  private init() {}

  /// The entry with a newline.
  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    // Texts and numbers can always be encoded.
    let data = (try? encoder.encode(self)) ?? Data()
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
