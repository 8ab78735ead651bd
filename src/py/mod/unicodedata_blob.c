// The character database of module unicodedata as part of the binary: unicodedata.bin, made by
// unicodedata_gen.py. Bytes that lie untouched until a program asks for them.
__asm__(".pushsection .rodata\n"
        ".balign 16\n"
        ".globl py_ucd_packed, py_ucd_packed_end\n"
        "py_ucd_packed: .incbin \"src/py/mod/unicodedata.bin\"\n"
        "py_ucd_packed_end:\n"
        ".popsection\n");
