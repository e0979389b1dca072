export interface Shape {
  radius: number;
}
export type Named = { name: string };
export enum Color {
  Red = 'red',
  Blue = 'blue',
}
export enum Level {
  Low,
  Mid = 5,
  High,
}
export enum Flags {
  A = 1 << 0,
  B = 1 << 1,
  Both = A | B,
}
export namespace Kinds {
  export const first = 'round';
  export function make(text: string) {
    return text + first;
  }
}
export const circle: Shape = { radius: 3 };
export const version: string = 'v1';
export function area(side: number): number;
export function area(side: any): any {
  return side * side;
}
