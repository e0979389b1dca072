#include "agentc/Driver/Driver.h"

int main(int argc, char **argv) { return agentc::driverMain(argc, argv, "extract-config"); }
