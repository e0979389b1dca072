#include "Parser.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

namespace agentc {

namespace {

struct ParserDeleter {
  void operator()(TSParser *parser) const { ts_parser_delete(parser); }
};

double threadSeconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Recovering from errors can cost tree-sitter time that grows with the square of the text. A parser
/// that falls behind a pace which sources keep a hundred times over is stopped; it is measured in the
/// thread's own time, so that a busy machine changes nothing.
struct Pace {
  double start = threadSeconds();
  double grace = 1;
  double secondsPerByte = 2e-6;
  const std::vector<Stumble> *stumbles = nullptr;
  size_t stumbleLimit = 0;

  static bool isLost(TSParseState *state) {
    const auto &pace = *static_cast<const Pace *>(state->payload);
    if (pace.stumbles && pace.stumbles->size() >= pace.stumbleLimit)
      return true;
    return threadSeconds() - pace.start > pace.grace + pace.secondsPerByte * state->current_byte_offset;
  }
};

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
    if (type == TSLogTypeParse)
      static_cast<StumbleLog *>(payload)->read(message);
  }

  std::vector<Stumble> stumbles;

private:
  void read(llvm::StringRef message) {
    if (message.starts_with("process version:")) {
      unsigned version = 0, count = 0, state = 0, row = 0, column = 0;
      if (std::sscanf(message.data(), "process version:%u, version_count:%u, state:%u, row:%u, col:%u",
                      &version, &count, &state, &row, &column) == 5) {
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

Tree run(TSParser *parser, llvm::StringRef text, Pace &pace) {
  TSParseOptions options{&pace, Pace::isLost};
  return Tree(ts_parser_parse_with_options(parser, nullptr, inputOf(text), options));
}

} // namespace

Tree parseText(const Grammar &grammar, llvm::StringRef text) {
  std::unique_ptr<TSParser, ParserDeleter> parser(ts_parser_new());
  if (!ts_parser_set_language(parser.get(), grammar.language))
    return nullptr;
  Pace pace;
  return run(parser.get(), text, pace);
}

std::vector<Stumble> findStumbles(const Grammar &grammar, llvm::StringRef text, size_t limit) {
  std::unique_ptr<TSParser, ParserDeleter> parser(ts_parser_new());
  if (!ts_parser_set_language(parser.get(), grammar.language))
    return {};
  StumbleLog log(text);
  ts_parser_set_logger(parser.get(), TSLogger{&log, StumbleLog::log});
  // writing the log is what costs, whatever the text
  Pace pace;
  pace.grace = 3;
  pace.stumbles = &log.stumbles;
  pace.stumbleLimit = limit;
  run(parser.get(), text, pace);
  std::sort(log.stumbles.begin(), log.stumbles.end(),
            [](const Stumble &left, const Stumble &right) { return left.offset < right.offset; });
  return std::move(log.stumbles);
}

} // namespace agentc
