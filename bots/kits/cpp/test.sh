#!/bin/sh
# Tests the rule and the reader.
set -eu
cd "$(dirname "$0")"
program=$(mktemp)
trap 'rm -f "$program"' EXIT
g++ -std=c++17 -Wall -Wextra -o "$program" test.cpp
"$program"
