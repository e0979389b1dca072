# What `cmake --install` writes below a prefix. Programs find each other, the sandbox's files and the pages from where
# they are themselves, so the whole may be moved.

set(tools agentc agentc-extract-config agentc-tool-run)
# The same where they are built: room for another path there would be empty entries, which are the folder one stands in.
get_property(rpath GLOBAL PROPERTY AGENTC_INSTALL_RPATH)
list(PREPEND rpath "$ORIGIN/../lib/agentc/bound")
set_target_properties(${tools} PROPERTIES BUILD_WITH_INSTALL_RPATH ON)
set_target_properties(agentc-tool-run PROPERTIES INSTALL_RPATH "${rpath}")
install(TARGETS ${tools} RUNTIME DESTINATION bin)

# From what the sandbox starts faster, as this build made it, and what makes it anew where libnode is another.
install(DIRECTORY ${PROJECT_BINARY_DIR}/lib/agentc DESTINATION lib USE_SOURCE_PERMISSIONS COMPONENT prepared)
install(PROGRAMS ${PROJECT_SOURCE_DIR}/lib/Runtime/prepare DESTINATION lib/agentc)
install(FILES ${PROJECT_SOURCE_DIR}/lib/Runtime/bind-own-symbols.py DESTINATION lib/agentc)

# The notices of what others wrote: in the sandbox's scripts, compiled in, linked statically.
get_property(inputs GLOBAL PROPERTY AGENTC_BUNDLED_INPUTS)
set(compiled tree-sitter tree-sitter-javascript tree-sitter-json tree-sitter-typescript)
list(TRANSFORM compiled PREPEND ${PROJECT_SOURCE_DIR}/grammars/node_modules/)
set(standard "")
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  string(REGEX REPLACE "[.].*" "" standard "libstdc++-${CMAKE_CXX_COMPILER_VERSION}")
  string(APPEND standard -dev)
endif()
set(notices ${PROJECT_BINARY_DIR}/share/doc/agentc/THIRD-PARTY.txt)
add_custom_command(OUTPUT ${notices}
  COMMAND ${AGENTC_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/notices.py ${notices} --inputs ${inputs} --packages ${compiled}
    --debian libarchive-dev libbz2-dev libicu-dev liblzma-dev libsqlite3-dev libzstd-dev llvm-19-dev
      nettle-dev nlohmann-json3-dev zlib1g-dev ${standard}
  DEPENDS ${CMAKE_CURRENT_LIST_DIR}/notices.py ${inputs} ${PROJECT_SOURCE_DIR}/grammars/package-lock.json
  COMMENT "Collecting notices" VERBATIM)
add_custom_target(agentc-notices ALL DEPENDS ${notices})
install(FILES ${notices} DESTINATION share/doc/agentc)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/schemas DESTINATION share/agentc)
install(FILES ${PROJECT_SOURCE_DIR}/runtime/agentc.d.ts DESTINATION share/agentc)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/runtime/types DESTINATION share/agentc)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ci ${PROJECT_SOURCE_DIR}/docs/examples DESTINATION share/doc/agentc)
# Manual pages and completions, made from the programs' own tables of options.
foreach(folder IN ITEMS man bash-completion zsh fish)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/share/${folder} DESTINATION share OPTIONAL)
endforeach()
