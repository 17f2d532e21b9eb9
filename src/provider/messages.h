/* provider/messages.h: the two halves of Messages: messages.c, and messages_stream.c for deltas. */
#ifndef KC_PROVIDER_MESSAGES_H
#define KC_PROVIDER_MESSAGES_H

#include "provider/wire.h"

kc_stream *kc_messages_stream_new(void);
void       kc_messages_stream_take(kc_stream *stream, struct kc_str name, struct kc_str data);
void       kc_messages_stream_finish(kc_stream *stream);

#endif
