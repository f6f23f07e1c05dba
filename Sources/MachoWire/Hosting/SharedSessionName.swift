/// Validates the names of shared sessions.
enum SharedSessionName {
  static let rule =
    "the name of a shared session must be 1 to 64 of 0-9 A-Z a-z _ -, and not 's' and a number"

  static func isValid(_ name: String) -> Bool {
    guard (1...64).contains(name.utf8.count),
      name.utf8.allSatisfy({ byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D: true
        default: false
        }
      })
    else { return false }
    // Reserved for private sessions.
    return !(name.first == "s" && name.dropFirst().allSatisfy(\.isNumber))
  }
}
