import Composable

/// A client that fetches tweets.
struct TwitterClient: Sendable {
  var timeline: @Sendable (_ name: String) async throws -> [Tweet]
  var countTweets: @Sendable (_ name: String) async throws -> Int
}

extension TwitterClient: DependencyKey {
  // The sample has no real service.
  static let liveValue = previewValue

  static let previewValue = TwitterClient { name in
    [Tweet(id: 1, author: "blob", text: "Hello \(name)")]
  } countTweets: { name in
    name.count
  }

  static let testValue = TwitterClient { _ in
    throw UnimplementedEndpoint(name: "twitter.timeline")
  } countTweets: { _ in
    throw UnimplementedEndpoint(name: "twitter.countTweets")
  }
}

extension DependencyValues {
  /// The client that fetches tweets.
  var twitter: TwitterClient {
    get { self[TwitterClient.self] }
    set { self[TwitterClient.self] = newValue }
  }
}
