/* tests/mock/responses.h: OpenAI Responses, in two halves. */
#ifndef KC_MOCK_RESPONSES_H
#define KC_MOCK_RESPONSES_H

#include "request.h"

bool mock_responses_read(struct mock_request *r);

#endif
