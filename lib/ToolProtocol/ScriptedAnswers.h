#ifndef AGENTC_LIB_TOOLPROTOCOL_SCRIPTEDANSWERS_H
#define AGENTC_LIB_TOOLPROTOCOL_SCRIPTEDANSWERS_H

#include "MemberReader.h"

#include "agentc/ToolProtocol/ScriptedAnswer.h"

namespace agentc {

Json answerToJson(const ScriptedAnswer &answer);
void readAnswer(MemberReader &reader, ScriptedAnswer &answer);

Json exchangeToJson(const ScriptedExchange &exchange);
void readExchange(MemberReader &reader, ScriptedExchange &exchange);

} // namespace agentc

#endif
