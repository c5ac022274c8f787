#!/usr/bin/env bash
# Makes `cargo build|test|clippy --target wasm32-unknown-unknown` work.
#
# Progress goes to standard error, and the environment to use to standard output:
#
#     environment=$(scripts/setup-wasm.sh) && eval "$environment"
#
# Three ways are tried in order, and a second run finds the first one's result without asking the network:
#
# 1. The toolchain in use has the target: there is nothing to do.
# 2. `rustup target add`. WASM_SKIP_RUSTUP=1 leaves this way out.
# 3. On Debian and what derives from it: the packages rustc-web and rust-web-src hold a compiler and the sources of its
#    standard library. They are built once into a private sysroot, which is linked into rustup under a name of its own
#    (or put on PATH where there is no rustup). No other toolchain is changed; /usr changes by apt-get alone.
#
# WASM_TOOLCHAIN names the private toolchain, WASM_TOOLCHAIN_DIR says where it goes.
set -euo pipefail

target=wasm32-unknown-unknown
name=${WASM_TOOLCHAIN:-debian-wasm}
dir=${WASM_TOOLCHAIN_DIR:-${XDG_DATA_HOME:-$HOME/.local/share}/$name}
rustc=/usr/bin/rustc
cargo=/usr/bin/cargo
clippy=(/usr/bin/cargo-clippy /usr/bin/clippy-driver)
sources=/usr/lib/rustlib/src/rust/library

say() { echo "setup-wasm: $*" >&2; }
die() {
  say "error: $*"
  exit 1
}

# Whether the compiler given as a command has a standard library for the target.
has_std() {
  local libraries
  libraries=$("$@" --print target-libdir --target "$target" 2>/dev/null) || return 1
  compgen -G "$libraries/libstd-*.rlib" >/dev/null
}

# Whether cargo, as it is called here, can lint.
has_clippy() { "$1" clippy --version >/dev/null 2>&1; }

# Tells two versions of the distribution's compiler apart: a standard library fits one of them only.
compiler_stamp() { "$rustc" -vV 2>/dev/null | sha256sum | cut -c1-16; }

has_private_std() { [ "$(cat "$dir/stamp" 2>/dev/null)" = "$(compiler_stamp)" ] && has_std "$dir/bin/rustc"; }

has_private_clippy() { [ -x "$dir/bin/cargo-clippy" ] && [ -x "$dir/bin/clippy-driver" ] && [ -x "${clippy[1]}" ]; }

# A linker for the target: the one that rustup's toolchains carry, or the distribution's.
find_linker() {
  compgen -G "${RUSTUP_HOME:-$HOME/.rustup}/toolchains/stable-*/lib/rustlib/*/bin/rust-lld" ||
    compgen -G '/usr/bin/lld-[0-9]*'
}

has_packages() {
  local file
  for file in "$rustc" "$cargo" "${clippy[@]}"; do [ -x "$file" ] || return 1; done
  [ -e "$sources/Cargo.lock" ] && find_linker >/dev/null
}

install_packages() {
  local root=() packages=(rustc-web cargo-web rust-web-src rust-web-clippy)
  find_linker >/dev/null || packages+=(lld-22)
  command -v apt-get >/dev/null ||
    die "no $target from rustup, and no apt-get here; install the target by hand: rustup target add $target"
  [ "$(id -u)" = 0 ] || root=(sudo -n)
  say "installing ${packages[*]}"
  {
    "${root[@]}" apt-get update -qq &&
      "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}"
  } >&2 || die "could not install them; as root run: apt-get update && apt-get install ${packages[*]}"
}

# Builds the standard library from the packaged sources, with cargo settings of its own so that none of the user's
# apply, into the folder $1. The bitcode lets link-time optimisation reach into it.
build_std() {
  mkdir -p "$1/seed/src"
  printf '[package]\nname = "seed"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n' >"$1/seed/Cargo.toml"
  echo '#![no_std]' >"$1/seed/src/lib.rs"
  (
    cd "$1/seed"
    env -u RUSTUP_TOOLCHAIN -u CARGO_ENCODED_RUSTFLAGS -u CARGO_BUILD_TARGET \
      CARGO_HOME="$1/home" CARGO_TARGET_DIR="$1/out" RUSTC="$rustc" RUSTC_WRAPPER= \
      RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Cembed-bitcode=yes" \
      "$cargo" build --quiet --offline --release --target "$target" \
      -Zbuild-std=std,panic_abort,proc_macro,test \
      --config 'source.crates-io.replace-with="packaged"' \
      --config "source.packaged.directory='$sources/vendor'"
  ) >&2 || die "building the standard library failed"
}

# Writes $dir/bin/$1, which calls the distribution's program of that name: $2 goes before it, $3 after it.
wrap() {
  printf '#!/bin/sh\n%s exec /usr/bin/%s %s "$@"\n' "$2" "$1" "$3" >"$dir/bin/$1"
  chmod +x "$dir/bin/$1"
}

# Puts the compiler's wrappers, a linker and the host's own libraries beside the built library.
lay_toolchain() {
  local host linker
  host=$("$rustc" -vV | sed -n 's/^host: //p')
  linker=$(find_linker | head -n 1)
  mkdir -p "$dir/bin" "$dir/lib/rustlib/$host/bin"
  ln -sfn "/usr/lib/rustlib/$host/lib" "$dir/lib/rustlib/$host/lib"
  ln -sf "$linker" "$dir/lib/rustlib/$host/bin/rust-lld"
  ln -sf "$cargo" "$dir/bin/cargo"
  wrap rustc '' "--sysroot '$dir'"
  wrap rustdoc '' "--sysroot '$dir'"
  # Cargo looks for its lint command beside itself, so this one is a copy.
  cp "${clippy[0]}" "$dir/bin/"
  wrap clippy-driver "SYSROOT='$dir'" ''
}

# Prints what selects the private toolchain.
select_toolchain() {
  if command -v rustup >/dev/null; then
    if [ "$(readlink -f "$(rustup run "$name" rustc --print sysroot 2>/dev/null)")" != "$(readlink -f "$dir")" ]; then
      rustup toolchain link "$name" "$dir" >&2 || die "could not link it: rustup toolchain link $name $dir"
    fi
    echo "export RUSTUP_TOOLCHAIN='$name'"
  else
    echo "export PATH='$dir/bin':\"\$PATH\""
  fi
}

if has_std rustc; then
  has_clippy cargo || say "cargo clippy is missing; install it with: rustup component add clippy"
  say "$(rustc -V) has $target"
  exit 0
fi
if [ -x "$rustc" ] && has_private_std && has_private_clippy; then
  say "$name is up to date"
  select_toolchain
  exit 0
fi
if [ -z "${WASM_SKIP_RUSTUP:-}" ] && command -v rustup >/dev/null; then
  say "trying: rustup target add $target"
  if RUST_BACKTRACE=0 timeout 120 rustup target add "$target" >&2 && has_std rustc; then
    say "added $target with rustup"
    exit 0
  fi
fi

say "no $target from rustup: taking the distribution's rustc-web"
has_packages || install_packages
has_packages || die "still missing one of: $rustc $cargo ${clippy[*]} $sources/Cargo.lock, a linker (rust-lld or lld)"
if ! has_private_std; then
  say "building the standard library for $target with $("$rustc" -V) (about a minute)"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  build_std "$work"
  rm -rf "$dir"
  mkdir -p "$dir/lib/rustlib/$target/lib"
  cp "$work/out/$target/release/deps/"*.rlib "$dir/lib/rustlib/$target/lib/"
  rm -f "$dir/lib/rustlib/$target/lib"/libseed-*
  lay_toolchain
  printf 'pub extern "C" fn f() {}' |
    "$dir/bin/rustc" --crate-type cdylib --target "$target" -o "$work/probe.wasm" - ||
    die "the new standard library does not link"
  compiler_stamp >"$dir/stamp"
else
  lay_toolchain
fi
say "the standard library for $target is in $dir"
select_toolchain
