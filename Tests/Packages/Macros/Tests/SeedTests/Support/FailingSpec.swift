import Nimble
import Quick

/// A specification that is not met. In a file of its own, because `expect` is also a macro's name.
final class FailingSpec: QuickSpec {
  override func spec() {
    describe("a value") {
      it("has another one") { expect(1).to(equal(2)) }
    }
  }
}
