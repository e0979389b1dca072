// x-ray.mjs FOLDER: analyses each JavaScript and TypeScript file of a folder by js-x-ray, and prints how many warnings
// it has.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { AstAnalyser } from '@nodesecure/js-x-ray';

const analyser = new AstAnalyser();
let warnings = 0, unread = 0;
for (const entry of readdirSync(process.argv[2], { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.[cm]?[jt]sx?$/.test(entry.name) || /\.d\.[cm]?ts$/.test(entry.name)) continue;
  try {
    const report = await analyser.analyseFile(path.join(entry.parentPath, entry.name));
    if (report.ok) warnings += report.warnings.length;
    else unread += 1;
  } catch {
    unread += 1;
  }
}
console.log(JSON.stringify({ warnings, unread }));
