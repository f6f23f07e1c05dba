import MachoKit

/// The features of `ExampleApps`, which import upstream's module name only.
@main struct Driver: MachoApp {
  let features = screens + effects
}
