# Runs in cpack, before it packs what is staged: documents as Debian's policy has them.
set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX})
set(docs ${root}/share/doc/agentc)
file(COPY_FILE ${CPACK_AGENTC_CHANGELOG} ${docs}/changelog.Debian)
file(COPY_FILE ${CMAKE_CURRENT_LIST_DIR}/copyright ${docs}/copyright)
file(MAKE_DIRECTORY ${root}/share/lintian/overrides)
file(COPY_FILE ${CMAKE_CURRENT_LIST_DIR}/lintian-overrides ${root}/share/lintian/overrides/agentc)
file(GLOB pages ${root}/share/man/man*/*.[1-9])
execute_process(COMMAND gzip -9n ${docs}/changelog.Debian ${docs}/THIRD-PARTY.txt ${pages} COMMAND_ERROR_IS_FATAL ANY)
