#!/bin/sh
# Makes `bot`, the program to upload. It is static: the sandbox holds no libraries.
set -eu
cd "$(dirname "$0")"
rustc --edition 2021 -O -C target-feature=+crt-static -C strip=symbols -o bot bot.rs
