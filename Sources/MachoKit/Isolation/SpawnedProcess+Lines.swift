import Foundation

extension SpawnedProcess {
  /// Returns the child's output lines when it exits. An interruption kills it.
  func readLines(_ interruption: InterruptSignal? = nil) -> [String] {
    var lines: [String] = []
    var rest: [Int32: [UInt8]] = [output: [], errors: []]
    var open = [output, errors]
    while !open.isEmpty {
      var polled = (open + [interruption?.descriptor ?? -1]).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
      if polled[open.count].revents != 0 {
        killGroup()
        break
      }
      for entry in polled.dropLast() where entry.revents != 0 {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let count = read(entry.fd, &buffer, buffer.count)
        if count > 0 {
          rest[entry.fd, default: []] += buffer[..<count]
          let text = rest[entry.fd, default: []]
          let end = text.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
          lines += String(decoding: text[..<end], as: UTF8.self).split(separator: "\n").map(
            String.init)
          rest[entry.fd] = Array(text[end...])
        } else if count == 0 || errno != EINTR && errno != EAGAIN {
          open.removeAll { $0 == entry.fd }
        }
      }
    }
    return lines
  }
}
