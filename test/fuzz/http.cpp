// Bytes of a client, cut into pieces by their own first byte: no request is read whose parts were
// refused, and each has one host, one length and a path.
#include "RequestReader.h"

#include "agentc/Http/AllowedHosts.h"

#include <cstdint>

using namespace agentc::http;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef bytes(reinterpret_cast<const char *>(data), size);
  if (bytes.empty())
    return 0;
  const size_t piece = 1 + static_cast<unsigned char>(bytes.front()) % 64;
  bytes = bytes.drop_front();
  RequestReader reader(/*mostHeadBytes=*/512, /*mostHeaders=*/16);
  const AllowedHosts hosts;
  for (; !bytes.empty(); bytes = bytes.drop_front(std::min(piece, bytes.size()))) {
    reader.add(bytes.take_front(piece));
    for (;;) {
      const RequestReader::Step step = reader.next();
      if (step == RequestReader::Step::Fault)
        return 0;
      if (step == RequestReader::Step::NeedsMore)
        break;
      const Request &request = reader.request();
      if (step == RequestReader::Step::Head) {
        reader.admit(256);
        hosts.judge(request);
        readPath(request.path);
        readQuery(request.query);
        if (request.path.empty() || (request.path[0] != '/' && request.path != "*") ||
            (request.host.empty() && !reader.isOld()))
          abort();
        continue;
      }
      if (request.body.size() > 256)
        abort();
      reader.take();
    }
    if (reader.unread() > 2 * 512 + 64)
      abort();
  }
  return 0;
}
