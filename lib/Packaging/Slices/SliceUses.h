#ifndef AGENTC_LIB_PACKAGING_SLICES_SLICEUSES_H
#define AGENTC_LIB_PACKAGING_SLICES_SLICEUSES_H

#include "SliceParts.h"

#include <map>

namespace agentc {

/// The immediate effects that code may have on the value of a name.
enum class SliceUse : uint8_t {
  None,  ///< nothing: it is looked at, or kept where others will find it
  Call,  ///< its code may run
  Touch, ///< it may be changed, or run
};

/// Judges single uses of names, on the safe side: what isn't known to leave a value alone touches
/// it.
class SliceUses {
public:
  explicit SliceUses(const SliceParts &parts) : parts_(parts) {}

  /// Returns the use of an expression's value. In code that runs `deep` in calls, keeping a value
  /// counts, too, since whoever runs that code may change the kept value.
  SliceUse of(const ast::Node &expression, bool deep);
  /// Returns true if a function's code may run where it stands rather than later, when somebody
  /// calls it.
  bool runsAtOnce(const ast::Node &function) const;

private:
  enum class Flow : uint8_t { None, Call, Touch, Out };
  Flow ofArgument(const ast::Node &call, const ast::Node &argument, unsigned depth);
  Flow ofParameter(const ast::Node &function, size_t index, unsigned depth);
  Flow readParameter(const ast::Node &function, size_t index, unsigned depth);
  Flow ofMethodCall(const ast::Node &call, const ast::Node &callee, unsigned depth);
  bool changesArguments(const ast::Node &call, unsigned depth);
  std::optional<SliceUse> inCall(const ast::Node &call, const ast::Node &node, unsigned depth,
                                 bool &isMember, SliceUse &least);
  SliceUse ofLocal(const ast::Identifier *id, unsigned depth, bool &out);
  bool convertsSilently(const ast::Node &node) const;
  bool isReadSilently(const ast::Node &node) const;
  bool runsCode(const ast::MemberExpression &member) const;
  SliceUse follow(const ast::Node &expression, bool deep, unsigned depth, bool &out);

  static constexpr size_t maxSteps = 20'000'000;

  const SliceParts &parts_;
  std::map<std::pair<const ast::Node *, size_t>, Flow> parameters_;
  size_t steps_ = 0; ///< beyond maxSteps everything touches
};

} // namespace agentc

#endif
