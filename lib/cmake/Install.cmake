# What `cmake --install` writes below a prefix. Programs find each other, the sandbox's files and the pages from where
# they are themselves, so the whole may be moved.

set(tools agentc agentc-mcp agentc-serve agentc-tool-run)
# The same where they are built: room for another path there would be empty entries, which are the folder one stands in.
set_target_properties(${tools} AgentcEngine PROPERTIES BUILD_WITH_INSTALL_RPATH ON)
install(TARGETS ${tools} RUNTIME DESTINATION bin)
install(FILES ${PROJECT_BINARY_DIR}/bin/agentc-extract-config DESTINATION bin)

# The sandbox's engine: V8's program, what is loaded into it, and V8's state to start from.
set(engine ${PROJECT_BINARY_DIR}/lib/agentc)
install(PROGRAMS ${engine}/node DESTINATION lib/agentc)
install(TARGETS AgentcEngine LIBRARY DESTINATION lib/agentc)
install(FILES ${engine}/snapshot DESTINATION lib/agentc)

# The notices of what others wrote: in the sandbox's scripts, compiled in, linked statically.
get_property(inputs GLOBAL PROPERTY AGENTC_BUNDLED_INPUTS)
set(compiled tree-sitter tree-sitter-javascript tree-sitter-typescript)
list(TRANSFORM compiled PREPEND ${PROJECT_SOURCE_DIR}/grammars/node_modules/)
list(APPEND compiled ${AGENTC_V8_PACKAGE})
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libstdc++.a OUTPUT_VARIABLE standard)
string(REGEX REPLACE ".*/([0-9]+)/libstdc.*" "libstdc++-\\1-dev" standard "${standard}")
set(notices ${PROJECT_BINARY_DIR}/share/doc/agentc/THIRD-PARTY.txt)
add_custom_command(OUTPUT ${notices}
  COMMAND ${AGENTC_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/notices.py ${notices} --inputs ${inputs} --packages ${compiled}
    --debian libarchive-dev libboost-dev libbz2-dev libhiredis-dev libicu-dev liblzma-dev libsqlite3-dev libssl-dev libzstd-dev llvm-19-dev
      nettle-dev nlohmann-json3-dev zlib1g-dev ${standard}
  DEPENDS ${CMAKE_CURRENT_LIST_DIR}/notices.py ${inputs} ${PROJECT_SOURCE_DIR}/grammars/package-lock.json
    ${PROJECT_SOURCE_DIR}/runtime/engine/package-lock.json
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
