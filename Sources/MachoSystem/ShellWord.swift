/// Words of a command line.
package enum ShellWord {
  /// Returns a word as a shell reads it: in quotes, if it contains anything but letters, digits and a few signs.
  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-./:=@%+".contains($0)) }
    return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
