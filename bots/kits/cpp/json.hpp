// Reads JSON as the referee writes it: well formed, without spaces, and nothing in a text needs an escape.
#pragma once

#include <map>
#include <string>
#include <vector>

struct Json {
    std::string text;                    // what a string says; a number, true, false or null as it is written
    std::vector<Json> items;             // of an array
    std::map<std::string, Json> fields;  // of an object

    const Json& operator[](const std::string& name) const { return fields.at(name); }
    const Json& operator[](std::size_t place) const { return items.at(place); }
    double number() const { return std::stod(text); }
    bool isTrue() const { return text == "true"; }
};

class JsonReader {
public:
    explicit JsonReader(const std::string& line) : at(line.c_str()) {}

    Json read() {
        Json value;
        switch (*at) {
        case '"':
            value.text = readText();
            break;
        case '[':
            readEach(']', [&] { value.items.push_back(read()); });
            break;
        case '{':
            readEach('}', [&] {
                const std::string name = readText();
                ++at;  // the colon
                value.fields.emplace(name, read());
            });
            break;
        default:
            value.text = readUntil(",]}");
        }
        return value;
    }

private:
    const char* at;

    std::string readText() {
        ++at;  // the quote before it
        const std::string text = readUntil("\"");
        ++at;  // and the one behind
        return text;
    }

    std::string readUntil(const std::string& ends) {
        const char* start = at;
        while (*at && ends.find(*at) == std::string::npos) ++at;
        return std::string(start, at);
    }

    template <typename Read>
    void readEach(char end, Read readOne) {
        for (++at; *at && *at != end; at += *at == ',') readOne();
        at += *at == end;
    }
};

inline Json parse(const std::string& line) { return JsonReader(line).read(); }
