# KernelCraft: a thin layer over meson and ninja.
#
#   make            build build/kc and the library
#   make run        set-up, build, our compiler on every published cell: report.html; again, it goes on
#   make install    kc, its manual page, completions and headers below PREFIX (/usr/local)
#   make test       set-up, build, unit, property, golden, differential tests, corpus replay
#   make test-all   the same under ASan+UBSan, with clang, and the long tests
#   make lint       layout, layers, line width, generated manuals
#   make docs       regenerate docs/isa from the tables
#   make bless      rewrite expectations of failing golden tests and print the difference
#   make fuzz       each fuzz harness for FUZZ_SECONDS (600), two at a time

FUZZ_SECONDS ?= 600
STORE ?= kernelcraft.db
PREFIX ?= /usr/local
GOLDEN = tests/asm tests/sim tests/cli kernels

# A folder that changed since the last configuration may hold new sources or tests.
fresh = @if [ -n "$$(find src tests -type d -newer $(1)/build.ninja)" ]; then \
	    meson setup --reconfigure $(1) >/dev/null; fi; ninja -C $(1) $(2)

.PHONY: all run install setup test test-all lint docs bless fuzz clean

all: build/build.ninja
	$(call fresh,build)

# Cells that nobody solves are a result; what could not be done is an error, told after the report.
run: build/build.ninja
	$(call fresh,build,kc)
	@build/kc run --agent template --store $(STORE) $(RUN); status=$$?; \
	    build/kc report --store $(STORE) -o report.html && \
	    echo "open $(CURDIR)/report.html" && [ $$status -le 1 ]

install: all
	@meson configure build --prefix=$(PREFIX)
	@DESTDIR=$(DESTDIR) meson install -C build --quiet
	@echo "installed below $(DESTDIR)$(PREFIX)"

setup:
	@tools/setup

build/build.ninja: | setup
	@CC=gcc meson setup build >/dev/null

build-clang/build.ninja: | setup
	@CC=clang-19 meson setup build-clang -Dbuildtype=debugoptimized >/dev/null

build-asan/build.ninja: | setup
	@CC=clang-19 meson setup build-asan -Dbuildtype=debugoptimized \
	    -Db_sanitize=address,undefined -Db_lundef=false >/dev/null

build-fuzz/build.ninja: | setup
	@CC=clang-19 meson setup build-fuzz -Dbuildtype=debugoptimized -Dfuzz=true \
	    -Db_sanitize=address,undefined -Db_lundef=false >/dev/null

test: build/build.ninja
	$(call fresh,build)
	@meson test -C build --no-rebuild --print-errorlogs --quiet; \
	    status=$$?; tools/test-summary build && exit $$status

test-all: test build-clang/build.ninja build-asan/build.ninja
	$(call fresh,build-clang)
	$(call fresh,build-asan)
	@tools/setup --cluster || echo "test-all: without Slurm its test is skipped"
	@meson configure build -Dlong_tests=true && ninja -C build
	@meson test -C build --no-rebuild --print-errorlogs --quiet --suite long; \
	    status=$$?; tools/test-summary build && exit $$status
	@meson configure build -Dlong_tests=false
	@meson test -C build-clang --no-rebuild --print-errorlogs --quiet -t 3; \
	    status=$$?; tools/test-summary build-clang && exit $$status
	@LSAN_OPTIONS=suppressions=$(CURDIR)/tests/lsan.supp:print_suppressions=0 \
	    meson test -C build-asan --no-rebuild --print-errorlogs --quiet -t 10; \
	    status=$$?; tools/test-summary build-asan && exit $$status

lint: all
	@tools/lint build/kc

docs: all
	@for p in plena coral aie2; do build/kc isa $$p -o docs/isa/$$p.md; done

bless: all
	@tests/golden.py --bless build/kc $(GOLDEN)

fuzz: build-fuzz/build.ninja
	$(call fresh,build-fuzz)
	@tools/fuzz build-fuzz $(FUZZ_SECONDS)

clean:
	rm -rf build build-*
