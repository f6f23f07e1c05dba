/// The syntax file of Vim and Neovim.
struct VimSyntax {
  private let words: GrammarWords

  init(_ words: GrammarWords) { self.words = words }

  var text: String {
    let verbs = words.verbs.joined(separator: #"\|"#)
    return #"""
      " Vim syntax file for macho scripts. Generated: macho write-grammars scripts/editors
      if exists("b:current_syntax")
        finish
      endif

      syntax case match
      syntax sync fromstart
      setlocal iskeyword+=-

      syntax match machoVerb /^\s*\%(\[[^]]*\]\s*\)*\%(!\s*\%(\[[^]]*\]\s*\)\?\S\+\|\%(\#(verbs)\)\)\ze\%(\s\|$\)/ contains=machoPrefix nextgroup=@machoValue skipwhite
      syntax match machoPrefix /\[[^]]*\]\|!/ contained
      syntax cluster machoValue contains=machoName,machoString,machoRaw,machoMultiline,machoNumber,machoVariable,machoLabel,machoKeyword,machoConstant,machoOperator
      syntax match machoName /`[^`]*`/
      syntax region machoMultiline start=/"""/ end=/"""/ contains=machoEscape
      syntax region machoRaw start=/\z(#\+\)"/ end=/"\z1\|$/
      syntax region machoString start=/"\%(""\)\@!/ skip=/\\./ end=/"\|$/ contains=machoEscape
      syntax match machoEscape /\\\%(u{\x\+}\|.\)/ contained
      syntax match machoNumber /#\d\+\|\<\d[0-9A-Za-z_.]*/
      syntax match machoVariable /\$\w*\|@\w\+/
      syntax match machoLabel /\<\h\w*\ze:/
      syntax match machoOperator /->\|[=<>!]=\|[<>]/
      syntax keyword machoConstant \#(words.constants.joined(separator: " "))
      " A match, because 'contains' is an argument of ':syntax keyword'.
      syntax match machoKeyword /[.0-9A-Za-z_]\@1<!\%(\#(words.keywords.joined(separator: #"\|"#))\)\>:\@!/ contained

      syntax match machoRow /^-\ze\%(\s\|$\)/
      syntax match machoOutput /^|.*$/ contains=machoOutputMark
      syntax match machoRemoved /^| -\%(\s.*\)\?$/
      syntax match machoAdded /^| +\%(\s.*\)\?$/
      syntax match machoPattern /^|[~=].*$/ contains=machoCapture
      syntax match machoCapture /<\h\w*:\/.\{-}\/>/ contained
      syntax match machoComment /^#.*$/
      syntax match machoPhase /^##\%(\s.*\)\?$/
      syntax match machoHeader /^#!macho.*$/
      syntax region machoSection matchgroup=machoHeading start=/^-- .\+ --$/ end=/\ze^-- .\+ --$/ keepend

      highlight default link machoVerb Statement
      highlight default link machoPrefix PreProc
      highlight default link machoMultiline String
      highlight default link machoRaw String
      highlight default link machoString String
      highlight default link machoEscape SpecialChar
      highlight default link machoNumber Number
      highlight default link machoVariable Identifier
      highlight default link machoLabel Label
      highlight default link machoOperator Operator
      highlight default link machoConstant Constant
      highlight default link machoKeyword Keyword
      highlight default link machoOutput Comment
      highlight default link machoRemoved DiffDelete
      highlight default link machoAdded DiffAdd
      highlight default link machoPattern Special
      highlight default link machoCapture Identifier
      highlight default link machoRow Delimiter
      highlight default link machoComment Comment
      highlight default link machoPhase Title
      highlight default link machoHeader PreProc
      highlight default link machoHeading Title
      highlight default link machoSection String

      let b:current_syntax = "macho"

      """#
  }
}
