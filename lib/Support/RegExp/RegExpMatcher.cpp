#include "agentc/Support/RegExpProgram.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc {

namespace {

constexpr size_t unset = std::u16string::npos;

char16_t otherCase(char16_t unit) {
  if (unit >= 'a' && unit <= 'z')
    return unit - 32;
  return unit >= 'A' && unit <= 'Z' ? unit + 32 : unit;
}

bool isWordUnit(char16_t unit) {
  return (unit >= '0' && unit <= '9') || (unit >= 'a' && unit <= 'z') ||
         (unit >= 'A' && unit <= 'Z') || unit == '_';
}

bool isLineEnd(char16_t unit) {
  return unit == '\n' || unit == '\r' || unit == 0x2028 || unit == 0x2029;
}

/// Runs a program by backtracking; every change of a register is undone when it goes back.
class Matcher {
public:
  Matcher(const RegExpProgram &program, const std::u16string &text, uint64_t &steps)
      : program_(program), text_(text), steps_(steps), registers_(program.registers, unset) {}

  /// Recursion is as deep as lookaheads are nested.
  RegExpOutcome run(uint32_t pc, size_t at) {
    size_t base = choices_.size();
    for (;;) {
      if (steps_ == 0)
        return RegExpOutcome::GaveUp;
      --steps_;
      const RegExpInstruction &instruction = program_.code[pc];
      if (instruction.op == RegExpOp::Accept) {
        choices_.resize(base);
        return RegExpOutcome::Match;
      }
      if (instruction.op == RegExpOp::Split) {
        choices_.push_back({instruction.b, at, changes_.size()});
        pc = instruction.a;
        continue;
      }
      std::optional<uint32_t> next = step(instruction, pc, at);
      if (gaveUp_)
        return RegExpOutcome::GaveUp;
      if (next) {
        pc = *next;
        continue;
      }
      if (choices_.size() == base)
        return RegExpOutcome::Failure;
      Choice choice = choices_.pop_back_val();
      undo(choice.changes);
      pc = choice.pc;
      at = choice.at;
    }
  }

  size_t registerAt(size_t index) const { return registers_[index]; }

private:
  struct Choice {
    uint32_t pc;
    size_t at;
    size_t changes;
  };

  void set(size_t index, size_t value) {
    changes_.push_back({index, registers_[index]});
    registers_[index] = value;
  }

  void undo(size_t size) {
    while (changes_.size() > size) {
      auto [index, value] = changes_.pop_back_val();
      registers_[index] = value;
    }
  }

  bool isSame(char16_t a, char16_t b) const {
    return a == b || (program_.ignoreCase && otherCase(a) == b);
  }

  /// Does what the instruction says and gives the next one; std::nullopt where it fails.
  std::optional<uint32_t> step(const RegExpInstruction &instruction, uint32_t pc, size_t &at) {
    auto goOn = [&](bool holds) { return holds ? std::optional(pc + 1) : std::nullopt; };
    bool isAtEnd = at >= text_.size();
    switch (instruction.op) {
    case RegExpOp::Unit:
      return goOn(!isAtEnd && isSame(text_[at++], instruction.a));
    case RegExpOp::Set:
      return goOn(!isAtEnd && isInSet(program_.sets[instruction.a], text_[at++]));
    case RegExpOp::LineStart:
      return goOn(at == 0 || (program_.multiline && isLineEnd(text_[at - 1])));
    case RegExpOp::LineEnd:
      return goOn(isAtEnd || (program_.multiline && isLineEnd(text_[at])));
    case RegExpOp::WordBoundary: {
      bool before = at > 0 && isWordUnit(text_[at - 1]), after = !isAtEnd && isWordUnit(text_[at]);
      return goOn((before != after) != (instruction.a == 1));
    }
    case RegExpOp::Jump:
      return instruction.a;
    case RegExpOp::Save:
      set(instruction.a, at);
      return pc + 1;
    case RegExpOp::ForgetGroups:
      for (size_t i = instruction.a; i < instruction.b; ++i)
        set(i, unset);
      steps_ -= std::min<uint64_t>(steps_, instruction.b - instruction.a);
      return pc + 1;
    case RegExpOp::FailIfEmpty:
      return goOn(registers_[instruction.a] != at);
    case RegExpOp::BackReference:
      return goOn(matchesGroup(instruction.a, at));
    case RegExpOp::Look:
      return look(instruction, pc, at);
    case RegExpOp::Split:
    case RegExpOp::Accept:
      break;
    }
    return std::nullopt;
  }

  bool isInSet(const UnitSet &set, char16_t unit) const {
    bool isMember = set.contains(unit) || (program_.ignoreCase && set.contains(otherCase(unit)));
    return isMember != set.inverted;
  }

  bool matchesGroup(size_t group, size_t &at) {
    size_t begin = registers_[group * 2], end = registers_[group * 2 + 1];
    if (begin == unset || end == unset)
      return true;
    size_t length = end - begin;
    steps_ -= std::min<uint64_t>(steps_, length);
    if (text_.size() - at < length)
      return false;
    for (size_t i = 0; i < length; ++i)
      if (!isSame(text_[begin + i], text_[at + i]))
        return false;
    at += length;
    return true;
  }

  std::optional<uint32_t> look(const RegExpInstruction &instruction, uint32_t pc, size_t at) {
    size_t changes = changes_.size();
    RegExpOutcome outcome = run(pc + 1, at);
    gaveUp_ |= outcome == RegExpOutcome::GaveUp;
    bool isNegative = instruction.a == 1;
    if (isNegative || outcome != RegExpOutcome::Match)
      undo(changes);
    return (outcome == RegExpOutcome::Match) != isNegative ? std::optional(instruction.b)
                                                           : std::nullopt;
  }

  const RegExpProgram &program_;
  const std::u16string &text_;
  uint64_t &steps_;
  llvm::SmallVector<size_t, 16> registers_;
  llvm::SmallVector<Choice, 32> choices_;
  llvm::SmallVector<std::pair<size_t, size_t>, 32> changes_;
  bool gaveUp_ = false;
};

} // namespace

void UnitSet::noteAscii() {
  for (auto [first, last] : ranges)
    for (unsigned unit = first; unit <= last && unit < 128; ++unit)
      ascii[unit / 64] |= uint64_t(1) << (unit % 64);
}

bool UnitSet::containsBeyondAscii(char16_t unit) const {
  return llvm::any_of(ranges, [&](std::pair<char16_t, char16_t> range) {
    return unit >= range.first && unit <= range.second;
  });
}

bool canMatch(const RegExpProgram &program, const std::u16string &text) {
  return !program.asciiOnly || llvm::all_of(text, [](char16_t unit) { return unit < 0x80; });
}

RegExpOutcome matchAt(const RegExpProgram &program, const std::u16string &text, size_t at,
                      RegExpCaptures &captures, uint64_t &steps) {
  steps -= std::min<uint64_t>(steps, program.registers);
  Matcher matcher(program, text, steps);
  RegExpOutcome outcome = matcher.run(0, at);
  if (outcome != RegExpOutcome::Match)
    return outcome;
  captures.clear();
  for (size_t group = 0; group < program.groups; ++group) {
    size_t begin = matcher.registerAt(group * 2), end = matcher.registerAt(group * 2 + 1);
    bool tookPart = begin != unset && end != unset;
    captures.push_back({tookPart ? begin : unset, tookPart ? end : unset});
  }
  return outcome;
}

RegExpOutcome matchFrom(const RegExpProgram &program, const std::u16string &text, size_t at,
                        RegExpCaptures &captures, uint64_t &steps) {
  for (; at <= text.size(); ++at) {
    RegExpOutcome outcome = matchAt(program, text, at, captures, steps);
    if (outcome != RegExpOutcome::Failure || program.sticky)
      return outcome;
  }
  return RegExpOutcome::Failure;
}

} // namespace agentc
