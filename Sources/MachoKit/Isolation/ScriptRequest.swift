/// What a child process is asked for: one script, and how it is to be run.
struct ScriptRequest: Hashable, Sendable {
  var path: String
  var isStrict = false
  var repetitions = 1
  /// Whether the output of each step is wanted.
  var wantsOutputs = false
  /// The features that have to do the same, and which of them stands in for all.
  var variants: [String] = []
  var variant: String?
  /// After how many seconds whoever asks ends the child.
  var limit: UInt32

  init(path: String, limit: UInt32) {
    self.path = path
    self.limit = limit
  }
}

// A request goes to a child that is started as arguments, and to a server as one message.
extension ScriptRequest {
  /// The request as words, which may be empty; the path is the last, as it may hold anything.
  var words: [String] {
    [
      isStrict ? "strict" : "", String(repetitions), wantsOutputs ? "outputs" : "",
      String(limit), variant ?? "", variants.joined(separator: ","), path,
    ]
  }

  /// The request of such words.
  init?(words: [String]) {
    guard words.count == 7, let repetitions = Int(words[1]), let limit = UInt32(words[3]) else {
      return nil
    }
    self.init(path: words[6], limit: limit)
    isStrict = words[0] == "strict"
    self.repetitions = repetitions
    wantsOutputs = words[2] == "outputs"
    // No feature has an empty name.
    variant = words[4].isEmpty ? nil : words[4]
    variants = words[5].split(separator: ",").map(String.init)
  }

  /// The request as one message: no word has a zero in it.
  var message: [UInt8] { Array(words.joined(separator: "\0").utf8) }

  /// The request of such a message.
  init?(message: ArraySlice<UInt8>) {
    self.init(
      words: message.split(separator: 0, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      })
  }
}
