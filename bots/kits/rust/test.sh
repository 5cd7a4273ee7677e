#!/bin/sh
# Runs the tests that stand in bot.rs.
set -eu
cd "$(dirname "$0")"
program=$(mktemp)
trap 'rm -f "$program"' EXIT
rustc --edition 2021 --test -o "$program" bot.rs
"$program"
