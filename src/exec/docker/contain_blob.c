// The program of contain_main.c, compressed, as part of this one: bytes that lie untouched until an
// image has to be built. SA_CONTAINED is the path of the file.
__asm__(".pushsection .rodata\n"
        ".balign 16\n"
        ".globl sa_contained, sa_contained_end\n"
        "sa_contained: .incbin \"" SA_CONTAINED "\"\n"
        "sa_contained_end:\n"
        ".popsection\n");
