import MachoValues

/// The grammar of VS Code, GitHub and other readers of TextMate grammars.
struct TextMateGrammar {
  private let words: GrammarWords

  init(_ words: GrammarWords) { self.words = words }

  var json: JSONValue {
    [
      "name": "macho", "scopeName": "source.macho", "fileTypes": ["macho"],
      "patterns": .array(
        ["section", "header", "phase", "comment", "output", "row", "command"].map(include)),
      "repository": .object(lines + values),
    ]
  }

  private func include(_ name: String) -> JSONValue { ["include": .string("#" + name)] }

  private func rule(_ pattern: String, _ scope: String) -> JSONValue {
    ["match": .string(pattern), "name": .string(scope + ".macho")]
  }

  /// Scopes for the groups of a pattern, counted from 1.
  private func scopes(_ names: [String?]) -> JSONValue {
    .object(
      names.enumerated().compactMap { index, name in
        name.map { .init(String(index + 1), ["name": .string($0 + ".macho")]) }
      })
  }

  // MARK: Lines

  private var lines: [JSONValue.Member] {
    [
      .init(
        "section",
        [
          "begin": #"^(--) (.+) (--)\s*$"#, "end": #"(?=^-- .+ --\s*$)"#,
          "beginCaptures": scopes([
            "punctuation.definition.section", "entity.name.section",
            "punctuation.definition.section",
          ]),
          "contentName": "string.unquoted.section.macho",
        ]),
      .init("header", rule(#"^#!macho(\s.*)?$"#, "keyword.control.directive")),
      .init("phase", rule(#"^##([ \t].*)?$"#, "markup.heading")),
      .init("comment", rule(#"^#.*$"#, "comment.line.number-sign")),
      .init("output", output),
      .init(
        "row",
        [
          "begin": "^(-)(?=[ \\t]|$)", "end": "$",
          "beginCaptures": scopes(["punctuation.definition.row"]), "patterns": [include("value")],
        ]),
      .init("command", command),
    ]
  }

  private var output: JSONValue {
    func line(_ pattern: String, _ scope: String, _ patterns: [JSONValue]) -> JSONValue {
      [
        "begin": .string(pattern), "end": "$", "name": .string(scope + ".macho"),
        "beginCaptures": scopes(["punctuation.definition.output"]), "patterns": .array(patterns),
      ]
    }
    // Each line is highlighted on its own: a string of several lines must not swallow the rest.
    let content = ["shortString", "number", "constant", "label"].map(include)
    return [
      "patterns": [
        rule(#"^\|\.\.\.\s*$"#, "keyword.operator.wildcard"),
        line(#"^(\|~)"#, "string.regexp", []),
        line(
          #"^(\|=)"#, "markup.other",
          [
            [
              "match": #"(<)([A-Za-z_]\w*)(:/)((?:\\.|[^/\\]|/(?!>))*)(/>)"#,
              "captures": scopes([
                "punctuation.definition.capture", "variable.other", "punctuation.separator",
                "string.regexp", "punctuation.definition.capture",
              ]),
            ]
          ]),
        line(#"^(\|) -(?=\s|$)"#, "markup.deleted", content),
        line(#"^(\|) \+(?=\s|$)"#, "markup.inserted", content),
        line(#"^(\|)(?=\s|$)"#, "markup.other", content),
      ]
    ]
  }

  private var command: JSONValue {
    let prefix = #"^[ \t]*((?:\[[^\]\n]*\][ \t]*)*)"#
    let verbs = GrammarWords.alternatives(words.verbs)
    return [
      "patterns": [
        // A line that must fail may have any verb.
        [
          "begin": .string(prefix + #"(![ \t]*)((?:\[[^\]\n]*\][ \t]*)?)([^\s\[]\S*)"#), "end": "$",
          "beginCaptures": scopes([
            "meta.preprocessor", "keyword.operator", "entity.name.tag", "keyword.control",
          ]),
          "patterns": [include("value")],
        ],
        [
          "begin": .string(prefix + "(\(verbs))(?=[ \\t]|$)"), "end": "$",
          "beginCaptures": scopes(["meta.preprocessor", "keyword.control"]),
          "patterns": [include("value")],
        ],
        // A property without a verb.
        [
          "begin": .string(prefix + #"(?=[^\s#|].*[ \t]leads[ \t]+to[ \t])"#), "end": "$",
          "beginCaptures": scopes(["meta.preprocessor"]),
          "patterns": [rule(#"\bleads[ \t]+to\b"#, "keyword.control"), include("value")],
        ],
        rule(#"^[ \t]*[^\s#|].*$"#, "invalid.illegal.verb"),
      ]
    ]
  }

  // MARK: Values

  private var values: [JSONValue.Member] {
    func quoted(_ begin: String, _ end: String, _ escape: String) -> JSONValue {
      [
        "begin": .string(begin), "end": .string(end), "name": "string.quoted.double.macho",
        "patterns": [rule(escape, "constant.character.escape")],
      ]
    }
    func group(_ begin: String, _ end: String) -> JSONValue {
      ["begin": .string(begin), "end": .string(end), "patterns": [include("value")]]
    }
    return [
      .init(
        "value",
        [
          "patterns": .array(
            [
              "string", "shortString", "variable", "number", "constant", "keyword", "label", "name",
              "operator",
            ]
            .map(include) + [include("group")])
        ]),
      .init(
        "string",
        [
          "patterns": [
            // Not all engines have references from 'end' to 'begin'.
            quoted("##\"\"\"", "\"\"\"##", "\\\\##."), quoted("##\"", "\"##|$", "\\\\##."),
            quoted("#\"\"\"", "\"\"\"#", "\\\\#."), quoted("#\"", "\"#|$", "\\\\#."),
            quoted("\"\"\"", "\"\"\"", #"\\."#),
          ]
        ]),
      .init("shortString", quoted("\"", "\"|$", #"\\(u\{[0-9A-Fa-f]+\}|.)"#)),
      .init("variable", rule(#"\$\w*|@\w+"#, "variable.other")),
      .init("number", rule(#"#?\b\d[\w.]*|#\d+"#, "constant.numeric")),
      .init(
        "constant",
        rule("\\b(\(GrammarWords.alternatives(words.constants)))\\b", "constant.language")),
      .init(
        "keyword",
        rule("(?<![.\\w])(\(GrammarWords.alternatives(words.keywords)))\\b(?!:)", "keyword.other")),
      .init("label", rule(#"(?:`[^`]*`|\b[A-Za-z_]\w*)(?=:)"#, "variable.parameter")),
      .init("name", rule(#"\.?(?:`[^`]*`|\b[A-Za-z_]\w*)"#, "variable.other.enummember")),
      .init("operator", rule(#"->|[=<>!&|+*/%-]+|\.\.[.<]"#, "keyword.operator")),
      .init(
        "group",
        [
          "patterns": [
            group(#"\("#, #"\)"#), group(#"\["#, #"\]"#), group(#"\{"#, #"\}"#),
          ]
        ]),
    ]
  }
}
