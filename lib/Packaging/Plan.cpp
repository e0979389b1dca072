#include "agentc/Packaging/Package.h"

#include "PackageRecord.h"
#include "PackageRules.h"
#include "Sbom.h"

#include "agentc/Archive/ZipWriter.h"
#include "agentc/Support/Digest.h"
#include "agentc/Support/Text.h"
#include "agentc/Syntax/Jsx.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"

namespace agentc {

static constexpr llvm::StringLiteral manifestPath = "package.json";

bool isSealedPackage(const FileTree &files) { return files.find(recordPath); }

/// Letters, digits and `._~+-` of a manifest's word, so that a file name never leaves its folder.
static std::string fileNamePart(llvm::StringRef text) {
  std::string result;
  for (char c : text)
    result += llvm::isAlnum(c) || llvm::StringRef("._~+-").contains(c) ? c : '-';
  return llvm::StringRef(result).ltrim('.').str();
}

std::string packageFileStem(const Manifest &manifest) {
  llvm::StringRef name = manifest.name ? llvm::StringRef(manifest.name->text) : "bundle";
  std::string result;
  if (name.starts_with("@") && name.contains('/')) {
    auto [scope, rest] = name.drop_front().split('/');
    result = fileNamePart(scope) + "_";
    name = rest;
  }
  return result + fileNamePart(name);
}

static std::string defaultFileName(const Manifest &manifest) {
  std::string result = packageFileStem(manifest);
  if (manifest.version)
    result += "_v" + fileNamePart(manifest.version->text);
  return result + ".zip";
}

std::string sealedName(llvm::StringRef path) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> extensions[] = {
      {".ts", ".js"}, {".tsx", ".js"}, {".jsx", ".js"}, {".mts", ".mjs"}, {".cts", ".cjs"}};
  for (auto [typed, plain] : extensions) {
    llvm::StringRef stem = path;
    if (stem.consume_back(typed))
      return stem.ends_with(".d") ? path.str() : (stem + plain).str();
  }
  return path.str();
}

static bool reportReserved(const FileTree &files, DiagnosticList &diagnostics) {
  for (const auto &[path, file] : files.files()) {
    llvm::StringRef top = llvm::StringRef(path).split('/').first;
    if (!top.equals_insensitive("agentc"))
      continue;
    bool sealed = path == recordPath;
    diagnostics.report(packaging::reservedFolder, path, std::nullopt,
                       sealed ? "this is a package already; package the sources it was made from"
                              : "`" + top.str() +
                                    "` at a bundle's top is reserved for what agentc states about "
                                    "it; rename it");
    return true;
  }
  return false;
}

/// The bytes under which a file is sealed; std::nullopt with diagnostics if there are none.
static std::optional<std::string> sealedBytes(const File &file, const Program &program,
                                              DiagnosticList &diagnostics) {
  const ModuleInfo *module = program.find(file.path);
  const bool isTyped = sealedName(file.path) != file.path;
  if (!isTyped && !(module && mustBeLowered(*module->syntax)))
    return file.bytes;
  if (!module || module->syntax->hasErrors) {
    diagnostics.report(packaging::unreadSource, file.path, std::nullopt,
                       "this source could not be read, so it cannot be made JavaScript");
    return std::nullopt;
  }
  return eraseTypes(program, *module, diagnostics);
}

static std::optional<FileTree> sealedFiles(const FileTree &files, const Program &program,
                                           DiagnosticList &diagnostics) {
  FileTree result;
  llvm::StringMap<std::string> taken; // lower-case sealed name -> path in the bundle
  bool complete = true;
  for (const auto &[path, file] : files.files()) {
    std::string name = sealedName(path);
    auto [entry, isNew] = taken.try_emplace(llvm::StringRef(name).lower(), path);
    if (!isNew) {
      diagnostics.report(packaging::sealedNameTaken, path, std::nullopt,
                         "is sealed as `" + name + "`, and `" + entry->second + "` as `" +
                             sealedName(entry->second) + "`; rename one of them");
      complete = false;
      continue;
    }
    std::optional<std::string> bytes = sealedBytes(*file, program, diagnostics);
    complete &= bytes.has_value();
    if (bytes)
      result.add(name, std::move(*bytes));
  }
  if (!complete)
    return std::nullopt;
  return result;
}

/// ZipWriter.h's limits, so that sealing a plan cannot fail; an attestation may still come.
static bool fitsIntoZip(const FileTree &files) {
  uint64_t bytes = 22 + (uint64_t(files.size()) << 10);
  for (const auto &[path, file] : files.files()) {
    if (path.size() > 65535)
      return false;
    bytes += 30 + 46 + 2 * path.size() + file->bytes.size();
  }
  return files.size() < 65534 && bytes < (1ull << 32);
}

static PackagePlan makePlan(const PlanInput &input, FileTree files) {
  PackagePlan plan;
  plan.fileName = defaultFileName(input.manifest);
  plan.digest = bundleDigest(files);
  // slices are cut out of what is sealed, which is planned again where it isn't what was read
  std::vector<ToolSlice> slices;
  if (input.sealed)
    slices = sliceTools(input.program, input.values, input.config);
  std::string record = writeRecord(input, files, plan.digest, slices);
  std::string sbom = writeSbom(files, input.manifest, plan.digest, input.generatorVersion);
  plan.files = std::move(files);
  plan.files.add(recordPath.str(), std::move(record));
  plan.files.add(sbomPath.str(), std::move(sbom));
  for (ToolSlice &slice : slices) {
    if (slice.exact)
      plan.files.add(slice.path + ".map", std::move(slice.sourceMap));
    plan.files.add(slice.path, std::move(slice.text));
  }
  return plan;
}

std::optional<PackagePlan> planPackage(const PlanInput &input, DiagnosticList &diagnostics) {
  const FileTree &all = input.bundle.files;
  if (reportReserved(all, diagnostics))
    return std::nullopt;
  if (!input.manifest.present || !(all.find(manifestPath) || all.find(input.manifest.file))) {
    diagnostics.report(packaging::noManifest, "", std::nullopt,
                       "the bundle has no `package.json`, which a package must have");
    return std::nullopt;
  }
  DiagnosticList found;
  std::optional<FileTree> files = sealedFiles(all, input.program, found);
  diagnostics.append(found);
  if (!files || found.has(Severity::Error))
    return std::nullopt;

  PackagePlan plan = makePlan(input, std::move(*files));
  if (!fitsIntoZip(plan.files)) {
    diagnostics.report(packaging::tooLarge, "", std::nullopt,
                       "the package is larger than a plain zip can be");
    return std::nullopt;
  }
  return plan;
}

PackagePlan describeBundle(const PlanInput &input) {
  DiagnosticList ignored;
  const FileTree all = withoutSeal(input.bundle.files);
  FileTree files;
  for (const auto &[path, file] : all.files()) {
    std::optional<std::string> bytes = sealedBytes(*file, input.program, ignored);
    files.add(bytes ? sealedName(path) : path, bytes ? std::move(*bytes) : file->bytes);
  }
  return makePlan(input, std::move(files));
}

SealedPackage seal(const PackagePlan &plan) {
  return {llvm::cantFail(writeCanonicalZip(plan.files), "planPackage checked the limits")};
}

void dumpPlan(const PackagePlan &plan, llvm::raw_ostream &out) {
  out << plan.fileName << '\n' << plan.digest << '\n';
  for (const auto &[path, file] : plan.files.files())
    out << sha256Hex(file->bytes) << "  " << llvm::format_decimal(file->bytes.size(), 9) << "  "
        << escapeForTerminal(path) << '\n';
}

} // namespace agentc
