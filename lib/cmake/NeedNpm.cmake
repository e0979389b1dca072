# agentc_lacks_npm_packages(what folder): ends configuring, since WHAT comes from npm by the lock file of FOLDER; says how to get
# it, and that npm is missing too where it is.
function(agentc_lacks_npm_packages what folder)
  set(how "run ./dev setup, or `npm ci` in ${folder}")
  find_program(AGENTC_NPM npm)
  if(NOT AGENTC_NPM)
    set(how "npm is not here either: install it (Debian's package is called npm), then ${how}")
  endif()
  message(FATAL_ERROR "${what} not found; ${how}")
endfunction()
