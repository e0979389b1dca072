// LLVM's libraries are not compiled for AddressSanitizer: containers and allocators that they share
// with agentc's code would be reported for what the other side did.
extern "C" const char *__asan_default_options() {
  return "detect_container_overflow=0:allow_user_poisoning=0";
}
