import CMachoInspector

/// The page of reports and of the inspector, as one HTML text.
///
/// The files in `Page` are a web page that also works from a web server. Here they become one text:
/// a browser loads no modules from `file:`. The policy in the page allows its own script and style
/// only, by their hashes. The bytes are read when they are used first, so other programs do not pay
/// for them.
package enum InspectorPage {
  /// The page up to its data, which follows line by line, and then `closing`.
  ///
  /// - Parameters:
  ///   - title: The title of the window.
  ///   - reloadInterval: After how many seconds the page reloads itself. Default: never.
  ///   - connection: The address of the WebSocket of a live session. Default: none.
  ///   - driver: The name of the driver, for commands that the page suggests. Default: `macho`.
  package static func opening(
    title: String, reloadInterval: Int? = nil, connection: String? = nil, driver: String? = nil
  ) -> String {
    let policy =
      "default-src 'none'; script-src 'sha256-\(SHA256.base64(of: script))'; "
      + "style-src 'sha256-\(SHA256.base64(of: style))'; base-uri 'none'; form-action 'none'"
      + (connection.map { "; connect-src \($0)" } ?? "")
    let metadata = [
      reloadInterval.map { #"<meta http-equiv="refresh" content="\#($0)">"# },
      driver.map { #"<meta name="driver" content="\#(escapedMarkup($0))">"# },
    ]
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="referrer" content="no-referrer">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      \(metadata.compactMap(\.self).joined(separator: "\n"))
      <title>\(escapedMarkup(title))</title>
      <style>\(style)</style>
      </head>
      <body>
      <div id="app"><noscript>This page needs JavaScript. It runs from this file only.</noscript></div>
      <script type="application/x-ndjson" id="events">
      """
  }

  /// The page below its data.
  package static let closing = """
    </script>
    <script type="module">\(script)</script>
    </body>
    </html>
    """

  /// Returns a line of JSON for a `script` element. No text in it can end the element, and invisible
  /// characters are escapes, so that an editor shows what a browser reads.
  package static func escaped(_ json: String) -> String {
    // PERFORMANCE: most lines contain neither.
    guard json.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 >= 0xD8 }) else { return json }
    var text = ""
    for scalar in json.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .format, .lineSeparator, .paragraphSeparator:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default:
        if scalar == "<" { text += "\\u003c" } else { text.unicodeScalars.append(scalar) }
      }
    }
    return text
  }

  /// Returns text for the content of an element.
  private static func escapedMarkup(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  private static let style = files["page.css", default: ""]
  private static let script = ModuleBundle(modules: files).script(startingAt: "main.js")

  /// The texts of the files in `Page` by name.
  static let files: [String: String] = {
    var count = 0
    // SAFETY: the C array is constant, and has `count` files with `count` bytes each.
    let files = UnsafeBufferPointer(start: cmachoinspector_files(&count), count: count)
    return Dictionary(
      uniqueKeysWithValues: files.map { file in
        let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
        return (String(cString: file.name), String(decoding: bytes, as: UTF8.self))
      })
  }()
}
