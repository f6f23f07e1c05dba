import Foundation

/// Returns an event of a report as a line of JSON. Members are sorted by name.
///
/// The event contains no floating-point number that is not finite.
package func jsonLine(of event: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  // Cannot fail for the allowed values.
  let data = (try? encoder.encode(event)) ?? Data()
  return String(decoding: data, as: UTF8.self)
}
