import Foundation
import Testing

@testable import MachoInspector

@Suite struct InspectorPageTests {
  @Test func `The page is complete and names its own script and style only`() throws {
    let page = InspectorPage.opening(title: "a <b> & \"c\"") + "\n{}\n" + InspectorPage.closing
    #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>"))
    #expect(page.contains("<title>a &lt;b> &amp; &quot;c&quot;</title>"))
    #expect(!page.contains("import ") && !page.contains("\nexport "))
    #expect(!page.contains("http:") && !page.contains("https:"))
    let policy = try #require(page.firstMatch(of: #/Content-Security-Policy" content="([^"]*)"/#))
    #expect(policy.1.contains(SHA256.base64(of: scriptText(page))))
    #expect(!policy.1.contains("connect-src"))
    #expect(page.utf8.count < 160_000)
  }

  @Test func `All files of the page are part of the executable`() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../../Sources/MachoInspector/Page")
    let names = try FileManager.default.contentsOfDirectory(atPath: root.standardized.path)
    #expect(Set(InspectorPage.files.keys) == Set(names))
  }

  @Test func `Only a live page may connect`() {
    let page = InspectorPage.opening(title: "", connection: "ws://127.0.0.1:1")
    #expect(page.contains("; connect-src ws://127.0.0.1:1\""))
  }

  @Test func `Invisible characters in data are escapes`() {
    #expect(InspectorPage.escaped("a\u{202E}é\u{E0041}") == #"a\u202eé\udb40\udc41"#)
  }

  @Test func `Data cannot end its element`() {
    #expect(
      InspectorPage.escaped(#"{"a":"</script><!--"}"#) == #"{"a":"\u003c/script>\u003c!--"}"#)
  }

  private func scriptText(_ page: String) -> String {
    let start = page.ranges(of: "<script type=\"module\">").last?.upperBound ?? page.startIndex
    let end = page.ranges(of: "</script>").last?.lowerBound ?? page.endIndex
    return String(page[start..<end])
  }
}

@Suite struct ModuleBundleTests {
  @Test func `A module follows the modules that it imports, once each`() {
    let bundle = ModuleBundle(modules: [
      "main.js":
        "import {\n  one,\n} from \"./one.js\";\nimport { two } from \"./two.js\";\none(two);",
      "one.js": "import { two } from \"./two.js\";\nexport function one() {}",
      "two.js": "export const two = 2;",
    ])
    #expect(
      bundle.script(startingAt: "main.js")
        == "// two.js\nconst two = 2;\n// one.js\nfunction one() {}\n// main.js\none(two);")
  }
}

@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
    ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE="
    ),
  ])
  func `The hashes are those of the standard`(text: String, hash: String) {
    #expect(SHA256.base64(of: text) == hash)
  }
}
