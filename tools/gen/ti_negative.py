"""The generated negative tests of the JVM TI entry layer."""


def header(model):
    return "/* Written by tools/gen_ti.py. */\n"
