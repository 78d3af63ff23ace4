// Every deal of Asia poker counted on a graphics processor: both sides by the house way, and the best setting against it.
// It made pitboss/games/asia_poker/counts.toml, in about a minute for each place of A-2-3-4:
//
//     python scripts/asia_poker/tables.py . && nvcc -O3 -arch=sm_90 -o count scripts/asia_poker/count.cu
//     ./count second_highest.bin && ./count lowest.bin
//
// A set of cards is a mask of 53 bits (rank * 4 + suit; the joker is bit 52), and its number the number of sets of as many
// cards whose mask is less. Two hands have no card in common: by inclusion and exclusion over the cards S that they
// would share,
//
//     deals won = sum over S of (-1)^|S| * pairs of hands that both contain S and are won,
//
// for every hand and each of its settings that no other of them is at least equal to in all three hands. The dealer's hands
// that contain S lie in a table by the strengths of their three hands; its sums from the corner say how many are below a
// setting in any of them. For five and six shared cards so few hands contain S that each is held to each. Only one S and
// one hand of those that differ by their suits alone is looked at.

#include "../seven_cards.cuh"

const int SETTINGS = 105;
const int FOURS = 292825, TWOS = 1378;
const int HIGHS = 2536, MEDIUMS = 92, LOWS = 14;  // strengths, from 0
const int SLICE = MEDIUMS * LOWS, CELLS = HIGHS * SLICE;
const int ROWS = 64, CHUNKS = (HIGHS + ROWS - 1) / ROWS;

__device__ int high_of[FOURS], medium_of[TWOS], low_of[CARDS];
__device__ int high_chance[HIGHS], medium_chance[MEDIUMS], low_chance[LOWS], most_medium[HIGHS], most_low[MEDIUMS];

// ---- Settings: three strengths in one figure

__device__ u32 packed(int high, int medium, int low) { return (u32)high << 11 | (u32)medium << 4 | (u32)low; }
__device__ int high_in(u32 setting) { return setting >> 11; }
__device__ int medium_in(u32 setting) { return (setting >> 4) & 127; }
__device__ int low_in(u32 setting) { return setting & 15; }

__device__ u64 rating(int high, int medium, int low) {
    i64 h = high_chance[high], m = medium_chance[medium], l = low_chance[low];
    i64 score = 1000 * (h * m + h * l + m * l) - 2 * h * m * l;
    return (u64)score << 23 | (u64)medium << 16 | (u64)low << 12 | (u64)high;
}

template <class Each>
__device__ void every_setting(u64 mask, Each each) {
    int cards[OWN], number = 0;
    for (; mask; mask &= mask - 1) cards[number++] = __ffsll(mask) - 1;
    for (int single = 0; single < OWN; single++) {
        int rest[OWN - 1], left = 0, low = low_of[cards[single]];
        for (int at = 0; at < OWN; at++)
            if (at != single) rest[left++] = cards[at];
        for (int one = 0; one < OWN - 1; one++)
            for (int two = one + 1; two < OWN - 1; two++) {
                int medium = medium_of[choose[rest[one]][1] + choose[rest[two]][2]];
                if (low > most_low[medium]) continue;
                u32 four = 0;
                for (int at = 0, nth = 1; at < OWN - 1; at++)
                    if (at != one && at != two) four += choose[rest[at]][nth++];
                int high = high_of[four];
                if (medium <= most_medium[high]) each(high, medium, low);
            }
    }
}

// Fields with a bit above each, which stays if the field there is not below the one that is taken away.
const u32 GUARDS = 1u << 25 | 1u << 12 | 1u << 4, ONES = 1u << 13 | 1u << 5 | 1u;
__device__ u32 spaced(u32 setting) { return high_in(setting) << 13 | medium_in(setting) << 5 | low_in(setting); }
__device__ bool wins(u32 mine, u32 theirs) { return __popc((((mine - ONES) | GUARDS) - theirs) & GUARDS) >= 2; }

// ---- All hands, and those that stand for the others

__global__ void set_all(u32 *house, u32 *first) {
    EACH(at, HANDS)
    u64 mask = numbered(at, OWN, CARDS), least = mask;
    for (int how = 1; how < PERMUTATIONS; how++) least = min(least, permuted(mask, how));
    first[at] = number_of(least);
    u64 best = 0;
    u32 found = 0;
    every_setting(mask, [&](int high, int medium, int low) {
        u64 rated = rating(high, medium, low);
        if (rated > best) best = rated, found = packed(high, medium, low);
    });
    house[at] = found;
}

// The settings of a class: the house's first, then those that no other is at least equal to in everything.
__global__ void list_settings(
    u32 classes, const u32 *hand, const u32 *house, u32 *number, const u32 *begins, u32 *settings, unsigned char *size) {
    EACH(at, classes)
    u64 mask = numbered(hand[at], OWN, CARDS);
    if (!settings) {
        int same = 0;
        for (int how = 0; how < PERMUTATIONS; how++) same += permuted(mask, how) == mask;
        size[at] = PERMUTATIONS / same;
    }
    u32 every[SETTINGS], there = 0, found = 1, by_house = house[hand[at]];
    every_setting(mask, [&](int high, int medium, int low) {
        u32 one = packed(high, medium, low);
        for (u32 known = 0; known < there; known++)
            if (every[known] == one) return;
        every[there++] = one;
    });
    if (settings) settings[begins[at]] = by_house;
    for (u32 one = 0; one < there; one++) {
        bool beaten = every[one] == by_house;
        for (u32 other = 0; other < there && !beaten; other++)
            beaten = other != one && high_in(every[other]) >= high_in(every[one]) &&
                     medium_in(every[other]) >= medium_in(every[one]) && low_in(every[other]) >= low_in(every[one]);
        if (beaten) continue;
        if (settings) settings[begins[at] + found] = every[one];
        found++;
    }
    if (!settings) number[at] = found;
}

// ---- Hands that contain some cards, in a table; and its sums from the corner

__global__ void fill(u64 shared, int take, u32 number, const u32 *house, u32 *hands, int *cells) {
    EACH(at, number)
    u32 hand = number_of(beside(numbered(at, OWN - take, CARDS - take), shared)), set = house[hand];
    hands[at] = hand;
    atomicAdd(&cells[high_in(set) * SLICE + medium_in(set) * LOWS + low_in(set)], 1);
}

__global__ void sum_lows(int *cells) {
    EACH(at, HIGHS * MEDIUMS)
    for (int low = 1; low < LOWS; low++) cells[at * LOWS + low] += cells[at * LOWS + low - 1];
}

__global__ void sum_mediums(int *cells) {
    EACH(at, HIGHS * LOWS)
    int *row = cells + at / LOWS * SLICE + at % LOWS;
    for (int medium = 1; medium < MEDIUMS; medium++) row[medium * LOWS] += row[(medium - 1) * LOWS];
}

__global__ void sum_highs(int *cells, int *totals) {  // in chunks of rows
    EACH(at, CHUNKS * SLICE)
    int chunk = at / SLICE, sum = 0;
    for (int high = chunk * ROWS; high < min(HIGHS, (chunk + 1) * ROWS); high++) {
        sum += cells[high * SLICE + at % SLICE];
        cells[high * SLICE + at % SLICE] = sum;
    }
    totals[at] = sum;
}

__global__ void sum_chunks(int *totals) {
    EACH(at, SLICE)
    for (int chunk = 0, sum = 0; chunk < CHUNKS; chunk++) {
        int more = totals[chunk * SLICE + at];
        totals[chunk * SLICE + at] = sum;
        sum += more;
    }
}

__global__ void add_chunks(int *cells, const int *totals) {
    EACH(at, CELLS)
    cells[at] += totals[at / SLICE / ROWS * SLICE + at % SLICE];
}

// ---- What settings beat

__device__ i64 upto(const int *cells, int high, int medium, int low) {
    return cells[high * SLICE + medium * LOWS + low];
}

__device__ void add_up(i64 *to, i64 more) {
    for (int far = 16; far; far >>= 1) more += __shfl_down_sync(~0u, more, far);
    if ((threadIdx.x & 31) == 0 && more) atomicAdd((u64 *)to, (u64)more);
}

__global__ void look_up(
    i64 weight, u32 number, const u32 *hands, const u32 *class_of, const u32 *begins, const u32 *settings_of,
    const u32 *settings, const int *cells, i64 *won, i64 *copies) {
    u32 at = blockIdx.x * blockDim.x + threadIdx.x;
    i64 same_high = 0, same_medium = 0, same_low = 0;
    const int H = HIGHS - 1, M = MEDIUMS - 1, L = LOWS - 1;
    if (at < number) {
        u32 which = class_of[hands[at]];
        for (u32 way = 0; way < settings_of[which]; way++) {
            u32 set = settings[begins[which] + way];
            int h = high_in(set) - 1, m = medium_in(set) - 1, l = low_in(set) - 1;
            i64 beaten = upto(cells, h, m, L) + upto(cells, h, M, l) + upto(cells, H, m, l) - 2 * upto(cells, h, m, l);
            if (beaten) atomicAdd((u64 *)&won[begins[which] + way], (u64)(weight * beaten));
            if (way) continue;
            same_high = weight * (upto(cells, h + 1, M, L) - upto(cells, h, M, L));
            same_medium = weight * (upto(cells, H, m + 1, L) - upto(cells, H, m, L));
            same_low = weight * (upto(cells, H, M, l + 1) - upto(cells, H, M, l));
        }
    }
    add_up(copies, same_high);
    add_up(copies + 1, same_medium);
    add_up(copies + 2, same_low);
}

__global__ void hold_each_to_each(
    int take, u32 number, const u64 *shared, const int *weights, int sign, const u32 *house, const u32 *class_of,
    const u32 *begins, const u32 *settings_of, const u32 *settings, i64 *won, i64 *copies) {
    extern __shared__ u32 room[];
    u32 *hands = room, *theirs = room + number;
    i64 weight = (i64)sign * weights[blockIdx.x], same_high = 0, same_medium = 0, same_low = 0;
    for (u32 at = threadIdx.x; at < number; at += blockDim.x) {
        hands[at] = number_of(beside(numbered(at, OWN - take, CARDS - take), shared[blockIdx.x]));
        theirs[at] = spaced(house[hands[at]]);
    }
    __syncthreads();
    for (u32 at = threadIdx.x; at < number; at += blockDim.x) {
        u32 which = class_of[hands[at]];
        for (u32 way = 0; way < settings_of[which]; way++) {
            u32 mine = spaced(settings[begins[which] + way]);
            int beaten = 0;
            for (u32 other = 0; other < number; other++) beaten += wins(mine, theirs[other]);
            if (beaten) atomicAdd((u64 *)&won[begins[which] + way], (u64)(weight * beaten));
        }
        for (u32 other = 0; other < number; other++) {
            u32 differs = theirs[at] ^ theirs[other];
            same_high += weight * ((differs >> 13) == 0);
            same_medium += weight * ((differs & 0xfe0) == 0);
            same_low += weight * ((differs & 15) == 0);
        }
    }
    add_up(copies, same_high);
    add_up(copies + 1, same_medium);
    add_up(copies + 2, same_low);
}

// All seven cards shared: a hand with itself. Then what the house way wins, and the best setting.
__global__ void finish(
    u32 classes, const u32 *hand, const u32 *house, const unsigned char *size, const u32 *begins, const u32 *settings_of,
    const u32 *settings, i64 *won, i64 *by_house, i64 *best, i64 *differs) {
    EACH(at, classes)
    best[at] = 0;
    for (u32 way = begins[at]; way < begins[at] + settings_of[at]; way++) {
        if (wins(spaced(settings[way]), spaced(house[hand[at]]))) won[way] -= size[at];
        best[at] = max(best[at], won[way]);
    }
    by_house[at] = won[begins[at]];
    differs[at] = best[at] > by_house[at] ? size[at] : 0;
}

// ---- The count

void print_cards(u32 hand) {
    for (int card = 0; card < CARDS; card++)
        if (numbered_here(hand, OWN) >> card & 1) printf(" %d", card);
}

void read_tables(const char *path) {
    tell_sets_and_suits();
    FILE *file = fopen(path, "rb");
    int sizes[] = {FOURS, TWOS, CARDS, HIGHS, MEDIUMS, LOWS, HIGHS, MEDIUMS};
    for (int part = 0; part < 8; part++) {
        std::vector<int> some(sizes[part]);
        if (!file || fread(some.data(), 4, some.size(), file) != some.size()) printf("%s is not whole\n", path), exit(1);
        size_t bytes = some.size() * 4;
        if (part == 0) CHECK(cudaMemcpyToSymbol(high_of, some.data(), bytes));
        if (part == 1) CHECK(cudaMemcpyToSymbol(medium_of, some.data(), bytes));
        if (part == 2) CHECK(cudaMemcpyToSymbol(low_of, some.data(), bytes));
        if (part == 3) CHECK(cudaMemcpyToSymbol(high_chance, some.data(), bytes));
        if (part == 4) CHECK(cudaMemcpyToSymbol(medium_chance, some.data(), bytes));
        if (part == 5) CHECK(cudaMemcpyToSymbol(low_chance, some.data(), bytes));
        if (part == 6) CHECK(cudaMemcpyToSymbol(most_medium, some.data(), bytes));
        if (part == 7) CHECK(cudaMemcpyToSymbol(most_low, some.data(), bytes));
    }
    fclose(file);
}

int main(int count, char **arguments) {
    auto begun = std::chrono::steady_clock::now();
    auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count(); };
    if (count < 2) return printf("which table?\n"), 2;
    read_tables(arguments[1]);

    u32 *house = room_for<u32>(HANDS), *first = room_for<u32>(HANDS), *class_at = room_for<u32>(HANDS);
    u32 *class_of = room_for<u32>(HANDS), *hands = room_for<u32>(HANDS);
    set_all<<<blocks(HANDS), BLOCK>>>(house, first);
    mark<<<blocks(HANDS), BLOCK>>>(first, hands);
    thrust::exclusive_scan(thrust::device, hands, hands + HANDS, class_at);
    u32 classes = last_sum(class_at, hands, HANDS);
    u32 *hand = room_for<u32>(classes), *settings_of = room_for<u32>(classes), *begins = room_for<u32>(classes);
    unsigned char *size = room_for<unsigned char>(classes);
    list_classes<<<blocks(HANDS), BLOCK>>>(first, class_at, hand);
    find_classes<<<blocks(HANDS), BLOCK>>>(first, class_at, class_of);
    list_settings<<<blocks(classes), BLOCK>>>(classes, hand, house, settings_of, begins, nullptr, size);
    thrust::exclusive_scan(thrust::device, settings_of, settings_of + classes, begins);
    u32 all_settings = last_sum(begins, settings_of, classes);
    u32 *settings = room_for<u32>(all_settings);
    list_settings<<<blocks(classes), BLOCK>>>(classes, hand, house, settings_of, begins, settings, size);
    CHECK(cudaDeviceSynchronize());
    printf("%u classes of hands, %u settings, %.1f s\n", classes, all_settings, seconds());

    i64 *won = room_for<i64>(all_settings), *copies = room_for<i64>(3);
    int *cells = room_for<int>(CELLS), *totals = room_for<int>(CHUNKS * SLICE);
    for (int take = 0; take < OWN; take++) {
        u32 sets = choose_here[CARDS][take], number = choose_here[CARDS - take][OWN - take];
        int sign = take % 2 ? -1 : 1;
        unsigned char *standing = room_for<unsigned char>(sets);
        orbits<<<blocks(sets), BLOCK>>>(take, sets, standing);
        std::vector<unsigned char> sizes = fetched(standing, sets);
        CHECK(cudaFree(standing));
        std::vector<u64> shared;
        std::vector<int> weights;
        u64 sum = 0;
        for (u32 at = 0; at < sets; at++)
            if (sizes[at]) shared.push_back(numbered_here(at, take)), weights.push_back(sizes[at]), sum += sizes[at];
        if (sum != sets) return printf("%llu sets of %d cards instead of %u\n", sum, take, sets), 1;
        if (take <= 4) {
            for (size_t at = 0; at < shared.size(); at++) {
                CHECK(cudaMemsetAsync(cells, 0, CELLS * sizeof(int)));
                fill<<<blocks(number), BLOCK>>>(shared[at], take, number, house, hands, cells);
                sum_lows<<<blocks(HIGHS * MEDIUMS), BLOCK>>>(cells);
                sum_mediums<<<blocks(HIGHS * LOWS), BLOCK>>>(cells);
                sum_highs<<<blocks(CHUNKS * SLICE), BLOCK>>>(cells, totals);
                sum_chunks<<<blocks(SLICE), BLOCK>>>(totals);
                add_chunks<<<blocks(CELLS), BLOCK>>>(cells, totals);
                look_up<<<blocks(number), BLOCK>>>(
                    (i64)sign * weights[at], number, hands, class_of, begins, settings_of, settings, cells, won, copies);
            }
        } else {
            u64 *some = room_for<u64>(shared.size());
            int *weighed = room_for<int>(shared.size());
            CHECK(cudaMemcpy(some, shared.data(), shared.size() * sizeof(u64), cudaMemcpyHostToDevice));
            CHECK(cudaMemcpy(weighed, weights.data(), weights.size() * sizeof(int), cudaMemcpyHostToDevice));
            hold_each_to_each<<<(unsigned)shared.size(), take == 5 ? 128 : 64, number * 2 * sizeof(u32)>>>(
                take, number, some, weighed, sign, house, class_of, begins, settings_of, settings, won, copies);
            CHECK(cudaDeviceSynchronize());
            CHECK(cudaFree(some));
            CHECK(cudaFree(weighed));
        }
        CHECK(cudaDeviceSynchronize());
        printf("%d shared cards: %zu classes, %.1f s\n", take, shared.size(), seconds());
        fflush(stdout);
    }

    i64 *by_house = room_for<i64>(classes), *best = room_for<i64>(classes), *differs = room_for<i64>(classes);
    finish<<<blocks(classes), BLOCK>>>(
        classes, hand, house, size, begins, settings_of, settings, won, by_house, best, differs);
    CHECK(cudaDeviceSynchronize());
    std::vector<i64> same = fetched(copies, 3), house_wins = fetched(by_house, classes), best_wins = fetched(best, classes);
    std::vector<unsigned char> sizes = fetched(size, classes);
    std::vector<u32> standing = fetched(hand, classes);
    u64 deals = HANDS * OTHERS;
    i64 wins = thrust::reduce(thrust::device, by_house, by_house + classes, (i64)0);
    i64 most = thrust::reduce(thrust::device, best, best + classes, (i64)0);
    i64 better = thrust::reduce(thrust::device, differs, differs + classes, (i64)0);
    printf("deals = \"%llu\"\nwins = \"%lld\"\nbest_wins = \"%lld\"\n", deals, wins, most);
    printf("high_copies = \"%lld\"\nmedium_copies = \"%lld\"\n", same[0] - HANDS, same[1] - HANDS);
    printf("low_copies = \"%lld\"\nset_better = \"%lld\"\n", same[2] - HANDS, better);
    printf("# edge %.9f, best %.9f\n", 1 - 2.0 * wins / deals, 1 - 2.0 * most / deals);
    u64 wrong = 0;
    for (u32 at = 0; at < classes; at++)
        wrong += house_wins[at] % sizes[at] || best_wins[at] % sizes[at] || house_wins[at] < 0 ||
                 best_wins[at] / sizes[at] > (i64)OTHERS;
    printf("# %llu classes with an impossible count\n", wrong);
    for (u32 nth = 0; nth < 40; nth++) {
        u32 at = (u32)((u64)nth * 2654435761u % classes);
        printf("# hand");
        print_cards(standing[at]);
        printf(": house %lld, best %lld\n", house_wins[at] / sizes[at], best_wins[at] / sizes[at]);
    }
    for (int nth = 0; nth < 5; nth++) {
        u32 at = 0;
        for (u32 one = 0; one < classes; one++)
            if ((best_wins[one] - house_wins[one]) * sizes[at] > (best_wins[at] - house_wins[at]) * sizes[one]) at = one;
        printf("# costs most");
        print_cards(standing[at]);
        printf(": house %lld, best %lld\n", house_wins[at] / sizes[at], best_wins[at] / sizes[at]);
        best_wins[at] = house_wins[at];
    }
    printf("# %.1f s\n", seconds());
}
