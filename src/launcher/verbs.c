/* The table of verbs. */
#include "launcher/verb.h"

#include <stddef.h>

const struct verb verbs[] = {
    {
        .name = "run",
        .operands = "JAVA-WORDS...",
        .about = "run a program on Argus",
        .least = 1,
        .most = -1,
        .passes_all = true,
        .completion = { COMPLETE_FILE, COMPLETE_FILE },
        .run = verb_run,
        .text = "Starts the java launcher of the JDK with Argus as its VM. All words are java's:\n"
                "options, a class, -jar FILE or a source file. `argus run -help` lists java's\n"
                "options. The verb may be left out when the first word begins with - or @, has\n"
                "a dot or a slash in it, or begins with a capital letter, as a class does. The\n"
                "exit code is the program's.",
        .examples = { { "argus run -cp build/classes com.example.Main a b", "a class" },
                      { "argus -jar app.jar", "the same without the verb" } },
    },
    {
        .name = "lens",
        .operands = "-- JAVA-WORDS...",
        .about = "run a program, or join one, and report what it did",
        .least = 0,
        .most = -1,
        .completion = { COMPLETE_FILE, COMPLETE_FILE },
        .run = verb_lens,
        .text = "Watches a program with the agent lens: calls and times of methods, allocation,\n"
                "exceptions, collections, threads. Prints its progress while the program runs\n"
                "and a table at the end, both on standard error; leaves the table, JSON lines,\n"
                "folded stacks and a page with a flame graph in a folder. The exit code is the\n"
                "program's.\n"
                "\n"
                "With --attach it watches a VM that runs already, for --seconds or until Ctrl-C.\n"
                "HotSpot does not offer events of methods to an agent that comes late; the table\n"
                "names what is missing.",
        .options = { { "--out", "DIR", "the folder of the report (argus-lens)" },
                     { "--open", NULL, "show the page in the browser at the end" },
                     { "--attach", "PID", "watch this process" },
                     { "--seconds", "N", "with --attach: how long (10)" },
                     { "--with", "OPTIONS",
                       "options of the agent: filter=com.example,top=40 (--with help lists them)" },
                     { "--quiet", NULL, "no progress and no table on the terminal" } },
        .examples = { { "argus lens -- -cp build/classes com.example.Main", "a program from its start to its end" },
                      { "argus lens --attach 4711 --seconds 30 --open", "thirty seconds of a server" } },
    },
    {
        .name = "attach",
        .operands = "PID AGENT[=OPTIONS]",
        .about = "load an agent into a VM that runs",
        .least = 2,
        .most = 2,
        .completion = { COMPLETE_PID, COMPLETE_FILE },
        .run = verb_attach,
        .text = "AGENT is a native agent (a file, or the NAME of a libNAME.so that the VM finds by\n"
                "itself) or the jar of an agent in Java. OPTIONS are handed to it as they are.\n"
                "Works with Argus and with HotSpot.",
        .examples = { { "argus attach 4711 ./libcount.so=filter=com.example", "a native agent" },
                      { "argus attach 4711 agent.jar", "an agent in Java" } },
    },
    {
        .name = "debug",
        .operands = "PID",
        .about = "let a debugger into a VM that was started without options",
        .least = 1,
        .most = 1,
        .completion = { COMPLETE_PID },
        .run = verb_debug,
        .text = "Loads the JDK's debugger back end (libjdwp) into the process, which goes on\n"
                "running, and says what to type in jdb or in an IDE. The port is open to this\n"
                "machine alone. HotSpot cannot load libjdwp late: there this starts a debugger\n"
                "that was prepared with -agentlib:jdwp=...,onjcmd=y.",
        .options = { { "--port", "N", "the port to listen at (5005, another if it is taken)" } },
        .examples = { { "argus debug 4711 --port 8000", "then: jdb -attach 127.0.0.1:8000" } },
    },
    {
        .name = "probe",
        .operands = "PID [TEXT]",
        .about = "count, sum, time and print inside a program that runs",
        .least = 1,
        .most = 2,
        .completion = { COMPLETE_PID },
        .run = verb_probe,
        .text = "Sets a probe (docs/probes.md), prints what it prints as it comes, and at its end what\n"
                "it has counted. It ends by Ctrl-C, after -d seconds, by its own exit(), and with the\n"
                "program; then it is removed. If this command is killed, the VM removes the probe after\n"
                "ten seconds. Only with Argus.",
        .options = { { "-f", "FILE", "the file that has the text" },
                     { "-d", "SECONDS", "how long (until Ctrl-C)" },
                     { "-o", "FORMAT", "text, json (a line each second), folded, pprof (text)" } },
        .examples = { { "argus probe 4711 'gc:full { @ns = hist(elapsed) }'", "how long collections are" },
                      { "argus probe 4711 -d 10 'throw:* { @[class(ex)] = count() }'", "ten seconds" },
                      { "argus probe 4711 -o pprof -f where.probe > where.pb", "for go tool pprof" } },
    },
    {
        .name = "page",
        .operands = "PID",
        .about = "look into a program that runs, in a browser",
        .least = 1,
        .most = 1,
        .completion = { COMPLETE_PID },
        .run = verb_page,
        .text = "Starts the live page (docs/page.md) inside the VM and prints its URL, which has a\n"
                "secret: threads, heap, collections, locks, hot methods, code, classes and probes.\n"
                "Only this machine reaches it. It ends with this command (Ctrl-C) and with the\n"
                "program. If this command is killed, the VM ends the page ten seconds after its\n"
                "last request. Only with Argus.",
        .options = { { "--port", "N", "the port on 127.0.0.1 (any that is free)" },
                     { "--socket", "FILE", "listen on this Unix socket, not on a port" },
                     { "--keep", NULL, "return at once; jcmd PID Page.stop ends the page" } },
        .examples = { { "argus page 4711", NULL },
                      { "argus page 4711 --socket /tmp/page --keep", "for curl --unix-socket" } },
    },
    {
        .name = "threads",
        .operands = "PID",
        .about = "print the stacks of all threads",
        .least = 1,
        .most = 1,
        .completion = { COMPLETE_PID },
        .run = verb_threads,
        .text = "As jstack, without a JDK's tools. Works with Argus and with HotSpot.",
        .options = { { "--locks", NULL, "locks of java.util.concurrent too" } },
        .examples = { { "argus threads 4711", NULL } },
    },
    {
        .name = "heap",
        .operands = "PID",
        .about = "print the classes that fill the heap",
        .least = 1,
        .most = 1,
        .completion = { COMPLETE_PID },
        .run = verb_heap,
        .text = "Objects and bytes of each class, after a collection. Works with Argus and with\nHotSpot.",
        .options = { { "--all", NULL, "count objects that nothing reaches too, without a collection" } },
        .examples = { { "argus heap 4711", NULL } },
    },
    {
        .name = "dump",
        .operands = "PID FILE",
        .about = "write the heap to a file",
        .least = 2,
        .most = 2,
        .completion = { COMPLETE_PID, COMPLETE_FILE },
        .run = verb_dump,
        .text = "Writes an HPROF file that Eclipse MAT, VisualVM and others read. A file that is\n"
                "there already is left alone. Works with Argus and with HotSpot.",
        .options = { { "--all", NULL, "objects that nothing reaches too" } },
        .examples = { { "argus dump 4711 heap.hprof", NULL } },
    },
    {
        .name = "ps",
        .operands = "",
        .about = "list the Java VMs of this machine",
        .least = 0,
        .most = 0,
        .run = verb_ps,
        .text = "One line for each: its number, the VM, the command. Processes of other users are\nlisted where the "
                "system lets us look.",
        .options = { { "--pids", NULL, "the numbers alone" } },
        .examples = { { "argus ps", NULL } },
    },
    {
        .name = "image",
        .operands = "DIR",
        .about = "make a JAVA_HOME whose java is Argus",
        .least = 1,
        .most = 1,
        .completion = { COMPLETE_FOLDER },
        .run = verb_image,
        .text = "DIR becomes a JDK of links to the one that was found: its java, javac, jshell and\n"
                "so on run on Argus; with -server they run on the JDK's own VM. DIR must not be\n"
                "there, or be empty.",
        .examples = { { "argus image jdk && JAVA_HOME=$PWD/jdk mvn test", "Maven on Argus" } },
    },
    {
        .name = "new",
        .operands = "agent DIR",
        .about = "make a folder with a first agent to change",
        .least = 2,
        .most = 2,
        .completion = { COMPLETE_AGENT, COMPLETE_FOLDER },
        .run = verb_new,
        .text = "DIR gets an agent in C, a program to try it on, and a CMakeLists.txt. Its README\nsays how to build "
                "and run it. DIR must not be there, or be empty.",
        .examples = { { "argus new agent myagent", NULL } },
    },
    {
        .name = "doctor",
        .operands = "",
        .about = "look for what keeps Argus from working here",
        .least = 0,
        .most = 0,
        .run = verb_doctor,
        .text = "Says which JDK was found and why, whether Argus starts, which parts of the JDK are\n"
                "missing, and the limits of this machine or container; for each that is wrong, the\n"
                "way out. Exit code 1: Argus cannot run programs here.",
        .examples = { { "argus doctor", NULL } },
    },
    {
        .name = "version",
        .operands = "",
        .about = "print the versions of Argus and of the JDK",
        .least = 0,
        .most = 0,
        .run = verb_version,
        .text = "`argus -version` prints java's three lines.",
        .examples = { { "argus version", NULL } },
    },
    {
        .name = "help",
        .operands = "[VERB]",
        .about = "print this list, or the help of a verb",
        .least = 0,
        .most = 1,
        .completion = { COMPLETE_VERB },
        .run = verb_help,
        .text = "The same as `argus VERB --help`.",
        .options = { { "--man", NULL, "print the man page, in roff" },
                     { "--bash", NULL, "print the completion for bash" },
                     { "--zsh", NULL, "print the completion for zsh" } },
        .examples = { { "argus help lens", NULL },
                      { "source <(argus help --bash)", "completion in this bash" },
                      { "source <(argus help --zsh)", "completion in this zsh, after compinit" } },
    },
    { .name = NULL },
};
