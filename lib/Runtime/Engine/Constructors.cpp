#include "Constructors.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <cstdint>
#include <iterator>
#include <link.h>

namespace agentc {

using Constructor = void (*)(int, char **, char **);

/// The addresses of Node's constructors in the program that this was built for, before the
/// program is relocated; and a zero, since there may be none.
static constexpr uintptr_t ofNode[] = {
#include "NodeConstructors.inc"
    0};

namespace {

/// The work that a program has to do before its `main`.
struct Program {
  uintptr_t base = 0;
  Constructor first = nullptr;
  llvm::ArrayRef<Constructor> others;

  static int find(dl_phdr_info *object, size_t, void *argument) {
    auto &program = *static_cast<Program *>(argument);
    program.base = object->dlpi_addr;
    const Constructor *others = nullptr;
    for (const ElfW(Phdr) & header : llvm::ArrayRef(object->dlpi_phdr, object->dlpi_phnum)) {
      if (header.p_type != PT_DYNAMIC)
        continue;
      for (auto *entry = reinterpret_cast<const ElfW(Dyn) *>(program.base + header.p_vaddr);
           entry->d_tag != DT_NULL; ++entry) {
        uintptr_t value = entry->d_un.d_val, address = program.base + value;
        if (entry->d_tag == DT_INIT)
          program.first = reinterpret_cast<Constructor>(address);
        else if (entry->d_tag == DT_INIT_ARRAY)
          others = reinterpret_cast<const Constructor *>(address);
        else if (entry->d_tag == DT_INIT_ARRAYSZ)
          program.others = llvm::ArrayRef(others, value / sizeof(Constructor));
      }
    }
    return 1; // the first object is the program
  }
};

} // namespace

void constructProgram(int count, char **arguments, char **environment) {
  Program program;
  dl_iterate_phdr(Program::find, &program);
  llvm::ArrayRef<uintptr_t> left = llvm::ArrayRef(ofNode).drop_back();
  auto isNodes = [&](Constructor constructor) {
    return llvm::is_contained(left, reinterpret_cast<uintptr_t>(constructor) - program.base);
  };
  // In another program others stand there.
  if (static_cast<size_t>(llvm::count_if(program.others, isNodes)) != left.size())
    left = {};
  if (program.first)
    program.first(count, arguments, environment);
  for (Constructor constructor : program.others)
    if (!isNodes(constructor))
      constructor(count, arguments, environment);
}

} // namespace agentc
