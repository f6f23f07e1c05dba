import MachoValues

/// The grammar of tree-sitter, as the JavaScript that its users edit and as the JSON that
/// `tree-sitter generate` derives from it.
struct TreeSitterGrammar {
  /// A rule, with the names of tree-sitter's grammar language.
  indirect enum Rule {
    case symbol(String)
    case string(String)
    case pattern(String)
    case sequence([Rule])
    case choice([Rule])
    case `repeat`(Rule)
    case repeat1(Rule)
    case optional(Rule)
    case token(Rule)
    case precedence(Int, Rule)
    case alias(Rule, String)
  }

  private let words: GrammarWords

  init(_ words: GrammarWords) { self.words = words }

  // MARK: Rules

  private var rules: [(name: String, rule: Rule)] { lineRules + valueRules }

  private let newline = Rule.pattern(#"\r?\n"#)

  private var lineRules: [(name: String, rule: Rule)] {
    [
      (
        "source_file",
        // A newline ends a line. Otherwise the arguments of a command could be another command.
        .sequence([
          .repeat(.choice([newline, .sequence([.symbol("_line"), newline])])),
          .optional(.symbol("_line")), .repeat(.symbol("section")),
        ])
      ),
      (
        "_line",
        .choice([
          .symbol("header"), .symbol("phase"), .symbol("comment"), .symbol("command"),
          .symbol("relation"), .symbol("row"), .symbol("expected_output"),
        ])
      ),
      ("header", .token(.precedence(3, .pattern(#"#!macho([ \t][^\n]*)?"#)))),
      ("phase", .token(.precedence(2, .pattern(#"##([ \t][^\n]*)?"#)))),
      ("comment", .token(.precedence(1, .pattern(#"#[^\n]*"#)))),
      (
        "expected_output",
        .choice([
          .symbol("any_lines"), .symbol("regex_line"), .symbol("capture_line"),
          .symbol("removed_line"), .symbol("added_line"), .symbol("output_line"),
        ])
      ),
      ("any_lines", .token(.precedence(2, .pattern(#"\|\.\.\.[ \t]*"#)))),
      ("regex_line", .token(.precedence(2, .pattern(#"\|~[^\n]*"#)))),
      ("capture_line", .token(.precedence(2, .pattern(#"\|=[^\n]*"#)))),
      ("removed_line", .token(.precedence(2, .pattern(#"\| -([ \t][^\n]*)?"#)))),
      ("added_line", .token(.precedence(2, .pattern(#"\| \+([ \t][^\n]*)?"#)))),
      ("output_line", .token(.precedence(1, .pattern(#"\|[^\n]*"#)))),
      (
        "section",
        .sequence([.symbol("section_header"), .optional(.symbol("section_contents"))])
      ),
      ("section_header", .token(.precedence(4, .pattern(#"-- [^\n]+ --[ \t]*\r?\n"#)))),
      ("section_contents", .repeat1(.symbol("section_line"))),
      ("section_line", .token(.precedence(-1, .pattern(#"[^\n]*\n|[^\n]+"#)))),
      (
        "command",
        .sequence([
          .repeat(.symbol("condition")),
          .choice([
            .sequence([
              .symbol("expected_failure"),
              .choice([.symbol("verb"), .alias(.symbol("name"), "unknown_verb")]),
            ]),
            .symbol("verb"),
          ]),
          .optional(.symbol("arguments")),
        ])
      ),
      // A property without a verb. The longest token of a line's beginning wins.
      ("relation", .sequence([.symbol("cause"), .symbol("arguments")])),
      ("cause", .token(.pattern(#"[^\s#|!\["-][^\n"]*[ \t]leads[ \t]+to[ \t]"#))),
      ("row", .sequence([.symbol("row_mark"), .symbol("arguments")])),
      ("row_mark", .token(.pattern(#"-[ \t]"#))),
      ("condition", .token(.pattern(#"\[[^\]\n]*\]"#))),
      ("expected_failure", .sequence([.string("!"), .optional(.symbol("code"))])),
      ("code", .token(.pattern(#"\[[^\]\n]*\]"#))),
      ("verb", .choice(words.verbs.map(Rule.string))),
    ]
  }

  private var valueRules: [(name: String, rule: Rule)] {
    func group(_ open: String, _ close: String) -> Rule {
      .sequence([
        .string(open),
        .repeat(.choice([.symbol("_value"), newline])),
        .string(close),
      ])
    }
    return [
      ("arguments", .repeat1(.symbol("_value"))),
      (
        "_value",
        .choice([
          .symbol("string"), .symbol("multiline_string"), .symbol("raw_string"),
          .symbol("number"), .symbol("constant"), .symbol("keyword"), .symbol("label"),
          .symbol("name"), .symbol("variable"), .symbol("attribute"), .symbol("operator"),
          .symbol("tuple"), .symbol("list"), .symbol("object"), .symbol("punctuation"),
        ])
      ),
      ("string", .token(.pattern(#""(\\[^\n]|[^"\\\n])*"?"#))),
      (
        "multiline_string",
        .token(.precedence(1, .pattern(#""""([^"\\]|\\[\s\S]|"[^"]|""[^"])*""""#)))
      ),
      (
        "raw_string",
        .token(
          .choice([
            .pattern(##"#"([^"\n]|"[^#\n])*"#"##),
            .pattern(###"##"([^"\n]|"[^#\n]|"#[^#\n])*"##"###),
          ]))
      ),
      ("number", .token(.pattern(#"#?[0-9][0-9A-Za-z_.]*"#))),
      ("constant", .choice(words.constants.map(Rule.string))),
      ("keyword", .choice(words.keywords.map(Rule.string))),
      ("label", .token(.precedence(1, .pattern(#"(`[^`\n]*`|[A-Za-z_][0-9A-Za-z_]*):"#)))),
      (
        "name",
        .token(
          .pattern(#"[\.\\]*(`[^`\n]*`|[A-Za-z_\x80-\u{10FFFF}][0-9A-Za-z_\x80-\u{10FFFF}]*)"#))
      ),
      ("variable", .token(.pattern(#"\$[0-9A-Za-z_]*"#))),
      ("attribute", .token(.pattern(#"@[A-Za-z_][0-9A-Za-z_]*"#))),
      ("operator", .token(.pattern(#"->|[=<>!&|+*/%~^-]+"#))),
      ("tuple", group("(", ")")),
      ("list", group("[", "]")),
      ("object", group("{", "}")),
      ("punctuation", .token(.precedence(-1, .pattern(#"[^\s()\[\]{}"]"#)))),
    ]
  }

  // MARK: JavaScript

  var javascript: String {
    """
    // Generated: macho write-grammars scripts/editors
    /// <reference types="tree-sitter-cli/dsl" />

    module.exports = grammar({
      name: 'macho',
      extras: $ => [/[ \\t]/],
      word: $ => $.name,
      rules: {
    \(rules.map { "    \($0.name): $ => \(Self.javascript($0.rule))," }.joined(separator: "\n"))
      }
    });

    """
  }

  private static func javascript(_ rule: Rule) -> String {
    func list(_ rules: [Rule]) -> String { rules.map(javascript).joined(separator: ", ") }
    switch rule {
    case .symbol(let name): return "$.\(name)"
    case .string(let text): return "'\(text)'"
    case .pattern(let text):
      let hasUnicode = text.contains(#"\u{"#)
      return "/\(text.replacing("/", with: #"\/"#))/\(hasUnicode ? "u" : "")"
    case .sequence(let rules): return "seq(\(list(rules)))"
    case .choice(let rules): return "choice(\(list(rules)))"
    case .repeat(let rule): return "repeat(\(javascript(rule)))"
    case .repeat1(let rule): return "repeat1(\(javascript(rule)))"
    case .optional(let rule): return "optional(\(javascript(rule)))"
    case .token(let rule): return "token(\(javascript(rule)))"
    case .precedence(let value, let rule): return "prec(\(value), \(javascript(rule)))"
    case .alias(let rule, let name): return "alias(\(javascript(rule)), $.\(name))"
    }
  }

  // MARK: JSON

  var json: JSONValue {
    [
      "$schema": "https://tree-sitter.github.io/tree-sitter/assets/schemas/grammar.schema.json",
      "name": "macho",
      "word": "name",
      "rules": .object(rules.map { .init($0.name, Self.json($0.rule)) }),
      "extras": [["type": "PATTERN", "value": #"[ \t]"#]],
      "conflicts": [], "precedences": [], "externals": [], "inline": [], "supertypes": [],
    ]
  }

  private static func json(_ rule: Rule) -> JSONValue {
    func node(_ type: String, _ rule: Rule) -> JSONValue {
      ["type": .string(type), "content": json(rule)]
    }
    switch rule {
    case .symbol(let name): return ["type": "SYMBOL", "name": .string(name)]
    case .string(let text): return ["type": "STRING", "value": .string(text)]
    case .pattern(let text): return ["type": "PATTERN", "value": .string(text)]
    case .sequence(let rules): return ["type": "SEQ", "members": .array(rules.map(json))]
    case .choice(let rules): return ["type": "CHOICE", "members": .array(rules.map(json))]
    case .repeat(let rule): return node("REPEAT", rule)
    case .repeat1(let rule): return node("REPEAT1", rule)
    case .optional(let rule):
      return ["type": "CHOICE", "members": [json(rule), ["type": "BLANK"]]]
    case .token(let rule): return node("TOKEN", rule)
    case .precedence(let value, let rule):
      return ["type": "PREC", "value": .integer(value), "content": json(rule)]
    case .alias(let rule, let name):
      return [
        "type": "ALIAS", "content": json(rule), "named": true, "value": .string(name),
      ]
    }
  }
}
