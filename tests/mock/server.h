/* tests/mock/server.h: the mock model server, on loopback. */
#ifndef KC_MOCK_SERVER_H
#define KC_MOCK_SERVER_H

#include "script.h"
#include "stats.h"

typedef struct mock_server mock_server;

/* port 0: any free one.  NULL when it cannot listen.  Script and stats must outlive it. */
mock_server *mock_server_start(const struct mock_script *script, mock_stats *stats, uint16_t port,
                               int64_t latency_ms);
uint16_t     mock_server_port(const mock_server *server);

/* Waits until open requests have ended. */
void mock_server_stop(mock_server *server);

#endif
