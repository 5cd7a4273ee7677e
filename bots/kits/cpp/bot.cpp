// Speaks with the referee: one line of JSON each way, nothing else on standard output. What goes to std::cerr is
// in the log of the match.

#include <iostream>
#include <string>

#include "choose.hpp"
#include "json.hpp"

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        const Json message = parse(line);
        const std::string& type = message["type"].text;
        if (type == "hello") {  // game, seats, rules, clocks: load what you need, then be ready
            std::cout << R"({"ready":true})" << std::endl;
        } else if (type == "ask") {  // also news, what has happened since, and clock, the time that is left
            const std::string move = choose(message["view"], message["legal"].items);
            std::cout << R"({"move":")" << move << R"("})" << std::endl;
        }
        // "start" (match, seat, dice_seed) and "over" (points, ranks) want no answer.
    }
}
