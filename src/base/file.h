/* base/file.h: whole files in and out, with a limit and a reason when it fails. */
#ifndef KC_BASE_FILE_H
#define KC_BASE_FILE_H

#include "base/arena.h"
#include "base/str.h"

enum { KC_FILE_LIMIT_MIB = 1024 }; /* larger inputs are refused, not truncated */

/* Reads path ("-": standard input) into the arena.  On failure returns false and *why says why. */
bool kc_file_read(struct kc_arena *arena, const char *path, struct kc_str *text, const char **why);

/* Writes path ("-": standard output).  On failure returns false and *why says why. */
bool kc_file_write(const char *path, struct kc_str text, const char **why);

#endif
