#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `[0, 2]`. Also reads `IndexPath(indexes: [0, 2])`.
extension IndexPath: TextProxied {
  public static func read(_ literal: Literal) throws(ValueError) -> IndexPath {
    let indexes =
      literal.onlyArgument(of: "IndexPath", "init")
      ?? literal.onlyArgument(of: "IndexPath", labelled: "indexes") ?? literal
    return IndexPath(indexes: try indexes.value(as: [Int].self))
  }

  public init?(textProxy: [Int]) { self.init(indexes: textProxy) }

  public var textProxy: [Int] { Array(self) }
}
