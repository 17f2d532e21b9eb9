/* The words a provider has for a status. */
#include "request.h"

static const struct mock_error errors[] = {
#define ERROR(...) { __VA_ARGS__ },
#include "errors.def"
};

const struct mock_error *mock_error_find(int status)
{
    for (size_t i = 0; i < KC_COUNT(errors); i++)
        if (errors[i].status == status)
            return &errors[i];
    return mock_error_find(status < 500 ? 400 : 500);
}
