# Installs what the scripts need. Sourced by bash scripts; prints to standard error.

# Runs a command as root: directly if this is root, else with sudo if available.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "cannot install without root or sudo; as root, run: $*" >&2
    return 1
  fi
}

# Installs a package with the system's package manager.
# Arguments: the package's name for apt-get, dnf and apk.
install_package() {
  local apt=$1 dnf=$2 apk=$3
  if command -v apt-get >/dev/null; then
    echo "installing $apt" >&2
    # A fresh container image has no package lists at all.
    as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
      as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$apt"
  elif command -v dnf >/dev/null; then
    echo "installing $dnf" >&2
    as_root dnf install -y -q "$dnf"
  elif command -v apk >/dev/null; then
    echo "installing $apk" >&2
    as_root apk add --quiet "$apk"
  else
    echo "no apt-get, dnf or apk here: install '$apt' by hand" >&2
    return 1
  fi </dev/null >&2
}

# The line editor's headers. The macOS SDK contains them.
require_libedit() {
  if [ "$(uname -s)" = Darwin ] || [ -e /usr/include/histedit.h ] ||
    pkg-config --exists libedit 2>/dev/null; then
    return 0
  fi
  install_package libedit-dev libedit-devel libedit-dev
}

require_swift() {
  if ! command -v swift >/dev/null; then
    echo "swift is not on the PATH: see https://www.swift.org/install" >&2
    return 1
  fi
}

# Runs the blocks of the documentation.
require_python() {
  command -v python3 >/dev/null || install_package python3 python3 python3
}

# Creates a virtual environment with Python packages: those that are named after the directory. Default: mypy. Without a
# package index, the checks that need them report that they are skipped.
require_python_packages() {
  local directory=$1 installed
  shift
  [ $# -gt 0 ] || set -- mypy
  installed=$directory/.installed
  [ "$(cat "$installed" 2>/dev/null)" = "$*" ] && return 0
  [ $# -eq 1 ] && [ -x "$directory/bin/$1" ] && return 0
  python3 -m venv --system-site-packages "$directory" &&
    "$directory/bin/pip" install --quiet --disable-pip-version-check "$@" &&
    echo "$*" >"$installed" && return 0
  rm -rf "$directory"
  echo "cannot install $*: the checks that need them are skipped" >&2
}

# The editor for the tests of the language server.
require_neovim() {
  command -v nvim >/dev/null || install_package neovim neovim neovim
}

# Creates a virtual environment with the official Python client of the Model Context Protocol. Without a package
# index, the checks that need it report that they are skipped.
require_mcp_client() {
  local directory=$1
  [ -x "$directory/bin/mcp" ] && return 0
  python3 -m venv --system-site-packages "$directory" &&
    "$directory/bin/pip" install --quiet --disable-pip-version-check 'mcp>=2.3,<3' && return 0
  rm -rf "$directory"
  echo "cannot install mcp: the checks with the official client are skipped" >&2
}

# Creates a virtual environment with the package of scripts/clients and Ray. Ray has no wheels for some systems; then the
# package is installed without it.
require_campaigns() {
  local directory=$1 clients=$2 sources
  # Not in place: the build would leave files beside the sources.
  sources=$(mktemp -d)
  cp -R "$clients/." "$sources"
  rm -rf "$directory/lib/python"*/site-packages/macho_*
  [ -x "$directory/bin/python" ] || python3 -m venv "$directory"
  local pip=("$directory/bin/pip" install --quiet --disable-pip-version-check)
  "${pip[@]}" "$sources[ray]" mypy || "${pip[@]}" "$sources" || rm -rf "$directory"
  rm -rf "$sources"
}

# The terminal for the prompt tests.
require_tmux() {
  command -v tmux >/dev/null || install_package tmux tmux tmux
}

# Bazel for the tests of sharding. Other systems than Debian have no package; the check is then skipped.
require_bazel() {
  command -v bazel >/dev/null && return 0
  command -v apt-cache >/dev/null || return 0
  as_root apt-get update -qq >&2 </dev/null
  [ -n "$(apt-cache search --names-only '^bazel-bootstrap$')" ] || return 0
  install_package bazel-bootstrap bazel bazel
}

# The browser for the tests of the page.
require_chromium() {
  command -v chromium >/dev/null || install_package chromium chromium chromium
}

# Creates a virtual environment with the driver of the browser. It uses the system's browser.
require_playwright() {
  local directory=$1
  "$directory/bin/python" -c 'import playwright' 2>/dev/null && return 0
  install_venv || return 1
  rm -rf "$directory"
  python3 -m venv "$directory" &&
    "$directory/bin/pip" install --quiet --disable-pip-version-check playwright
}

# Debian's Python has `venv` in a separate package.
install_venv() {
  python3 -c 'import ensurepip' 2>/dev/null || install_package python3-venv python3 python3
}
