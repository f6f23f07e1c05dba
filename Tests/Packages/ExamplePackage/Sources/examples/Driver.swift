import MachoKit

/// The features that the pages of the documentation show. `scripts/check-docs` builds this driver.
@main struct Driver: MachoApp {
  let features = Examples.architectures + [Examples.radio, Examples.thermostat]
}

enum Examples {
  static let stubs = [Stub("facts.fetch", \.facts.fetch)]

  static var architectures: [Feature] {
    [tca, flux, redux, mvvm, bound, observable, mvp, supervising, mvc, useCase, ports, loop]
  }
}
