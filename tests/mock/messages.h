/* tests/mock/messages.h: Anthropic Messages, in two halves. */
#ifndef KC_MOCK_MESSAGES_H
#define KC_MOCK_MESSAGES_H

#include "request.h"

bool mock_messages_read(struct mock_request *r);

#endif
