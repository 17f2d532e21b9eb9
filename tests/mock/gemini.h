/* tests/mock/gemini.h: Gemini generateContent, in two halves. */
#ifndef KC_MOCK_GEMINI_H
#define KC_MOCK_GEMINI_H

#include "request.h"

bool mock_gemini_read(struct mock_request *r);

#endif
