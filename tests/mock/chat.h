/* tests/mock/chat.h: OpenAI Chat Completions, in two halves. */
#ifndef KC_MOCK_CHAT_H
#define KC_MOCK_CHAT_H

#include "request.h"

bool mock_chat_read(struct mock_request *r);

/* OpenAI's error object, also that of the Responses API. */
kc_json *mock_openai_error(const struct mock_request *r, int status, const char *code,
                           const char *message);

#endif
