/// The version of macho, as `--version` and the Model Context Protocol state it. "Versions" in `MachoKit.docc` says what
/// each one changes.
package enum ToolVersion { package static let current = "0.1.0" }
