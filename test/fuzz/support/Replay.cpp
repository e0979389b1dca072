// A main for fuzz targets built without libFuzzer: gives them every file below the paths it is
// given.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void replay(const std::filesystem::path &file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(stream)),
                          std::istreambuf_iterator<char>());
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size());
}

int main(int count, char **arguments) {
  size_t inputs = 0;
  for (int i = 1; i < count; ++i) {
    if (std::filesystem::is_regular_file(arguments[i])) {
      replay(arguments[i]);
      ++inputs;
      continue;
    }
    for (const auto &entry : std::filesystem::recursive_directory_iterator(arguments[i]))
      if (entry.is_regular_file()) {
        replay(entry.path());
        ++inputs;
      }
  }
  std::printf("replayed %zu inputs\n", inputs);
  return inputs == 0;
}
