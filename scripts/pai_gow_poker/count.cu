// Every deal of pai gow poker counted on a graphics processor: both sides by the house way, and the best setting against it.
// It made the figures of best play in pitboss/games/pai_gow_poker/counts.toml, in about a minute for each house way:
//
//     python scripts/pai_gow_poker/tables.py . && nvcc -O3 -arch=sm_90 -o count scripts/pai_gow_poker/count.cu
//     ./count pai_gow_poker.bin foxwoods && ./count pai_gow_poker.bin tiered
//     ./count pai_gow_poker.bin foxwoods ez && ./count pai_gow_poker.bin tiered ez
//
// A set of cards is a mask of 53 bits (rank * 4 + suit; the joker is bit 52), and its number the number of sets of as many
// cards whose mask is less. Two hands have no card in common: by inclusion and exclusion over the cards S that they
// would share,
//
//     deals won = sum over S of (-1)^|S| * pairs of hands that both contain S and are won,
//
// and likewise those that are lost, for every hand and each of its settings that no other of them is at least equal to in
// both hands. The best setting is the one for which 0.95 times what is won less what is lost is most. What the house way wins
// must be what `counting.py` counts, which is another program for the same sum. In EZ pai gow the house takes nothing, and a
// queen high of the dealer's is a push: it is put where nothing is above or below it in both hands.

#include "../seven_cards.cuh"

const int SETTINGS = 21;
const int FIVES = 2869685, TWOS = 1378;
const int HIGHS = 7464, LOWS = 92;  // strengths, from 0
const int SLICE = LOWS, CELLS = HIGHS * LOWS;
const int ROWS = 64, CHUNKS = (HIGHS + ROWS - 1) / ROWS;

__device__ int high_of[FIVES], low_of[TWOS], most_low[HIGHS], floors[4];

// ---- Settings: two strengths in one figure

__device__ u32 packed(int high, int low) { return (u32)high << 7 | (u32)low; }
__device__ int high_in(u32 setting) { return setting >> 7; }
__device__ int low_in(u32 setting) { return setting & 127; }

template <class Each>
__device__ void any_setting(u64 mask, Each each) {
    int cards[OWN], number = 0;
    for (; mask; mask &= mask - 1) cards[number++] = __ffsll(mask) - 1;
    for (int one = 0; one < OWN; one++)
        for (int two = one + 1; two < OWN; two++) {
            u32 five = 0;
            for (int at = 0, nth = 1; at < OWN; at++)
                if (at != one && at != two) five += choose[cards[at]][nth++];
            each(high_of[five], low_of[choose[cards[one]][1] + choose[cards[two]][2]]);
        }
}

template <class Each>
__device__ void every_setting(u64 mask, Each each) {
    any_setting(mask, [&](int high, int low) {
        if (low <= most_low[high]) each(high, low);
    });
}

// The lines of `house_way.low_by`; a low hand here is its strength less one.
__device__ int low_by(const int *held, int complete, bool classes) {
    int four = -1, three = -1, lower_three = -1, pair = -1, second = -1, third = -1, one = -1, two = -1, last = -1;
    for (int rank = 12; rank >= 0; rank--) {
        int number = held[rank];
        if (number >= 4) four = rank;
        else if (number == 3) (three < 0 ? three : lower_three) = rank;
        else if (number == 2) (pair < 0 ? pair : second < 0 ? second : third) = rank;
        else if (number == 1) {
            if (one < 0) one = rank;
            else if (two < 0) two = rank;
            else if (last < 0) last = rank;
        }
    }
    int singles = one * (one - 1) / 2 + two;
    const int PAIRS = 78, ACE = 12, KING = 11, JACK = 9, TEN = 8, SEVEN = 5, SIX = 4;
    if (held[ACE] == 5) return PAIRS + (held[KING] == 2 ? KING : ACE);
    if (four >= 0) {
        if (pair >= 0 || three >= 0) return PAIRS + max(pair, three);
        return four >= JACK || (four >= SEVEN && one < KING) ? PAIRS + four : singles;
    }
    if (three >= 0) {
        if (lower_three >= 0 || pair >= 0) return PAIRS + (lower_three >= 0 ? three : pair);
        if (complete >= 0) return complete;
        return three == ACE ? ACE * (ACE - 1) / 2 + one : singles;
    }
    if (second >= 0) {
        if (third >= 0) return PAIRS + pair;
        bool apart = classes ? (one == ACE || (pair <= SIX && one == KING)) && pair != ACE && !(pair >= JACK && second >= SEVEN)
                             : (pair < JACK && one == ACE) || (pair < SEVEN && one == KING);
        return apart ? singles : PAIRS + second;
    }
    if (pair >= 0) {
        if (complete < 0) return singles;
        return one == ACE && TEN <= pair && pair <= KING ? max(singles, complete) : complete;
    }
    return complete >= 0 ? complete : two * (two - 1) / 2 + last;
}

__device__ u32 set_by_house(u64 mask, bool classes) {
    int held[13] = {0}, complete = -1, best = -1;
    for (u64 left = mask; left; left &= left - 1) held[min((__ffsll(left) - 1) / 4, 12)]++;
    any_setting(mask, [&](int high, int low) {
        bool whole = (floors[0] <= high && high < floors[1]) || (floors[2] <= high && high < floors[3]);
        if (whole) complete = max(complete, low - 1);
    });
    int wanted = low_by(held, complete, classes);
    any_setting(mask, [&](int high, int low) {
        if (low - 1 == wanted) best = max(best, high);
    });
    return packed(best, wanted + 1);
}

__global__ void push_queens(u32 *house) {
    u32 at = blockIdx.x * blockDim.x + threadIdx.x, ranks = 0;
    if (at >= HANDS) return;
    u64 mask = numbered(at, OWN, CARDS);
    for (u64 left = mask; left; left &= left - 1) ranks |= 1u << ((__ffsll(left) - 1) / 4);
    bool made = __popc(ranks) < OWN || ranks >> 10 != 1;  // a pair, or another card on top; the joker's rank is above all
    if (!made) any_setting(mask, [&](int high, int low) { made = made || high >= floors[0]; });
    if (!made) house[at] = packed(HIGHS - 1, 0);
}

__device__ bool wins(u32 mine, u32 theirs) { return high_in(mine) > high_in(theirs) && low_in(mine) > low_in(theirs); }
__device__ bool loses(u32 mine, u32 theirs) { return high_in(mine) <= high_in(theirs) && low_in(mine) <= low_in(theirs); }

// ---- All hands, and those that stand for the others

__global__ void set_all(u32 *house, u32 *first, bool classes) {
    EACH(at, HANDS)
    u64 mask = numbered(at, OWN, CARDS), least = mask;
    for (int how = 1; how < PERMUTATIONS; how++) least = min(least, permuted(mask, how));
    first[at] = number_of(least);
    house[at] = set_by_house(mask, classes);
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
    every_setting(mask, [&](int high, int low) {
        u32 one = packed(high, low);
        for (u32 known = 0; known < there; known++)
            if (every[known] == one) return;
        every[there++] = one;
    });
    if (settings) settings[begins[at]] = by_house;
    for (u32 one = 0; one < there; one++) {
        bool beaten = every[one] == by_house;
        for (u32 other = 0; other < there && !beaten; other++)
            beaten = other != one && high_in(every[other]) >= high_in(every[one]) &&
                     low_in(every[other]) >= low_in(every[one]);
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
    atomicAdd(&cells[high_in(set) * SLICE + low_in(set)], 1);
}

__global__ void sum_lows(int *cells) {
    EACH(at, HIGHS)
    for (int low = 1; low < LOWS; low++) cells[at * LOWS + low] += cells[at * LOWS + low - 1];
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

__device__ i64 upto(const int *cells, int high, int low) { return cells[high * SLICE + low]; }

__global__ void look_up(
    i64 weight, u32 number, const u32 *hands, const u32 *class_of, const u32 *begins, const u32 *settings_of,
    const u32 *settings, const int *cells, i64 *won, i64 *lost) {
    EACH(at, number)
    const int H = HIGHS - 1, L = LOWS - 1;
    u32 which = class_of[hands[at]];
    for (u32 way = 0; way < settings_of[which]; way++) {
        u32 set = settings[begins[which] + way];
        int h = high_in(set) - 1, l = low_in(set) - 1;
        i64 below = upto(cells, h, l), above = upto(cells, H, L) - upto(cells, h, L) - upto(cells, H, l) + below;
        if (below) atomicAdd((u64 *)&won[begins[which] + way], (u64)(weight * below));
        if (above) atomicAdd((u64 *)&lost[begins[which] + way], (u64)(weight * above));
    }
}

__global__ void hold_each_to_each(
    int take, u32 number, const u64 *shared, const int *weights, int sign, const u32 *house, const u32 *class_of,
    const u32 *begins, const u32 *settings_of, const u32 *settings, i64 *won, i64 *lost) {
    extern __shared__ u32 room[];
    u32 *hands = room, *theirs = room + number;
    i64 weight = (i64)sign * weights[blockIdx.x];
    for (u32 at = threadIdx.x; at < number; at += blockDim.x) {
        hands[at] = number_of(beside(numbered(at, OWN - take, CARDS - take), shared[blockIdx.x]));
        theirs[at] = house[hands[at]];
    }
    __syncthreads();
    for (u32 at = threadIdx.x; at < number; at += blockDim.x) {
        u32 which = class_of[hands[at]];
        for (u32 way = 0; way < settings_of[which]; way++) {
            u32 mine = settings[begins[which] + way];
            int below = 0, above = 0;
            for (u32 other = 0; other < number; other++) below += wins(mine, theirs[other]), above += loses(mine, theirs[other]);
            if (below) atomicAdd((u64 *)&won[begins[which] + way], (u64)(weight * below));
            if (above) atomicAdd((u64 *)&lost[begins[which] + way], (u64)(weight * above));
        }
    }
}

// All seven cards shared: a hand with itself. Then what the house way wins and loses, and the best setting.
__global__ void finish(
    u32 classes, const u32 *hand, const u32 *house, const unsigned char *size, const u32 *begins, const u32 *settings_of,
    const u32 *settings, int paid, i64 *won, i64 *lost, i64 *totals) {  // `paid` for each 20 wagered
    EACH(at, classes)
    i64 most = 0;
    u32 best = begins[at];
    for (u32 way = begins[at]; way < begins[at] + settings_of[at]; way++) {
        if (wins(settings[way], house[hand[at]])) won[way] -= size[at];
        if (loses(settings[way], house[hand[at]])) lost[way] -= size[at];
        i64 gain = paid * won[way] - 20 * lost[way];
        if (way == begins[at] || gain > most) most = gain, best = way;
    }
    u32 first = begins[at];
    atomicAdd((u64 *)&totals[0], (u64)won[first]);
    atomicAdd((u64 *)&totals[1], (u64)lost[first]);
    atomicAdd((u64 *)&totals[2], (u64)won[best]);
    atomicAdd((u64 *)&totals[3], (u64)lost[best]);
    if (most > paid * won[first] - 20 * lost[first]) atomicAdd((u64 *)&totals[4], (u64)size[at]);
    if (won[best] < 0 || lost[best] < 0 || won[best] % size[at] || lost[best] % size[at]) atomicAdd((u64 *)&totals[5], 1ull);
}

// ---- The count

void read_tables(const char *path) {
    tell_sets_and_suits();
    FILE *file = fopen(path, "rb");
    int sizes[] = {FIVES, TWOS, HIGHS, 4};
    for (int part = 0; part < 4; part++) {
        std::vector<int> some(sizes[part]);
        if (!file || fread(some.data(), 4, some.size(), file) != some.size()) printf("%s is not whole\n", path), exit(1);
        size_t bytes = some.size() * 4;
        if (part == 0) CHECK(cudaMemcpyToSymbol(high_of, some.data(), bytes));
        if (part == 1) CHECK(cudaMemcpyToSymbol(low_of, some.data(), bytes));
        if (part == 2) CHECK(cudaMemcpyToSymbol(most_low, some.data(), bytes));
        if (part == 3) CHECK(cudaMemcpyToSymbol(floors, some.data(), bytes));
    }
    fclose(file);
}

int main(int count, char **arguments) {
    auto begun = std::chrono::steady_clock::now();
    auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count(); };
    if (count < 3) return printf("which table, and which house way?\n"), 2;
    bool by_classes = arguments[2][0] == 't', ez = count > 3;
    int paid = ez ? 20 : 19;
    read_tables(arguments[1]);

    u32 *house = room_for<u32>(HANDS), *first = room_for<u32>(HANDS), *class_at = room_for<u32>(HANDS);
    u32 *class_of = room_for<u32>(HANDS), *hands = room_for<u32>(HANDS);
    set_all<<<blocks(HANDS), BLOCK>>>(house, first, by_classes);
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
    if (ez) push_queens<<<blocks(HANDS), BLOCK>>>(house);
    CHECK(cudaDeviceSynchronize());
    printf("%u classes of hands, %u settings, %.1f s\n", classes, all_settings, seconds());

    i64 *won = room_for<i64>(all_settings), *lost = room_for<i64>(all_settings);
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
                sum_lows<<<blocks(HIGHS), BLOCK>>>(cells);
                sum_highs<<<blocks(CHUNKS * SLICE), BLOCK>>>(cells, totals);
                sum_chunks<<<blocks(SLICE), BLOCK>>>(totals);
                add_chunks<<<blocks(CELLS), BLOCK>>>(cells, totals);
                look_up<<<blocks(number), BLOCK>>>(
                    (i64)sign * weights[at], number, hands, class_of, begins, settings_of, settings, cells, won, lost);
            }
        } else {
            u64 *some = room_for<u64>(shared.size());
            int *weighed = room_for<int>(shared.size());
            CHECK(cudaMemcpy(some, shared.data(), shared.size() * sizeof(u64), cudaMemcpyHostToDevice));
            CHECK(cudaMemcpy(weighed, weights.data(), weights.size() * sizeof(int), cudaMemcpyHostToDevice));
            hold_each_to_each<<<(unsigned)shared.size(), take == 5 ? 128 : 64, number * 2 * sizeof(u32)>>>(
                take, number, some, weighed, sign, house, class_of, begins, settings_of, settings, won, lost);
            CHECK(cudaDeviceSynchronize());
            CHECK(cudaFree(some));
            CHECK(cudaFree(weighed));
        }
        CHECK(cudaDeviceSynchronize());
        printf("%d shared cards: %zu classes, %.1f s\n", take, shared.size(), seconds());
        fflush(stdout);
    }

    i64 *sums = room_for<i64>(6);
    finish<<<blocks(classes), BLOCK>>>(classes, hand, house, size, begins, settings_of, settings, paid, won, lost, sums);
    CHECK(cudaDeviceSynchronize());
    std::vector<i64> found = fetched(sums, 6);
    double deals = (double)HANDS * OTHERS;
    printf("wins = \"%lld\"\nloses = \"%lld\"\nbest_wins = \"%lld\"\nbest_loses = \"%lld\"\nset_better = \"%lld\"\n", found[0],
           found[1], found[2], found[3], found[4]);
    printf("# edge %.9f, best %.9f\n", (found[1] - paid / 20.0 * found[0]) / deals,
           (found[3] - paid / 20.0 * found[2]) / deals);
    printf("# %lld classes with an impossible count, %.1f s\n", found[5], seconds());
}
