#ifndef AGENTC_LIB_VALUES_PLACES_H
#define AGENTC_LIB_VALUES_PLACES_H

#include "EvaluatorPart.h"

#include "llvm/ADT/MapVector.h"

#include <map>

namespace agentc {

/// Follows one object, array or class from where it is made to every expression that may denote it:
/// through variables of any module, members and elements of what holds it, parameters, results,
/// callbacks and loops. What cannot be followed further is said.
class Places final : private EvaluatorPart {
public:
  Places(Values::Evaluator &evaluator, const ast::Node &made);

  void follow(const ModuleInfo *exporting);

  /// The writes to the object: targets of assignments and the like, and calls that change the
  /// object. Each maps to the expression that denotes the object there.
  llvm::MapVector<const ast::Node *, const ast::Node *> writes;
  /// It gets where other names may lead to it.
  bool escapes = false;
  /// It has more places, or more reads of its names, than are followed: others may change it.
  bool isCut = false;
  /// Functions that the bundle does not define only read such an object, unless they are there to
  /// change any.
  bool isReadByHost = false;
  /// It is the prototype of a type, whose methods have other objects as `this`.
  bool isPrototype = false;
  /// The expression that makes the object, and the calls that return it when it is passed to them
  /// there.
  llvm::DenseSet<const ast::Node *> same;

  bool isByOwnName(const ast::Node &site) const;

private:
  /// The members to take out of a place to get to the object, outermost first; an empty key is
  /// any.
  struct Path {
    llvm::StringRef key;
    const Path *rest;
    unsigned length;
    uint32_t number; ///< from 1
  };

  /// Nodes, each with what is to be taken out of it.
  class Visited {
  public:
    bool insert(const ast::Node &node, const Path *path) {
      return set_.insert(uint64_t(node.index) << 32 | (path ? path->number : 0)).second;
    }

  private:
    llvm::DenseSet<uint64_t> set_;
  };

  class Handed;

  void cut() { escapes = isCut = true; }
  bool isOwn(const Symbol &symbol) const;
  void giveBack(const ast::Node &call, size_t index, const Path *path);
  const Path *longer(llvm::StringRef key, const Path *path);
  void add(const ast::Node &place, const Path *path);
  void addReads(const Symbol &symbol, const Path *path);
  void addImporters(const Importers &importers, const Path *path);
  void addModule(const ModuleInfo &module, const Path *path);
  bool isMuchRead(llvm::StringRef key) const;
  llvm::ArrayRef<const ast::Node *> readsOf(llvm::StringRef key);
  void addKey(llvm::StringRef key, const Path *path);
  void addTarget(const ast::Node &pattern, const Path *path);
  void addParameter(const ast::Node &code, size_t index, const Path *path);
  void addReturned(const ast::Node &function, const Path *path);
  void store(const ast::Node &holder, llvm::StringRef key, const Path *path);
  void storeInInstances(const ClassValue &type, const Path *inside);
  void visit(const ast::Node &place, const Path *path);
  void visitSpread(const ast::Node &spread, const Path *path);
  void visitTagged(const ast::Node &text, const ast::Node &place, const Path *path);
  void addThrown(const ast::Node &from, const Path *path);
  void visitYield(const ast::YieldExpression &yield, const Path *path);
  void addToLanguage(const ast::Node &function, const Path *path);
  void handToSetters(llvm::StringRef key, const Path *path);
  void handToListeners(const ast::Node &call, size_t index, const Path *path);
  void visitMember(const ast::MemberExpression &member, const Path *path);
  void visitOwnMethod(const ast::CallExpression &call, llvm::StringRef key);
  void visitMethodOf(const ast::Node &call, ast::NodeList arguments, llvm::StringRef key,
                     const Path *path);
  void visitArgument(const ast::Node &call, size_t index, const Path *path);
  void handToNamed(llvm::StringRef key, size_t index, const Path *path);
  void handToHelper(const ast::Node &call, const HelperShape &shape, size_t index,
                    const Path *path);
  void handToHost(const ast::Node &call, llvm::StringRef host, size_t index, const Path *path);
  void handToCallback(const ast::Node &callback, size_t index, const Path *path);
  void borrow(const ast::Node &call, const ast::Node &function, size_t index, const Path *path);
  void borrowOfHost(const ast::Node &call, llvm::StringRef key, size_t index, const Path *path);
  void handOut(const ast::Node &call, const ast::Node &callback, const Path *path);
  void handOutOfHost(const ast::Node &call, llvm::StringRef host, const Path *path);

  const ast::Node &made_;
  size_t maxPlaces_;
  std::map<std::pair<llvm::StringRef, const Path *>, Path> paths_;
  llvm::SmallVector<std::pair<const ast::Node *, const Path *>, 0> places_;
  Visited visited_;
  llvm::DenseSet<std::pair<const Symbol *, const Path *>> symbols_;
  llvm::DenseSet<std::pair<llvm::StringRef, const Path *>> keys_;
  Visited returned_; ///< of functions
  Visited thrown_;   ///< by functions
};

/// True for `Symbol.iterator` and `Symbol.asyncIterator`.
bool isIteratorKey(const Value &key);

/// True if a variable never holds anything but one value and `isIt` is true for that value.
bool isOnlyValueOf(const Symbol &symbol, llvm::function_ref<bool(const ast::Node &)> isIt);

} // namespace agentc

#endif
