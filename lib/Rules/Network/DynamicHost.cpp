#include "InputSinks.h"

#include "agentc/Access/TextShape.h"
#include "agentc/Values/ApiPath.h"

namespace agentc::rules {

static bool isLocalScheme(llvm::StringRef scheme) {
  return scheme == "data" || scheme == "blob" || scheme == "about";
}

/// True if a text that is read as relative to a base may begin with `//` and a host of its own.
static bool mayNameHost(const Values &values, const Value &url) {
  TextShape shape = textShape(values, url);
  llvm::StringRef begin = shape.beginning().ltrim();
  return !shape.isComplete() && llvm::all_of(begin, [](char c) { return c == '/' || c == '\\'; });
}

/// URLs that a tool's input begins, and that are relative to a base: `//host` there is another
/// host's.
static void reportRelative(const CheckContext &context, RuleReporter &report) {
  InputFlow flow(context.input);
  auto tell = [&](const ast::Node &place, const ast::Node &url) {
    std::vector<InputTrace> traces = flow.into(url, TextUse::Path);
    if (!traces.empty())
      addWay(report.at(place, inputMessage(traces[0], "the beginning of a URL",
                                           "`//` and a host there lead to that host")),
             context.program, traces[0], place);
  };
  context.program.forEach<ast::NewExpression>([&](const ast::NewExpression &made) {
    const auto *api = llvm::dyn_cast<ApiValue>(&context.values.of(*made.callee));
    if (api && api->path == "global:URL"_api && made.arguments.size() > 1 &&
        mayNameHost(context.values, context.values.of(*made.arguments[0])))
      tell(made, *made.arguments[0]);
  });
  for (const ApiUse &use : context.uses.all()) {
    const auto *call = llvm::dyn_cast_or_null<ast::CallExpression>(use.call);
    if (call && isPlainCall(use) && use.path.starts_with("module:axios.create()."_api) &&
        use.arguments.size() == call->arguments.size() &&
        mayNameHost(context.values, *use.arguments[0]))
      tell(*call, *call->arguments[0]);
  }
}

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all())
    for (const RequestTarget &target : requestTargets(context.values, use))
      if (target.host.empty() && !isLocalScheme(target.scheme))
        report.at(use,
                  use.kind == UseKind::Call
                      ? "`" + shown(use.path) + "` goes to a host that is only known at run time"
                      : "`" + shown(use.path) + "` is handed on; where it goes is not known");
  reportRelative(context, report);
}

extern const Rule DynamicHost = {{.id = "AC5202",
                                  .name = "dynamic-host",
                                  .group = "network",
                                  .severity = Severity::Warning,
                                  .summary = "requests to hosts that are not constant",
                                  .access = "hosts",
                                  .precision = Precision::High,
                                  .cwe = 918,
                                  .concern = Concern::Sandbox},
                                 check};

} // namespace agentc::rules
