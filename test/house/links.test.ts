// Files and headings to which documents link exist.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DOCUMENTS } from './blocks.ts';

/** Returns the anchors of a page's headings. */
function headingAnchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every link of a document has a target', () => {
  const dead: string[] = [];
  let looked = 0;
  for (const from of DOCUMENTS) {
    const own = readFileSync(from, 'utf8');
    const text = own.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
    for (const [, file = '', place] of text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)) {
      looked += 1;
      const path = file === '' ? from : join(dirname(from), file);
      if (!existsSync(path)) dead.push(`${from}: ${file}`);
      else if (place !== undefined && !headingAnchors(readFileSync(path, 'utf8')).includes(place))
        dead.push(`${from}: ${file}#${place}`);
    }
    for (const [, file = ''] of text.matchAll(/\ssrc(?:set)?="(?!https?:)([^"]+)"/g)) {
      if (!existsSync(join(dirname(from), file))) dead.push(`${from}: ${file}`);
    }
  }
  assert.ok(looked > 100);
  assert.equal(dead, []);
});

test.run();
