/** Draws from a seed, a number as text: `below(n)`, a whole number from 0; `one(list)`, an element. */
export function drawsFrom(seed) {
  let state = BigInt(seed) * 2862933555777941757n + 3037000493n;
  const below = (n) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number((state >> 33n) % BigInt(n));
  };
  return { below, one: (list) => list[below(list.length)] };
}
