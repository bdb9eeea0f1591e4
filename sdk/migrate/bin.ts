#!/usr/bin/env node
// The command `platform-migrate`.
import { main } from './main.ts';

process.exitCode = main(process.argv.slice(2), process.cwd(), (line) => console.log(line));
