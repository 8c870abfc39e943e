// The weights become a part of the module's data.
__asm__(".section .rodata.weights_file,\"\",@\n"
        ".globl weights_file\n"
        ".p2align 4\n"
        ".type weights_file,@object\n"
        "weights_file:\n"
        ".incbin \"" WEIGHTS "\"\n"
        ".Lweights_end:\n"
        ".size weights_file, .Lweights_end-weights_file\n");
