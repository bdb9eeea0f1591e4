#!/usr/bin/env node
// The command `platform-mcp`.
import { main } from './main.ts';

await main(process.argv.slice(2), process.env);
