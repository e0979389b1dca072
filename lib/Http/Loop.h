#ifndef AGENTC_LIB_HTTP_LOOP_H
#define AGENTC_LIB_HTTP_LOOP_H

#include "agentc/Http/EventLoop.h"

#include <boost/asio/io_context.hpp>

namespace agentc::http {

/// Behind a loop: Asio's, told that there is one thread.
struct EventLoop::Parts {
  boost::asio::io_context context{1};
};

} // namespace agentc::http

#endif
