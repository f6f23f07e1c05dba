public import CustomDump
import MachoMetadata

/// `60s`, as scripts write it. custom-dump would print the two halves of the attoseconds.
extension Duration: @retroactive CustomDumpStringConvertible {
  public var customDumpDescription: String { shortText }
}
