// get_recovery_codes: the number of codes left, for sessions of any level.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface } from '../../../support/database/surface.ts';
import { args, MISSING, makeCodes } from './codes.ts';
import { factors, protectedPerson } from './factors.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('none, ten, nine', async () => {
  const person = await protectedPerson(surface);
  const asked = { claims: person.weak, settings: factors() };
  await makeCodes(surface, (await protectedPerson(surface)).claims); // another user's do not count
  await surface.refused('get_recovery_codes', asked, MISSING);
  const [code] = await makeCodes(surface, person.claims);
  const { id, ...all } = await surface.call('get_recovery_codes', asked);
  assert.equal(all, { type: 'recovery_code', total: 10, remaining: 10 });
  await surface.call('consume_recovery_code', args(person.weak, { code }));
  assert.equal(await surface.call('get_recovery_codes', asked), { ...all, id, remaining: 9 });
});

test.run();
