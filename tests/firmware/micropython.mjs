// Runs the Python program on stdin under MicroPython: node micropython.mjs <the package's folder> <file it may import>...
import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...modules] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(resolve(folder, "micropython.mjs")));
const board = await loadMicroPython({ stdout: (line) => console.log(line), linebuffer: true });
for (const file of modules) board.FS.writeFile("/" + basename(file), readFileSync(file));
board.runPython("import sys\nsys.path.append('/')");
board.runPython(readFileSync(0, "utf8"));
