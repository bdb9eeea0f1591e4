// The packed package's tour in every installed runtime. `npm run matrix` installs the missing ones, and TypeScript
// versions.
import { rmSync } from 'node:fs';
import { test } from 'uvu';
import { absent } from './support/pack.ts';
import { makePlace, ROWS } from './support/rows.ts';

const place = await makePlace();
test.after(async () => {
  rmSync(place.project, { recursive: true });
  await place.server.stop();
});

for (const row of ROWS.filter(({ kind }) => kind === 'runtime'))
  test(`runs in ${row.name}`, async () => {
    const program = row.find();
    if (program) await row.run(program, place);
    else absent(row.name);
  });

test.run();
