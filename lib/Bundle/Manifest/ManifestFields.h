#ifndef AGENTC_LIB_BUNDLE_MANIFEST_MANIFESTFIELDS_H
#define AGENTC_LIB_BUNDLE_MANIFEST_MANIFESTFIELDS_H

#include "BundleRules.h"
#include "FieldReader.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace agentc {

/// The fields of a manifest that say where a package begins.
struct EntryFields {
  std::optional<JsonNode::Member> name, exports, main, bin;
  std::optional<JsonNode::Member> scripts; ///< which say what unbuilt files would be made of
  std::string given; ///< what another file says, a file of the bundle; empty if none does

  /// Keeps a member of the manifest if it is one of these.
  void take(const JsonNode::Member &member);
};

/// The file that a package begins with, from `exports`, else `main`, else `index`, else `bin`;
/// std::nullopt, and a diagnostic, if the bundle has no such source.
std::optional<std::string> findEntry(const FileTree &files, const EntryFields &fields,
                                     FieldReader &reader);

/// The program that `bin` names beside an entry that is another file; one that a build would make
/// is told.
std::optional<std::string> findProgramBeside(const FileTree &files, const EntryFields &fields,
                                             const std::optional<std::string> &entry,
                                             FieldReader &reader);

/// The sources that the subpaths of `exports` lead to, but for patterns, whose files only others'
/// code can name.
std::vector<std::string> findOtherEntries(const FileTree &files, const EntryFields &fields,
                                          FieldReader &reader);

/// Reads the agent settings, the object under `key`, into the manifest. `text` is the file's.
void readAgentFields(const JsonNode &object, llvm::StringRef key, llvm::StringRef text,
                     FieldReader &reader, Manifest &manifest);

/// Lets a host's name through, in lower case, unless it is no pattern or one for almost everything,
/// which is reported.
bool checkHost(ManifestWord &word, FieldReader &reader);

/// Counts the variables of the setting `secrets` among the allowed ones, reports what is wrong with
/// it, and which others look as if they belonged there.
void takeSecrets(const std::optional<JsonNode> &value, FieldReader &reader, Manifest &manifest);

inline constexpr FieldReader::Rules manifestRules = {
    reported::manifestFieldType, reported::unknownManifestField, reported::manifestTooLarge};

/// Compares what the manifest asks of provided modules with what the sandbox provides, where none
/// is installed with the bundle.
void checkProvidedVersions(const Manifest &manifest,
                           llvm::function_ref<bool(llvm::StringRef)> isInstalled,
                           FieldReader &reader);

} // namespace agentc

#endif
