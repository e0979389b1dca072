//--- package.json
{"name": "b", "version": "1.0.0", "type": "module", "main": "index.ts"}
//--- index.ts
import { createTool } from '@lightfastai/core/tool';
import type { Shape } from './shape';
import { z } from 'zod';
import shape, { type Kind, make as build } from './shape.ts';
interface Options<T extends object = {}> { readonly kind?: Kind; make(this: T): asserts this is T }
declare const untyped: any;
export const tool = createTool<Options>({ name: 'area', description: `area of ${shape}`,
  inputSchema: z.object({ side: z.number().min(0).describe('side in m') }),
  execute: async ({ side }: { side: number }) => (build(side) as Shape)!.area satisfies number });
export { tool as default, type Shape };
export * as everything from './shape.ts';
//--- shape.ts
export type Kind = 'square' | `r${string}`; export type Shape = { area: number };
export function make(side: number): Shape; export function make(side: any) { return { area: side * side }; }
export default 'square';
