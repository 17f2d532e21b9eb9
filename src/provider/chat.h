/* provider/chat.h: the two halves of Chat Completions: chat.c, and chat_stream.c for deltas. */
#ifndef KC_PROVIDER_CHAT_H
#define KC_PROVIDER_CHAT_H

#include "provider/wire.h"

kc_stream *kc_chat_stream_new(void);
void       kc_chat_stream_take(kc_stream *stream, struct kc_str name, struct kc_str data);
void       kc_chat_stream_finish(kc_stream *stream);

#endif
