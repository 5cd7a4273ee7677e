#undef NDEBUG
#include <cassert>
#include <iostream>

#include "choose.hpp"
#include "json.hpp"

static std::string chosen(const std::string& legal) { return choose(Json{}, parse(legal).items); }

int main() {
    // it plays many cards rather than few
    assert(chosen(R"(["play 8","play 8 8 J","play 9 9","pass"])") == "play 8 8 J");

    // it waits only where it has to
    assert(chosen(R"(["draw","play 6D"])") == "play 6D");
    assert(chosen(R"(["ok","taccs"])") == "ok");
    assert(chosen(R"(["pass","end"])") == "pass");

    // it reads what the referee sends
    const Json view = parse(R"({"seat":1,"suit":null,"rules":{"taccs":true},"hands":[["?"],["6D","10C"]],"shown":[]})");
    assert(view["seat"].number() == 1);
    assert(view["suit"].text == "null");
    assert(view["rules"]["taccs"].isTrue());
    assert(view["hands"][1][1].text == "10C");
    assert(view["shown"].items.empty());

    std::cout << "all is well\n";
}
