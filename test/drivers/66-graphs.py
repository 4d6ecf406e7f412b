#!/usr/bin/env python3
"""What the optimizer makes of the methods of test/graphs/Hot.java, Chains.java, Monitors.java, Leaves.java and Chosen.java, and of those of Counted.java with probes, by the graphs that it prints: nodes that are there, and nodes that are not. What such methods compute is compared with HotSpot by the programs of
test/java."""
# Runs beside other drivers, about 2 s.
import argparse
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import variants  # noqa: E402
import vmrun  # noqa: E402

# method: (pass, nodes that its graph has after it, nodes that it has not)
WANTED = {
    "findsChar": ("addresses", ["CALL_LEAF quick=7", "CALL_LEAF quick=8"], ["CALL"]),
    "countsUnless": ("addresses", ["CHECK_ORDER"], ["POLL"]),
    "remainder": ("build", ["REM"], ["EXIT"]),
    "square": ("build", ["MUL"], ["CALL", "CALL_LEAF"]),
    "storesAt": ("addresses", ["RAW_STORE", "CHECK_ORDER"], ["CALL_LEAF"]),
    "storesBehind": ("addresses", ["RAW_STORE"], ["CALL_LEAF", "CHECK_ORDER"]),
    "waits": ("addresses", ["FENCE twice", "POLL twice"], []),
    "countsOnly": ("hoist", [], ["IF", "POLL"]),
    "readsOn": ("carry", ["LOAD", "STORE twice"], ["LOAD twice"]),
    "throwsHere": ("build", ["CHECK_UNTOLD"], []),
    "throwsNew": ("build", ["CHECK_UNTOLD"], ["INSTANCE_OF"]),
    "throwsInCallee": ("build", ["CHECK_UNTOLD"], ["CALL"]),
    "callThrows": ("build", ["TRIED", "CAUGHT"], []),
    "throwsLocked": ("build", ["EXIT_METHOD"], ["CALL"]),
    "caller": ("build", [], ["CALL"]),
    "varargs": ("addresses", [], ["NEW_ARRAY", "LOAD_ELEMENT"]),
    "wide": ("build", ["LOAD_ELEMENT"], ["SHL"]),
    "same": ("build", ["ARRAY_LENGTH", "CALL_LEAF quick=2"], []),
    "sameNumbers": ("build", ["CALL_LEAF quick=9"], []),
    "above": ("build", ["CALL_LEAF quick=10"], ["CALL"]),
    "copies": ("build", ["CALL_LEAF quick=1"], []),
    "unseenCopy": ("addresses", ["VIRTUAL"], ["NEW", "CALL", "CALL_LEAF"]),
    "madeInInterface": ("build", ["NEW"], ["EXIT"]),
    "oneWay": ("build", ["EXIT"], ["CALL"]),
    "seldomCalls": ("build", ["CALL"], []),
    "deep": ("build", ["DIV"], ["CALL"]),
    "oftenCalls": ("build", [], ["CALL"]),
    "putsShort": ("build", [], ["CALL"]),
    "putsLong": ("build", ["CALL"], []),
    "lengthOfText": ("addresses", [], ["LOAD", "ARRAY_LENGTH"]),
    "lengthOfTrimmed": ("addresses", ["XOR"], ["LOAD", "LOAD_ELEMENT", "IF", "POLL", "NEW", "NEW_ARRAY"]),
    "lengthOfStripped": ("addresses", [], ["POLL", "NEW", "NEW_ARRAY"]),
    "placeOf": ("unroll", ["POLL twice", "LOAD_ELEMENT twice"], []),
    "keptCopy": ("build", ["NEW_ARRAY", "CALL_LEAF quick=16", "CHECK_UNTOLD"], ["CALL"]),
    "values": ("build", ["NEW_ARRAY", "STORE_ELEMENT"], ["CALL", "CALL_LEAF"]),
    "hash": ("build", ["CALL_LEAF quick=3", "CALL_LEAF quick=4"], []),
    "throwsIndex": ("build", ["CHECK_UNTOLD", "LOAD_ELEMENT"], ["CHECK_INDEX"]),
    "throwsNull": ("build", ["CHECK_UNTOLD"], []),
    "lengthOfPart": ("addresses", [], ["ADD", "SUB"]),
    "neverGrows": ("addresses", ["STORE_ELEMENT"], ["CHECK_NULL", "CHECK_ORDER", "ARRAY_LENGTH"]),
    "topByte": ("addresses", ["USHR"], ["AND", "CONV"]),
    "lowByte": ("addresses", ["CONV"], ["AND"]),
    "inBytes": ("addresses", ["LOAD_AT"], ["RAW_LOAD"]),
    "sameClass": ("addresses", ["CLASS_OF"], ["CONV"]),
    "castsTo": ("build", ["CHECK_CAST"], ["CALL_LEAF", "INSTANCE_OF"]),
    "knownClasses": ("addresses", [], ["CALL", "CALL_LEAF", "LOAD", "FACTS", "IF"]),
    "assignable": ("build", ["INSTANCE_OF"], ["CALL_LEAF"]),
    "countsByBox": ("addresses", [], ["BOX", "NEW", "LOAD", "LOAD_ELEMENT"]),
    "byFours": ("indexes", ["LOAD_ELEMENT twice", "CHECK_ORDER"], ["CHECK_INDEX"]),
    "byLong": ("indexes", ["LOAD_ELEMENT", "CHECK_ORDER"], ["CHECK_INDEX"]),
    "reflective": ("build", ["NEW_ARRAY"], ["CALL", "CALL_LEAF"]),
    "wideAndNot": ("unswitch", ["POLL twice", "IF"], []),
    "literalHash": ("addresses", ["XOR"], ["LOAD", "IF", "CALL_LEAF"]),
    "countsValues": ("addresses", ["CHECK_UNTOLD"], ["POLL", "NEW_ARRAY"]),
    "equalSpots": ("addresses", ["LOAD", "FAR_APPENDIX"], ["RAW_LOAD", "LOAD_APPENDIX"]),
    "hashOfElement": ("build", ["LOAD_ELEMENT"], ["CALL_VIRTUAL", "CHECK_CLASS"]),
    "isOfType": ("build", ["LOAD_ELEMENT"], ["CALL_VIRTUAL", "CHECK_CAST", "INSTANCE_OF"]),
    "storesOfType": ("build", ["STORE_ELEMENT"], ["CHECK_STORE"]),
    "letters": ("addresses", ["XOR"], ["LOAD_ELEMENT", "MUL", "IF"]),
    "walks": ("addresses", [], ["IF", "POLL", "NEW"]),
    "seldomBox": ("addresses", ["NEW"], ["BOX"]),
    "largerBox": ("addresses", [], ["BOX", "NEW", "LOAD", "LOAD_ELEMENT"]),
    "handsOn": ("build", ["CONST"], ["CALL_INTERFACE"]),
    "seldomSmall": ("build", ["CHECK_CLASS"], ["CALL_VIRTUAL"]),
    "everyFifth": ("build", ["CONST"], ["CALL_INTERFACE"]),
    "fullOfCode": ("build", ["CALL", "MAX", "MIN"], []),
    "storesLast": ("addresses", ["STORE twice"], ["POLL", "RAW_STORE"]),
    "lazily": ("addresses", ["LOAD"], ["CHECK_UNLOCKED"]),
    "laterLoop": ("build", ["LOAD_ELEMENT"], ["CALL_INTERFACE"]),
    "sumOfList": ("unroll", ["LOAD_ELEMENT twice"], ["NEW"]),
    "mostRead": ("unroll", ["LOAD", "POLL twice"], ["LOAD twice"]),
    "masked": ("indexes", ["CHECK_ORDER"], ["CHECK_INDEX"]),
    "oftenAtOnce": ("build", ["IF twice", "CALL"], ["CALL twice", "POLL"]),
    "oftenByField": ("build", ["IF twice", "LOAD_ELEMENT", "CALL"], ["CALL twice"]),
    "oftenByVolatile": ("build", ["CALL"], ["IF"]),
    "equalTrees": ("build", ["CALL"], ["CALL linkToTargetMethod"]),
    "callsKnown": ("build", ["CALL"], ["CALL linkToStatic"]),
    "places": ("allocate", ["PARAM in memory", "PHI in memory", "COPY made=1 twice"], []),
    "manyAlive": ("allocate", ["PHI in memory"], ["XOR in memory", "AND in memory"]),
    "seldomInLoop": ("allocate", ["CALL", "PHI kept twice"], []),
    "equalWhereFull": ("addresses", ["FAR_APPENDIX"], ["CALL"]),
    "throwsOut": ("build", ["CHECK_UNTOLD", "EXIT"], []),
}
# Light probes are nodes; a call of C would be a PROBE. What they count is compared by test/java/Probes.
PROBES = ("bci:Counted.variable:0 { @a = hist(local(0)) } bci:Counted.byMethod:0 { @b[method] = count() } field:Counted.read:read { @c = sum(value) } "
          "field:Counted.written:write { @d[class, method] = count() } method:Counted.ofThis:return { @e[class(this)] = count() } "
          "method:Counted.ofArgument:entry { @f[class(arg0)] = sum(arg1) } method:Counted.number:entry { @g[arg0 & 7] = hist(arg0); @h[arg0 & 7] = max(arg0) } "
          "method:Counted.timed:return { @i[method] = hist(elapsed) } method:Counted.chained:entry /arg0 != null && arg0.next.read == 0/ { @j = sum(arg0.read) } "
          "method:Counted.element:return /this.ints.length > 1/ { @k[this.ints[1]] = count() } "
          "bci:Counted.several:0 { @l[local(0) & 1, method, local(0) & 3] = count(); @m[method] = max(local(0)); @n = lhist(local(0), 0, 100, 7) } "
          "bci:Counted.ofVariable:0 { @o = sum(local(0).next.read) } field:Counted.seldom:write { @p[method, value & 3] = count() } "
          "method:Counted.real:entry /arg0 * 2 > arg1/ { @q = sum(arg0); @r = max(arg1) } method:Counted.realsOf:return { @s = min(retval + this.floats[0]); "
          "@t = sum(this.width) } bci:Counted.ofRealVariable:0 /local(2) >= 0.5/ { @u = hist(local(0)) } field:Counted.width:write { @v = sum(value / 2) }")
COUNTED = {
    "variable": ("build", ["HIT_AT"], ["PROBE"]),
    "byMethod": ("build", ["HIT"], ["PROBE"]),
    "readsField": ("build", ["HIT_ADD"], ["PROBE"]),
    "writesField": ("build", ["HIT"], ["PROBE"]),
    "ofThis": ("build", ["HIT_CLASS"], ["PROBE"]),
    "callsArgument": ("build", ["HIT_KEY_ADD", "CLASS_OF"], ["PROBE", "CALL"]),
    "callsNumber": ("build", ["HIT_KEY_AT", "HIT_KEY_MAX"], ["PROBE", "CALL"]),
    "callsChained": ("build", ["LOAD twice", "HIT_ADD", "HIT twice"], ["PROBE", "CALL"]),
    "element": ("build", ["ARRAY_LENGTH", "LOAD_ELEMENT", "HIT_NUMBER"], ["PROBE"]),
    "several": ("build", ["HIT_PAIR twice", "HIT_NUMBER", "HIT_KEY_MAX", "HIT_AT", "MIN"], ["PROBE"]),
    "ofVariable": ("build", ["LOAD twice", "HIT_ADD"], ["PROBE"]),
    "writesSeldom": ("build", ["HIT_PAIR", "HIT_NUMBER"], ["PROBE"]),
    "timed": ("build", ["ELAPSED", "HIT_AT"], ["PROBE twice"]),
    "callsReal": ("build", ["COMPARE twice", "HIT_ADD", "HIT_MAX"], ["PROBE", "CALL"]),
    "realsOf": ("build", ["LOAD_ELEMENT", "LOAD twice", "HIT_MIN", "HIT_ADD"], ["PROBE"]),
    "ofRealVariable": ("build", ["COMPARE twice", "HIT_AT"], ["PROBE"]),
    "writesReal": ("build", ["DIV", "HIT_ADD"], ["PROBE"]),
}
# Receivers out of final fields of objects of this code; a recursion that makes objects stays one; handles after a tree of
# calls that takes all bytes are inlined, so the string is made here;
# handles that only states name are not loaded.
CHAINS = {
    "chained": ("build", ["CHECK_CLASS"], ["CALL_INTERFACE", "CALL"]),
    "countsDown": ("build", ["CALL"], []),
    "main": ("build", ["CALL", "NEW_ARRAY"], []),
    "describes": ("addresses", ["CALL_VIRTUAL"], ["LOAD_APPENDIX"]),
}
# Objects that go, so that their monitors are not entered; monitors without records.
MONITORS = {
    "readsOwn": ("addresses", ["VIRTUAL"], ["CALL_VIRTUAL", "CALL", "NEW", "ENTER"]),
    "throwsOutOf": ("unnoted", ["ENTER unrecorded=1", "EXIT_METHOD unrecorded=1 twice"], ["CALL"]),
    "held": ("unnoted", ["ENTER twice", "ENTER unrecorded=1", "EXIT_MONITOR twice", "EXIT_MONITOR unrecorded=1"], ["ENTER unrecorded=1 twice"]),
    "readsChanged": ("build", ["CHECK_CLASS"], ["ENTER"]),
}
# Short leaves in line, and what follows from their answers.
CHOSEN = {
    "replaces": ("vectors", ["SELECT", "LANES lane_op=TEST<<4"], []),
    "marks": ("vectors", ["SELECT", "LANES lane_op=TEST<<15"], []),
    "sumsAbove": ("vectors", ["SELECT", "LANES lane_op=TEST<<15", "TOTAL"], []),
    "lowers": ("vectors", ["SELECT twice", "LANES lane_op=TEST<<15 twice"], []),
    "largest": ("vectors", [], ["SELECT", "MAX", "LANES"]),
    "sumsAhead": ("vectors", ["TOTAL"], ["CHECK_INDEX"]),
    "nullable": ("addresses", [], ["BOX", "NEW", "LOAD", "LOAD_ELEMENT"]),
    "oneWay": ("build", ["IF cond=eq", "EXIT"], ["IF twice", "DIV"]),
    "callsLarge": ("build", ["XOR"], ["CALL", "MUL"]),
    "frequent": ("build", ["IF cond=eq"], ["EXIT"]),
    "hotLast": ("build", ["USHR", "CALL"], []),
    "foldsAhead": ("addresses", ["RETURN"], ["IF", "PHI"]),
}
CALLS = {name: ("build", [], ["EXIT"]) for name in (
    "inInterface", "privateInInterface", "superOfClass", "superFromInterface", "fromInterface", "byTable", "ofFinal", "ofPrivate", "ofStatic", "ofObject", "cloned", "bySite")}
CALLS["inInitializer"] = ("build", ["CHECK_INIT", "NEW"], ["EXIT"])
LEAVES = {
    "copiesMemory": ("build", ["CALL_LEAF quick=11"], ["CALL"]),
    "compares": ("build", ["CALL_LEAF quick=12"], []),
    "compresses": ("build", ["CALL_LEAF quick=13"], []),
    "cubeRoot": ("build", ["CALL_LEAF"], ["CALL", "DIV"]),
    "countsInstances": ("addresses", ["CALL_LEAF quick=5", "ADD"], ["TEST", "IF"]),
    "hasComponents": ("addresses", ["FACTS", "AND"], ["SHR", "USHR"]),
    "comparesLiteral": ("addresses", ["MUL"], ["LOAD_RESOLVED"]),
}
HEAD = re.compile(r"after (\w+): (?:Hot|Counted|Chains|Monitors|Leaves|Chosen|Calls)(?:\$\w+)?\.(\w+)\(")
NODE = re.compile(r"  [a-z]\d+ = (\w+)(.*)")
KEPT = re.compile(r" r\d+ at -?\d+ @")  # in a register, and in memory during calls
IN_MEMORY = re.compile(r"(?<! r\d)(?<! r\d\d) at -?\d+ @")
MEMBER = re.compile(r" (cond=\w+|quick=\d+|made=1|unrecorded=1|lane_op=TEST<<\d+)")
# the method of a call site, without its handle; one that goes on to the method of a MemberName
CALLS_SITE = re.compile(r" callee=\S+(linkTo\w+)")


def graphs(jdk, build, folder, program, wanted, *options):
    """(method, pass) -> nodes of the last graph of it that was printed."""
    subprocess.run([os.path.join(jdk, "bin", "javac"), "-XDignore.symbol.file=true", "-d", folder, os.path.join(ROOT, "test", "graphs", program + ".java")], check=True)
    passes = ",".join(sorted({w[0] for w in wanted.values()}))
    r = vmrun.run([os.path.join(jdk, "bin", "java"), f"-XXaltjvm={os.path.abspath(build)}/argus", "-Xbatch", f"-XX:ArgusPrintAfter={passes}", *options, "-cp", folder, program],
                  env=vmrun.clean_env(argus=True), timeout=120)
    found, nodes = {}, set()
    for line in r.out.decode(errors="replace").splitlines():
        head, node = HEAD.match(line), NODE.match(line)
        if line.startswith("after "):
            nodes = set()
        if head:
            found[head[2], head[1]] = nodes
        elif node:
            op, rest = node.groups()
            nodes.update([f"{op} twice"] if op in nodes else [op])
            if KEPT.search(rest):
                nodes.update([f"{op} kept twice"] if f"{op} kept" in nodes else [f"{op} kept"])
            if IN_MEMORY.search(rest):
                nodes.update([f"{op} in memory"])
            for member in MEMBER.findall(rest) + CALLS_SITE.findall(rest):
                nodes.update([f"{op} {member} twice"] if f"{op} {member}" in nodes else [f"{op} {member}"])
    return found


def fault(found, name, wanted):
    after, there, absent = wanted
    if (name, after) not in found:
        return "was not compiled"
    nodes = found[name, after]
    missing, extra = [n for n in there if n not in nodes], [n for n in absent if n in nodes]
    return "; ".join([f"no {n}" for n in missing] + [f"{n} is there" for n in extra]) or None


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    args = p.parse_args()
    passed = failed = 0
    for program, table, options in ("Hot", WANTED, ()), ("Chains", CHAINS, ()), ("Monitors", MONITORS, ()), ("Leaves", LEAVES, ()), ("Chosen", CHOSEN, ()), ("Calls", CALLS, ()), ("Counted", COUNTED, ("-XX:ArgusProbes=" + PROBES,)):
        names = [n for n in table if re.search(args.filter, "graphs/" + n) and not variants.is_variant(args.build)]
        with tempfile.TemporaryDirectory(prefix="argus-graphs-") as folder:
            found = graphs(vmrun.find_jdk(), args.build, folder, program, table, *options) if names else {}
        for name in names:
            why = fault(found, name, table[name])
            failed += why is not None
            passed += why is None
            print(f"FAIL graphs/{name}: {why}" if why else f"PASS graphs/{name}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
