import Dependencies
import DependenciesMacros
import Foundation

public struct Order: Equatable, Identifiable, Sendable {
  public let id: Int
  public var title: String
  public var placed: Date

  public init(id: Int, title: String, placed: Date) {
    (self.id, self.title, self.placed) = (id, title, placed)
  }
}

public enum OrdersError: Error, Equatable { case offline }

@DependencyClient
public struct OrdersClient: Sendable {
  public var list: @Sendable (_ page: Int) async throws -> [Order]
  public var submit: @Sendable (Order) async throws -> Void
  public var count: @Sendable () -> Int = { 0 }
  public var updates: @Sendable () -> AsyncStream<Order> = { .finished }
  public var search:
    @Sendable (_ text: String, _ page: Int, _ size: Int, _ isOpen: Bool) async throws -> [Order]
  public var watch: @Sendable (_ onChange: @escaping @Sendable (Order) -> Void) -> Void
}

extension OrdersClient: TestDependencyKey {
  public static let testValue = Self()
}

extension DependencyValues {
  public var ordersClient: OrdersClient {
    get { self[OrdersClient.self] }
    set { self[OrdersClient.self] = newValue }
  }
}

/// Read by its type: no property of `DependencyValues` has it.
public struct Haptics: Sendable, DependencyKey {
  public var tap: @Sendable () async -> Void
  public let prepare: @Sendable () async -> Void

  public static let liveValue = Haptics(tap: {}, prepare: {})
}
