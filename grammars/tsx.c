#define SCAN tree_sitter_tsx_external_scanner_scan
#define GRAMMAR_SCAN tsx_grammar_scan
#define IS_TYPESCRIPT true
#include "Semicolons.h"
