#ifndef AGENTC_LIB_PROGRAM_LOWERING_DECORATORLOWERING_H
#define AGENTC_LIB_PROGRAM_LOWERING_DECORATORLOWERING_H

#include "TextEdit.h"
#include "WrittenTypes.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"

namespace agentc {

struct StandardClass;
struct StandardMember;

/// The compiler settings that concern decorators.
struct DecoratorSettings {
  bool isLegacy = false;
  bool keepsTypes = false;
  bool strictNullChecks = false;
};

/// A class with decorators or `accessor` fields.
struct DecoratedClass {
  const ast::Node *node = nullptr;
  const ast::Node *superClass = nullptr;
  const ast::ClassBody *body = nullptr;
  const ast::Identifier *id = nullptr; ///< null if it has no name
  const ast::FunctionExpression *constructor = nullptr;
  ast::NodeList decorators;
  std::string name;       ///< its own, or the one that it gets
  uint32_t word = 0;      ///< where `class` stands
  uint32_t begin = 0;     ///< where the statement begins, decorators apart
  bool isDefault = false; ///< behind `export default`
};

/// A member of it: a method, a getter, a setter or a field.
struct DecoratedMember {
  const ast::Node *node = nullptr;
  const ast::MethodDefinition *method = nullptr;
  const ast::PropertyDefinition *field = nullptr;
  ast::NodeList decorators;
  const ast::Node *key = nullptr;
  bool computed = false;
  bool isStatic = false;
};

/// The methods, accessors and fields of a class, but for its constructor.
std::vector<DecoratedMember> membersOf(const DecoratedClass &type);

/// Makes JavaScript of decorators and of `accessor` fields, as `tsc` does for ES2022: TypeScript's
/// own decorators where `experimentalDecorators` asks for them, else those of the proposal. Every
/// line stays a line; a decorator moves behind the class or into it, as one line where that says
/// the same.
class DecoratorLowering {
public:
  using Refuse = llvm::function_ref<void(const ast::Node &, llvm::StringRef what)>;

  DecoratorLowering(const Program &program, const ModuleInfo &module)
      : program_(program), module_(module), text_(module.syntax->text), types_(program, module) {}

  /// Notes the edits for all classes of the module; `refuse` is told of what has no meaning.
  void lower(Refuse refuse);
  llvm::ArrayRef<TextEdit> edits() const { return edits_; }
  /// The ranges that become spaces.
  llvm::ArrayRef<ByteRange> blanks() const { return blanks_; }
  /// True if the code written for a class names a variable that the class's own code doesn't.
  bool names(llvm::StringRef variable) const { return types_.names(variable); }

private:
  void visit(const ast::Node &node, Refuse refuse);
  std::optional<DecoratedClass> read(const ast::Node &type);
  void readStatement(DecoratedClass &type);
  void insertHelpers();
  std::string freshName(llvm::StringRef wanted);
  std::string helper(llvm::StringRef name);
  /// Moves what decorators say to a place, each behind a comma.
  void moveTo(uint32_t at, ast::NodeList decorators);
  void moveOne(uint32_t at, llvm::StringRef before, const ast::Decorator &decorator,
               llvm::StringRef behind);
  /// A key's expression, of a computed one all between the brackets.
  ByteRange placeOfKey(const DecoratedMember &member) const;
  uint32_t endOfKey(const DecoratedMember &member) const {
    return placeOfKey(member).end + uint32_t(member.computed);
  }
  /// The text of a member's key; of a computed one a variable, which `temporaries` gets.
  std::string keyOf(const DecoratedMember &member, std::vector<std::string> &temporaries);

  // LegacyDecorators.cpp
  void lowerLegacy(DecoratedClass &type, Refuse refuse);
  void lowerLegacyMember(const DecoratedClass &type, const DecoratedMember &member,
                         std::vector<std::string> &temporaries);
  void moveParameters(uint32_t at, const ast::Node *function);
  std::string aliasIn(const DecoratedClass &type);
  void leaveOut(const DecoratedClass &type, const ast::MethodDefinition &setter);
  const ast::MethodDefinition *setterOf(const DecoratedClass &type,
                                        const DecoratedMember &member) const;
  std::string metadataOf(const DecoratedClass &type, const DecoratedMember &member);
  std::string metadataOf(const DecoratedClass &type);
  std::string metadata(llvm::StringRef key, llvm::StringRef value);

  // StandardDecorators.cpp
  void lowerStandard(DecoratedClass &type, Refuse refuse);
  void initialize(StandardClass &all, const DecoratedMember &member, llvm::StringRef initializers);
  void decorateKey(StandardClass &all, StandardMember &decorated);
  void lowerAccessor(StandardClass &all, const DecoratedMember &member, StandardMember *decorated);
  void lookUp(StandardClass &all, const StandardMember &decorated, uint32_t at,
              llvm::StringRef behind);
  void lookUpHidden(StandardClass &all, uint32_t at, llvm::StringRef behind);
  void nameVariables(StandardClass &all, StandardMember &one);
  void lowerMembers(StandardClass &all);
  void decorateAll(StandardClass &all);
  void renameThis(const StandardClass &all);
  void declare(const StandardClass &all);
  uint32_t placeOfValue(const DecoratedMember &member) const;

  void replace(uint32_t begin, uint32_t end, std::string text) {
    edits_.push_back({{begin, end}, std::move(text)});
  }
  void insert(uint32_t at, std::string text) { replace(at, at, std::move(text)); }

  const Program &program_;
  const ModuleInfo &module_;
  llvm::StringRef text_;
  DecoratorSettings settings_;
  WrittenTypes types_;
  std::vector<TextEdit> edits_;
  std::vector<ByteRange> blanks_;
  llvm::StringSet<> taken_;          ///< names given here
  std::vector<std::string> helpers_; ///< those used
};

} // namespace agentc

#endif
