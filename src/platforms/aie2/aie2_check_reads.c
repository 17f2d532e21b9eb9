#include "platforms/aie2/aie2_flow.h"

void aie2_check_reads(struct aie2_flow *flow)
{
    (void)flow;
}
