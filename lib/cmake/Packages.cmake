# `cpack -G DEB`: a package for the Debian release that the build runs on, whose libraries it is linked with.

if(NOT EXISTS /etc/debian_version)
  return()
endif()
file(STRINGS /etc/os-release release REGEX "^VERSION_ID=")
string(REGEX REPLACE "[^0-9]" "" release "${release}")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME agentc)
set(CPACK_PACKAGE_VERSION ${AGENTC_VERSION})
set(CPACK_PACKAGE_CONTACT "the maintainers of agentc <maintainers@agentc.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "compiler for agent bundles")
set(CPACK_PACKAGE_DESCRIPTION "agentc reads JavaScript and TypeScript packages that define AI agents and
the tools they call, without running them. It says what each agent is and
what its code can reach, refuses what is dangerous, packages what passed so
that anyone can check it, and runs single tools in a sandbox: one process
for each call.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1~deb${release})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Loaded when a tool's first request is granted.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libcurl4, ca-certificates")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(debian ${CMAKE_CURRENT_LIST_DIR}/debian)
set(made ${PROJECT_BINARY_DIR}/debian)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(${debian}/changelog.in ${made}/changelog @ONLY)
set(CPACK_AGENTC_CHANGELOG ${made}/changelog)
set(CPACK_PRE_BUILD_SCRIPTS ${debian}/stage.cmake)
include(CPack)
