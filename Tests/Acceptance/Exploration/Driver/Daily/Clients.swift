import Composable

// The dependency clients of the features of daily life.

/// What a service reports if it fails.
enum ServiceError: Error, Equatable {
  case offline
  case unauthorized
}

struct Post: Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
}

struct Account: Equatable, Sendable {
  var name: String
}

/// Everything that is fetched.
struct ContentClient: Sendable {
  var profile: @Sendable () async throws -> Account
  var suggestions: @Sendable (_ query: String) async throws -> [String]
  var page: @Sendable (_ number: Int) async throws -> [Post]
  var cached: @Sendable () async -> [String]
  var remote: @Sendable () async throws -> [String]
  var download: @Sendable (_ id: Int) async throws -> Int
  var prices: @Sendable () -> AsyncThrowingStream<Int, any Error>
}

extension ContentClient: DependencyKey {
  static let liveValue = ContentClient(
    profile: { throw ServiceError.offline }, suggestions: { _ in throw ServiceError.offline },
    page: { _ in throw ServiceError.offline }, cached: { [] },
    remote: { throw ServiceError.offline }, download: { _ in throw ServiceError.offline },
    prices: { AsyncThrowingStream { $0.finish(throwing: ServiceError.offline) } })
  static let testValue = liveValue
}

/// Everything that is sent.
struct AccountClient: Sendable {
  var signIn: @Sendable (_ name: String) async throws -> Account
  var inbox: @Sendable (_ name: String) async throws -> [String]
  var submitOrder: @Sendable (_ items: [String]) async throws -> Int
  var upload: @Sendable (_ text: String) async throws -> Void
  var renewToken: @Sendable () async throws -> String
  var setFavorite: @Sendable (_ id: Int, _ isFavorite: Bool) async throws -> Void
  var sendMessage: @Sendable (_ text: String) async throws -> Void
}

extension AccountClient: DependencyKey {
  static let liveValue = AccountClient(
    signIn: { _ in throw ServiceError.offline }, inbox: { _ in throw ServiceError.offline },
    submitOrder: { _ in throw ServiceError.offline }, upload: { _ in throw ServiceError.offline },
    renewToken: { throw ServiceError.offline }, setFavorite: { _, _ in throw ServiceError.offline },
    sendMessage: { _ in throw ServiceError.offline })
  static let testValue = liveValue
}

/// A row of a list.
struct ShopRow: Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
}

/// Everything of a shop.
struct ShopClient: Sendable {
  var items: @Sendable () async throws -> [ShopRow]
  var delete: @Sendable (_ id: Int) async throws -> Void
  var login: @Sendable (_ user: String) async throws -> String
  var orders: @Sendable () async throws -> [String]
  var isValid: @Sendable () async -> Bool
}

extension ShopClient: DependencyKey {
  static let liveValue = ShopClient(
    items: { throw ServiceError.offline }, delete: { _ in throw ServiceError.offline },
    login: { _ in throw ServiceError.offline }, orders: { throw ServiceError.offline },
    isValid: { false })
  static let testValue = liveValue
}

extension DependencyValues {
  var shop: ShopClient {
    get { self[ShopClient.self] }
    set { self[ShopClient.self] = newValue }
  }
  var content: ContentClient {
    get { self[ContentClient.self] }
    set { self[ContentClient.self] = newValue }
  }
  var account: AccountClient {
    get { self[AccountClient.self] }
    set { self[AccountClient.self] = newValue }
  }
}
