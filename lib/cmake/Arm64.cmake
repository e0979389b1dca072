# A toolchain file: cross-builds for Linux on arm64 on a Debian of another processor. AGENTC_SYSROOT is a root of the same
# release with arm64's packages in it; `./dev npm --arch arm64` makes it. What is built and is to run while building does
# so in QEMU.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES AGENTC_SYSROOT)
set(CMAKE_SYSROOT ${AGENTC_SYSROOT})
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
# The presets name Clang's linker.
set(CMAKE_EXE_LINKER_FLAGS "" CACHE STRING "" FORCE)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static;-L;${AGENTC_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
