#include "CryptoFunctions.h"

#include "Crypto.h"
#include "GuestBytes.h"
#include "ModuleTable.h"

#include <unordered_map>
#include <variant>

namespace agentc {

using namespace v8;
using Info = HostFunctions::Info;

namespace {

using Object =
    std::variant<crypto::HashContext, crypto::MacContext, crypto::CipherContext, crypto::Key>;

/// The crypto object that an object of the guest stands for.
struct Held {
  Object object;
  Global<v8::Object> owner;
  int hash; ///< the owner's
};

/// By the owners' hashes. One table in a process, as there is one engine; copies of the process
/// have their own. It is never destroyed, since V8 may be gone by then.
std::unordered_multimap<int, std::unique_ptr<Held>> &held =
    *new std::unordered_multimap<int, std::unique_ptr<Held>>;

void forget(const Held *entry) {
  auto [first, last] = held.equal_range(entry->hash);
  for (; first != last; ++first)
    if (first->second.get() == entry) {
      held.erase(first);
      return;
    }
}

using Bytes = GuestBytes;

std::string text(Info info, int index) { return toUtf8(info.GetIsolate(), info[index]); }

/// A number that the guest chose, cut to what a length or a cost can be.
uint64_t number(Info info, int index) {
  double value = info[index]->IsNumber() ? info[index].As<Number>()->Value() : 0;
  return value > 0 ? static_cast<uint64_t>(std::min(value, 0x1p53)) : 0;
}

size_t length(Info info, int index) { return lengthOf(info, index); }

bool flag(Info info, int index) { return info[index]->IsTrue(); }

/// Returns the crypto object that an argument stands for, which lives as long as the argument;
/// null if that is not a T.
template <typename T> const T *object(Info info, int index) {
  if (!info[index]->IsObject())
    return nullptr;
  Local<v8::Object> owner = info[index].As<v8::Object>();
  auto [first, last] = held.equal_range(owner->GetIdentityHash());
  for (; first != last; ++first)
    if (first->second->owner == owner)
      return std::get_if<T>(&first->second->object);
  return nullptr;
}

void fail(Info info) { info.GetReturnValue().Set(toV8(info.GetIsolate(), crypto::takeFailure())); }

void answer(Info info, bool isDone) {
  if (!isDone)
    return fail(info);
  info.GetReturnValue().Set(true);
}

void answer(Info info, const std::optional<crypto::Output> &bytes) {
  if (!bytes)
    return fail(info);
  info.GetReturnValue().Set(toUint8Array(info.GetIsolate(), *bytes));
}

/// The last argument stands for what was made, until it ends.
template <typename T> void answerHeld(Info info, T made) {
  if (!made || info.Length() == 0 || !info[info.Length() - 1]->IsObject())
    return fail(info);
  Local<v8::Object> owner = info[info.Length() - 1].template As<v8::Object>();
  auto entry = std::make_unique<Held>();
  entry->object = std::move(made);
  entry->hash = owner->GetIdentityHash();
  entry->owner.Reset(info.GetIsolate(), owner);
  entry->owner.SetWeak(
      entry.get(),
      [](const WeakCallbackInfo<Held> &ended) {
        // V8 wants the handle reset before anything else.
        ended.GetParameter()->owner.Reset();
        forget(ended.GetParameter());
      },
      WeakCallbackType::kParameter);
  held.emplace(entry->hash, std::move(entry));
  info.GetReturnValue().Set(true);
}

void startHash(Info info) { answerHeld(info, crypto::startHash(text(info, 0))); }

void startHmac(Info info) { answerHeld(info, crypto::startHmac(text(info, 0), Bytes(info, 1))); }

void copyHash(Info info) {
  if (const auto *hash = object<crypto::HashContext>(info, 0))
    answerHeld(info, crypto::copyOf(*hash));
}

void updateHash(Info info) {
  if (const auto *hash = object<crypto::HashContext>(info, 0))
    answer(info, crypto::update(*hash, Bytes(info, 1)));
  else if (const auto *mac = object<crypto::MacContext>(info, 0))
    answer(info, crypto::update(*mac, Bytes(info, 1)));
}

void finishHash(Info info) {
  if (const auto *hash = object<crypto::HashContext>(info, 0))
    answer(info, crypto::finish(*hash, length(info, 1)));
  else if (const auto *mac = object<crypto::MacContext>(info, 0))
    answer(info, crypto::finish(*mac));
}

/// The length of a digest; nothing if there is none of that name.
void hashLength(Info info) {
  if (const EVP_MD *digest = crypto::digestNamed(text(info, 0)))
    info.GetReturnValue().Set(static_cast<uint32_t>(crypto::sizeOf(digest)));
}

void pbkdf2(Info info) {
  answer(info, crypto::pbkdf2(text(info, 0), Bytes(info, 1), Bytes(info, 2),
                              static_cast<uint32_t>(length(info, 3)), length(info, 4)));
}

void hkdf(Info info) {
  answer(info, crypto::hkdf(text(info, 0), Bytes(info, 1), Bytes(info, 2), Bytes(info, 3),
                            length(info, 4)));
}

void scrypt(Info info) {
  answer(info, crypto::scrypt(Bytes(info, 0), Bytes(info, 1),
                              {number(info, 2), number(info, 3), number(info, 4), number(info, 5)},
                              length(info, 6)));
}

/// Key, IV and block lengths and the mode, with spaces between; nothing for an unknown cipher.
void cipherInfo(Info info) {
  if (std::optional<crypto::CipherInfo> found = crypto::cipherNamed(text(info, 0)))
    info.GetReturnValue().Set(toV8(info.GetIsolate(), std::to_string(found->keyLength) + ' ' +
                                                          std::to_string(found->ivLength) + ' ' +
                                                          std::to_string(found->blockSize) + ' ' +
                                                          found->mode.str()));
}

void startCipher(Info info) {
  answerHeld(info,
             crypto::startCipher(text(info, 0), flag(info, 1), Bytes(info, 2), Bytes(info, 3)));
}

void updateCipher(Info info) {
  if (const auto *cipher = object<crypto::CipherContext>(info, 0))
    answer(info, crypto::update(*cipher, Bytes(info, 1)));
}

void finishCipher(Info info) {
  if (const auto *cipher = object<crypto::CipherContext>(info, 0))
    answer(info, crypto::finish(*cipher));
}

void setCipherPadding(Info info) {
  if (const auto *cipher = object<crypto::CipherContext>(info, 0))
    answer(info, crypto::setPadding(*cipher, flag(info, 1)));
}

void addAuthenticated(Info info) {
  if (const auto *cipher = object<crypto::CipherContext>(info, 0))
    answer(info, crypto::addAuthenticated(*cipher, Bytes(info, 1)));
}

void setCipherTag(Info info) {
  if (const auto *cipher = object<crypto::CipherContext>(info, 0))
    answer(info, crypto::setTag(*cipher, Bytes(info, 1)));
}

void cipherTag(Info info) {
  if (const auto *cipher = object<crypto::CipherContext>(info, 0))
    answer(info, crypto::tagOf(*cipher, length(info, 1)));
}

/// The arguments that `readKey` and `writeKey` share: `pem` or `der`, whether the key is
/// private, the structure, a cipher, a passphrase's bytes or nothing.
struct KeyFormArguments {
  KeyFormArguments(Info info, int first)
      : structure(text(info, first + 2)), cipher(text(info, first + 3)),
        passphrase(info, first + 4) {
    form.isPem = text(info, first) == "pem";
    form.isPrivate = flag(info, first + 1);
    form.structure = structure;
    form.cipher = cipher;
    if (info[first + 4]->IsArrayBufferView())
      form.passphrase = passphrase.text();
  }
  std::string structure, cipher;
  Bytes passphrase;
  crypto::KeyForm form;
};

void readKey(Info info) {
  KeyFormArguments arguments(info, 1);
  answerHeld(info, crypto::readKey(Bytes(info, 0), arguments.form));
}

void writeKey(Info info) {
  KeyFormArguments arguments(info, 1);
  if (const auto *key = object<crypto::Key>(info, 0))
    answer(info, crypto::writeKey(*key, arguments.form));
}

void generateKey(Info info) {
  answerHeld(info, crypto::generateKey(text(info, 0), static_cast<unsigned>(length(info, 1)),
                                       text(info, 2)));
}

void describeKey(Info info) {
  if (const auto *key = object<crypto::Key>(info, 0))
    info.GetReturnValue().Set(toV8(info.GetIsolate(), crypto::describe(*key)));
}

/// Digest, whether the bytes are hashed, padding, salt length.
struct SignatureFormArguments {
  SignatureFormArguments(Info info, int first) : digest(text(info, first)) {
    auto whole = [&](int index) {
      return info[index]->IsInt32() ? info[index].As<Int32>()->Value() : 0;
    };
    form = {digest, flag(info, first + 1), whole(first + 2), whole(first + 3)};
  }
  std::string digest;
  crypto::SignatureForm form;
};

void sign(Info info) {
  SignatureFormArguments arguments(info, 2);
  if (const auto *key = object<crypto::Key>(info, 0))
    answer(info, crypto::sign(*key, arguments.form, Bytes(info, 1)));
}

void verify(Info info) {
  SignatureFormArguments arguments(info, 2);
  if (const auto *key = object<crypto::Key>(info, 0))
    info.GetReturnValue().Set(crypto::verify(*key, arguments.form, Bytes(info, 1), Bytes(info, 6)));
}

template <std::optional<crypto::Output> run(const crypto::Key &, const crypto::EncryptionForm &,
                                            crypto::Input)>
void crypt(Info info) {
  std::string digest = text(info, 3);
  Bytes label(info, 4);
  if (const auto *key = object<crypto::Key>(info, 0))
    answer(info, run(*key, {static_cast<int>(length(info, 2)), digest, label}, Bytes(info, 1)));
}

void agree(Info info) {
  const auto *own = object<crypto::Key>(info, 0), *peer = object<crypto::Key>(info, 1);
  if (own && peer)
    answer(info, crypto::agree(*own, *peer));
}

/// OpenSSL starts with the first question; what it once complained of is nobody's now.
template <FunctionCallback function> void ready(Info info) {
  crypto::initialize();
  (void)crypto::takeFailure();
  function(info);
}

template <FunctionCallback function> constexpr FunctionCallback quiet = quietly<ready<function>>;

constexpr HostFunction cryptoTable[] = {{"addAuthenticated", quiet<addAuthenticated>},
                                        {"agree", quiet<agree>},
                                        {"cipherInfo", quiet<cipherInfo>},
                                        {"cipherTag", quiet<cipherTag>},
                                        {"copyHash", quiet<copyHash>},
                                        {"decrypt", quiet<crypt<crypto::decrypt>>},
                                        {"describeKey", quiet<describeKey>},
                                        {"encrypt", quiet<crypt<crypto::encrypt>>},
                                        {"finishCipher", quiet<finishCipher>},
                                        {"finishHash", quiet<finishHash>},
                                        {"generateKey", quiet<generateKey>},
                                        {"hashLength", quiet<hashLength>},
                                        {"hkdf", quiet<hkdf>},
                                        {"pbkdf2", quiet<pbkdf2>},
                                        {"readKey", quiet<readKey>},
                                        {"scrypt", quiet<scrypt>},
                                        {"setCipherPadding", quiet<setCipherPadding>},
                                        {"setCipherTag", quiet<setCipherTag>},
                                        {"sign", quiet<sign>},
                                        {"startCipher", quiet<startCipher>},
                                        {"startHash", quiet<startHash>},
                                        {"startHmac", quiet<startHmac>},
                                        {"updateCipher", quiet<updateCipher>},
                                        {"updateHash", quiet<updateHash>},
                                        {"verify", quiet<verify>},
                                        {"writeKey", quiet<writeKey>}};

} // namespace

llvm::ArrayRef<HostFunction> cryptoFunctions() { return cryptoTable; }

} // namespace agentc
