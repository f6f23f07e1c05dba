; Most sections are JSON files for '@file'.
((section
  (section_header) @_name
  (section_contents) @injection.content)
 (#match? @_name "\\.json --")
 (#set! injection.language "json"))
