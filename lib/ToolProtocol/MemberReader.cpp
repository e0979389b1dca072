#include "MemberReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc {

MemberReader::MemberReader(const Json &json, std::string where, std::string &failure)
    : json_(&json), where_(std::move(where)), failure_(failure) {
  if (!json.is_object() && !failed())
    failure_ =
        (where_.empty() ? std::string("the line") : "`" + where_ + "`") + " is not an object";
}

std::string MemberReader::path(llvm::StringRef member) const {
  return where_.empty() ? member.str() : where_ + "." + member.str();
}

void MemberReader::fail(llvm::StringRef member, llvm::StringRef what) {
  if (!failed())
    failure_ = "`" + path(member) + "` " + what.str();
}

const Json *MemberReader::find(llvm::StringRef member) {
  known_.push_back(member.str());
  if (failed())
    return nullptr;
  auto it = json_->find(std::string_view(member));
  return it == json_->end() ? nullptr : &*it;
}

const Json *MemberReader::typed(llvm::StringRef member, bool required,
                                bool (Json::*is)() const noexcept, llvm::StringRef type) {
  const Json *value = find(member);
  if (!value) {
    if (required)
      fail(member, "is missing");
    return nullptr;
  }
  if ((value->*is)())
    return value;
  fail(member, ("is not " + type).str());
  return nullptr;
}

void MemberReader::text(llvm::StringRef member, std::string &target, bool required) {
  if (const Json *value = typed(member, required, &Json::is_string, "a string"))
    target = *value->get_ptr<const std::string *>();
}

void MemberReader::number(llvm::StringRef member, uint64_t &target, uint64_t least, uint64_t most) {
  const Json *value = typed(member, false, &Json::is_number_integer, "a whole number");
  if (!value)
    return;
  auto number = value->get<uint64_t>();
  bool negative = !value->is_number_unsigned() && value->get<int64_t>() < 0;
  if (negative || number < least || number > most)
    return fail(member, "is not from " + std::to_string(least) + " to " + std::to_string(most));
  target = number;
}

void MemberReader::number(llvm::StringRef member, uint32_t &target) {
  uint64_t number = target;
  this->number(member, number, 0, UINT32_MAX);
  target = static_cast<uint32_t>(number);
}

void MemberReader::number(llvm::StringRef member, double &target) {
  if (const Json *value = typed(member, false, &Json::is_number, "a number"))
    target = value->get<double>();
}

void MemberReader::flag(llvm::StringRef member, bool &target) {
  if (const Json *value = typed(member, false, &Json::is_boolean, "a boolean"))
    target = *value->get_ptr<const bool *>();
}

void MemberReader::texts(llvm::StringRef member, std::vector<std::string> &target) {
  const Json *list = typed(member, false, &Json::is_array, "a list");
  if (!list)
    return;
  for (const Json &element : *list) {
    if (!element.is_string())
      return fail(member, "is not a list of strings");
    target.push_back(*element.get_ptr<const std::string *>());
  }
}

void MemberReader::object(llvm::StringRef member, llvm::function_ref<void(MemberReader &)> read) {
  if (const Json *value = find(member)) {
    MemberReader reader(*value, path(member), failure_);
    read(reader);
    reader.finish();
  }
}

void MemberReader::objects(llvm::StringRef member, llvm::function_ref<void(MemberReader &)> read) {
  const Json *list = typed(member, false, &Json::is_array, "a list");
  for (size_t i = 0; list && i < list->size() && !failed(); ++i) {
    MemberReader reader((*list)[i], path(member) + "[" + std::to_string(i) + "]", failure_);
    if (failed())
      return;
    read(reader);
    reader.finish();
  }
}

void MemberReader::value(llvm::StringRef member, std::string &target) {
  if (const Json *value = find(member))
    target = value->dump(-1, ' ', false, Json::error_handler_t::replace);
}

void MemberReader::values(llvm::StringRef member, std::vector<std::string> &target) {
  if (const Json *list = typed(member, false, &Json::is_array, "a list"))
    for (const Json &element : *list)
      target.push_back(element.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void MemberReader::finish() {
  if (failed())
    return;
  for (auto it = json_->begin(); it != json_->end(); ++it)
    if (!llvm::is_contained(known_, it.key()))
      return fail(it.key(), "is unknown");
}

llvm::Error readFailure(const std::string &failure) {
  if (failure.empty())
    return llvm::Error::success();
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s", failure.c_str());
}

} // namespace agentc
