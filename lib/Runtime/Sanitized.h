#ifndef AGENTC_LIB_RUNTIME_SANITIZED_H
#define AGENTC_LIB_RUNTIME_SANITIZED_H

/// Defined where a sanitizer watches the program: it makes system calls that are on no list, needs
/// memory of its own, and has something to say before it ends a process.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define AGENTC_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define AGENTC_SANITIZED
#endif
#endif

#endif
