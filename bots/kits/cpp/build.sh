#!/bin/sh
# Makes `bot`, the program to upload. It is static: the sandbox holds no libraries.
set -eu
cd "$(dirname "$0")"
g++ -std=c++17 -O2 -Wall -Wextra -static -s -o bot bot.cpp
