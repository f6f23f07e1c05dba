# Measures the builds that a user waits for, in a copy of the sources. Sourced by scripts/bench.

# Prints a row. Arguments: name, seconds, the most seconds that meet the target.
report_seconds() {
  local verdict=met
  awk "BEGIN { exit !($2 > $3) }" && verdict=MISSED
  printf '%-70s %8.1f s   at most %s s   %s\n' "$1" "$2" "$3" "$verdict"
}

# Prints the time until macho has run once, in seconds. Arguments: R for elapsed or U for user time, the package.
build_time() {
  local TIMEFORMAT="%3$1"
  { time "$2/scripts/macho" repl counter </dev/null >/dev/null 2>&1; } 2>&1
}

bench_build() {
  local copy feature
  copy=$(mktemp -d)
  # shellcheck disable=SC2064
  trap "rm -rf '$copy'" EXIT
  (cd "$1" && git ls-files -coz --exclude-standard | tar --null -T - -cf -) | tar -xf - -C "$copy"
  swift package --package-path "$copy" --scratch-path "$copy/.build/use" resolve >&2
  report_seconds "cold build of macho, packages fetched, CPU time (user)" "$(build_time U "$copy")" 120
  feature=$copy/Sources/MachoGallery/Counter/CounterFeature.swift
  sed 's/^\( *\)var count = 0$/&; var addedProperty = 0/' "$feature" >"$feature.new"
  mv "$feature.new" "$feature"
  report_seconds "rebuild after adding a property to a feature, elapsed time" "$(build_time R "$copy")" 15
}
