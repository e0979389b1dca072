include "llvm/Option/OptParser.td"

// The parts of the help page, in the order of their names.
class Part<string name, string title> : OptionGroup<name>, HelpText<title>;
def CallPart : Part<"10", "What calls may use">;
def OtherPart : Part<"90", "Other flags">;

let Group = OtherPart in {
def help : Flag<["--"], "help">, HelpText<"print this help">;
def h : Flag<["-"], "h">, Alias<help>;
def version : Flag<["--"], "version">, HelpText<"print the versions of agentc and V8">;
}
let Group = CallPart in {
def explain_sandbox : Flag<["--"], "explain-sandbox">,
  HelpText<"print what the sandbox enforces on this machine">;
def require_sandbox : Joined<["--"], "require-sandbox=">, MetaVarName<"full">, Values<"full">,
  HelpText<"refuse to run where any wall of the sandbox is missing">;
def jitless : Flag<["--"], "jitless">, HelpText<"V8 makes no machine code, no memory can be made executable">;
def few_calls : Flag<["--"], "few-calls">,
  HelpText<"start sooner, for a program that will make few calls; each takes longer">;
def idle_packages : Joined<["--"], "idle-packages=">, MetaVarName<"N">,
  HelpText<"keep the processes of N packages though none of their calls runs; the default is 4">;
def out : Joined<["--"], "out=">, MetaVarName<"FOLDER">,
  HelpText<"keep what calls save, and the history of conversations, in FOLDER">;
}
let Group = OtherPart in {
def die_with_parent : Flag<["--"], "die-with-parent">,
  HelpText<"end when the program that started this one ends">;
def zygote : Joined<["--"], "zygote=">, MetaVarName<"PID,DESCRIPTOR">, Flags<[HelpHidden]>,
  HelpText<"take a first process that was started before this program was, set up by the same flags">;
def write_pages : Separate<["--"], "write-pages">, MetaVarName<"FOLDER">, Flags<[HelpHidden]>,
  HelpText<"write the manual page and completions below FOLDER; the build does this">;
}
