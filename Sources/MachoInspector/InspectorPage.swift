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
  package static func opening(
    title: String, reloadInterval: Int? = nil, connection: String? = nil
  ) -> String {
    let policy =
      "default-src 'none'; script-src 'sha256-\(SHA256.base64(of: script))'; "
      + "style-src 'sha256-\(SHA256.base64(of: style))'; base-uri 'none'; form-action 'none'"
      + (connection.map { "; connect-src \($0)" } ?? "")
    let reload = reloadInterval.map { #"<meta http-equiv="refresh" content="\#($0)">"# }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="referrer" content="no-referrer">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      \(reload ?? "")
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

  /// Returns a line of JSON that cannot end the element that contains it, and in which invisible
  /// characters are escapes, so that an editor shows the file as a browser reads it.
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

  private static let style = text(PackageResources.page_css)
  private static let script = ModuleBundle(modules: modules).script(startingAt: "main.js")

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension InspectorPage {
  /// The modules in `Page`.
  private static let modules: [String: String] = [
    "branches.js": PackageResources.branches_js,
    "calls.js": PackageResources.calls_js,
    "client.js": PackageResources.client_js,
    "coverage.js": PackageResources.coverage_js,
    "diff.js": PackageResources.diff_js,
    "dom.js": PackageResources.dom_js,
    "effects.js": PackageResources.effects_js,
    "keys.js": PackageResources.keys_js,
    "line-input.js": PackageResources.line_input_js,
    "list.js": PackageResources.list_js,
    "live.js": PackageResources.live_js,
    "main.js": PackageResources.main_js,
    "model.js": PackageResources.model_js,
    "patch.js": PackageResources.patch_js,
    "pending.js": PackageResources.pending_js,
    "search.js": PackageResources.search_js,
    "state.js": PackageResources.state_js,
    "store.js": PackageResources.store_js,
    "summary.js": PackageResources.summary_js,
    "timeline.js": PackageResources.timeline_js,
  ].mapValues(text)
}
