/// The list of words for the major mode of Emacs.
struct EmacsWords {
  private let words: GrammarWords

  init(_ words: GrammarWords) { self.words = words }

  var text: String {
    func list(_ words: [String]) -> String {
      "'(" + words.map { "\"\($0)\"" }.joined(separator: " ") + ")"
    }
    return """
      ;;; macho-words.el --- Words of macho scripts  -*- lexical-binding: t; -*-
      ;; Generated: macho write-grammars scripts/editors

      (defconst macho-verbs \(list(words.verbs)))
      (defconst macho-keywords \(list(words.keywords)))
      (defconst macho-constants \(list(words.constants)))

      (provide 'macho-words)
      ;;; macho-words.el ends here

      """
  }
}

/// The syntax definition of Kate and of other users of KSyntaxHighlighting.
struct KateSyntax {
  private let words: GrammarWords

  init(_ words: GrammarWords) { self.words = words }

  var text: String {
    func items(_ words: [String]) -> String {
      words.map { "      <item>\($0)</item>" }.joined(separator: "\n")
    }
    return ##"""
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE language>
      <!-- Generated: macho write-grammars scripts/editors -->
      <language name="macho" section="Scripts" extensions="*.macho" version="1" kateversion="5.62">
        <highlighting>
          <list name="verbs">
      \##(items(words.verbs))
          </list>
          <list name="keywords">
      \##(items(words.keywords))
          </list>
          <list name="constants">
      \##(items(words.constants))
          </list>
          <contexts>
            <context name="line" attribute="Normal" lineEndContext="#stay">
              <RegExpr attribute="Section" context="section" String="^-- .+ --\s*$" column="0"/>
              <RegExpr attribute="Header" String="^#!macho.*$" column="0"/>
              <RegExpr attribute="Phase" String="^##(\s.*)?$" column="0"/>
              <RegExpr attribute="Comment" String="^#.*$" column="0"/>
              <RegExpr attribute="Removed" String="^\| -(\s.*)?$" column="0"/>
              <RegExpr attribute="Added" String="^\| \+(\s.*)?$" column="0"/>
              <RegExpr attribute="Pattern" String="^\|[~=].*$" column="0"/>
              <RegExpr attribute="Output" String="^\|.*$" column="0"/>
              <RegExpr attribute="Prefix" String="\[[^\]]*\]|!"/>
              <keyword attribute="Verb" context="value" String="verbs"/>
              <DetectSpaces/>
              <RegExpr attribute="Normal" context="value" String="\S+"/>
            </context>
            <context name="value" attribute="Normal" lineEndContext="#pop">
              <IncludeRules context="values"/>
            </context>
            <context name="group" attribute="Normal" lineEndContext="#stay">
              <AnyChar attribute="Normal" context="#pop" String=")]}"/>
              <IncludeRules context="values"/>
            </context>
            <context name="values" attribute="Normal" lineEndContext="#stay">
              <RegExpr attribute="Normal" String="`[^`]*`"/>
              <StringDetect attribute="String" context="multiline" String="&quot;&quot;&quot;"/>
              <RegExpr attribute="String" String="(#+)&quot;.*?&quot;\1"/>
              <DetectChar attribute="String" context="string" char="&quot;"/>
              <AnyChar attribute="Normal" context="group" String="([{"/>
              <keyword attribute="Constant" String="constants"/>
              <keyword attribute="Keyword" String="keywords"/>
              <RegExpr attribute="Variable" String="\$\w*|@\w+"/>
              <RegExpr attribute="Number" String="#\d+|\b\d[\w.]*"/>
              <RegExpr attribute="Label" String="\b[A-Za-z_]\w*(?=:)"/>
            </context>
            <context name="string" attribute="String" lineEndContext="#pop">
              <RegExpr attribute="Escape" String="\\."/>
              <DetectChar attribute="String" context="#pop" char="&quot;"/>
            </context>
            <context name="multiline" attribute="String" lineEndContext="#stay">
              <StringDetect attribute="String" context="#pop" String="&quot;&quot;&quot;"/>
            </context>
            <context name="section" attribute="String" lineEndContext="#stay">
              <RegExpr attribute="Section" String="^-- .+ --\s*$" column="0"/>
            </context>
          </contexts>
          <itemDatas>
            <itemData name="Normal" defStyleNum="dsNormal"/>
            <itemData name="Header" defStyleNum="dsPreprocessor"/>
            <itemData name="Phase" defStyleNum="dsRegionMarker"/>
            <itemData name="Comment" defStyleNum="dsComment"/>
            <itemData name="Section" defStyleNum="dsRegionMarker"/>
            <itemData name="Removed" defStyleNum="dsError"/>
            <itemData name="Added" defStyleNum="dsAttribute"/>
            <itemData name="Output" defStyleNum="dsDocumentation"/>
            <itemData name="Pattern" defStyleNum="dsSpecialString"/>
            <itemData name="Prefix" defStyleNum="dsPreprocessor"/>
            <itemData name="Verb" defStyleNum="dsControlFlow"/>
            <itemData name="Keyword" defStyleNum="dsKeyword"/>
            <itemData name="Constant" defStyleNum="dsConstant"/>
            <itemData name="Variable" defStyleNum="dsVariable"/>
            <itemData name="Number" defStyleNum="dsDecVal"/>
            <itemData name="Label" defStyleNum="dsAttribute"/>
            <itemData name="String" defStyleNum="dsString"/>
            <itemData name="Escape" defStyleNum="dsSpecialChar"/>
          </itemDatas>
        </highlighting>
        <general>
          <comments><comment name="singleLine" start="#" position="afterwhitespace"/></comments>
          <keywords casesensitive="1" additionalDeliminator="$"/>
        </general>
      </language>

      """##
  }
}
