export function double(x) {
  return x * 2;
}
export const triple = (x) => x * 3;
export const factor = 10;
