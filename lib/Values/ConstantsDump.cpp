#include "agentc/Values/Values.h"

#include "Builtins/BigInts.h"
#include "Builtins/Numbers.h"
#include "agentc/Support/Utf16.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <cmath>

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxWrittenDepth = 200;
constexpr size_t maxWrittenBytes = 8 << 20;

/// Writes values as JavaScript, in ASCII.
class ConstantWriter {
public:
  explicit ConstantWriter(llvm::raw_ostream &out) : out_(out) {}

  void write(const Value &value, unsigned depth = 0) {
    if (depth > maxWrittenDepth || written_ > maxWrittenBytes) {
      out_ << "unknown";
      return;
    }
    written_ += 8;
    switch (value.kind) {
    case ValueKind::Undefined:
      out_ << "undefined";
      return;
    case ValueKind::Null:
      out_ << "null";
      return;
    case ValueKind::Boolean:
      out_ << (llvm::cast<BooleanValue>(value).value ? "true" : "false");
      return;
    case ValueKind::Number: {
      double number = llvm::cast<NumberValue>(value).value;
      out_ << (number == 0 && std::signbit(number) ? "-0" : numberToString(number));
      return;
    }
    case ValueKind::BigInt: {
      std::optional<llvm::APInt> integer = parseBigInt(llvm::cast<BigIntValue>(value).digits);
      out_ << (integer ? bigIntToString(*integer) + "n" : "unknown");
      return;
    }
    case ValueKind::String:
      return quote(llvm::cast<StringValue>(value).value);
    case ValueKind::RegExp:
      return call("regexp", llvm::cast<RegExpValue>(value).pattern,
                  llvm::cast<RegExpValue>(value).flags);
    case ValueKind::Array:
      return writeArray(llvm::cast<ArrayValue>(value), depth);
    case ValueKind::Object:
      return writeObject(llvm::cast<ObjectValue>(value), depth);
    case ValueKind::Function:
    case ValueKind::Class:
      out_ << "code";
      return;
    case ValueKind::Api:
      return call("api", llvm::cast<ApiValue>(value).path);
    case ValueKind::Union:
      out_ << "oneOf(";
      list(llvm::cast<UnionValue>(value).alternatives, depth);
      out_ << ')';
      return;
    case ValueKind::Unknown:
    case ValueKind::Instance:
    case ValueKind::Namespace:
    case ValueKind::Result:
      out_ << "unknown";
      return;
    }
  }

private:
  void quote(llvm::StringRef text) {
    written_ += text.size();
    out_ << '"';
    for (char16_t unit : toUtf16(text)) {
      if (unit == '"' || unit == '\\')
        out_ << '\\' << static_cast<char>(unit);
      else if (unit == '\n')
        out_ << "\\n";
      else if (unit < 0x80 && llvm::isPrint(static_cast<char>(unit)))
        out_ << static_cast<char>(unit);
      else
        out_ << "\\u" << llvm::format_hex_no_prefix(unit, 4);
    }
    out_ << '"';
  }

  void call(llvm::StringRef name, llvm::StringRef first,
            std::optional<llvm::StringRef> second = {}) {
    out_ << name << '(';
    quote(first);
    if (second) {
      out_ << ", ";
      quote(*second);
    }
    out_ << ')';
  }

  void list(llvm::ArrayRef<const Value *> values, unsigned depth) {
    for (const Value *const &value : values) {
      if (&value != values.begin())
        out_ << ", ";
      write(*value, depth + 1);
    }
  }

  void writeArray(const ArrayValue &array, unsigned depth) {
    out_ << (array.open ? "open([" : "[");
    list(array.elements, depth);
    out_ << (array.open ? "])" : "]");
  }

  void writeObject(const ObjectValue &object, unsigned depth) {
    out_ << (object.open ? "open({" : "{");
    for (const PropertyValue &property : object.properties) {
      if (&property != object.properties.begin())
        out_ << ", ";
      // in brackets `__proto__` is a key like others
      out_ << '[';
      quote(property.key);
      out_ << "]: ";
      write(*property.value, depth + 1);
    }
    out_ << (object.open ? "})" : "}");
  }

  llvm::raw_ostream &out_;
  size_t written_ = 0;
};

} // namespace

void writeConstant(const Value &value, llvm::raw_ostream &out) { ConstantWriter(out).write(value); }

void dumpConstants(const agentc::Program &program, const Values &values, llvm::raw_ostream &out) {
  for (const auto &module : program.modules()) {
    out << escapeForTerminal(module->path()) << '\n';
    LineTable lines(module->syntax->text);
    auto visit = [&](const Node &node, auto &self) -> void {
      const auto *declarator = llvm::dyn_cast<VariableDeclarator>(&node);
      const auto *name = declarator ? llvm::dyn_cast<Identifier>(declarator->id) : nullptr;
      if (name && declarator->init) {
        Position at = lines.position(name->range.begin);
        out << "  " << escapeForTerminal(name->name) << " @" << at.line << ':' << at.column
            << " = ";
        writeConstant(values.of(*declarator->init), out);
        out << '\n';
      }
      forEachChild(node, [&](const Node &child) { self(child, self); });
    };
    visit(*module->syntax->program, visit);
  }
}

} // namespace agentc
