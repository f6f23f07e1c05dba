/// What `swift package dump-package` says and `describe` does not: which package has a product, and the
/// settings of a target.
struct PackageManifest: Decodable {
  struct Target: Decodable {
    let name: String
    let dependencies: [Dependency]
    let settings: [Setting]?
  }

  /// `{"product": [NAME, PACKAGE, …]}`, or `byName` or `target` with a name.
  struct Dependency: Decodable {
    let product: [Word]?
  }

  /// An element that is text, or something else.
  struct Word: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
      text = try? decoder.singleValueContainer().decode(String.self)
    }
  }

  struct Setting: Decodable {
    let tool: String
    /// `{"enableUpcomingFeature": {"_0": NAME}}`
    let kind: [String: Value]

    struct Value: Decodable {
      let text: String?

      private enum CodingKeys: String, CodingKey { case text = "_0" }

      init(from decoder: any Decoder) throws {
        text = try? decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
      }
    }
  }

  let targets: [Target]

  /// The package that a target's manifest names for a product.
  func package(of product: String) -> String? {
    for dependency in targets.flatMap(\.dependencies) {
      guard let words = dependency.product, words.first?.text == product, words.count > 1 else {
        continue
      }
      if let package = words[1].text { return package }
    }
    return nil
  }

  /// The Swift settings of a target, as a manifest writes them. Others, such as unsafe flags, are left
  /// out.
  func settings(of target: String) -> [String] {
    let settings = targets.first { $0.name == target }?.settings ?? []
    return settings.filter { $0.tool == "swift" }.compactMap { setting in
      guard let (kind, value) = setting.kind.first, let text = value.text else { return nil }
      switch kind {
      case "enableUpcomingFeature", "enableExperimentalFeature", "define":
        return ".\(kind)(\(text.debugDescription))"
      case "defaultIsolation": return ".defaultIsolation(\(text).self)"
      case "swiftLanguageMode", "swiftLanguageVersion":
        return ".swiftLanguageMode(.v\(text.prefix { $0 != "." }))"
      default: return nil
      }
    }
  }
}
