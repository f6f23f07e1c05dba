import Composable
import Foundation
import Testing

@Suite struct DependencyNamesTests {
  struct Model {
    @Dependency(\.assertionFailure) var assertionFailure
    @Dependency(\.precondition) var precondition
    @Dependency(\.fireAndForget) var fireAndForget
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
    @Dependency(\.suspendingClock) var suspendingClock
    @Dependency(\.mainRunLoop) var mainRunLoop
    @Dependency(\.notificationCenter) var notificationCenter
    @Dependency(\.openURL) var openURL
    @Dependency(\.uuid) var uuid
    @Dependency(\.date) var date
    @Dependency(\.assert) var assert
  }

  @Test func `Every value can be overridden and used`() async {
    let opened = LockIsolated<[URL]>([])
    let done = LockIsolated(false)
    await withDependencies {
      let context: DependencyContext = .test
      $0.context = context
      $0.suspendingClock = ImmediateClock()
      $0.mainRunLoop = .immediate
      $0.notificationCenter = NotificationCenter()
      $0.openURL = OpenURLEffect { url in
        opened.withValue { $0.append(url) }
        return true
      }
      $0.uuid = UUIDGenerator.incrementing
      $0.date = DateGenerator.constant(Date(timeIntervalSince1970: 0))
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Zeros())
      $0.fireAndForget = FireAndForget { _, operation in try? await operation() }
    } operation: {
      let model = Model()
      let effects: (any AssertionEffect, any AssertionFailureEffect) = (
        model.assert, model.assertionFailure
      )
      _ = effects
      model.precondition(true)
      try? await model.suspendingClock.sleep(for: .seconds(1))
      await model.fireAndForget { done.setValue(true) }
      await model.openURL(URL(fileURLWithPath: "/a"))
      #expect(model.withRandomNumberGenerator { Int.random(in: 0...1, using: &$0) } == 0)
      #expect(model.uuid() == UUID(0) && model.date.now.timeIntervalSince1970 == 0)
      model.notificationCenter.post(name: Notification.Name("x"), object: nil)
      model.mainRunLoop.schedule { done.setValue(true) }
    }
    #expect(done.value && opened.value.count == 1)
  }

  @Test func `Escaping code keeps its dependencies`() {
    let uuid = withDependencies {
      $0.uuid = .constant(UUID(7))
    } operation: {
      let continuation: DependencyValues.Continuation = withEscapedDependencies { $0 }
      return continuation.yield { Model().uuid() }
    }
    #expect(uuid == UUID(7))
  }

  @Test func `Dependencies are prepared and read`() {
    struct Limit: TestDependencyKey {
      static let testValue = 3
    }
    prepareDependencies { $0[Limit.self] = 4 }
    let (isPresented, locale, locales) = withDependencies {
      $0.locale = Locale(identifier: "de_DE")
      $0.preferredLocales = [Locale(identifier: "ja_JP")]
    } operation: {
      @Dependency(\.isPresented) var isPresented
      @Dependency(\.locale) var locale
      @Dependency(\.preferredLocales) var locales
      return (isPresented, locale, locales)
    }
    #expect(!isPresented && locale.identifier == "de_DE")
    #expect(locales.map(\.identifier) == ["ja_JP"])
  }

  private struct Zeros: RandomNumberGenerator {
    mutating func next() -> UInt64 { 0 }
  }
}
