#ifndef AGENTC_LIB_ACCESS_SECRETS_SECRETWALK_H
#define AGENTC_LIB_ACCESS_SECRETS_SECRETWALK_H

#include "agentc/Access/Access.h"
#include "agentc/Access/SecretHeaders.h"
#include "agentc/Syntax/NodeParts.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

namespace agentc {

/// The walk from the places that read an environment variable to all that becomes of its value:
/// through variables, members of objects and instances, calls, results and modules. It ends in
/// headers of requests, or in another use. A way that it cannot follow counts as another use, so
/// that code which it calls certain has none. Where `Values` knows neither what is called nor whose
/// member is written, the functions of that name, and the expressions that give the object, stand
/// for it.
class SecretWalk {
public:
  SecretWalk(const Program &program, const Values &values, const ApiUses &uses,
             llvm::StringRef name);

  SecretHeaders run() &&;

private:
  /// The members to take of a value to get to the text, the next one first; null for the text
  /// itself. The empty key is any, and `()` what calling it gives. Each list stands once.
  struct Keys {
    std::string key;
    const Keys *next;
    unsigned depth;
    bool is(llvm::StringRef wanted) const { return key == wanted || key.empty(); }
    /// True for any element of a list.
    bool isElement() const { return llvm::all_of(key, llvm::isDigit); }
  };
  static constexpr const char *mapKey = "key of a map";
  static constexpr unsigned maxKeys = 12;
  static constexpr size_t maxSteps = 20000;

  // SecretWalk.cpp: where the value of an expression goes
  void addSources(llvm::StringRef name);
  void add(const ast::Node &node, const Keys *keys);
  void lose(const ast::Node &node);
  const Keys *push(llvm::StringRef key, const Keys *keys);
  void follow(const ast::Node &node, const Keys *keys);
  void followSum(const ast::Node &sum, const ast::Node &node, const Keys *keys);
  void followMember(const ast::MemberExpression &member, const Keys *keys);
  void followPart(const ast::Node &part, const ast::Node &node, const Keys *keys);

  // SecretPatterns.cpp: what gets it by assignments and parameters
  void bind(const ast::Node &target, const Keys *keys);
  void bindElement(const ast::Node &list, const ast::Node &target, const Keys *keys);
  void bindPattern(const ast::ObjectPattern &pattern, const Keys *keys);
  void followSymbol(const Symbol &symbol, const Keys *keys);

  // SecretObjects.cpp: members that are written, instances
  void hold(const ast::Node &object, const Keys *keys);
  void holdBack(const ast::Node &object, const Keys *keys);
  void holdParameter(const ast::Node &parameter, const Keys *keys);
  void holdThis(const ast::Node &self, const Keys *keys);
  void holdInstance(const ast::Node &type, const Keys *keys);
  void holdClass(const ast::Node &type, const Keys *keys);
  void addSelves(const ast::Node &type, bool isStatic, const Keys *keys);

  // SecretModules.cpp: exports and imports
  void exportFrom(const ModuleInfo &module, const ast::Node &at, const Keys *keys);
  void exportSymbol(const Symbol &symbol, const Keys *keys);
  void importInto(const ModuleInfo &importer, const ImportRecord &import, const Keys *keys);
  bool exportByCommonJs(const ast::MemberExpression &target, const Keys *keys);

  // SecretCalls.cpp: arguments and results
  void followArgument(const ast::Node &call, const ast::Node &node, const Keys *keys);
  void followResult(const ast::Node &inside, const Keys *keys);
  void giveTo(const ast::Node &function, size_t index, const Keys *keys, const ast::Node &node);
  void giveByName(const ast::Node &callee, size_t index, const Keys *keys, const ast::Node &node);

  // SecretMethods.cpp: methods of texts, lists, maps and promises
  bool followTextMethod(const ast::CallExpression &call, llvm::StringRef method);
  bool followMethod(const ast::CallExpression &call, llvm::StringRef method, const Keys *keys);
  bool putByMethod(const ast::Node &call, size_t index, const Keys *keys);

  // SecretSchemas.cpp: schemas that take an object apart
  bool giveToSchema(const ast::Node &call, size_t index, const Keys *keys);

  // SecretHosts.cpp: functions of the host, and of modules that are not held
  void giveToHost(const ast::Node &call, llvm::StringRef path, size_t index, const Keys *keys,
                  const ast::Node &node);

  // SecretSinks.cpp: requests and their headers
  bool sendTo(const ast::Node &call, llvm::StringRef path, const Keys *keys, const ast::Node &node);
  bool giveToClient(const ast::Node &call, llvm::StringRef constructor, size_t index,
                    const Keys *keys, const ast::Node &node);
  std::optional<std::string> headerAt(const Keys *keys) const;
  void addHeader(llvm::StringRef header, const ast::Node &node);
  bool addHosts(llvm::ArrayRef<RequestTarget> targets, const Value *url);
  bool sendByInstance(const ast::Node &creation);

  const Program &program_;
  const Values &values_;
  const ApiUses &uses_;
  const std::string path_;
  SecretHeaders found_;
  std::map<std::pair<std::string, const Keys *>, Keys> keys_;
  std::vector<std::pair<const ast::Node *, const Keys *>> pending_;
  llvm::DenseSet<std::pair<const ast::Node *, const Keys *>> added_, held_;
  llvm::DenseSet<std::pair<const Symbol *, const Keys *>> named_;
  llvm::DenseMap<const Keys *, const ast::Node *> results_; ///< the first that gives one back
  std::set<std::string> headerNames_;  ///< keys that it had in what became a list of any names
  const ast::Node *encoded_ = nullptr; ///< the first place that encodes it in base64
};

/// An option of the command line, as commander has them.
struct CommandOption {
  std::string member;                   ///< of what `opts` gives
  std::vector<const ast::Node *> given; ///< the calls of `opts`
};
/// The option whose default an argument of a call is; std::nullopt if it is none, or a function of
/// the bundle is handed the options.
std::optional<CommandOption> commandOption(const Program &program, const Values &values,
                                           const ast::Node &call, const Value &callee,
                                           size_t index);

/// A client of a service that puts a key into headers of its requests.
struct KnownClient {
  llvm::StringLiteral package, name; ///< of the class or function; `default` too
  llvm::StringLiteral option;        ///< of its first argument; empty where that is the key
  llvm::StringLiteral header;
  llvm::ArrayRef<llvm::StringLiteral> hosts;
  /// Options by which it goes to other hosts.
  llvm::ArrayRef<llvm::StringLiteral> elsewhere;
};
/// The client that a constructor makes, by its API path or by the module it is defined in and its
/// name there; null if it is not known.
const KnownClient *knownClient(llvm::StringRef path);

} // namespace agentc

#endif
