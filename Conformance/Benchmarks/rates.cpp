// What this machine's rates allow for a conversion: its input is read, its numbers are parsed, those of the output are printed, and
// the output is written, by what the standard library of C++ has for numbers (from_chars, to_chars) and nothing else: no scene, no
// checks, no growing arrays. The corners of an STL are joined, too.
//
// usage: rates SOURCE TARGET NEW [RUNS]
//
// SOURCE is the input of a conversion, TARGET what it made, NEW a place for a file, which is written and removed. Prints the
// seconds of each part as JSON, the least of all runs, on one thread.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

constexpr size_t blockSize = 1 << 18;

[[noreturn]] void fail(const char *what) {
    perror(what);
    exit(1);
}

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class Work> double seconds(Work work) {
    const double began = now();
    work();
    return now() - began;
}

// Gives each block of a file to `work`, whose result is the number of bytes at the block's end that belong to the next one.
template <class Work> void forEachBlock(const char *path, Work work) {
    const int file = open(path, O_RDONLY);
    if (file < 0) fail(path);
    std::vector<char> block(blockSize * 2);
    size_t kept = 0;
    for (;;) {
        const ssize_t count = read(file, block.data() + kept, blockSize);
        if (count < 0) fail(path);
        if (count == 0) break;
        const size_t size = kept + size_t(count);
        kept = work(block.data(), size);
        memmove(block.data(), block.data() + size - kept, kept);
    }
    close(file);
}

bool isText(const char *path) {
    bool text = true, first = true;
    forEachBlock(path, [&](const char *bytes, size_t size) {
        if (first) text = !memchr(bytes, 0, size);
        first = false;
        return size_t(0);
    });
    return text;
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// One number of a text, or the byte that is none. More than nine digits are those of a double.
struct Word {
    enum Kind : uint8_t { byte, whole, fraction, longFraction } kind;
    union {
        char c;
        int64_t i;
        float f;
        double d;
    };
};

// The next number or byte of a text. Whether a number is a double only matters to who prints it.
template <bool toPrint> const char *next(const char *at, const char *end, Word &word) {
    if (isDigit(*at) || (*at == '-' && at + 1 < end && isDigit(at[1]))) {
        const char *stop = at + 1;
        while (stop < end && isDigit(*stop)) stop++;
        if (stop < end && (*stop == '.' || *stop == 'e' || *stop == 'E')) {
            if constexpr (toPrint) {
                const char *digits = stop;
                while (digits < end && (isDigit(*digits) || *digits == '.')) digits++;
                if (digits - at > 12) {
                    word.kind = Word::longFraction;
                    return std::from_chars(at, end, word.d).ptr;
                }
            }
            word.kind = Word::fraction;
            return std::from_chars(at, end, word.f).ptr;
        }
        word.kind = Word::whole;
        return std::from_chars(at, end, word.i).ptr;
    }
    word.kind = Word::byte;
    word.c = *at;
    return at + 1;
}

float sum;  // so that no work is left out

size_t parse(const char *bytes, size_t size) {
    const char *end = bytes + size;
    // A number that is cut off belongs to the next block.
    while (end > bytes && !strchr(" \t\r\n,()[]/", end[-1])) end--;
    Word word;
    float total = 0;
    for (const char *at = bytes; at < end;) {
        at = next<false>(at, end, word);
        if (word.kind == Word::fraction) total += word.f;
        if (word.kind == Word::whole) total += float(word.i);
    }
    sum += total;
    return size_t(bytes + size - end);
}

// The corners of a binary STL, joined where their positions are the same bits.
struct Joining {
    struct Position {
        uint32_t x, y, z;
    };
    std::vector<uint32_t> table = std::vector<uint32_t>(1 << 22, UINT32_MAX);
    std::vector<Position> positions;

    void join(const char *bytes) {
        Position p;
        memcpy(&p, bytes, sizeof p);
        uint64_t hash = (p.x * 0x9E3779B97F4A7C15u) ^ (p.y * 0xC2B2AE3D27D4EB4Fu) ^ (p.z * 0x165667B19E3779F9u);
        for (size_t slot = (hash ^ hash >> 29) >> 8;; slot++) {
            uint32_t &found = table[slot & (table.size() - 1)];
            if (found == UINT32_MAX) {
                found = uint32_t(positions.size());
                positions.push_back(p);
                return;
            }
            if (memcmp(&positions[found], &p, sizeof p) == 0) return;
        }
    }

    size_t joinBlock(const char *bytes, size_t size, size_t &head) {
        const size_t skipped = head;
        head = 0;
        size_t at = skipped;
        for (; at + 50 <= size; at += 50) {
            for (int corner = 0; corner < 3; corner++) join(bytes + at + 12 + 12 * corner);
        }
        return size - at;
    }
};

// Gathers what is written and writes it block by block.
struct Output {
    int file;
    std::unique_ptr<char[]> block{new char[blockSize * 2]};
    size_t size = 0;

    explicit Output(const char *path) : file(open(path, O_WRONLY | O_CREAT | O_EXCL, 0666)) {
        if (file < 0) fail(path);
    }
    ~Output() {
        flush();
        close(file);
    }
    void flush() {
        for (size_t done = 0; done < size;) {
            const ssize_t count = write(file, block.get() + done, size - done);
            if (count < 0) fail("write");
            done += size_t(count);
        }
        size = 0;
    }
};

std::vector<char> allBytes(const char *path) {
    std::vector<char> bytes;
    forEachBlock(path, [&](const char *at, size_t size) {
        bytes.insert(bytes.end(), at, at + size);
        return size_t(0);
    });
    return bytes;
}

size_t print(const Word &word, char *to) {
    switch (word.kind) {
    case Word::byte: *to = word.c; return 1;
    case Word::whole: return size_t(std::to_chars(to, to + 32, word.i).ptr - to);
    case Word::fraction: return size_t(std::to_chars(to, to + 32, word.f).ptr - to);
    case Word::longFraction: return size_t(std::to_chars(to, to + 32, word.d).ptr - to);
    }
    return 0;
}

}  // namespace

int main(int count, char **words) {
    if (count < 4) {
        fprintf(stderr, "usage: rates SOURCE TARGET NEW [RUNS]\n");
        return 64;
    }
    const char *source = words[1], *target = words[2], *fresh = words[3];
    const int runs = count > 4 ? atoi(words[4]) : 5;
    const std::string name = source;
    const bool isSTL = name.size() > 4 && name.compare(name.size() - 4, 4, ".stl") == 0;
    const bool sourceIsText = isText(source), targetIsText = isText(target);
    const std::vector<char> output = allBytes(target);
    std::vector<Word> written;
    if (targetIsText) {
        for (const char *at = output.data(), *end = at + output.size(); at < end;) at = next<true>(at, end, written.emplace_back());
    }

    double parts[5] = {1e9, 1e9, 1e9, 1e9, 1e9};
    auto keep = [&](int part, double found) { parts[part] = std::min(parts[part], std::max(0.0, found)); };
    for (int run = 0; run < runs; run++) {
        const double reading = seconds([&] { forEachBlock(source, [](const char *, size_t) { return size_t(0); }); });
        keep(0, reading);
        keep(1, !sourceIsText ? 0 : seconds([&] { forEachBlock(source, parse); }) - reading);
        keep(2, !isSTL || sourceIsText ? 0 : seconds([&] {
            Joining joining;
            size_t head = 84;
            forEachBlock(source, [&](const char *bytes, size_t size) { return joining.joinBlock(bytes, size, head); });
            sum += float(joining.positions.size());
        }) - reading);
        std::unique_ptr<char[]> block(new char[blockSize * 2]);
        keep(3, !targetIsText ? 0 : seconds([&] {
            size_t size = 0;
            for (const Word &word : written) {
                size += print(word, block.get() + size);
                if (size >= blockSize) size = 0;
            }
        }));
        unlink(fresh);
        keep(4, seconds([&] {
            Output file(fresh);
            for (size_t done = 0; done < output.size(); done += blockSize) {
                file.size = std::min(blockSize, output.size() - done);
                memcpy(file.block.get(), output.data() + done, file.size);
                file.flush();
            }
        }));
        unlink(fresh);
    }
    printf("{\"read\": %.5f, \"parse\": %.5f, \"join\": %.5f, \"print\": %.5f, \"write\": %.5f, \"sum\": %.0f}\n", parts[0], parts[1],
           parts[2], parts[3], parts[4], double(sum != 0));
    return 0;
}
