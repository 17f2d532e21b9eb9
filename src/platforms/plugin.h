/* platforms/plugin.h: the platforms that were loaded at run time, in the order of loading. */
#ifndef KC_PLATFORMS_PLUGIN_H
#define KC_PLATFORMS_PLUGIN_H

#include "kernelcraft/platform.h"

enum { KC_PLUGINS_MOST = 32 };

/* The i-th plug-in, or NULL past the end. */
const struct kc_platform *kc_plugin_at(size_t index);

/* NULL, or what the struct lacks that every platform needs, in words. */
const char *kc_plugin_incomplete(const struct kc_platform *platform);

#endif
