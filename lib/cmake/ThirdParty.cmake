# Third parties as imported targets named agentc::*; `./dev setup` installs them.

set(AGENTC_LLVM_PREFIX /usr/lib/llvm-19 CACHE PATH "where LLVM 19 is installed")
set(AGENTC_LIT ${AGENTC_LLVM_PREFIX}/build/utils/lit/lit.py CACHE FILEPATH "lit, the test runner")
# Debian's own, which sees the modules that Debian's packages install.
find_program(AGENTC_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH REQUIRED)

# agentc_import(name LIBRARY file-names... HEADER path): agentc::name, found once, headers as system headers.
function(agentc_import name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER;PACKAGE" "LIBRARY;PREFIX;LINKS")
  string(MAKE_C_IDENTIFIER AGENTC_${name} var)
  string(TOUPPER ${var} var)
  set(search "")
  if(arg_PREFIX)
    set(search PATHS ${arg_PREFIX} NO_DEFAULT_PATH)
  endif()
  add_library(agentc::${name} INTERFACE IMPORTED GLOBAL)
  if(arg_HEADER)
    find_path(${var}_INCLUDE ${arg_HEADER} ${search} PATH_SUFFIXES include)
    if(NOT ${var}_INCLUDE)
      message(FATAL_ERROR "${arg_HEADER} not found; install ${arg_PACKAGE} or run ./dev setup")
    endif()
    target_include_directories(agentc::${name} SYSTEM INTERFACE ${${var}_INCLUDE})
  endif()
  foreach(library IN LISTS arg_LIBRARY)
    find_library(${var}_${library} ${library} ${search} PATH_SUFFIXES lib)
    if(NOT ${var}_${library})
      message(FATAL_ERROR "lib${library} not found; install ${arg_PACKAGE} or run ./dev setup")
    endif()
    target_link_libraries(agentc::${name} INTERFACE ${${var}_${library}})
  endforeach()
  if(arg_LINKS)
    target_link_libraries(agentc::${name} INTERFACE ${arg_LINKS})
  endif()
endfunction()

# Static: each shared library takes a tenth of a millisecond of every start.
agentc_import(zlib HEADER zlib.h LIBRARY libz.a PACKAGE zlib1g-dev)
agentc_import(zstd HEADER zstd.h LIBRARY libzstd.a PACKAGE libzstd-dev)
# The static libraries: the shared libLLVM costs milliseconds at every start.
agentc_import(llvm-support HEADER llvm/Support/raw_ostream.h LIBRARY LLVMSupport LLVMDemangle
  PREFIX ${AGENTC_LLVM_PREFIX} PACKAGE llvm-19-dev LINKS agentc::zlib agentc::zstd tinfo pthread dl m rt)
agentc_import(llvm-option HEADER llvm/Option/OptTable.h LIBRARY LLVMOption
  PREFIX ${AGENTC_LLVM_PREFIX} PACKAGE llvm-19-dev LINKS agentc::llvm-support)
agentc_import(nlohmann_json HEADER nlohmann/json.hpp PACKAGE nlohmann-json3-dev)
# Static too, with what its zip reader refers to: the shared one loads ten more libraries, a millisecond at every start.
agentc_import(libarchive HEADER archive.h LIBRARY libarchive.a liblzma.a libbz2.a libnettle.a libzstd.a libz.a
  PACKAGE "libarchive-dev, liblzma-dev, libbz2-dev, nettle-dev, libzstd-dev and zlib1g-dev")
# Static: V8's program exports an OpenSSL of its own, which a shared one would meet there.
agentc_import(openssl HEADER openssl/evp.h LIBRARY libcrypto.a PACKAGE libssl-dev LINKS agentc::zlib agentc::zstd)
# Its header only: the library, with 25 others, is loaded when a tool's first request is granted.
agentc_import(curl HEADER curl/curl.h PACKAGE libcurl4-openssl-dev)
# Its headers only, for who loads it on first need.
agentc_import(crypto HEADER openssl/evp.h PACKAGE libssl-dev LINKS dl)
# Of the static library only the hash's own machine code is taken, which needs no start.
agentc_import(sha256 HEADER openssl/sha.h LIBRARY libcrypto.a PACKAGE libssl-dev)
agentc_import(seccomp HEADER seccomp.h LIBRARY seccomp PACKAGE libseccomp-dev)
# Static as well: its tables of characters lie in the program and cost nothing until they are asked.
agentc_import(icu HEADER unicode/uspoof.h LIBRARY libicui18n.a libicuuc.a libicudata.a PACKAGE libicu-dev)
# And this, whose shared one takes a fifth of a millisecond at every start.
agentc_import(sqlite HEADER sqlite3.h LIBRARY libsqlite3.a PACKAGE libsqlite3-dev LINKS m pthread dl)

# Of agentc-serve alone; static, as it is small.
agentc_import(hiredis HEADER hiredis/hiredis.h LIBRARY libhiredis.a PACKAGE libhiredis-dev)

# Headers alone. No separate threads: each loop is one thread's.
agentc_import(boost HEADER boost/beast/version.hpp PACKAGE libboost-dev LINKS pthread)
target_compile_definitions(agentc::boost INTERFACE BOOST_ASIO_DISABLE_THREADS BOOST_ASIO_NO_DEPRECATED
  BOOST_ERROR_CODE_HEADER_ONLY BOOST_SYSTEM_NO_DEPRECATED)

# V8 comes as Node's own program out of npm, which exports it, with its headers: runtime/engine says which.
set(processor x64)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  set(processor arm64)
endif()
set(AGENTC_V8_PACKAGE ${PROJECT_SOURCE_DIR}/runtime/engine/node_modules/node-linux-${processor}
  CACHE PATH "npm's package of Node for the processor that is built for")
set(AGENTC_V8_PROGRAM ${AGENTC_V8_PACKAGE}/bin/node)
set(header ${AGENTC_V8_PACKAGE}/include/node/v8-version.h)
if(NOT EXISTS ${AGENTC_V8_PROGRAM} OR NOT EXISTS ${header})
  agentc_lacks_npm_packages("V8 (node-linux-${processor})" runtime/engine)
endif()
set(AGENTC_ENGINE_VERSION "")
foreach(part IN ITEMS MAJOR_VERSION MINOR_VERSION BUILD_NUMBER PATCH_LEVEL)
  file(STRINGS ${header} line REGEX "^#define V8_${part} ")
  string(REGEX MATCH "[0-9]+$" number "${line}")
  list(APPEND AGENTC_ENGINE_VERSION ${number})
endforeach()
list(JOIN AGENTC_ENGINE_VERSION . AGENTC_ENGINE_VERSION)
# What Node mended in it does not change V8's own number.
file(READ ${AGENTC_V8_PACKAGE}/package.json manifest)
string(JSON node GET "${manifest}" version)
string(APPEND AGENTC_ENGINE_VERSION " of Node ${node}")
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY
  CMAKE_CONFIGURE_DEPENDS ${AGENTC_V8_PACKAGE}/package.json)
add_library(agentc::v8 INTERFACE IMPORTED GLOBAL)
target_include_directories(agentc::v8 SYSTEM INTERFACE ${AGENTC_V8_PACKAGE}/include/node)
