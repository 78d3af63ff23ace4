// Seven cards each of 53, for counts on a graphics processor: sets of cards by number, the suits up to which they are alike,
// and room for figures. `asia_poker/count.cu` and `pai_gow_poker/count.cu` include it.

#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <vector>

typedef unsigned long long u64;
typedef long long i64;
typedef uint32_t u32;

#define CHECK(call)                                                                        \
    do {                                                                                   \
        cudaError_t failed = (call);                                                       \
        if (failed) {                                                                      \
            printf("line %d: %s\n", __LINE__, cudaGetErrorString(failed));                 \
            exit(1);                                                                       \
        }                                                                                  \
    } while (0)

const int CARDS = 53, OWN = 7, PERMUTATIONS = 24;
const u32 HANDS = 154143080;
const u64 OTHERS = 53524680;  // hands of the dealer beside one of the player's
const int BLOCK = 256;

u32 choose_here[CARDS + 1][8];
__device__ u32 choose[CARDS + 1][8];
__constant__ unsigned char suits[PERMUTATIONS][4];

// ---- Sets of cards

__device__ u32 number_of(u64 mask) {
    u32 found = 0;
    for (int nth = 1; mask; mask &= mask - 1) found += choose[__ffsll(mask) - 1][nth++];
    return found;
}

__device__ u64 numbered(u32 number, int take, int of) {
    u64 mask = 0;
    for (int card = of - 1; take > 0; take--, card--) {
        while (choose[card][take] > number) card--;
        mask |= 1ull << card;
        number -= choose[card][take];
    }
    return mask;
}

__device__ u64 permuted(u64 mask, int how) {
    u64 joker = 1ull << (CARDS - 1), found = mask & joker;
    for (mask &= ~joker; mask; mask &= mask - 1) {
        int card = __ffsll(mask) - 1;
        found |= 1ull << ((card & ~3) | suits[how][card & 3]);
    }
    return found;
}

__device__ u64 beside(u64 rest, u64 shared) {  // a set of the cards that `shared` leaves, and `shared` itself
    u64 found = shared;
    for (; rest; rest &= rest - 1) {
        int card = __ffsll(rest) - 1;
        for (u64 below = shared; below && __ffsll(below) - 1 <= card; below &= below - 1) card++;
        found |= 1ull << card;
    }
    return found;
}

#define EACH(at, number)                          \
    u32 at = blockIdx.x * blockDim.x + threadIdx.x; \
    if (at >= (number)) return;

// ---- Hands that stand for the others

__global__ void mark(const u32 *first, u32 *marks) {
    EACH(at, HANDS)
    marks[at] = first[at] == at;
}

__global__ void list_classes(const u32 *first, const u32 *class_at, u32 *hand) {
    EACH(at, HANDS)
    if (first[at] == at) hand[class_at[at]] = at;
}

__global__ void find_classes(const u32 *first, const u32 *class_at, u32 *class_of) {
    EACH(at, HANDS)
    class_of[at] = class_at[first[at]];
}

__global__ void orbits(int take, u32 number, unsigned char *size) {  // 0 for a set that another stands for
    EACH(at, number)
    u64 mask = numbered(at, take, CARDS);
    int same = 0;
    for (int how = 0; how < PERMUTATIONS; how++) {
        u64 other = permuted(mask, how);
        if (other < mask) {
            size[at] = 0;
            return;
        }
        same += other == mask;
    }
    size[at] = PERMUTATIONS / same;
}

// ---- Room, and what is in it

template <class Kind>
Kind *room_for(size_t number) {
    Kind *found;
    CHECK(cudaMalloc(&found, number * sizeof(Kind)));
    CHECK(cudaMemset(found, 0, number * sizeof(Kind)));
    return found;
}

template <class Kind>
std::vector<Kind> fetched(const Kind *from, size_t number) {
    std::vector<Kind> found(number);
    CHECK(cudaMemcpy(found.data(), from, number * sizeof(Kind), cudaMemcpyDeviceToHost));
    return found;
}

u32 last_sum(const u32 *sums, const u32 *parts, u32 number) {
    return fetched(sums + number - 1, 1)[0] + fetched(parts + number - 1, 1)[0];
}

unsigned blocks(u64 number) { return (unsigned)((number + BLOCK - 1) / BLOCK); }

u64 numbered_here(u32 number, int take) {
    u64 mask = 0;
    for (int card = CARDS - 1; take > 0; take--, card--) {
        while (choose_here[card][take] > number) card--;
        mask |= 1ull << card;
        number -= choose_here[card][take];
    }
    return mask;
}

void tell_sets_and_suits() {
    for (int of = 0; of <= CARDS; of++) {
        choose_here[of][0] = 1;
        for (int take = 1; take < 8; take++)
            choose_here[of][take] = of ? choose_here[of - 1][take - 1] + choose_here[of - 1][take] : 0;
    }
    CHECK(cudaMemcpyToSymbol(choose, choose_here, sizeof choose_here));
    unsigned char every[PERMUTATIONS][4];
    for (int code = 0, number = 0; code < 256; code++) {
        int a = code & 3, b = code >> 2 & 3, c = code >> 4 & 3, d = code >> 6;
        if ((1 << a | 1 << b | 1 << c | 1 << d) != 15) continue;
        unsigned char one[4] = {(unsigned char)a, (unsigned char)b, (unsigned char)c, (unsigned char)d};
        if (a == 0 && b == 1 && c == 2 && number) {  // that nothing changes comes first
            for (int at = 0; at < 4; at++) every[number][at] = every[0][at], every[0][at] = one[at];
        } else {
            for (int at = 0; at < 4; at++) every[number][at] = one[at];
        }
        number++;
    }
    CHECK(cudaMemcpyToSymbol(suits, every, sizeof every));
}
