// The shape of a board, with a rim of one cell around it.
//
// A neighbour is found by adding an offset to a place; a neighbour that is missing at the edge lies
// on the rim.
#pragma once

#include <algorithm>
#include <array>

#include "base/buffer.hpp"
#include "base/input.hpp"

namespace mineproof {

// Where the neighbours of a place are: near(place, i) for i from 0 to near.count - 1, in reading
// order. A neighbour that is missing is on the rim.
class SquareNear {
public:
    static constexpr int count = 8;
    explicit SquareNear(int stride)
        : offsets_{-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1} {}
    int operator()(int place, int i) const { return place + offsets_[static_cast<unsigned>(i)]; }

private:
    std::array<int, 8> offsets_;
};

// Every second row of cells is shifted half a cell to the right; row 0 is the rim.
class HexNear {
public:
    static constexpr int count = 6;
    explicit HexNear(int stride)
        : stride_(stride),
          offsets_{{{-stride, -stride + 1, -1, 1, stride, stride + 1},
                    {-stride - 1, -stride, -1, 1, stride - 1, stride}}} {}
    int operator()(int place, int i) const {
        const auto parity = static_cast<unsigned>(place / stride_ % 2);
        return place + offsets_[parity][static_cast<unsigned>(i)];
    }

private:
    int stride_;
    std::array<std::array<int, 6>, 2> offsets_;
};

// A table, for on a small torus several directions may lead to the same neighbour.
class TorusNear {
public:
    static constexpr int count = 8;
    explicit TorusNear(const Buffer<int>& table) : table_(table.data()) {}
    int operator()(int place, int i) const { return table_[place * count + i]; }

private:
    const int* table_;
};

class Grid {
public:
    void set(int rows, int cols, Shape shape) {
        if (rows == rows_ && cols == cols_ && shape == shape_) return;
        rows_ = rows, cols_ = cols, shape_ = shape;
        cells_.assign(places(), -1);
        for (int row = 0; row < rows; ++row)
            for (int col = 0; col < cols; ++col) cells_[place(row, col)] = row * cols + col;
        if (shape == Shape::torus) tabulate();
    }

    int rows() const { return rows_; }
    int cols() const { return cols_; }
    int size() const { return rows_ * cols_; }

    // How many places there are, rim included, and where a cell is.
    int places() const { return (rows_ + 2) * stride(); }
    int place(int row, int col) const { return (row + 1) * stride() + col + 1; }
    int place(int cell) const { return place(cell / cols_, cell % cols_); }
    int cell(int place) const { return cells_[place]; }  // below 0 on the rim

    // Calls `call` with what tells the neighbours of a place.
    template <class Call>
    auto with_near(Call call) const {
        switch (shape_) {
            case Shape::hex: return call(HexNear(stride()));
            case Shape::torus: return call(TorusNear(torus_));
            case Shape::square: break;
        }
        return call(SquareNear(stride()));
    }

    // Calls `call` with each neighbour of a cell.
    template <class Call>
    void for_each_near(int cell, Call call) const {
        const int here = place(cell);
        with_near([&](const auto& near) {
            for (int i = 0; i < near.count; ++i)
                if (const int other = this->cell(near(here, i)); other >= 0) call(other);
        });
    }

private:
    int stride() const { return cols_ + 2; }

    void tabulate() {
        torus_.assign(places() * TorusNear::count, 0);  // a place on the rim
        for (int row = 0; row < rows_; ++row)
            for (int col = 0; col < cols_; ++col) wrap(row, col);
    }

    void wrap(int row, int col) {
        std::array<int, 9> near{};
        auto last = near.begin();
        for (int down = rows_ - 1; down <= rows_ + 1; ++down)
            for (int right = cols_ - 1; right <= cols_ + 1; ++right)
                *last++ = place((row + down) % rows_, (col + right) % cols_);
        std::sort(near.begin(), last);
        last = std::unique(near.begin(), last);
        last = std::remove(near.begin(), last, place(row, col));
        std::copy(near.begin(), last, &torus_[place(row, col) * TorusNear::count]);
    }

    int rows_ = 0, cols_ = 0;
    Shape shape_ = Shape::square;
    Buffer<int> cells_;
    Buffer<int> torus_;
};

}  // namespace mineproof
