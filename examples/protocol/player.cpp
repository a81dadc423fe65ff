// A player behind the protocol of docs/protocol.md, in one file of C++17.
//
//     c++ -std=c++17 -O2 examples/protocol/player.cpp -o player
//     mineproof play --agent "exec:./player"
//
// It makes the same moves as client.py. Cells are numbers in reading order here.

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

// A value of JSON by its first character; null has none. Nothing is checked: mineproof sends JSON.
struct Json {
    char kind = 0;
    double number = 0;
    std::string text;
    std::vector<Json> items;
    std::map<std::string, Json> fields;
    static Json parse(const char*& at) {
        while (*at == ' ' || *at == ',' || *at == ':') ++at;
        Json value;
        value.kind = *at == 'n' ? 0 : *at;
        if (*at == '"') {
            for (++at; *at != '"'; ++at) value.text += *at == '\\' ? *++at : *at;
            ++at;
        } else if (*at == '[' || *at == '{') {
            for (++at; *at != ']' && *at != '}'; at += *at == ',') {
                Json item = parse(at);
                if (value.kind == '[') value.items.push_back(item);
                if (value.kind == '{') value.fields[item.text] = parse(at);
            }
            ++at;
        } else {
            char* end;
            value.number = std::strtod(at, &end);  // true, false and null are 0
            for (at = end; *at >= 'a' && *at <= 'z';) ++at;
        }
        return value;
    }
    int whole() const { return static_cast<int>(number); }
};

struct Clue {
    int number, mines;
    std::vector<int> around;  // hidden cells
};

struct Player {
    int rows = 0, cols = 0, size = 0, total = -1;
    bool marks = false;
    unsigned dice = 1;  // of 32 bits
    std::vector<std::vector<int>> near;
    std::vector<int> numbers;  // -1 is hidden
    std::vector<char> flagged, mined;

    void begin(Json& game) {
        rows = game.fields["rows"].whole(), cols = game.fields["cols"].whole(), size = rows * cols;
        total = game.fields["mines"].kind ? game.fields["mines"].whole() : -1;
        marks = game.fields["finish"].text == "marking";
        dice = std::max(1u, static_cast<unsigned>(game.fields["seed"].number));
        near.clear(), flagged.assign(size, 0), numbers.assign(size, -1);
        for (int i = 0; i < size; ++i) near.push_back(around(i, game.fields["shape"].text));
    }

    std::vector<int> around(int cell, const std::string& shape) const {
        std::set<int> found;
        for (int step = 0, row = cell / cols; step < 9; ++step) {
            int right = step % 3 - 1, r = row + step / 3 - 1, c = cell % cols + right;
            // Every second row of hexagons is shifted half a cell to the right.
            if (shape == "hex" && r != row && right == (row % 2 ? -1 : 1)) continue;
            if (shape == "torus") r = (r + rows) % rows, c = (c + cols) % cols;
            if (r >= 0 && r < rows && c >= 0 && c < cols) found.insert(r * cols + c);
        }
        found.erase(cell);
        return {found.begin(), found.end()};
    }

    std::string turn(Json& message) {
        auto at = [&](Json& each) { return each.items[0].whole() * cols + each.items[1].whole(); };
        mined.assign(size, 0);
        for (auto& each : message.fields["opened"].items) numbers[at(each)] = each.items[2].whole();
        for (auto& each : message.fields["flagged"].items) flagged[at(each)] = 1;
        for (auto& each : message.fields["mined"].items) mined[at(each)] = 1;
        std::vector<Clue> clues;
        for (int i = 0; i < size; ++i) {
            if (numbers[i] < 0) continue;
            Clue clue{numbers[i], 0, {}};
            for (int j : near[i])
                if (numbers[j] < 0) clue.around.push_back(j);
            if (clue.number == int(clue.around.size()))
                for (int j : clue.around) mined[j] = 1;
            clues.push_back(clue);
        }
        for (auto& clue : clues)
            for (int j : clue.around) clue.mines += mined[j];
        for (auto& clue : clues)  // what a single clue proves
            for (int j : clue.around)
                if (clue.number == clue.mines && !mined[j] && !flagged[j])
                    return move("open", j, "true");
        for (auto& clue : clues)
            for (int j : clue.around)
                if (marks && clue.number == int(clue.around.size()) && !flagged[j]++)
                    return move("flag", j, "true");
        return guess(clues);
    }

    std::string guess(const std::vector<Clue>& clues) {
        std::vector<int> best;
        double least = 2, known = double(std::count(mined.begin(), mined.end(), 1));
        double unknown = double(std::count(numbers.begin(), numbers.end(), -1)) - known;
        std::vector<double> risks(size, -1);
        for (auto& clue : clues)
            for (int j : clue.around)
                risks[j] = std::max(risks[j], double(clue.number - clue.mines) /
                                                  double(int(clue.around.size()) - clue.mines));
        for (int i = 0; i < size; ++i) {
            if (risks[i] < 0) risks[i] = total < 0 ? 0.2 : (total - known) / unknown;
            if (numbers[i] >= 0 || mined[i] || flagged[i] || risks[i] > least) continue;
            if (risks[i] < least) best.clear();
            least = risks[i], best.push_back(i);
        }
        if (best.empty()) return R"({"type":"stuck"})";
        dice ^= dice << 13, dice ^= dice >> 17, dice ^= dice << 5;
        return move("open", best[dice % best.size()], "false");
    }

    std::string move(const std::string& act, int cell, const std::string& is_certain) const {
        return R"({"type":"move","act":")" + act + R"(","cell":[)" + std::to_string(cell / cols) +
               "," + std::to_string(cell % cols) + R"(],"certain":)" + is_certain + "}";
    }
};

int main() {
    Player player;
    for (std::string line; std::getline(std::cin, line);) {
        const char* at = line.c_str();
        Json message = Json::parse(at);
        const std::string& kind = message.fields["type"].text;
        if (kind == "hello")
            std::cout << R"({"type":"hello","protocol":1,"name":"single clues"})" << std::endl;
        if (kind == "game") player.begin(message), std::cout << R"({"type":"ready"})" << std::endl;
        if (kind == "turn") std::cout << player.turn(message) << std::endl;
        if (kind == "bye") return 0;
    }
}
