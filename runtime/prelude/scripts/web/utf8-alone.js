// Stands for the East Asian encodings of `@exodus/bytes`, which `whatwg-url` wants beside it: the sandbox's URLs are UTF-8.
