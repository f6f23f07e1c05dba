import MachoKit

/// The features of the documents, compiled from their code blocks.
@main struct Driver: MachoApp {
  let features = reducers + [flux] + redux + [ports] + boot + views
}
