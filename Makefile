# Build of smolagent. `make help` lists the targets. Objects of each mode live in build/MODE, generated C in
# build/gen, fetched sources of others in build/deps.
#   MODE=release (default)  optimised and hardened
#   MODE=asan               AddressSanitizer and UBSan; a chosen allocation can be made to fail (`make oom`)
#   MODE=tsan               ThreadSanitizer, for what several threads of this program share
#   MODE=gcstress           a garbage collection at every allocation
#   MODE=smallstack         a mark stack of 64 entries, and many collections
#   MODE=ticks              aborts where the engine's code works for too long without a tick (py/edges.c)
#   MODE=fuzz               clang, libFuzzer, AddressSanitizer

VERSION := 0.1.0
MODE ?= release
PREFIX ?= /usr/local
DESTDIR ?=
# gcc or clang; libFuzzer needs clang.
CC := $(if $(filter fuzz,$(MODE)),clang,gcc)
CLANG := $(findstring clang,$(CC))
# For another machine: make CC=aarch64-linux-gnu-gcc EMULATOR=qemu-aarch64-static B=build/aarch64. HOSTCC compiles what
# runs at build, EMULATOR runs what is built.
HOSTCC ?= cc
EMULATOR ?=
tool_of = $(or $(shell $(CC) -print-prog-name=$(1) 2>/dev/null),$(1))
AR := $(call tool_of,ar)
OBJCOPY := $(call tool_of,objcopy)
# WERROR=1 makes warnings errors, as CI does.
WERROR ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
comma := ,
B := build/$(MODE)
D := build/deps
G := build/gen

# Packages by the targets that need them. What is linked statically is asked for with the fixes it has got since.
PACKAGES_build := libexpat1-dev>=2.5.0-1+deb12u5 libpcre2-dev>=10.42-1+deb12u2 \
    zlib1g-dev>=1:1.2.13.dfsg-1 libgmp-dev>=2:6.2.1+dfsg1-1.1 nettle-dev>=3.8.1-2 \
    libutf8proc-dev>=2.8.0-1 libinih-dev>=55-1 libpng-dev>=1.6.39-2 libturbojpeg0-dev>=1:2.1.5-2 \
    libwebp-dev>=1.2.4-0.2+deb12u1 gcc libc6-dev make libcurl4-openssl-dev libxml2-dev libmicrohttpd-dev libmd4c-dev
PACKAGES_check := libcmocka-dev bats procps locales python3 poppler-utils tmux strace nghttp2-proxy json-schema-test-suite
PACKAGES_lint := clang clang-format
PACKAGES_fuzz := clang libclang-rt-14-dev|libclang-rt-dev
TREE_SITTER := tree-sitter@0.25.0
TREE_SITTER_SHA512 := 3c6659cc55badde1256490defdbfd1fcb6ec8c30d825ae541232d9241e7d450b0c5fe7e8d23e787ea04f9f530629abff40d6b4251d3306255a8a46035828f929
GRAMMAR := tree-sitter-python@0.25.0
GRAMMAR_SHA512 := 782989c7acd06b7e46c5a0ad403fb05c73a162a07110bf9ba7bd56fecddf70332ed3a32bb739155d1e37edd46b0ab6eb0dbc8bb940c9a4083272cee772780b5f
# Debian's cJSON package has no static library. 1.7.19 is the first release without known faults that needs no patch of Debian's.
CJSON := cjson_1.7.19
CJSON_SHA512 := 7b22bdd05b8e0bf8b24ab79db128dbab9f8c2c167f4b1d3073922b8ff1e0f0e8917322283d6d4091002f014f42692984f4f641761f05965d3b66fb3eca14dc46
DEPS_STAMP := $(D)/stamp-0.25.0-0.25.0-1.7.19

# Flags. The VM loop gets its own: the two optimisations switched off there merge the dispatch jumps
# of computed goto, which costs more than they win.
WARN := -Wall -Wextra $(if $(WERROR),-Werror) -Wshadow=local -Wstrict-prototypes -Wmissing-prototypes \
    -Wpointer-arith -Wvla -Wformat=2 -Wno-format-nonliteral -Wno-format-truncation
# What only x86 has.
X86 := $(filter x86_64%,$(shell $(CC) -dumpmachine 2>/dev/null))
CET := $(if $(X86),-fcf-protection)
HARDEN := -fPIE -fstack-protector-strong -D_FORTIFY_SOURCE=2 $(CET) -fstack-clash-protection
LDHARDEN := -pie -Wl,-z,relro,-z,now,-z,noexecstack $(if $(X86),-Wl$(comma)-z$(comma)pack-relative-relocs)
CPPFLAGS := -D_GNU_SOURCE= -DSA_VERSION='"$(VERSION)"' -Isrc -Iinclude \
    -isystem $(D)/tree-sitter/lib/include -isystem $(D)
CFLAGS_release := -O2 -g1 $(HARDEN)
CFLAGS_gcstress := -O2 -g1 $(HARDEN) -DPY_GC_STRESS -DPY_VERIFY
CFLAGS_smallstack := -O2 -g1 $(HARDEN) -DPY_GC_STRESS -DPY_GC_STRESS_N=2048 -DPY_GC_SMALL_STACK \
    -DPY_VERIFY
CFLAGS_ticks := -O2 -g1 $(HARDEN) -DPY_EDGES
CFLAGS_asan := -O1 -g1 -fPIE -fno-omit-frame-pointer -fsanitize=address,undefined \
    -fno-sanitize-recover=undefined -DPY_GC_FAULT -DPY_VERIFY
CFLAGS_tsan := -O1 -g -fPIE -fno-omit-frame-pointer -fsanitize=thread
CFLAGS_fuzz := -O1 -g1 -fPIE -fno-omit-frame-pointer -fsanitize=address,undefined,fuzzer-no-link \
    -fno-sanitize-recover=undefined -DPY_FUZZ -DPY_VERIFY
LDFLAGS_release := $(LDHARDEN) -Wl,--gc-sections
LDFLAGS_gcstress := $(LDHARDEN)
LDFLAGS_smallstack := $(LDHARDEN)
LDFLAGS_ticks := $(LDHARDEN)
# Not moved about: half a million relocations of a sanitizer's tables would be made at each start.
LDFLAGS_asan := -no-pie -fsanitize=address,undefined
LDFLAGS_tsan := -pie -fsanitize=thread
LDFLAGS_fuzz := -fsanitize=address,undefined
SECTIONS_release := -ffunction-sections -fdata-sections
SECTIONS_gcstress := $(SECTIONS_release)
SECTIONS_ticks := $(SECTIONS_release)
SECTIONS_smallstack := $(SECTIONS_release)
VMFLAGS_release := -O3 $(if $(CLANG),,-fno-gcse -fno-crossjumping -fno-tree-loop-distribute-patterns) \
    -fno-stack-protector -fno-stack-clash-protection $(addsuffix =none,$(CET))
VMFLAGS_gcstress := $(VMFLAGS_release)
VMFLAGS_smallstack := $(VMFLAGS_release)
# The engine proper: counted memory and checked bounds of its own, hot everywhere. Its guards against
# deep recursion look at the stack: a call that took its caller's place there would never reach them.
DEEP := -fno-optimize-sibling-calls
PYFLAGS_release := -O3 -fno-stack-protector -fno-stack-clash-protection -fno-plt -fno-semantic-interposition $(DEEP)
PYFLAGS_gcstress := $(DEEP)
PYFLAGS_smallstack := $(PYFLAGS_release)
PYFLAGS_fuzz := $(DEEP)
# A collection is bounded by the memory limit and cannot be interrupted: it is not counted.
PYFLAGS_ticks := -fsanitize-coverage=trace-pc $(DEEP)
# These guess from inlining; under instrumentation they guess wrong.
UNSURE = $(if $(filter release,$(1)),,-Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overflow)
ifneq ($(CLANG),)
WARN := -Wall -Wextra -Werror=incompatible-pointer-types -Wno-gnu-designator -Wno-initializer-overrides -Wno-array-bounds \
    -Wno-missing-field-initializers
UNSURE :=
endif
NEEDED := $(D)/packages-build $(if $(filter fuzz,$(MODE)),$(D)/packages-fuzz)
# A program has the same results everywhere: char is unsigned, and no product is added without being rounded first.
compile = $(CC) -std=gnu11 -funsigned-char -ffp-contract=off -MMD -MP $(CPPFLAGS) $(WARN) $(UNSURE) $(CFLAGS_$(1)) $(SECTIONS_$(1)) $(CFLAGS)
COMPILE = $(call compile,$(MODE))
# Modes that differ from release in the engine alone take all other objects from there.
REST := $(if $(filter gcstress smallstack ticks,$(MODE)),release,$(MODE))
R := $(if $(filter $(MODE),$(REST)),$(B),build/release)

# Linked statically: a shared library costs start-up time that every run would pay. libcurl is opened
# when first used.
STATIC_LIBS = -lgmp -lpcre2-8 -lpcre2-16 -lpcre2-32 -lutf8proc -lnettle -lpng -lturbojpeg -lwebp $(SHARPYUV) -lz -lexpat -linih
# Later releases of libwebp have a part of it in a library of its own. Asked for when it is linked: before, it may not be there yet.
SHARPYUV = $(if $(findstring /,$(shell $(CC) -print-file-name=libsharpyuv.a)),-lsharpyuv)
# libc first: the loader looks for symbols in this order, and most are libc's (25,000 instructions of a start).
LIBS = -Wl,-Bstatic $(STATIC_LIBS) -Wl,-Bdynamic -lc -lm -lpthread

PROMPTS := $(wildcard prompts/*)
TEXTS := $(addprefix src/cli/ci/,github.yml gitlab.yml Dockerfile)
SCRIPTS := src/exec/e2b/runner_shim.py $(addprefix src/exec/toolfile/,load.py rules.py smolagents.py requests.py)
# Parts of the worker in python3, each behind those that it imports from; _values is the engine's.
WORKER := $(patsubst src/exec/python/worker/_%,src/py/lib/_%,$(patsubst %,src/exec/python/worker/%.py,load settings channel \
    running output limits host files streams _values values charts pictures concurrent names tools answer awaited imports loop errors cells describe folder_files folders start))
PAGES := $(addprefix docs/,guide.md changes.md tools.md agent-files.md hooks.md events.md embedding.md modules.md SECURITY.md worker-protocol.md)
PROGRAMS := $(wildcard src/cli/programs/*.py)
PYLIB := $(shell find src/py/lib -name '*.py' 2>/dev/null | LC_ALL=C sort)
# What only libsmolagent.a has, and what of the C library is wrapped in it (embed/libc/locale.c).
ARCHIVE_ONLY := src/embed/libc/locale.c
WRAPPED := strtod strptime strcasecmp strncasecmp tolower toupper __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc sprintf snprintf vsnprintf \
    __sprintf_chk __snprintf_chk __vsnprintf_chk
SOURCES := $(filter-out src/cli/main.c $(ARCHIVE_ONLY) src/exec/docker/contain_main.c src/exec/docker/contain_blob.c src/gen/%,$(shell find src -name '*.c' | LC_ALL=C sort))
DEPS_OBJECTS := $(addprefix $(R)/deps/,core.o parser.o scanner.o cJSON.o)
OBJECTS := $(foreach s,$(SOURCES:%.c=%.o),$(if $(filter src/py/%,$s),$(B),$(R))/obj/$s) $(R)/obj/gen/prompts.o $(R)/obj/gen/scripts.o $(R)/obj/gen/worker.o $(R)/obj/gen/texts.o $(R)/obj/gen/programs.o $(R)/obj/gen/pages.o $(R)/obj/gen/queries.o
ENGINE := $(filter $(B)/obj/src/py/% $(R)/obj/src/base/%,$(OBJECTS)) $(R)/deps/cJSON.o
HELPERS := $(patsubst tests/helpers/%.c,$(B)/helpers/%,$(wildcard tests/helpers/*.c))
UNITS := $(patsubst tests/unit/%.c,$(B)/unit/%,$(wildcard tests/unit/test_*.c))
FUZZERS := $(patsubst tests/fuzz/%.c,$(B)/fuzz/%,$(wildcard tests/fuzz/*.c))
# All of it, for the program and the tests; what others link is $(EMBED), which has no names but those of include/.
LIB := $(B)/libparts.a
EMBED := $(B)/libsmolagent.a
# What the docker executor puts into containers: a static program, carried compressed. The
# sanitisers' runtimes cannot be linked statically, so those builds carry nothing.
ifneq ($(filter release gcstress smallstack ticks,$(MODE)),)
CONTAINED := $(B)/obj/contained.o
endif
BIN := $(B)/smolagent

# `make V=1` shows the commands.
ifeq ($(V),1)
say =
q :=
else
say = @echo "  $(1)  $@"
q := @
endif

.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all deps demo check lint format asan gcstress bench fuzzers fuzz-smoke fuzz-quick kills floor fresh aarch64 clients mcp-real oom natives graphs recursion foreign pairs values long \
    compare oracle origin callgraph \
    generate install uninstall deb clean help FORCE

##all        build build/release/smolagent and libsmolagent.a (the default)
all: $(BIN) $(EMBED)

##deps       install the Debian packages that build and tests need, fetch the pinned sources of others
deps: $(DEPS_STAMP) $(D)/packages-check

# The packages of a target, looked at again when the list changes. One apt at a time.
$(D)/packages-%: FORCE
	@[ "$$(cat $@ 2>/dev/null)" = "$(PACKAGES_$*)" ] || flock $(firstword $(MAKEFILE_LIST)) sh src/gen/packages.sh $@ $(foreach p,$(PACKAGES_$*),'$p')

$(DEPS_STAMP): src/gen/deps.sh | $(NEEDED)
	@sh src/gen/deps.sh $(D) $@ $(TREE_SITTER) $(TREE_SITTER_SHA512) $(GRAMMAR) $(GRAMMAR_SHA512) \
	    $(CJSON) $(CJSON_SHA512)

$(R)/deps/core.o: $(DEPS_STAMP)
	@mkdir -p $(@D)
	$(call say,CC)
	$(q)$(CC) -std=gnu11 -w $(CFLAGS_$(REST)) -O2 -D_GNU_SOURCE -I$(D)/tree-sitter/lib/include \
	    -I$(D)/tree-sitter/lib/src -c $(D)/tree-sitter/lib/src/lib.c -o $@

# Without locales: numbers are read and written with a point.
$(R)/deps/cJSON.o: $(DEPS_STAMP)
	@mkdir -p $(@D)
	$(call say,CC)
	$(q)$(CC) -std=gnu11 -w $(CFLAGS_$(REST)) -O2 -fvisibility=hidden -c $(D)/cjson/cJSON.c -o $@

$(R)/deps/%.o: $(DEPS_STAMP)
	@mkdir -p $(@D)
	$(call say,CC)
	$(q)$(CC) -std=gnu11 -w $(CFLAGS_$(REST)) -O2 -I$(D)/tree-sitter-python/src \
	    -c $(D)/tree-sitter-python/src/$*.c -o $@

# Objects are made anew when the flags change, not whenever this file does.
FLAGS_MODE = $(if $(filter $(R)/flags,$@),$(REST),$(MODE))
$(addsuffix /flags,$(sort $(B) $(R))): FORCE
	$(shell mkdir -p $(@D))$(file >$@.new,$(call compile,$(FLAGS_MODE)) $(PYFLAGS_$(FLAGS_MODE)) $(VMFLAGS_$(FLAGS_MODE)))
	@cmp -s $@.new $@ || cp $@.new $@
	@rm -f $@.new

build/embed: src/gen/embed.c | $(D)/packages-build
	@mkdir -p $(@D)
	$(call say,CC)
	$(q)$(HOSTCC) -O1 -o $@ $<

# Texts are embedded anew when one comes or goes, too.
$(G)/embedded: FORCE
	$(shell mkdir -p $(@D))$(file >$@.new,$(PROMPTS) $(SCRIPTS) $(WORKER) $(TEXTS) $(PAGES) $(PROGRAMS))
	@cmp -s $@.new $@ || cp $@.new $@
	@rm -f $@.new

$(G)/prompts.c: build/embed $(G)/embedded $(PROMPTS)
	@mkdir -p $(@D)
	$(call say,GEN)
	$(q)build/embed $@ sa_prompts prompts $(PROMPTS)

$(G)/scripts.c: build/embed $(G)/embedded $(SCRIPTS)
	@mkdir -p $(@D)
	$(call say,GEN)
	$(q)build/embed $@ sa_exec_scripts src/exec $(SCRIPTS)

$(G)/worker.c: build/embed $(G)/embedded $(WORKER)
	@mkdir -p $(@D)
	$(call say,GEN)
	$(q)build/embed $@ sa_exec_worker_parts src/exec/python/worker $(WORKER)

$(G)/texts.c: build/embed $(G)/embedded $(TEXTS)
	@mkdir -p $(@D)
	$(call say,GEN)
	$(q)build/embed $@ sa_cli_texts src/cli $(TEXTS)

$(G)/pages.c: build/embed $(G)/embedded $(PAGES)
	@mkdir -p $(@D)
	$(call say,GEN)
	$(q)build/embed $@ sa_cli_pages docs $(PAGES)

$(G)/programs.c: build/embed $(G)/embedded $(PROGRAMS)
	@mkdir -p $(@D)
	$(call say,GEN)
	$(q)build/embed $@ sa_cli_programs src/cli/programs $(PROGRAMS)

$(G)/queries.c: build/embed $(DEPS_STAMP)
	@mkdir -p $(@D)
	$(call say,GEN)
	$(q)build/embed $@ sa_syntax_queries $(D)/tree-sitter-python/queries \
	    $(D)/tree-sitter-python/queries/highlights.scm

# The library's Python modules are compiled at build, by the engine itself.
$(B)/freeze: $(R)/obj/src/gen/freeze.o $(ENGINE)
	$(call say,LD)
	$(q)$(CC) $(CFLAGS_$(MODE)) $(LDFLAGS_$(MODE)) -o $@ $^ $(LIBS)

$(B)/pylib.c: $(B)/freeze $(PYLIB)
	$(call say,GEN)
	$(q)ASAN_OPTIONS=detect_leaks=0 $(EMULATOR) $(B)/freeze $@ src/py/lib $(PYLIB)

$(B)/obj/pylib.o: $(B)/pylib.c
	$(call say,CC)
	$(q)$(COMPILE) -c $< -o $@

$(R)/obj/src/tool/web/html.o: CPPFLAGS += -isystem /usr/include/libxml2
$(B)/obj/src/py/mod/unicodedata_blob.o: src/py/mod/unicodedata.bin
$(B)/obj/src/py/gc/%.o: PYFLAGS_ticks :=
$(B)/obj/src/py/vm/%.o: src/py/vm/%.c $(B)/flags | $(DEPS_STAMP)
	@mkdir -p $(@D)
	$(call say,CC)
	$(q)$(COMPILE) $(PYFLAGS_$(MODE)) $(VMFLAGS_$(MODE)) -c $< -o $@

$(B)/obj/src/py/%.o: src/py/%.c $(B)/flags | $(DEPS_STAMP)
	@mkdir -p $(@D)
	$(call say,CC)
	$(q)$(COMPILE) $(PYFLAGS_$(MODE)) -c $< -o $@

$(R)/obj/%.o: %.c $(R)/flags | $(DEPS_STAMP)
	@mkdir -p $(@D)
	$(call say,CC)
	$(q)$(call compile,$(REST)) -c $< -o $@

$(R)/obj/gen/%.o: $(G)/%.c $(R)/flags | $(DEPS_STAMP)
	@mkdir -p $(@D)
	$(call say,CC)
	$(q)$(call compile,$(REST)) -c $< -o $@

$(LIB): $(OBJECTS) $(DEPS_OBJECTS) $(B)/obj/pylib.o
	@rm -f $@
	$(call say,AR)
	$(q)$(AR) rcs $@ $^

# What the headers declare, as their compiler reads them.
$(B)/exported: include/smolagent/python.h include/smolagent/agent.h src/gen/exported.sh
	@mkdir -p $(@D)
	$(call say,GEN)
	$(q)CC="$(CC)" sh src/gen/exported.sh $(filter %.h,$^) >$@

# One object of all that these names lead to, the libraries of others included, whose other names are its own: what
# embeds it may have libraries of its own of the same names.
$(EMBED): $(LIB) $(CONTAINED) $(ARCHIVE_ONLY:%.c=$(R)/obj/%.o) $(B)/exported
	$(call say,AR)
	$(q)$(CC) $(CFLAGS_$(MODE)) -no-pie -nostdlib -r $(addprefix -Wl$(comma)-u$(comma),$(shell cat $(B)/exported 2>/dev/null)) \
	    $(addprefix -Wl$(comma)--wrap=,$(WRAPPED)) -o $(B)/embed.o $(ARCHIVE_ONLY:%.c=$(R)/obj/%.o) $(LIB) $(CONTAINED) -Wl,-Bstatic $(STATIC_LIBS)
	$(q)$(OBJCOPY) --keep-global-symbols=$(B)/exported --strip-debug --discard-all $(B)/embed.o
	@rm -f $@
	$(q)$(AR) rcs $@ $(B)/embed.o && rm -f $(B)/embed.o

CONTAINED_LINK = $(CC) $(CFLAGS_$(MODE)) -static-pie -s -Wl,-z,relro,-z,now,-z,noexecstack,--gc-sections
$(B)/contained: $(R)/obj/src/exec/docker/contain_main.o $(LIB)
	$(call say,LD)
	$(q)$(CONTAINED_LINK) -o $@ $< $(LIB) $(STATIC_LIBS) -lm

$(B)/contained.gz: $(B)/contained
	$(q)gzip -9nc $< >$@

$(B)/obj/contained.o: src/exec/docker/contain_blob.c $(B)/contained.gz
	$(call say,CC)
	$(q)$(COMPILE) -DSA_CONTAINED='"$(B)/contained.gz"' -c $< -o $@

# What of others gets into the program is what the linker says of a link of it: one on trial, for the table
# of it is a part of the program.
LINKED := sh src/gen/linked.sh
TRACE := -Wl,-t -Wl,-t
$(B)/linked.c: $(R)/obj/src/cli/main.o $(CONTAINED) $(LIB) src/gen/linked.sh
	$(call say,GEN)
	$(q)$(CC) $(CFLAGS_$(MODE)) $(LDFLAGS_$(MODE)) $(TRACE) -o $@.trial $< $(CONTAINED) $(LIB) $(LIBS) >$(B)/linked.trace
	$(q)$(if $(CONTAINED),$(CONTAINED_LINK) $(TRACE) -o $@.trial \
	    $(R)/obj/src/exec/docker/contain_main.o $(LIB) $(STATIC_LIBS) -lm >>$(B)/linked.trace)
	$(q)rm -f $@.trial
	$(q)$(LINKED) rows $(D) $(TREE_SITTER) $(GRAMMAR) $(CJSON) $(B)/linked.trace >$(B)/linked.rows
	$(q)$(LINKED) table $(B)/linked.rows >$@

$(B)/obj/linked.o: $(B)/linked.c $(B)/flags
	$(call say,CC)
	$(q)$(COMPILE) -c $< -o $@

$(BIN): $(R)/obj/src/cli/main.o $(CONTAINED) $(B)/obj/linked.o $(LIB)
	$(call say,LD)
	$(q)$(CC) $(CFLAGS_$(MODE)) $(LDFLAGS_$(MODE)) -o $@ $< $(CONTAINED) $(B)/obj/linked.o $(LIB) $(LIBS)

$(B)/helpers/%: tests/helpers/%.c $(LIB) $(wildcard tests/server/*.h)
	@mkdir -p $(@D)
	$(call say,LD)
	$(q)$(COMPILE) -MF $@.d $(LDFLAGS_$(MODE)) -o $@ $< $(LIB) $(LIBS)

$(B)/unit/%: tests/unit/%.c $(LIB) | $(D)/packages-check
	@mkdir -p $(@D)
	$(call say,LD)
	$(q)$(COMPILE) -MF $@.d $(LDFLAGS_$(MODE)) -o $@ $< $(LIB) $(LIBS) -lcmocka

# With libFuzzer, or with a main of ours that sees no coverage.
FUZZ_MAIN := $(if $(filter fuzz,$(MODE)),-fsanitize=fuzzer,$(R)/obj/tests/fuzz/alone/alone.o)
$(B)/fuzz/%: tests/fuzz/%.c $(LIB) $(filter %.o,$(FUZZ_MAIN))
	@mkdir -p $(@D)
	$(call say,LD)
	$(q)$(COMPILE) -MF $@.d $(LDFLAGS_$(MODE)) -o $@ $< $(FUZZ_MAIN) $(LIB) $(LIBS)

##demo       solve a recorded task with no key and no network: make demo [TASK=sales|words|search] [ARGS=..]
demo: $(BIN) $(HELPERS)
	@sh tests/demo/demo.sh $(BIN) $(B)/helpers $(or $(TASK),orders) $(ARGS)

##check      run every test suite and print the counts
##           a part of it: make check SUITE='unit python cases cli'
SUITES := $(or $(SUITE),unit python cases cli)
check: $(BIN) $(if $(filter cli,$(SUITES)),$(EMBED)) $(if $(filter cli cases,$(SUITES)),$(HELPERS)) \
    $(if $(filter unit,$(SUITES)),$(UNITS)) | $(D)/packages-check
	@BIN=$(abspath $(BIN)) HELPERS=$(abspath $(B))/helpers UNITS="$(UNITS)" JOBS=$(JOBS) MODE=$(MODE) \
	    WORK=$(abspath $(B))/check sh tests/check.sh $(SUITES)

# The calls of every function of the engine, for lint: unoptimised, so that none is inlined.
# A compiler cache would not give the .ci files back.
GRAPHS := $(patsubst src/%.c,build/callgraph/%.ci,$(filter src/py/%,$(SOURCES)))
build/callgraph/%.ci: src/%.c | $(DEPS_STAMP)
	@mkdir -p $(@D)
	$(call say,CALLS)
	$(q)CCACHE_DISABLE=1 gcc -std=gnu11 -MMD -MP -MF $(@:.ci=.d) -MT $@ $(CPPFLAGS) -w -O0 -fcallgraph-info=su -S \
	    -o $(@:.ci=.s) $<

##callgraph  what calls what in the engine, which lint looks through for recursion without a guard
callgraph: $(GRAPHS)

##lint       include table, sizes, banned functions, formatting, text hygiene
lint: $(BIN) callgraph | $(D)/packages-lint
	@BIN=$(BIN) sh tests/lint/lint.sh

##format     clang-format everything that is not data
format:
	@for round in 1 2; do \
	    find src include tests -name '*.[ch]' | grep -v -F -x -f tests/lint/format.allow | \
	    xargs -n 20 clang-format -i || exit 1; done

##asan       the whole suite under AddressSanitizer and UBSan
asan:
	$(MAKE) MODE=asan check

##gcstress   the whole suite with a collection at every allocation
gcstress:
	$(MAKE) MODE=gcstress check

##bench      tests/perf side by side with python3, and the costs: make bench [PROGRAM=..]
bench: $(BIN) $(B)/helpers/isolates $(B)/helpers/toolcalls $(B)/helpers/live
	@sh tests/perf/bench.sh $(BIN) $(B)/helpers $(PROGRAM)

##fuzz-smoke every fuzz driver: make fuzz-smoke [SECONDS=120, each] [BUDGET=.., altogether] [SEED=..]
fuzz-smoke:
	@$(MAKE) MODE=fuzz fuzzers
	@sh tests/fuzz/smoke.sh build/fuzz/fuzz $(or $(SECONDS),120) $(BUDGET)

##fuzz-quick every fuzz driver in the sanitizers' build, on its seeds and on random changes of them:
##           make fuzz-quick [SECONDS=1, each] [SEED=..]
fuzz-quick:
	@$(MAKE) MODE=asan fuzzers
	@sh tests/fuzz/smoke.sh build/asan/fuzz $(or $(SECONDS),1)

##natives    everything that can be called, with hostile arguments against the clock and the memory limit:
##           make natives [SECONDS=120] [SEED=..] [MODE=release|ticks|asan] [NATIVES='--kind NAME ..']
natives: $(B)/helpers/natives
	@python3 tests/fuzz/natives/run.py $< --seconds $(or $(SECONDS),120) --seed $(or $(SEED),1) \
	    $(NATIVES_$(MODE)) $(NATIVES)
NATIVES_ticks := --gap 5 --over 15
NATIVES_asan := --gap 5 --over 15 --slack-memory 1000

##graphs     programs of random class graphs under the sanitizers: make graphs [SECONDS=120] [SEED=..]
##           (with collections on the way: [B=build/x CFLAGS='-DPY_GC_STRESS -DPY_GC_STRESS_N=61 -DPY_GC_SMALL_STACK'])
graphs:
	@$(MAKE) MODE=asan $(GRAPHS_BIN)
	@python3 tests/fuzz/graphs/run.py $(GRAPHS_BIN) --seconds $(or $(SECONDS),120) $(if $(SEED),--seed $(SEED))
GRAPHS_BIN = $(or $(filter-out build/release,$(B)),build/asan)/smolagent

##recursion  programs that recurse through C by every way back into Python, also with a small C stack, under the
##           sanitizers: make recursion [SECONDS=120] [SEED=..]
recursion:
	@$(MAKE) MODE=asan $(GRAPHS_BIN)
	@python3 tests/fuzz/recursion/run.py $(GRAPHS_BIN) --seconds $(or $(SECONDS),120) --batch 8 $(if $(SEED),--seed $(SEED))

##foreign    the libraries of others with deep, huge and malformed input, against the clock and the memory limit:
##           make foreign [SECONDS=120] [SEED=..] [MODE=release|asan]
foreign: $(BIN)
	@python3 tests/fuzz/foreign/run.py $(BIN) --seconds $(or $(SECONDS),120) $(if $(SEED),--seed $(SEED)) $(FOREIGN_$(MODE))
FOREIGN_asan := --slack 20 --slack-memory 3000

##kills      runs killed at random moments under each executor: make kills [RUNS=100] [EXECUTOR=..]
kills: $(BIN)
	@python3 tests/kills/kills.py $(BIN) $(or $(RUNS),100) $(EXECUTOR)

##floor      the sandbox's floor on machines without layers, every pair: make floor [USERS=root,user] [LETTERS='u m ..']
floor: $(BIN) $(B)/helpers/deny
	@python3 tests/sandbox/floor.py $(BIN) $(B)/helpers/deny $(or $(USERS),root,user) $(LETTERS)

##fresh      the README's commands in fresh roots of Debian 12 and 13: make fresh [RELEASES='bookworm trixie']
fresh: $(B)/helpers/deny
	@sh tests/fresh/fresh.sh build/fresh $(B)/helpers/deny $(RELEASES)

##aarch64    the Python suite on aarch64, by Debian's cross compiler and qemu
aarch64:
	@sh tests/fresh/aarch64.sh build/fresh $(foreach p,$(filter-out gcc make,$(PACKAGES_build)),$(firstword $(subst >=, ,$(subst |, ,$p))):arm64)

##oom        tests/fuzz/oom with every allocation failing in turn, under the sanitizers:
##           make oom [OOMFLAGS='-n allocations a program -s seconds']
oom:
	@$(MAKE) MODE=asan build/asan/helpers/oom
	build/asan/helpers/oom $(OOMFLAGS) tests/fuzz/oom/*.py

##pairs      classes mixed in every way and touched, under the sanitizers: make pairs [MIX='MODE..']
pairs:
	@$(MAKE) MODE=asan build/asan/smolagent
	@sh tests/pairs/pairs.sh build/asan/smolagent $(or $(MIX),sample=1)

##clients    the official npm clients read what the fake model server says, in each wire format
clients: $(HELPERS)
	@sh tests/server/clients/run.sh $(B)/helpers/modelserver build/clients

##mcp-real   real MCP servers and the protocol's conformance suite, from npm, pinned
mcp-real: $(BIN)
	@BIN=$(abspath $(BIN)) sh tests/mcp/real.sh build/mcp

##values     5,000 random values across the borders of the code, under three executors: make values [SEED=N]
values: $(BIN)
	@BIN=$(abspath $(BIN)) sh tests/values/values.sh 5000 $(or $(SEED),29) local jail python

##long       what takes hours: the whole suite with a mark stack of 64 entries; all pairs and triples of
##           classes, each class's members in all others
long:
	$(MAKE) clients
	$(MAKE) mcp-real
	$(MAKE) deb
	sh tests/deb/deb.sh $(B) || [ $$? = 77 ]
	$(MAKE) MODE=smallstack check
	@$(MAKE) values
	@$(MAKE) pairs MIX='borrow assign mro pairs classes triples'
	$(MAKE) MODE=ticks check SUITE="python unit"
	$(MAKE) MODE=ticks natives SECONDS=1800
	$(MAKE) MODE=asan natives SECONDS=1800
	$(MAKE) natives SECONDS=3600
	$(MAKE) fuzz-smoke SECONDS=600
	$(MAKE) graphs SECONDS=1800
	$(MAKE) recursion SECONDS=1800
	$(MAKE) foreign SECONDS=1800
	$(MAKE) MODE=asan foreign SECONDS=1800
	$(MAKE) kills RUNS=300
	$(MAKE) floor
	$(MAKE) fresh || [ $$? = 77 ]
	$(MAKE) aarch64 || [ $$? = 77 ]

fuzzers: $(FUZZERS)

##compare    generated programs under CPython and ours: make compare [COMPARE_SECONDS=120] [SEED=N] [PYTHON=..]
compare: $(BIN)
	@PYTHON=$(PYTHON) BIN=$(BIN) SECONDS_=$(or $(COMPARE_SECONDS),120) SEED=$(SEED) \
	    LIMIT=$(COMPARE_LIMIT_$(MODE)) \
	    sh tests/fuzz/compare/run.sh

##origin     how much of the library and its docstrings reads like CPython's: make origin [LIST=1] [PYTHON=..]
origin:
	@PYTHON=$(PYTHON) sh tests/origin/origin.sh $(if $(LIST),--list)

##oracle     derive the expected outputs of tests/py anew with python3.12
oracle:
	@sh tests/py/oracle.sh $(PYTHON)

##generate   rewrite the files made from tables (conf example, man page, page of modules)
generate: $(BIN)
	$(BIN) help config-example > smolagent.conf.example
	$(BIN) help man > docs/smolagent.1
	{ sed '/^<!-- Reference/,$$d' docs/guide.md; $(BIN) help reference; } > $(B)/guide.md
	mv $(B)/guide.md docs/guide.md
	cat src/agent/imports.def tests/names/names.tsv | $(BIN) python --no-config --stdin tests/names/page.py > docs/modules.md

# The program goes without its debug information, which lies apart, by its build id, where debuggers look.
SHARE = $(DESTDIR)$(PREFIX)/share
BUILD_ID = $(shell readelf -n $(BIN) | sed -n 's/.*Build ID: //p')
DEBUG_DIR = $(DESTDIR)$(PREFIX)/lib/debug/.build-id/$(shell echo $(BUILD_ID) | cut -c1-2)
DEBUG_FILE = $(DEBUG_DIR)/$(shell echo $(BUILD_ID) | cut -c3-).debug

# What others link: the program's library, and of the system's those that it opens itself.
define PC_FILE
prefix=$(PREFIX)
libdir=$${prefix}/lib
includedir=$${prefix}/include

Name: smolagent
Description: agents that write Python, and the sandboxed Python that they run it in
Version: $(VERSION)
Libs: -L$${libdir} -lsmolagent -lm -lpthread -ldl
Cflags: -I$${includedir}
endef

##install    into $(DESTDIR)$(PREFIX), with man page, pages, completions, library, headers, debug information apart
install: export PC_FILE := $(PC_FILE)
install: $(BIN) $(EMBED)
	install -d $(DESTDIR)$(PREFIX)/bin $(DEBUG_DIR) $(SHARE)/doc/smolagent $(SHARE)/bash-completion/completions \
	    $(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	$(OBJCOPY) --only-keep-debug --compress-debug-sections $(BIN) $(DEBUG_FILE) && chmod 644 $(DEBUG_FILE)
	$(call tool_of,strip) --strip-unneeded --remove-section=.comment -o $(DESTDIR)$(PREFIX)/bin/smolagent $(BIN)
	$(OBJCOPY) --add-gnu-debuglink=$(DEBUG_FILE) $(DESTDIR)$(PREFIX)/bin/smolagent
	chmod 755 $(DESTDIR)$(PREFIX)/bin/smolagent
	install -Dm644 $(EMBED) $(DESTDIR)$(PREFIX)/lib/libsmolagent.a
	install -d $(DESTDIR)$(PREFIX)/lib/pkgconfig
	echo "$$PC_FILE" >$(DESTDIR)$(PREFIX)/lib/pkgconfig/smolagent.pc
	for h in include/smolagent/*.h; do \
	    install -Dm644 $$h $(DESTDIR)$(PREFIX)/include/smolagent/$${h##*/} || exit 1; done
	install -Dm644 docs/smolagent.1 $(SHARE)/man/man1/smolagent.1
	install -m644 README.md $(PAGES) smolagent.conf.example $(SHARE)/doc/smolagent
	$(LINKED) copyright $(B)/linked.rows >$(SHARE)/doc/smolagent/copyright
	$(BIN) completion bash > $(SHARE)/bash-completion/completions/smolagent
	$(BIN) completion zsh > $(SHARE)/zsh/site-functions/_smolagent
	$(BIN) completion fish > $(SHARE)/fish/vendor_completions.d/smolagent.fish

##uninstall  remove what install put there
uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/smolagent $(DESTDIR)$(PREFIX)/lib/libsmolagent.a $(DESTDIR)$(PREFIX)/lib/pkgconfig/smolagent.pc $(DEBUG_FILE) \
	    $(SHARE)/man/man1/smolagent.1 $(SHARE)/bash-completion/completions/smolagent \
	    $(SHARE)/zsh/site-functions/_smolagent $(SHARE)/fish/vendor_completions.d/smolagent.fish
	rm -rf $(DESTDIR)$(PREFIX)/include/smolagent $(SHARE)/doc/smolagent
	-rmdir $(DEBUG_DIR) 2>/dev/null

##deb        Debian packages in build/release/deb: the program, its debug information
deb: $(BIN)
	@sh src/gen/deb.sh $(VERSION) $(B) "$(MAINTAINER)"
MAINTAINER ?= smolagent authors <smolagent@packages.invalid>

##clean      remove everything built; fetched sources in build/deps stay
clean:
	@for d in build/*; do case $$d in build/deps) ;; *) rm -rf "$$d" ;; esac; done

##help       this list
help:
	@sed -n 's/^##/  /p' Makefile

-include $(OBJECTS:.o=.d) $(ARCHIVE_ONLY:%.c=$(R)/obj/%.d) $(R)/obj/src/cli/main.d $(R)/obj/src/exec/docker/contain_main.d $(R)/obj/src/gen/freeze.d $(GRAPHS:.ci=.d) $(wildcard $(B)/helpers/*.d $(B)/unit/*.d $(B)/fuzz/*.d)
