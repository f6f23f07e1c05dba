#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An entry of an app's recording: a JSON object on a line of its own.
///
/// The first entry has the members `macho` (the version of the format), `feature` and `state`. The others
/// have one of these:
///
/// - `action`, with the `values` that the reducer received while it reduced the action
/// - `modification`, the diff of a change that no action made
/// - `call`, a call of a synchronous endpoint, with the text that it `returned` or `threw`
/// - `answer`, a call of another endpoint with its response
/// - `remark`, the reason why a script may differ
///
/// `time` is that of the app's clock, in milliseconds since the first action, rounded up.
/// `MachoScripting/Recording/AppRecording.swift` reads the entries.
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
  private var call: String?
  private var returned: String?
  private var threw: String?
  private var answer: String?
  private var remark: String?
  private var time: Int?

  /// Returns the first entry.
  static func opening(feature: String, state: String) -> Self {
    var entry = Self()
    (entry.macho, entry.feature, entry.state) = (1, feature, state)
    return entry
  }

  init(action: String, values: Values, time: Int?) {
    self.action = action
    self.values = values.isEmpty ? nil : values
    self.time = time
  }

  init(call: String, returned: String?, threw: String?) {
    self.call = call
    self.returned = returned
    self.threw = threw
  }

  init(answer: String, time: Int?) {
    self.answer = answer
    self.time = time
  }

  init(remark: String) { self.remark = remark }

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
