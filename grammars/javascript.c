#define SCAN tree_sitter_javascript_external_scanner_scan
#define GRAMMAR_SCAN javascript_grammar_scan
#define IS_TYPESCRIPT false
#include "Semicolons.h"
