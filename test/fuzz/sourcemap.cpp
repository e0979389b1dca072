// Any text is a source map: what it maps is in order and comes from a source that it names.
#include "agentc/Support/SourceMap.h"

#include <cstdint>
#include <cstdlib>

using namespace agentc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  const std::optional<SourceMap> map =
      SourceMap::parse({reinterpret_cast<const char *>(bytes), size});
  if (!map)
    return 0;
  if (map->contents().size() != map->sources().size())
    std::abort();
  const SourceMap::Segment *last = nullptr;
  for (const SourceMap::Segment &segment : map->segments()) {
    if (segment.source >= static_cast<int64_t>(map->sources().size()) ||
        (last && std::pair(last->line, last->column) > std::pair(segment.line, segment.column)))
      std::abort();
    (void)map->find(segment.line + 1, segment.column + 1);
    last = &segment;
  }
  for (uint32_t place : {0u, 1u, 2u, 1000u, ~0u})
    (void)map->find(place, place);
  return 0;
}
