import { mkdirSync, rmSync } from 'node:fs';
import { openBrowser } from './test/support/clients/browser.ts';
import { picturesOfConsole } from './test/browser/console_pictures.ts';
const folder = '/tmp/w/consolew/shots';
mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
try { for (const f of await picturesOfConsole(browser!, folder)) console.log(f.slice(0, 400)); } finally { await browser?.close(); }
