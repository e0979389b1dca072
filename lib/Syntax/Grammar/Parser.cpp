#include "Parser.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cassert>
#include <cstdio>

namespace agentc {

namespace {

/// ParseMemory says why.
constexpr int64_t maxStackNodes = 30000;

/// Listens to the parser's log, the only place where tree-sitter says where it stumbled.
class StumbleLog {
public:
  StumbleLog(llvm::StringRef text) {
    lines_.push_back(0);
    for (size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n')
        lines_.push_back(static_cast<uint32_t>(i + 1));
  }

  static void log(void *payload, TSLogType type, const char *message) {
    auto &log = *static_cast<StumbleLog *>(payload);
    ++log.messages;
    if (type == TSLogTypeParse)
      log.read(message);
  }

  std::vector<Stumble> stumbles;
  uint64_t messages = 0;

private:
  void read(llvm::StringRef message) {
    if (message.starts_with("process version:")) {
      unsigned version = 0, count = 0, state = 0, row = 0, column = 0;
      if (std::sscanf(message.data(),
                      "process version:%u, version_count:%u, state:%u, row:%u, col:%u", &version,
                      &count, &state, &row, &column) == 5) {
        current_.offset = (row < lines_.size() ? lines_[row] : 0) + column;
        current_.state = static_cast<TSStateId>(state);
      }
    } else if (message.consume_front("detect_error lookahead:")) {
      // the reading that got furthest is the one that its author meant
      if (!candidate_ || current_.offset >= best_.offset) {
        best_ = current_;
        best_.lookahead = message.str();
      }
      candidate_ = true;
    } else if (message.starts_with("resume version:") && candidate_) {
      if (stumbles.empty() || stumbles.back().offset != best_.offset)
        stumbles.push_back(best_);
      candidate_ = false;
    }
  }

  std::vector<uint32_t> lines_;
  Stumble current_;
  Stumble best_;
  bool candidate_ = false;
};

/// Recovering from errors can cost tree-sitter time that grows with the square of the text, most
/// of it copying ever longer lists. A parser is stopped once it has done ten times the work that
/// honest sources are. It is counted, not timed, so that a verdict is the same on every machine: in
/// bytes that were asked for, of which a processor fills one in 1 to 15 ns.
struct Bounds {
  static constexpr uint64_t workPerCall = 4096;   ///< of isReached, which is once in 100 actions
  static constexpr uint64_t workPerMessage = 512; ///< of the log
  static constexpr uint64_t workPerByte = 500;
  uint64_t grace = 500'000'000;
  const ParseMemory *memory = nullptr;
  size_t maxBytes = maxParseBytes;
  const StumbleLog *log = nullptr;
  size_t stumbleLimit = 0;
  ParseStop stop = ParseStop::None;
  uint32_t offset = 0;
  uint64_t calls = 0;

  static bool isReached(TSParseState *state) {
    auto &bounds = *static_cast<Bounds *>(state->payload);
    bounds.offset = state->current_byte_offset;
    ++bounds.calls;
    if (bounds.log && bounds.log->stumbles.size() >= bounds.stumbleLimit)
      return true;
    if (bounds.memory->stackNodes() > maxStackNodes)
      bounds.stop = ParseStop::TooDeep;
    else if (bounds.memory->bytes() > bounds.maxBytes)
      bounds.stop = ParseStop::TooLarge;
    else if (bounds.work() > bounds.grace + workPerByte * bounds.offset)
      bounds.stop = ParseStop::TooSlow;
    return bounds.stop != ParseStop::None;
  }

private:
  uint64_t work() const {
    return memory->bytesAsked() + workPerCall * calls + (log ? workPerMessage * log->messages : 0);
  }
};

TSInput inputOf(const llvm::StringRef &text) {
  TSInput input{};
  input.payload = const_cast<llvm::StringRef *>(&text);
  input.encoding = TSInputEncodingUTF8;
  input.read = [](void *payload, uint32_t offset, TSPoint, uint32_t *size) -> const char * {
    const auto &text = *static_cast<const llvm::StringRef *>(payload);
    *size = offset < text.size() ? static_cast<uint32_t>(text.size() - offset) : 0;
    return *size ? text.data() + offset : "";
  };
  return input;
}

/// Neither parser nor tree is given back: they go with the memory that is in use.
TSParser *makeParser(const Grammar &grammar) {
  TSParser *parser = ts_parser_new();
  [[maybe_unused]] bool fits = ts_parser_set_language(parser, grammar.language);
  assert(fits && "the grammar's ABI doesn't fit tree-sitter's core");
  return parser;
}

TSTree *run(TSParser *parser, llvm::StringRef text, Bounds &bounds) {
  TSParseOptions options{&bounds, Bounds::isReached};
  return ts_parser_parse_with_options(parser, nullptr, inputOf(text), options);
}

} // namespace

ParsedText parseText(const Grammar &grammar, llvm::StringRef text) {
  ParsedText parsed;
  parsed.memory = std::make_unique<ParseMemory>();
  ParseMemory::Use use(*parsed.memory);
  Bounds bounds;
  bounds.memory = parsed.memory.get();
  parsed.tree = run(makeParser(grammar), text, bounds);
  parsed.stop = bounds.stop;
  parsed.offset = bounds.offset;
  return parsed;
}

bool isExpected(const Grammar &grammar, TSStateId state,
                std::initializer_list<llvm::StringRef> names) {
  size_t found = 0;
  TSLookaheadIterator *iterator = ts_lookahead_iterator_new(grammar.language, state);
  if (!iterator)
    return false;
  while (ts_lookahead_iterator_next(iterator))
    found += llvm::is_contained(names, ts_lookahead_iterator_current_symbol_name(iterator));
  ts_lookahead_iterator_delete(iterator);
  return found >= names.size();
}

std::vector<Stumble> findStumbles(const Grammar &grammar, llvm::StringRef text, size_t limit,
                                  size_t maxBytes) {
  ParseMemory memory;
  ParseMemory::Use use(memory);
  StumbleLog log(text);
  TSParser *parser = makeParser(grammar);
  ts_parser_set_logger(parser, TSLogger{&log, StumbleLog::log});
  // writing the log is what costs, whatever the text
  Bounds bounds;
  bounds.memory = &memory;
  bounds.maxBytes = maxBytes;
  bounds.grace *= 3;
  bounds.log = &log;
  bounds.stumbleLimit = limit;
  run(parser, text, bounds);
  std::sort(log.stumbles.begin(), log.stumbles.end(),
            [](const Stumble &left, const Stumble &right) { return left.offset < right.offset; });
  return std::move(log.stumbles);
}

} // namespace agentc
