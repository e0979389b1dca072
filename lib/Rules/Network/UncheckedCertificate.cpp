#include "Uses.h"

#include "agentc/Values/ApiPath.h"

namespace agentc::rules {

namespace {

constexpr llvm::StringLiteral option = "rejectUnauthorized";
constexpr unsigned maxNesting = 3; ///< `{agentOptions: {connect: {rejectUnauthorized: false}}}`

/// The option where an argument turns the check off, however deep in it; null if none does.
const PropertyValue *findOption(const Value &argument, unsigned nesting = maxNesting) {
  const auto *options = llvm::dyn_cast<ObjectValue>(&argument);
  if (!options || nesting == 0)
    return nullptr;
  for (const PropertyValue &property : options->properties) {
    const auto *truth = llvm::dyn_cast<BooleanValue>(property.value);
    if (property.key == option && truth && !truth->value && !property.mayDiffer)
      return &property;
    if (const PropertyValue *inner = findOption(*property.value, nesting - 1))
      return inner;
  }
  return nullptr;
}

/// True if a use sets the variable by which Node leaves certificates unchecked.
bool turnsChecksOff(const Values &values, const ApiUse &use) {
  llvm::StringRef path = use.path;
  if (!path.consume_front("global:process.env."_api) || path != "NODE_TLS_REJECT_UNAUTHORIZED")
    return false;
  const auto *write = llvm::dyn_cast_or_null<ast::AssignmentExpression>(use.node->parent);
  if (!write || write->left != use.node)
    return false;
  const Value &given = values.of(*write->right);
  const auto *number = llvm::dyn_cast<NumberValue>(&given);
  return asString(given) == "0" || (number && number->value == 0);
}

} // namespace

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all()) {
    if (turnsChecksOff(context.values, use))
      report.at(use, "`NODE_TLS_REJECT_UNAUTHORIZED` is set to `0`: servers' certificates are not "
                     "checked from here on");
    if (use.kind != UseKind::Call)
      continue;
    for (const Value *argument : use.arguments)
      if (findOption(*argument)) {
        report.at(use, "`" + shown(use.path) +
                           "` is given `rejectUnauthorized: false`: it accepts "
                           "any server's certificate");
        break;
      }
  }
}

extern const Rule UncheckedCertificate = {
    {.id = "AC5206",
     .name = "unchecked-certificate",
     .group = "network",
     .severity = Severity::Warning,
     .summary = "connections whose certificates are not checked",
     .precision = Precision::High,
     .cwe = 295},
    check};

} // namespace agentc::rules
