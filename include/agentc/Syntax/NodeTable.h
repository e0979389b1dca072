#ifndef AGENTC_SYNTAX_NODETABLE_H
#define AGENTC_SYNTAX_NODETABLE_H

#include "agentc/Syntax/Ast.h"

#include <array>

namespace agentc {

/// Something about each of many nodes, by their indices: without hashes, and in a page for each
/// block of indices. What was never set is T(). References hold until the table is gone.
template <typename T> class NodeTable {
public:
  T &operator[](uint32_t index) {
    size_t page = index / pageSize;
    if (page >= pages_.size())
      pages_.resize(page + 1);
    if (!pages_[page])
      pages_[page] = std::make_unique<Page>();
    return (*pages_[page])[index % pageSize];
  }
  T &operator[](const ast::Node &node) { return (*this)[node.index]; }

  T lookup(uint32_t index) const {
    size_t page = index / pageSize;
    return page < pages_.size() && pages_[page] ? (*pages_[page])[index % pageSize] : T();
  }
  T lookup(const ast::Node &node) const { return lookup(node.index); }

private:
  static constexpr size_t pageSize = ast::NodeIndices::blockSize;
  using Page = std::array<T, pageSize>;
  std::vector<std::unique_ptr<Page>> pages_;
};

} // namespace agentc

#endif
