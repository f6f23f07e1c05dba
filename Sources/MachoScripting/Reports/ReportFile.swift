import Foundation
import MachoValues

/// Why a report cannot be read, with its place.
package struct ReportDamage: Error, Hashable, CustomStringConvertible {
  package var path: String
  /// The line, counted from 1. `nil` for the whole file.
  package var line: Int?
  package var reason: String

  package init(path: String, line: Int? = nil, reason: String) {
    (self.path, self.line, self.reason) = (path, line, reason)
  }

  package var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}

/// A report in the format `jsonl`, with or without the events of sessions.
package struct ReportFile {
  /// An event.
  package struct Line {
    /// The line of the file, counted from 1.
    package var number: Int
    /// The event as JSON.
    package var text: String
    /// The name of the event.
    package var event: String
  }

  package let path: String
  package private(set) var lines: [Line] = []

  /// The maximum size of a report, in bytes. The events of each session are limited.
  package static let sizeLimit = 4 << 30

  /// Splits a report into events.
  ///
  /// - Parameter isGrowing: Whether the last line may be incomplete. It is then omitted.
  package init(_ bytes: [UInt8], path: String, isGrowing: Bool = false) throws(ReportDamage) {
    self.path = path
    let texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in texts.enumerated() where !bytes.isEmpty {
      guard let text = String(validating: bytes, as: UTF8.self),
        let name = (try? JSONValue(parsing: text))?["event"]?.string
      else {
        if isGrowing, index == texts.count - 1 { return }
        throw ReportDamage(path: path, line: index + 1, reason: "not an event of a report")
      }
      lines.append(Line(number: index + 1, text: text, event: name))
    }
    if lines.isEmpty { throw ReportDamage(path: path, reason: "empty report") }
  }

  /// Decodes an event.
  package func decode<Event: Decodable>(_ type: Event.Type, _ line: Line) throws(ReportDamage)
    -> Event
  {
    do {
      return try JSONDecoder().decode(type, from: Data(line.text.utf8))
    } catch {
      let member = (error as? DecodingError).flatMap(Self.member)
      throw ReportDamage(
        path: path, line: line.number,
        reason: "invalid '\(line.event)' event" + (member.map { ": '\($0)'" } ?? ""))
    }
  }

  /// The member that is missing or has a wrong type.
  private static func member(_ error: DecodingError) -> String? {
    switch error {
    case .keyNotFound(let key, _): key.stringValue
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath.last { $0.intValue == nil }?.stringValue
    @unknown default: nil
    }
  }
}
