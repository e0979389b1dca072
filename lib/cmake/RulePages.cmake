# cmake -DSOURCE=lib -DOUT=RulePages.cpp -P RulePages.cmake: writes the manual pages of all rules, the Markdown files
# beside the rules' sources, as one table by the rules' names.
file(GLOB pages ${SOURCE}/*/Pages/*.md ${SOURCE}/Rules/*/*.md)
set(entries "")
foreach(page IN LISTS pages)
  file(READ ${page} text)
  string(REGEX MATCH "^# ([a-z0-9-]+)\n" heading "${text}")
  set(name "${CMAKE_MATCH_1}")
  if(NOT name)
    message(FATAL_ERROR "${page} does not begin with `# ` and the name of a rule")
  endif()
  # The file is named as the rule: `eval-call` stands in EvalCall.md.
  string(REGEX REPLACE "-" "" joined "${name}")
  get_filename_component(file "${page}" NAME_WE)
  string(TOLOWER "${file}" file)
  if(NOT file STREQUAL joined)
    message(FATAL_ERROR "${page} is the page of `${name}` and has another name")
  endif()
  string(APPEND entries "    {\"${name}\", R\"page(${text})page\"},\n")
endforeach()
file(WRITE ${OUT} "#include \"RulePages.h\"

#include <utility>

llvm::StringRef agentc::rulePage(llvm::StringRef name) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> pages[] = {
${entries}  };
  for (const auto &[rule, page] : pages)
    if (rule == name)
      return page;
  return \"\";
}
")
