import MachoReporting
import MachoScripting
import MachoSessions
import MachoValues

/// One input of libFuzzer: its first byte chooses what reads the rest.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  // libFuzzer lends the bytes for the time of this call; they are copied at once.
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let target = targets[Int(bytes[0]) % targets.count]
  target(Array(bytes.dropFirst()))
  return 0
}

private let targets: [@Sendable ([UInt8]) -> Void] = [
  Scripts.read, Scripts.run, Scripts.migrate, Lines.run, Lines.complete, Values.read, Values.match,
  Values.compare,
]

/// Says what is wrong and ends the process, which is how a fuzzer is told.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}
