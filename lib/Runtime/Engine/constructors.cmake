# Writes the addresses of the constructors of Node's own files, which are named node_*.cc, in V8's program.
# cmake -DSYMBOLS=FILE -DOUTPUT=FILE -P constructors.cmake, with what nm says of the program.
file(STRINGS ${SYMBOLS} symbols REGEX "^[0-9a-f]+ t _GLOBAL__sub_I_node_[a-z0-9_]+\\.cc$")
if(NOT symbols)
  message(WARNING "V8's program names no constructors of Node's, so that each start runs them")
endif()
set(list "")
foreach(symbol IN LISTS symbols)
  string(REGEX REPLACE "^([0-9a-f]+) t _GLOBAL__sub_I_(.*)$" "0x\\1, // \\2\n" line "${symbol}")
  string(APPEND list "${line}")
endforeach()
file(WRITE ${OUTPUT} "${list}")
