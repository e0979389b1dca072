# The functions by which every folder of agentc says what it builds.

# How agentc's own code is compiled; third-party code is not. Assertions stay on in every build but release,
# because every bundle is hostile and a wrong answer costs more than a check.
# `plain-options` is for what is loaded into a program of others', which sanitizers and counters don't know.
add_library(agentc-plain-options INTERFACE)
add_library(agentc::plain-options ALIAS agentc-plain-options)
target_compile_features(agentc-plain-options INTERFACE cxx_std_20)
target_include_directories(agentc-plain-options INTERFACE ${PROJECT_SOURCE_DIR}/include)
target_compile_options(agentc-plain-options INTERFACE
  -Wall -Wextra -fno-rtti -ffunction-sections -fdata-sections $<$<CONFIG:RelWithDebInfo>:-UNDEBUG>
  # GCC 12 warns of std::string's own copies (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # It warns of LLVM's small vectors (-O3) and of std::optional (-O1), which are read only where they are set.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
  # Clang warns of what libstdc++ 12's own stable_sort uses; GCC tells of deprecated things of others.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)
target_link_options(agentc-plain-options INTERFACE -Wl,--gc-sections)
add_library(agentc-options INTERFACE)
add_library(agentc::options ALIAS agentc-options)
target_link_libraries(agentc-options INTERFACE agentc::plain-options)

set(AGENTC_SANITIZE "" CACHE STRING "what -fsanitize= gets, for example address,undefined")
option(AGENTC_FUZZ "make the fuzz targets searchable by libFuzzer; without it they only replay their seeds" OFF)
option(AGENTC_COVERAGE "count executed lines" OFF)
if(AGENTC_SANITIZE)
  target_compile_options(agentc-options INTERFACE
    -fsanitize=${AGENTC_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(agentc-options INTERFACE -fsanitize=${AGENTC_SANITIZE})
endif()
if(AGENTC_SANITIZE MATCHES address AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
  # Also where nothing searches, so that the presets asan-ubsan and fuzz share their objects in ccache.
  target_compile_options(agentc-options INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(AGENTC_COVERAGE)
  target_compile_options(agentc-options INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(agentc-options INTERFACE --coverage)
endif()

# What agentc/Support/Version.h declares: a library of its own, so that a commit compiles one line anew.
agentc_version(AGENTC_VERSION)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/Version.cpp @ONLY CONTENT "#include \"agentc/Support/Version.h\"

llvm::StringRef agentc::version() { return \"@AGENTC_VERSION@\"; }
llvm::StringRef agentc::engineVersion() { return \"@AGENTC_ENGINE_VERSION@\"; }
")
add_library(agentc-version STATIC ${PROJECT_BINARY_DIR}/Version.cpp)
add_library(agentc::version ALIAS agentc-version)
target_link_libraries(agentc-version PRIVATE agentc::options agentc::llvm-support)

# The headers of others that most files include, read once: a third of a clean build. Not for the sanitizers, so that a
# build of theirs finds the file that forgets one. No two compiled headers are equal byte by byte, so ccache is told what
# they depend on. GCC reads all of a compiled header, so that it gets what nearly all files need.
set(AGENTC_PRECOMPILES OFF)
if(NOT AGENTC_COVERAGE AND NOT AGENTC_SANITIZE)
  set(AGENTC_PRECOMPILES ON)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/Precompiled.cpp CONTENT "")
  add_library(agentc-precompiled STATIC ${PROJECT_BINARY_DIR}/Precompiled.cpp)
  target_link_libraries(agentc-precompiled PRIVATE agentc::options agentc::llvm-support agentc::nlohmann_json)
  set(AGENTC_PRECOMPILED_HEADERS
    <algorithm> <array> <cmath> <deque> <functional> <map> <memory> <optional> <set> <string> <tuple> <unordered_map>
    <utility> <variant> <vector>
    <llvm/ADT/DenseMap.h> <llvm/ADT/DenseSet.h> <llvm/ADT/STLExtras.h> <llvm/ADT/STLFunctionalExtras.h>
    <llvm/ADT/SetVector.h> <llvm/ADT/SmallString.h> <llvm/ADT/SmallVector.h> <llvm/ADT/StringExtras.h>
    <llvm/ADT/StringMap.h> <llvm/ADT/StringSet.h> <llvm/ADT/StringSwitch.h> <llvm/Support/Error.h>
    <llvm/Support/FileSystem.h> <llvm/Support/Path.h> <llvm/Support/raw_ostream.h>)
  set(compiled cmake_pch.hxx.gch)
  if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    list(APPEND AGENTC_PRECOMPILED_HEADERS <nlohmann/json.hpp>)
    set(compiled cmake_pch.hxx.pch)
    # Files that others made newer are the same files to ccache.
    target_compile_options(agentc-options INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
    # CMake names the header itself, too, and ccache would take that path for a part of what is compiled.
    set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -Xclang -include-pch -Xclang <PCH_FILE>)
  endif()
  target_precompile_headers(agentc-precompiled PRIVATE ${AGENTC_PRECOMPILED_HEADERS})
  file(SHA256 ${AGENTC_LLVM_SUPPORT_INCLUDE}/llvm/Config/llvm-config.h llvm)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/CMakeFiles/agentc-precompiled.dir/${compiled}.sum CONTENT
    "${AGENTC_PRECOMPILED_HEADERS} of LLVM ${llvm} by ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}\n")
endif()

# agentc_precompile(target [header])
# The target reads the headers of others, and a header of its own where one is named, from precompiled ones.
function(agentc_precompile target)
  if(NOT AGENTC_PRECOMPILES)
    return()
  endif()
  if(ARGN)
    target_precompile_headers(${target} PRIVATE ${AGENTC_PRECOMPILED_HEADERS} "\"${ARGV1}\"")
  else()
    target_precompile_headers(${target} REUSE_FROM agentc-precompiled)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # GCC 12 forgets that what it warns of stands in the library's own headers (GCC bug 105651, and its like).
    target_compile_options(${target} PRIVATE -fpch-preprocess -Wno-array-bounds -Wno-stringop-overflow
      -Wno-stringop-overread)
  endif()
endfunction()

# agentc_join(variable source...)
# Sources of one folder's library, eight in a file that includes them: half the time of a clean build. CMake's own
# UNITY_BUILD names them by absolute paths, by which neither ccache finds them in another checkout nor two builds are
# equal. Names in unnamed namespaces are unique in a library; the sanitizers' builds compile each source on its own.
function(agentc_join result)
  set(joined "")
  set(text "")
  set(count 0)
  foreach(source IN LISTS ARGN)
    string(APPEND text "#include \"${source}\"\n")
    math(EXPR count "${count} + 1")
    math(EXPR rest "${count} % 8")
    list(LENGTH ARGN all)
    if(rest EQUAL 0 OR count EQUAL all)
      list(LENGTH joined index)
      set(file ${CMAKE_CURRENT_BINARY_DIR}/Joined${index}.cpp)
      file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
      list(APPEND joined ${file})
      set(text "")
    endif()
  endforeach()
  set(${result} ${joined} PARENT_SCOPE)
endfunction()

# agentc_add_library(Name SOURCES a.cpp ... APART b.cpp ... LINKS agentc::Other agentc::third-party ...)
# The static library agentc::Name (target AgentcName) from lib/Name. Libraries of agentc are linked publicly, since
# their headers show each other's types; third parties privately, since only one library may see each.
# APART are those of the sources that have flags of their own.
function(agentc_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;APART;LINKS")
  set(target Agentc${name})
  set(sources ${arg_SOURCES})
  if(AGENTC_PRECOMPILES)
    list(REMOVE_ITEM sources ${arg_APART} "")
    agentc_join(sources ${sources})
    list(APPEND sources ${arg_APART})
  endif()
  add_library(${target} STATIC ${sources})
  add_library(agentc::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX AGENTC_LINKS "${arg_LINKS}")
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${target} PUBLIC agentc::options agentc::llvm-support agentc::nlohmann_json)
  foreach(link IN LISTS arg_LINKS)
    if(link MATCHES "^agentc::[A-Z]")
      target_link_libraries(${target} PUBLIC ${link})
    else()
      target_link_libraries(${target} PRIVATE ${link})
    endif()
  endforeach()
  agentc_precompile(${target})
  set_property(GLOBAL APPEND PROPERTY AGENTC_LIBRARIES ${name})
endfunction()

# agentc_add_tool(name [OWN_CXX] SOURCES main.cpp LINKS agentc::Driver ...)
# The program bin/name; OWN_CXX for one that shares no library of C++ with another, and starts a third faster without.
function(agentc_add_tool name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "OWN_CXX" "" "SOURCES;LINKS")
  add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  target_link_libraries(${name} PRIVATE agentc::options ${arg_LINKS})
  agentc_precompile(${name})
  if(arg_OWN_CXX AND NOT AGENTC_SANITIZE)
    target_link_options(${name} PRIVATE -static-libstdc++ -static-libgcc)
  endif()
  if(AGENTC_SANITIZE MATCHES address)
    target_sources(${name} PRIVATE ${PROJECT_SOURCE_DIR}/lib/cmake/AsanOptions.cpp)
  endif()
  set_property(GLOBAL APPEND PROPERTY AGENTC_TOOLS ${name})
endfunction()

# agentc_add_rules(Name TYPE Rule HEADER agentc/Rules/Rules.h NAMESPACE rules FUNCTION allRules GLOB */*.cpp)
# Adds every file that GLOB finds below the current folder to library Name, and the function
# `llvm::ArrayRef<const TYPE *> agentc::FUNCTION()`, which HEADER declares: it gives the constant
# `agentc::NAMESPACE::FileName` of each file, sorted by path. The one glob of the build: a new file is a new entry.
# Each is compiled on its own, since all have the same names for their parts, and HEADER is read once for all.
function(agentc_add_rules name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TYPE;HEADER;NAMESPACE;FUNCTION;GLOB" "")
  file(GLOB files RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS ${arg_GLOB})
  list(SORT files)
  set(declarations "")
  set(entries "")
  foreach(file IN LISTS files)
    get_filename_component(constant ${file} NAME_WE)
    string(APPEND declarations "extern const ${arg_TYPE} ${constant};\n")
    string(APPEND entries "    &${arg_NAMESPACE}::${constant},\n")
  endforeach()
  set(body "  return {};\n")
  if(files)
    set(body "  static const ${arg_TYPE} *const table[] = {\n${entries}  };\n  return table;\n")
  endif()
  set(registry ${CMAKE_CURRENT_BINARY_DIR}/${arg_FUNCTION}.cpp)
  file(CONFIGURE OUTPUT ${registry} @ONLY CONTENT "#include \"@arg_HEADER@\"

#include \"llvm/ADT/ArrayRef.h\"

namespace agentc {
namespace @arg_NAMESPACE@ {
@declarations@} // namespace @arg_NAMESPACE@

llvm::ArrayRef<const @arg_TYPE@ *> @arg_FUNCTION@() {
@body@}
} // namespace agentc
")
  list(TRANSFORM files PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  if(NOT AGENTC_PRECOMPILES)
    target_sources(Agentc${name} PRIVATE ${files} ${registry})
    return()
  endif()
  set(entries Agentc${name}Entries)
  add_library(${entries} OBJECT ${files} ${registry})
  target_include_directories(${entries} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${entries} PRIVATE agentc::options agentc::llvm-support agentc::nlohmann_json)
  agentc_precompile(${entries} ${arg_HEADER})
  target_sources(Agentc${name} PRIVATE $<TARGET_OBJECTS:${entries}>)
endfunction()

# agentc_lit_suite(name FOLDER DEPENDS target ...)
# Runs the .test files below FOLDER with lit as the ctest test `name`; FOLDER holds lit.cfg.py and lit.site.cfg.py.in.
function(agentc_lit_suite name folder)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "DEPENDS")
  configure_file(${folder}/lit.site.cfg.py.in ${CMAKE_CURRENT_BINARY_DIR}/lit.site.cfg.py @ONLY)
  add_test(NAME ${name} COMMAND
    ${AGENTC_PYTHON} ${AGENTC_LIT} -sv -o ${CMAKE_CURRENT_BINARY_DIR}/results.json ${CMAKE_CURRENT_BINARY_DIR})
  set_tests_properties(${name} PROPERTIES TIMEOUT 3600)
  add_custom_target(${name} DEPENDS ${arg_DEPENDS})
endfunction()

# agentc_tablegen_options(target Options.td Options.inc [DEPENDS made.td])
# Makes the option table of a program from its TableGen file, for `#include "Options.inc"` in target's sources. The file
# may include what the build makes.
function(agentc_tablegen_options target source output)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "DEPENDS")
  set(made ${CMAKE_CURRENT_BINARY_DIR}/${output})
  add_custom_command(OUTPUT ${made}
    COMMAND ${AGENTC_LLVM_PREFIX}/bin/llvm-tblgen -gen-opt-parser-defs -I ${AGENTC_LLVM_PREFIX}/include -I ${CMAKE_CURRENT_BINARY_DIR}
      -o ${made} ${CMAKE_CURRENT_SOURCE_DIR}/${source}
    DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${source} ${arg_DEPENDS} VERBATIM)
  target_sources(${target} PRIVATE ${made})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
