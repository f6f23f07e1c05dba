import MachoSystem
import Testing

@Suite struct `A word of a shell` {
  @Test(arguments: [
    ("a/b-c.macho", "a/b-c.macho"), ("A.b=c", "A.b=c"), ("", "''"), ("a b", "'a b'"),
    ("it's", #"'it'\''s'"#), (#"a="""#, #"'a=""'"#), ("é", "'é'"), ("$x", "'$x'"),
  ])
  func `is quoted if a shell would read it otherwise`(word: String, quoted: String) {
    #expect(ShellWord.quoted(word) == quoted)
  }
}
