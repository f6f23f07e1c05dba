import Composable
import Foundation
import Testing

@MainActor
@Suite struct SharedNamesTests {
  struct Settings: Codable, Equatable, Sendable { var size = 1 }

  @Test func `A shared value is projected, derived and stored`() {
    @Shared(value: Settings()) var settings
    let copy = Shared(projectedValue: $settings)
    copy.size.withLock { $0 = 2 }
    #expect(settings.size == 2 && $settings.size.wrappedValue == 2)
    let key: _SharedKeyDefault<InMemoryKey<Int>> = InMemoryKey<Int>.Default[
      .inMemory("n"), default: 4]
    @Shared(key) var number
    #expect(number == 4)
  }

  @Test func `A modification reads the value before it, also by a derived value`() throws {
    @Shared(value: [Identified("a", id: 1), Identified("b", id: 2)])
    var rows: IdentifiedArrayOf<Identified<Int, String>>
    let row = try #require(Shared($rows[id: 2]))
    $rows.withLock {
      #expect(row.wrappedValue.value == "b")
      $0.remove(id: row.wrappedValue.id)
      #expect(rows.count == 2)
    }
    #expect(rows.map(\.id) == [1])
  }

  @Test func `A closure computes a value from a shared one`() {
    @Shared(value: Settings()) var settings
    let title = $settings.read { "Size \($0.size)" }
    let length = title.read(\.count)
    #expect(title.wrappedValue == "Size 1")
    $settings.size.withLock { $0 = 10 }
    #expect(title.wrappedValue == "Size 10")
    #expect(length.wrappedValue == 7)
  }

  @Test func `A file storage keeps files in memory`() {
    let storage: FileStorage = .inMemory
    withDependencies {
      $0.defaultFileStorage = storage
    } operation: {
      @Shared(.fileStorage(URL(fileURLWithPath: "/settings.json"))) var settings = Settings()
      $settings.withLock { $0.size = 3 }
      @Shared(.fileStorage(URL(fileURLWithPath: "/settings.json"))) var other = Settings()
      #expect(other.size == 3)
    }
  }
}
