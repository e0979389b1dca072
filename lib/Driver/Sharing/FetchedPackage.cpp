#include "FetchedPackage.h"

#include "Flags/OptionIds.h"

#include "OpenRepository.h"
#include "PackageArtifact.h"
#include "Reports/BundleReport.h"
#include "Verification.h"

#include "agentc/Lint/Cache.h"
#include "agentc/Support/Digest.h"
#include "agentc/Support/Text.h"

namespace agentc {

namespace {

using Arguments = llvm::opt::InputArgList;
using Kept = llvm::Expected<std::optional<CachedPackage>>;

/// The cache's name for content with a digest.
std::string cacheName(llvm::StringRef digest) { return digest.split(':').second.str(); }

/// A manifest is kept only after its package was verified, so that its digest stands for both.
Kept findKept(DriverEnv &env, const CommonOptions &options, const PackageCache &cache,
              const oci::Reference &reference) {
  if (reference.digest.empty())
    return std::nullopt;
  auto manifest = cache.find(cacheName(reference.digest));
  if (!manifest || !*manifest)
    return manifest ? Kept(std::nullopt) : manifest.takeError();
  llvm::Expected<std::string> text = env.readFile(**manifest);
  if (!text)
    return text.takeError();
  llvm::Expected<oci::Descriptor> layer = packageLayer(*text, options.limits.totalBytes);
  if (!layer)
    return layer.takeError();
  auto path = cache.find(cacheName(layer->digest));
  if (!path || !*path)
    return path ? Kept(std::nullopt) : path.takeError();
  return CachedPackage{**path, cacheName(layer->digest), /*wasKnown=*/true};
}

Kept fetchAndKeep(DriverEnv &env, const Arguments &arguments, const CommonOptions &options,
                  const PackageCache &cache, const oci::Reference &reference) {
  Compilation c;
  llvm::Expected<FetchedPackage> fetched = fetchPackage(env, arguments, options, reference, {}, c);
  if (!fetched)
    return fetched.takeError();
  if (!fetched->result.valid) {
    printFindings(env, options, fetched->result);
    return oci::untrusted("`" + escapeForTerminal(reference.text()) +
                          "` is not a package to be believed");
  }
  const std::string digest = sha256Hex(fetched->file.bytes);
  llvm::Expected<std::string> path = cache.add(digest, fetched->file.bytes);
  if (!path)
    return path.takeError();
  auto manifest = cache.add(cacheName(fetched->file.manifest.digest), fetched->file.manifestText);
  if (!manifest)
    return manifest.takeError();
  return CachedPackage{std::move(*path), digest};
}

Kept findOrFetch(DriverEnv &env, const Arguments &arguments, const CommonOptions &options,
                 const PackageCache &cache, const oci::Reference &reference) {
  Kept kept = findKept(env, options, cache, reference);
  if (!kept || *kept)
    return kept;
  return fetchAndKeep(env, arguments, options, cache, reference);
}

} // namespace

llvm::Expected<oci::Reference> readPinnedReference(llvm::StringRef text) {
  llvm::Expected<oci::Reference> reference = oci::parseReference(text);
  if (reference && reference->tag.empty() && reference->digest.empty())
    return usageError("`" + escapeForTerminal(text) +
                      "` names neither a tag, as in `:1.0.0`, nor a digest, as in `@sha256:…`");
  return reference;
}

llvm::Expected<FetchedPackage> fetchPackage(DriverEnv &env, const Arguments &arguments,
                                            const CommonOptions &options,
                                            const oci::Reference &reference,
                                            llvm::ArrayRef<PublicKey> keys,
                                            Compilation &compilation) {
  llvm::Expected<std::unique_ptr<oci::Repository>> repository =
      openRepository(env, arguments, reference, /*writes=*/false);
  if (!repository)
    return repository.takeError();
  llvm::Expected<oci::PulledFile> pulled =
      pullPackage(**repository, reference, options.limits.totalBytes);
  if (!pulled)
    return pulled.takeError();
  llvm::Expected<BundleResult> result =
      verifyBytes(env, options, reference.text(), pulled->bytes, keys, compilation);
  if (!result)
    return result.takeError();
  if (result->valid)
    if (llvm::Error error =
            compareSignatures(**repository, pulled->manifest, *compilation.packageFiles))
      return error;
  return FetchedPackage{std::move(*pulled), std::move(*result)};
}

llvm::Expected<PackageCache> openPackageCache(const DriverEnv &env, const Arguments &arguments) {
  if (const llvm::opt::Arg *argument = arguments.getLastArg(OPT_cache_dir))
    return PackageCache::open(argument->getValue());
  if (std::optional<std::string> folder = userCacheFolder(env, "packages"))
    return PackageCache::open(*folder);
  return usageError("neither `XDG_CACHE_HOME` nor `HOME` is set, which say where the cache lies");
}

Kept keepPackage(DriverEnv &env, const Arguments &arguments, const CommonOptions &options,
                 const PackageCache &cache, llvm::StringRef text) {
  llvm::Expected<oci::Reference> reference = readPinnedReference(text);
  if (!reference)
    return reference.takeError();
  Kept kept = findOrFetch(env, arguments, options, cache, *reference);
  if (kept)
    return kept;
  // The exit code of what is not to be believed is the caller's.
  llvm::Expected<int> told = reportUntrusted(env, kept.takeError(), "nothing is kept");
  if (!told)
    return told.takeError();
  return std::nullopt;
}

llvm::Expected<std::optional<std::string>> localPath(DriverEnv &env, const Arguments &arguments,
                                                     const CommonOptions &options,
                                                     const std::string &input) {
  if (!oci::hasReferencePrefix(input))
    return input;
  llvm::Expected<PackageCache> cache = openPackageCache(env, arguments);
  if (!cache)
    return cache.takeError();
  Kept kept = keepPackage(env, arguments, options, *cache, input);
  if (!kept)
    return kept.takeError();
  return *kept ? std::optional((*kept)->path) : std::nullopt;
}

} // namespace agentc
