/* Contents by hash: packed when that pays, and what comes out is what went in or an error. */
#include <string.h>
#include <xxhash.h>

#include "store/db.h"

enum { PACK_LEVEL = 3, SMALLEST_TO_PACK = 64 };

void kc_content_hash(struct kc_str text, char hash[33])
{
    XXH128_canonical_t bytes;

    XXH128_canonicalFromHash(&bytes, XXH3_128bits(text.at, text.length));
    for (size_t i = 0; i < sizeof bytes.digest; i++)
        snprintf(hash + 2 * i, 3, "%02x", bytes.digest[i]);
}

/* ---- in ----------------------------------------------------------------------------------- */

/* The packed form in the buffer; false when the text itself is no longer. */
static bool pack(kc_store *store, struct kc_str text, struct kc_buf *packed)
{
    if (text.length < SMALLEST_TO_PACK)
        return false;
    packed->capacity = ZSTD_compressBound(text.length);
    packed->text = kc_alloc(packed->capacity);
    packed->length = ZSTD_compressCCtx(store->pack, packed->text, packed->capacity, text.at,
                                       text.length, PACK_LEVEL);
    return !ZSTD_isError(packed->length) && packed->length < text.length;
}

static bool add_content(kc_store *store, struct kc_str text, const char *hash)
{
    sqlite3_stmt       *s = db_sql(store, SQL_CONTENT_ADD);
    struct kc_buf       packed = { 0 };
    const bool          pays = pack(store, text, &packed);
    const struct kc_str data = pays ? (struct kc_str){ packed.text, packed.length } : text;

    db_bind(s, 1, hash);
    sqlite3_bind_int64(s, 2, (int64_t)text.length);
    sqlite3_bind_int(s, 3, pays);
    sqlite3_bind_blob64(s, 4, data.at ? data.at : "", data.length, SQLITE_STATIC);
    const bool good = db_run(store, s);

    sqlite3_clear_bindings(s);
    kc_buf_free(&packed);
    return good;
}

bool db_put(kc_store *store, struct kc_str text, char hash[33])
{
    sqlite3_stmt *s = db_sql(store, SQL_CONTENT_HAS);
    bool          good;

    if (text.length > KC_CONTENT_LIMIT)
        return db_fail(store, "a text of %zu bytes is too large to store: the limit is %d MiB",
                       text.length, KC_CONTENT_LIMIT >> 20);
    if (!text.at)
        text.at = "";
    kc_content_hash(text, hash);
    db_bind(s, 1, hash);
    const bool has = db_row(store, s, &good);

    sqlite3_reset(s);
    return good && (has || add_content(store, text, hash));
}

bool kc_store_put(kc_store *store, struct kc_str text, char hash[33])
{
    pthread_mutex_lock(&store->mutex);
    const bool good = db_begin(store) && db_end(store, db_put(store, text, hash));

    pthread_mutex_unlock(&store->mutex);
    return good;
}

/* ---- out ---------------------------------------------------------------------------------- */

/* Whether size bytes come out of the data, which claims as many. */
static bool unpack(kc_store *store, struct kc_str data, char *text, size_t size, bool packed)
{
    if (packed)
        return ZSTD_decompressDCtx(store->unpack, text, size, data.at, data.length) == size;
    memcpy(text, data.at ? data.at : "", size);
    return true;
}

static bool read_content(kc_store *store, struct kc_arena *arena, sqlite3_stmt *s, const char *hash,
                         struct kc_str *text)
{
    const uint64_t      size = db_u64(s, 0);
    const bool          packed = sqlite3_column_int64(s, 1) != 0;
    const char         *at = sqlite3_column_blob(s, 2);
    const struct kc_str data = { at, (size_t)sqlite3_column_bytes(s, 2) };
    char                found[33];

    if (size > KC_CONTENT_LIMIT ||
        (packed ? ZSTD_getFrameContentSize(data.at, data.length) : data.length) != size)
        return db_fail(store, "'%s' is damaged: content %.32s claims %llu bytes", store->path, hash,
                       (unsigned long long)size);
    char *copy = kc_arena_alloc(arena, size + 1);

    *text = (struct kc_str){ copy, size };
    if (!unpack(store, data, copy, size, packed))
        return db_fail(store, "'%s' is damaged: content %.32s cannot be unpacked", store->path,
                       hash);
    kc_content_hash(*text, found);
    if (strcmp(found, hash) != 0)
        return db_fail(store, "'%s' is damaged: content %.32s is not what its name says",
                       store->path, hash);
    return true;
}

bool db_content(kc_store *store, struct kc_arena *arena, const char *hash, struct kc_str *text)
{
    sqlite3_stmt *s = db_sql(store, SQL_CONTENT_GET);
    bool          good;

    *text = (struct kc_str){ 0 };
    db_bind(s, 1, hash);
    if (db_row(store, s, &good))
        good = read_content(store, arena, s, hash, text);
    if (!good)
        *text = (struct kc_str){ 0 };
    sqlite3_reset(s);
    return good;
}

bool db_body(kc_store *store, struct kc_arena *arena, const char *hash, struct kc_str *text)
{
    if (!db_content(store, arena, hash, text))
        return false;
    return text->at ||
           db_fail(store, "'%s' is damaged: content %.32s is missing", store->path, hash);
}

bool kc_store_content(kc_store *store, struct kc_arena *arena, const char *hash,
                      struct kc_str *text)
{
    pthread_mutex_lock(&store->mutex);
    const bool good = db_content(store, arena, hash, text);

    pthread_mutex_unlock(&store->mutex);
    return good;
}
