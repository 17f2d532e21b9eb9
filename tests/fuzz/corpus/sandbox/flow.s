k:
 vsetvli a0, a1, e8, m1, ta, ma
1: vmv.x.s a0, v8
 beqz a0, k
 call f
 vmv.x.s a1, v9
 vset
 .word k
:
:::vmv.x.s
