#!/bin/sh
# Brings what is missing, then runs. `./do help` says what it can do.
#
# Exit codes: 2 wrong use, 3 something could not be brought, otherwise those of the program that ran.
# What it brings: system packages (by apt, and only as root), then a virtual environment in .venv with the
# exact versions of the lock files. .venv/ready is written last; it names the locks, the folder and the Python
# that the environment was made for, so that one that is stale or moved is made anew. A .venv without it is
# somebody else's and stays; one of this script's that is half done has .venv/making instead.

set -eu
# What decides which code Python runs is not believed: it would be that of whoever set it.
unset PYTHONHOME PYTHONPATH PYTHONSTARTUP PYTHONUSERBASE PYTHONPLATLIBDIR PYTHONEXECUTABLE

usage() {
    cat <<'TEXT'
usage: ./do build [ARGUMENT...]    make everything: output/ and figures/ appear in the current folder
       ./do run COMMAND [ARG...]   any other command of the program, such as verify or locale
       ./do test [ARGUMENT...]     style, types, then pytest with these arguments
       ./do test fast [ARG...]     the same, without the tests that need something built or a browser
       ./do setup [build|test]     only bring what is needed (for the tests too, unless told: build)
       ./do lock                   make the lock files anew, with the newest versions that pyproject.toml allows
       ./do help                   this text
TEXT
}

say() { printf 'do: %s\n' "$*" >&2; }

fail() {
    code=$1
    shift
    say "$*"
    exit "$code"
}

# Only the shell itself is sure to be there.
need() {
    for tool; do
        command -v "$tool" >/dev/null || fail 3 "$tool is not on the PATH ($PATH); put the system's folders on it"
    done
}

# This file, where it really lies: it may have been called through links.
here=$0
need dirname cat tr rm uname id
while [ -h "$here" ]; do
    need readlink
    target=$(readlink -- "$here")
    case $target in
    /*) here=$target ;;
    *) here=$(dirname -- "$here")/$target ;;
    esac
done
root=$(CDPATH='' cd -- "$(dirname -- "$here")" && pwd -P)
venv=$root/.venv
python=$venv/bin/python
mark='made by ./do'
uv_version=0.13.9
log=
trap '[ -z "$log" ] || rm -f "$log"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# Run a command without its chatter; when it fails, show the end of that and one line that says what failed.
quietly() {
    what=$1
    shift
    log=$(mktemp) || fail 3 'cannot write a temporary file'
    "$@" >"$log" 2>&1 </dev/null || {
        tail -n 15 "$log" >&2
        fail 3 "$what failed; its last lines are above"
    }
    rm -f "$log"
    log=
}

# --- system packages ----------------------------------------------------------------------------------------

# The first Python that is new enough and can make virtual environments (Debian keeps ensurepip apart).
find_python() {
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        if "$name" -I -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            command -v "$name"
            return
        fi
    done
    return 1
}

has_library() {
    case $libraries in *"$1"*) ;; *) return 1 ;; esac
}

has_browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

# The system packages that are missing for LEVEL (build or test), a line each.
missing_on_debian() {
    libraries=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null) || libraries=
    environment_is_ready "$1" || find_python >/dev/null || printf '%s\n' python3 python3-venv
    has_library libpangoft2-1.0.so.0 || echo libpangoft2-1.0-0       # lays out the PDF; brings Pango and fontconfig
    has_library libharfbuzz-subset.so.0 || echo libharfbuzz-subset0  # WeasyPrint warns without it
    [ "$1" = test ] || return 0
    has_browser >/dev/null || echo chromium                          # the pages in a real browser
    command -v javac >/dev/null || echo default-jdk-headless         # for the HTML and the PDF checker
    [ -e /usr/share/java/jaxb-runtime.jar ] || echo libjaxb-java     # reads the PDF checker's profiles
    has_library libatomic.so.1 || echo libatomic1                    # for the Node inside playwright
    command -v msgfmt >/dev/null || echo gettext                     # reads the catalogs as translators' programs do
}

missing_on_macos() {
    environment_is_ready "$1" || find_python >/dev/null || echo python
    command -v pango-view >/dev/null || echo pango
    [ "$1" = test ] || return 0
    [ -d /Applications/Chromium.app ] || has_browser >/dev/null || echo chromium
    java -version >/dev/null 2>&1 || echo openjdk  # a stub named java is always there
    command -v msgfmt >/dev/null || echo gettext
}

apt_install() {
    apt-get -qq update || true # one bad source need not matter: the next line decides
    apt-get -qq -y --no-install-recommends -o DPkg::Lock::Timeout=300 install "$@"
}

bring_packages() {
    case $(uname -s) in Darwin) system=macos ;; *) system=debian ;; esac
    missing=$("missing_on_$system" "$1" | tr '\n' ' ')
    missing=${missing% }
    [ -n "$missing" ] || return 0
    if [ "$system" = macos ]; then
        fail 3 "system packages are missing; run: brew install $missing"
    elif ! command -v apt-get >/dev/null; then
        fail 3 "missing here, by Debian's names: $missing"
    elif [ "$(id -u)" != 0 ]; then
        fail 3 "system packages are missing; run: sudo apt-get install $missing"
    fi
    say "installing $missing"
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086  # the names are to be split
    quietly 'apt-get install' apt_install $missing
    environment_is_ready "$1" || find_python >/dev/null || fail 3 'no Python 3.11 or newer on this system'
}

# --- the virtual environment --------------------------------------------------------------------------------

# Two words: a hash of the locks, this folder and the Python version; a hash of pyproject.toml.
fingerprint() {
    "$python" -I -S -c '
import hashlib, os, sys
root, project, *locks = map(os.fsencode, sys.argv[1:])
def digest(*names):
    return hashlib.sha256(b"".join(open(name, "rb").read() for name in names))
made_for = digest(*locks)
made_for.update(root + sys.version.encode())
print(made_for.hexdigest(), digest(project).hexdigest())
' "$root" "$root/pyproject.toml" "$root/requirements.lock" "$root/requirements-test.lock" 2>/dev/null
}

# Sets `now`, the fingerprint, and `have`, what the environment was made for. One for the tests serves both.
environment_is_ready() {
    now=$(fingerprint) || now='none none'
    have=$(cat "$venv/ready" 2>/dev/null) || have=
    case $have in
    "test $now" | "$1 $now") ;;
    *) return 1 ;;
    esac
}

# What a killed pip leaves behind goes with .venv.
pip() {
    mkdir -p "$venv/tmp"
    TMPDIR=$venv/tmp "$python" -I -m pip --disable-pip-version-check --no-input "$@"
}

# An empty .venv with the mark of one that is being made. Only what this script made is removed, the mark last.
begin_environment() {
    if [ -h "$venv" ] || [ -e "$venv" ]; then
        begun=$(cat "$venv/making" 2>/dev/null) || begun=
        [ ! -h "$venv" ] || begun='' have=''
        case $(ls -A "$venv"),$begun,$have in
        ,* | *,"$mark",* | *,"test "* | *,"build "*) ;;
        *) fail 3 "$venv was not made by this script; move it away, then run this again" ;;
        esac
    fi
    case $now,$(ls "$python" 2>/dev/null) in
    'none none,'?*) say "$python does not run here; making .venv anew" ;;
    *) say 'making .venv' ;;
    esac
    mkdir -p "$venv"
    echo "$mark" >"$venv/making"
    for entry in "$venv"/* "$venv"/.[!.]*; do
        [ "$entry" = "$venv/making" ] || rm -rf "$entry"
    done
}

bring_environment() {
    level=$1
    ! environment_is_ready "$level" || return 0
    need ls mkdir mktemp tail mv ln
    [ -w "$root" ] || fail 3 "cannot write to $root, where the environment .venv is made"
    # One set-up at a time. The system drops the lock together with this process, however that ends.
    if command -v flock >/dev/null; then
        exec 9<"$root/do"
        flock 9
        if environment_is_ready "$level"; then return; fi # made while we waited
    fi
    add=yes
    case $have in
    "test ${now% *} "*) level=test add=no ;; # only pyproject.toml changed: the packages are right
    "build ${now% *} "*) [ "$level" = test ] || add=no ;;
    *)
        base=$(find_python) || fail 3 'no Python 3.11 or newer that can make virtual environments'
        begin_environment
        quietly 'making .venv' "$base" -I -m venv "$venv"
        ;;
    esac
    echo "$mark" >"$venv/making"
    rm -f "$venv/ready"
    case $level in build) lock=requirements.lock ;; *) lock=requirements-test.lock ;; esac
    if [ "$add" = yes ]; then
        say "installing the packages of $lock"
        quietly 'pip install' pip install --require-hashes -r "$root/$lock"
    fi
    quietly 'installing discordant' pip install --no-deps --no-build-isolation -e "$root"
    rm -rf "$venv/tmp"
    # mypy does not see editable installs: it finds the package through this link.
    mkdir -p "$venv/link"
    ln -sfn "$root" "$venv/link/discordant"
    now=$(fingerprint) || fail 3 "$python does not run; move $venv away, then run this again"
    printf '%s %s\n' "$level" "$now" >"$venv/ready.new"
    mv "$venv/ready.new" "$venv/ready"
    rm -f "$venv/making"
}

setup() {
    bring_packages "$1"
    bring_environment "$1"
    exec 9<&- # what runs next must not hold the lock
}

# --- verbs --------------------------------------------------------------------------------------------------

run_program() {
    setup build
    exec "$venv/bin/discordant" "$@"
}

run_tests() {
    setup test
    cd "$root"
    PATH=$venv/bin:$PATH
    export PATH
    code=0
    ruff check --quiet . || code=1
    ruff format --quiet --check --output-format concise . || {
        code=1
        say 'not in the agreed format; to put it right: .venv/bin/ruff format .'
    }
    types=$(mypy --no-error-summary) || code=1
    # Without the link in them the paths are those that one knows.
    [ -z "$types" ] || printf '%s\n' "$types" | sed 's,^\.venv/link/discordant/,,'
    if [ "${1-}" = fast ]; then
        shift
        set -- -m 'not built' "$@"
    fi
    # On several cores where everything is run: starting the processes costs some seconds.
    case $#,${1-} in 0,* | 2,-m) set -- -n auto --maxprocesses 4 "$@" ;; esac
    pytest "$@" || exit
    [ "$code" = 0 ] || fail 1 'the tests passed, but style or types did not: see above'
}

compile_lock() {
    file=$1
    shift
    printf '%s\n' "$backend" | "$uv" pip compile --quiet --no-config --universal --python-version 3.11 \
        --generate-hashes --custom-compile-command './do lock' --output-file "$file.new" pyproject.toml - "$@"
    mv "$file.new" "$file"
}

make_locks() {
    setup build
    cd "$root"
    uv=$(command -v uv) || {
        uv=$venv/uv/bin/uv
        [ -x "$uv" ] || quietly 'installing uv' pip install --no-deps --target "$venv/uv" "uv==$uv_version"
    }
    # What builds the package is in the locks as well, so that nothing unlocked is ever fetched.
    backend=$("$python" -I -c '
import tomllib
print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")')
    compile_lock requirements.lock --extra report
    compile_lock requirements-test.lock --extra report --extra test --constraint requirements.lock
}

verb=${1-}
[ "$#" = 0 ] || shift
case $verb in
build) run_program build --release "$@" ;;
run) run_program "$@" ;;
test) run_tests "$@" ;;
setup)
    case "$#${1-}" in
    0) setup test ;;
    1build | 1test) setup "$1" ;;
    *) fail 2 'setup takes at most one word, build or test' ;;
    esac
    ;;
lock)
    [ "$#" = 0 ] || fail 2 'lock takes no arguments'
    make_locks
    ;;
help | -h | --help) usage ;;
'') fail 2 'what is to be done? ./do help lists it' ;;
*) fail 2 "it cannot '$verb'; ./do help lists what it can" ;;
esac
