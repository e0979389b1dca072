#include "Git.h"

#include "agentc/Support/ChildProcess.h"
#include "agentc/Support/Digest.h"
#include "agentc/Support/ProcessStart.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA1.h"

namespace agentc {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// So much is taken of one answer; a repository beyond it is not compared.
constexpr size_t maxAnswerBytes = size_t(1) << 30;

/// Variables of a hook that calls us, which say where another command's index and tree are.
constexpr llvm::StringLiteral droppedVariables[] = {
    "GIT_DIR=",           "GIT_WORK_TREE=", "GIT_INDEX_FILE=",    "GIT_PREFIX=",
    "GIT_EXTERNAL_DIFF=", "GIT_NAMESPACE=", "GIT_TRACE=",         "GIT_PAGER=",
    "GIT_SSH_COMMAND=",   "GIT_SSH=",       "GIT_PROXY_COMMAND=", "GIT_ALLOW_PROTOCOL="};

/// A partial clone would fetch what it lacks, by a program that its settings name.
constexpr llvm::StringLiteral ownVariables[] = {
    "GIT_NO_LAZY_FETCH=1",   "GIT_ALLOW_PROTOCOL=none",  "GIT_OPTIONAL_LOCKS=0",
    "GIT_TERMINAL_PROMPT=0", "GIT_NO_REPLACE_OBJECTS=1", "LC_ALL=C"};

/// Overrides of settings by which a repository could start programs if git were asked to;
/// nothing here asks.
constexpr llvm::StringLiteral ownSettings[] = {"core.fsmonitor=false", "core.hooksPath=/dev/null",
                                               "core.pager=cat", "core.sshCommand=false",
                                               "diff.external=false"};

/// The first `git` of PATH that does not come with the repository.
std::optional<std::string> findGit(const DriverEnv &env, llvm::StringRef folder) {
  const std::string value = env.variable("PATH").value_or("/usr/local/bin:/usr/bin:/bin");
  llvm::SmallVector<llvm::StringRef> folders;
  llvm::StringRef(value).split(folders, ':');
  std::string around = folder.str();
  for (llvm::StringRef at = folder; !at.empty(); at = path::parent_path(at))
    if (fs::exists(at + "/.git"))
      around = at.str();
  for (llvm::StringRef each : folders) {
    const std::string program = (each + "/git").str();
    if (each.starts_with("/") && fs::can_execute(program) &&
        !llvm::StringRef(realPath(each) + "/").starts_with(around + "/"))
      return program;
  }
  return std::nullopt;
}

std::string firstLine(llvm::StringRef text) { return text.split('\n').first.rtrim().str(); }

llvm::Error gitFailure(const llvm::Twine &what) { return usageError("git " + what); }

} // namespace

std::string realPath(llvm::StringRef name) {
  llvm::SmallString<256> real;
  return fs::real_path(name, real) ? name.str() : real.str().str();
}

llvm::Expected<Git::Answer> Git::run(std::vector<std::string> arguments,
                                     llvm::StringRef input) const {
  std::vector<std::string> words = {"--no-pager"};
  for (llvm::StringRef setting : ownSettings)
    words.insert(words.end(), {"-c", setting.str()});
  words.insert(words.end(), {"-C", top_});
  words.insert(words.end(), arguments.begin(), arguments.end());
  llvm::Expected<ChildOutcome> outcome =
      runProcess({program_, std::move(words), environment_, input.str(), maxAnswerBytes});
  if (!outcome)
    return gitFailure("cannot be started: " + llvm::toString(outcome.takeError()));
  if (outcome->hasMoreOutput)
    return gitFailure("has over " + llvm::Twine(maxAnswerBytes >> 20) + " MB to say");
  return Answer{outcome->code, std::move(outcome->out), firstLine(outcome->err)};
}

llvm::Expected<Git> Git::open(const DriverEnv &env, llvm::StringRef folder) {
  Git git;
  git.top_ = realPath(folder);
  std::optional<std::string> program = findGit(env, git.top_);
  if (!program)
    return usageError("`--since` needs git, and PATH has none");
  git.program_ = std::move(*program);
  for (std::string &variable : ownEnvironment())
    if (llvm::none_of(droppedVariables, [&](llvm::StringRef name) {
          return llvm::StringRef(variable).starts_with(name);
        }))
      git.environment_.push_back(std::move(variable));
  for (llvm::StringRef variable : ownVariables)
    git.environment_.push_back(variable.str());
  llvm::Expected<Answer> top = git.run({"rev-parse", "--show-toplevel"});
  if (!top)
    return top.takeError();
  if (top->code != 0)
    return usageError("`" + escapeForTerminal(git.top_) +
                      "` is in no git repository that can be read, which `--since` needs: " +
                      escapeForTerminal(top->err));
  llvm::StringRef line = top->out;
  line.consume_back("\n");
  git.top_ = realPath(line);
  return git;
}

std::string Git::shallowHint() const {
  llvm::Expected<Answer> shallow = run({"rev-parse", "--is-shallow-repository"});
  if (!shallow) {
    llvm::consumeError(shallow.takeError());
    return "";
  }
  return llvm::StringRef(shallow->out).trim() == "true"
             ? "; the clone is shallow: fetch all of the history (`fetch-depth: 0` of "
               "actions/checkout, `GIT_DEPTH: 0` of GitLab)"
             : "";
}

llvm::Expected<std::string> Git::mergeBase(llvm::StringRef revision) const {
  // A word that begins with a dash is not a revision, whatever git makes of it.
  if (revision.empty() || revision.starts_with("-"))
    return usageError("`" + escapeForTerminal(revision) + "` is not a revision");
  llvm::Expected<Answer> commit =
      run({"rev-parse", "--verify", "--quiet", "--end-of-options", (revision + "^{commit}").str()});
  if (!commit)
    return commit.takeError();
  if (commit->code != 0 && revision == "HEAD") { // nothing is committed yet: all is new
    llvm::Expected<Answer> empty = run({"hash-object", "-t", "tree", "--stdin"}, std::string());
    if (!empty)
      return empty.takeError();
    if (empty->code == 0)
      return llvm::StringRef(empty->out).trim().str();
  }
  if (commit->code != 0)
    return usageError("`" + escapeForTerminal(revision) + "` is not a commit of `" +
                      escapeForTerminal(top_) + "`" + shallowHint());
  const std::string id = llvm::StringRef(commit->out).trim().str();
  llvm::Expected<Answer> base = run({"merge-base", id, "HEAD"});
  if (!base)
    return base.takeError();
  if (base->code != 0)
    return usageError("`" + escapeForTerminal(revision) + "` and HEAD have no commit in common" +
                      shallowHint());
  return llvm::StringRef(base->out).trim().str();
}

llvm::Expected<Git::Tree> Git::tree(llvm::StringRef commit) const {
  llvm::Expected<Answer> answer = run({"ls-tree", "-r", "-z", "--full-tree", commit.str()});
  if (!answer)
    return answer.takeError();
  if (answer->code != 0)
    return gitFailure("cannot list " + commit + ": " + escapeForTerminal(answer->err));
  Tree tree;
  for (llvm::StringRef rest = answer->out; !rest.empty();) {
    auto [entry, others] = rest.split('\0');
    rest = others;
    auto [facts, name] = entry.split('\t');
    if (facts.consume_front("100644 blob ") || facts.consume_front("100755 blob "))
      tree.emplace_hint(tree.end(), name.str(), facts.str());
  }
  return tree;
}

llvm::Expected<std::vector<std::string>> Git::blobs(llvm::ArrayRef<std::string> ids) const {
  if (ids.empty())
    return std::vector<std::string>();
  llvm::Expected<Answer> answer = run({"cat-file", "--batch"}, llvm::join(ids, "\n") + "\n");
  if (!answer)
    return answer.takeError();
  std::vector<std::string> blobs;
  llvm::StringRef rest = answer->out;
  for (const std::string &id : ids) {
    auto [header, bytes] = rest.split('\n');
    uint64_t size = 0;
    if (!header.consume_front(id + " blob ") || header.getAsInteger(10, size) ||
        bytes.size() <= size)
      return gitFailure("cannot read the object " + id + ", which a partial clone may lack" +
                        (answer->err.empty() ? "" : ": " + escapeForTerminal(answer->err)));
    blobs.push_back(bytes.take_front(size).str());
    rest = bytes.drop_front(size + 1);
  }
  return blobs;
}

std::string gitBlobId(llvm::StringRef bytes, llvm::StringRef example) {
  const std::string object = "blob " + std::to_string(bytes.size()) + '\0' + bytes.str();
  return example.size() == 64 ? sha256Hex(object)
                              : llvm::toHex(llvm::SHA1::hash(llvm::arrayRefFromStringRef(object)),
                                            /*LowerCase=*/true);
}

} // namespace agentc
