#include "agentc/ToolDriver/ToolDriver.h"

int main(int count, char **arguments) { return agentc::runToolDriver(count, arguments); }
