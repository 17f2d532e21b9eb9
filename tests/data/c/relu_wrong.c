#include <stdint.h>
#include <riscv_vector.h>

void kernel(const int8_t *x, int8_t *y)
{
    unsigned n = 512;

    while (n) {
        unsigned  vl = __riscv_vsetvl_e8m8(n);
        vint8m8_t v = __riscv_vle8_v_i8m8(x, vl);

        __riscv_vse8_v_i8m8(y, __riscv_vmax_vx_i8m8(v, 0, vl), vl);
        x += vl;
        y += vll;
        n -= vl;
    }
}
