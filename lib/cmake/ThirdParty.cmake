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
agentc_import(openssl HEADER openssl/evp.h LIBRARY crypto PACKAGE libssl-dev)
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

# V8 comes in Debian's libnode-dev. Beside a vendor's own nodejs package that cannot be installed, and `./dev setup`
# unpacks it into build/v8; a prefix has V8 only if it has the library too, because vendors ship the headers alone.
set(AGENTC_V8_PREFIX "" CACHE PATH "where usr/include/node and libnode.so lie; empty means build/v8, then /")
foreach(prefix IN ITEMS ${AGENTC_V8_PREFIX} ${PROJECT_SOURCE_DIR}/build/v8 /)
  find_library(AGENTC_LIBNODE node PATHS ${prefix}/usr/lib ${prefix}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}
    NO_DEFAULT_PATH)
  if(AGENTC_LIBNODE)
    find_path(AGENTC_V8_INCLUDE v8.h PATHS ${prefix}/usr/include/node NO_DEFAULT_PATH)
    break()
  endif()
endforeach()
if(NOT AGENTC_LIBNODE OR NOT AGENTC_V8_INCLUDE)
  message(FATAL_ERROR "V8 (libnode-dev) not found; run ./dev setup")
endif()
add_library(agentc::v8 SHARED IMPORTED GLOBAL)
# Position independent: a program that copied libnode's data into itself could not use the library with its own symbols
# bound, which goes on using its own.
set_target_properties(agentc::v8 PROPERTIES IMPORTED_LOCATION ${AGENTC_LIBNODE}
  INTERFACE_COMPILE_OPTIONS -fPIC
  INTERFACE_INCLUDE_DIRECTORIES ${AGENTC_V8_INCLUDE})
