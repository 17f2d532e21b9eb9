/* baseline/aie2/phases_parts.h: what the files of the phase engine share. */
#ifndef KC_BASELINE_AIE2_PHASES_PARTS_H
#define KC_BASELINE_AIE2_PHASES_PARTS_H

#include "baseline/aie2/phases.h"
#include "baseline/aie2/product.h"

enum {
    AIE2_PHASES = 32, /* the most of a kernel */
    AIE2_PLACES = 16,
    AIE2_PANEL_KINDS = 12 /* functions that run a panel through strips */
};

/* How a phase goes through the tile. */
struct aie2_pass {
    uint32_t rows;   /* of a panel */
    uint32_t pieces; /* 1, or 2: a half fills both buffers of its fifo */
    uint32_t depth;
    uint32_t wide;    /* strips in a tile of W */
    uint32_t tiles;   /* of W, per channel, in a tile of results */
    uint32_t results; /* tiles of them, per panel */
};

/* A function that runs a panel past strips: kinds of strips, and what follows. */
enum aie2_follow { AIE2_FOLLOW_NOTHING, AIE2_FOLLOW_SILU, AIE2_FOLLOW_GATE, AIE2_FOLLOW_SCALE };

struct aie2_panel {
    uint32_t         rows;
    bool             add;
    bool             keys; /* strips are rows of keys, results go to the buffer of scores */
    enum aie2_follow follow;
    uint32_t         least; /* depth / 8 of any call */
};

struct aie2_phase {
    bool                attention;
    struct aie2_product product;
    uint32_t            first; /* of its depth: column of x and row of w */
    struct aie2_heads   heads;
    struct aie2_pass    pass, values; /* of attention: keys, values */
    size_t              panel, value_panel;
};

/* Memory of the kernel: a .fifo of two buffers, or a .buffer. */
struct aie2_memory {
    const char *name;
    uint32_t    bytes, depth;
    char        bank;
};

/* What `raw`, `up` ... of the functions on tiles are called. */
struct aie2_names {
    const char *raw, *up, *spare[2]; /* of silu and gate; spare[0] NULL: none */
    const char *scores, *exps[2];    /* of attention: scores, their exponentials in two halves */
};

struct aie2_phases {
    struct aie2_linear *linear;
    struct aie2_phase   phase[AIE2_PHASES];
    struct aie2_panel   panel[AIE2_PANEL_KINDS];
    size_t              phases, panels;
    bool                adds, norms, gates, silus, attends;
    uint32_t            a_bytes, w_bytes, o_bytes, r_bytes; /* of a buffer */
    uint32_t            raw_bytes;                          /* of results before silu or gate */
    uint32_t            rows;                               /* of attention's panels */
    struct aie2_memory  place[AIE2_PLACES];
    size_t              places;
    struct aie2_names   names;
    uint32_t            turns;    /* tiles that a fifo of panels had so far */
    struct kc_buf       order[2]; /* of the channels in0 and in1 */
};

static inline bool aie2_is_gate(const struct aie2_product *product)
{
    return product->after == AIE2_AFTER_GATE;
}

/* ---- the tile's side ------------------------------------------------------------------------ */

/* Chooses panels, tiles and places (phases_plan.c); NULL, or why nothing fits. */
const char *aie2_phases_plan(struct aie2_phases *p);

/* Fifos, buffers, walks, orders (phases_walks.c). */
void aie2_phases_walks(struct aie2_phases *p);

/* ---- the core's side ------------------------------------------------------------------------ */

const char *aie2_panel_name(struct kc_arena *arena, const struct aie2_panel *panel);

/* A kind of panel, without the strip that it calls (phases_panel.c):
 *   r0 tiles of results, r1 tiles of W in each, r2 strips in a tile, r3 depth / 8, r4 and r5 the
 *   panel's halves; keys: r6 and r7 where the scores of both channels go. */
void              aie2_panel_function(struct aie2_linear *linear, const struct aie2_panel *panel,
                                      const struct aie2_names *names);
void              aie2_rings_begin(struct aie2_linear *linear, bool adds);
struct aie2_strip aie2_panel_strip(const struct aie2_panel *panel);

/* Arithmetic on tiles (phases_tiles.c).  silu, gate: raw, and up, of so many pairs of tiles, to p0.
 * scale: results at p0 times `factors`.  norm: see there. */
void aie2_silu_function(struct aie2_linear *linear, uint32_t pairs, const struct aie2_names *names);
void aie2_gate_function(struct aie2_linear *linear, uint32_t pairs, const struct aie2_names *names);
void aie2_scale_function(struct aie2_linear *linear, uint32_t rows, uint32_t columns);
void aie2_norm_function(struct aie2_linear *linear, uint32_t columns);

/* Softmax (tiles_softmax.c): softmax: p0 scores, p1 exponentials, p2 sums; inverse: sums at
 * `factors` to factors.  Scores are columns of 4x4 tiles of a panel (softmax takes one half of its
 * rows), or 4x8 tiles of rows with so many columns; for these, spread: p0 exponentials to
 * probabilities. */
void aie2_column_softmax_functions(struct aie2_linear *linear, uint32_t rows, uint32_t s,
                                   uint32_t d);
void aie2_tile_softmax_functions(struct aie2_linear *linear, uint32_t rows, uint32_t s,
                                 uint32_t pitch, uint32_t d);

#endif
