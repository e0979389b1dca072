#define SCAN tree_sitter_typescript_external_scanner_scan
#define GRAMMAR_SCAN typescript_grammar_scan
#define IS_TYPESCRIPT true
#include "Semicolons.h"
