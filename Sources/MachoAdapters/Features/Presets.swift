public import Composable

/// Named dependencies of a feature, as the variants of a preview are: `context preview "API failed"`
/// opens the feature with them.
///
/// A preset changes the preview values after `dependencies:` of the registration. Stubs of a script
/// replace what it sets. The names must be different.
///
/// ```swift
/// struct Offline: Error {}
///
/// Feature(
///   "weather", start: Weather.State(),
///   presets: [
///     "sunny": { $0.forecast.today = { "sunny" } },
///     "offline": { $0.forecast.today = { throw Offline() } },
///   ]
/// ) {
///   Weather()
/// }
/// ```
public typealias Presets = KeyValuePairs<String, @Sendable (inout DependencyValues) -> Void>
