// Runs docs/quickstart-postgrest.md block by block.
import * as assert from 'uvu/assert';
import type { ComposeStack } from '../support/processes/compose_stack.ts';
import { createGuidePrograms, openGuide, runSqlBlock } from '../support/processes/guide.ts';

export async function runPostgrestGuide(kit: ComposeStack): Promise<void> {
  const guide = openGuide('docs/quickstart-postgrest.md', {
    folder: kit.folder,
    place: kit.place,
    env: { PATH: `${createGuidePrograms(kit)}:${process.env.PATH}` },
    languages: { sql: runSqlBlock(kit.superuser_url) },
  });
  const json = async (part: string): Promise<unknown> => JSON.parse((await guide.next(part)).stdout);

  const secrets = await guide.next('sh deploy/secrets.sh');
  assert.match(secrets.stdout, 'POSTGRES_PASSWORD is in .env already');
  await guide.next('key issue --role anon');
  const signed_up = (await json('/auth/v1/signup')) as { email: string; email_confirmed_at?: string };
  assert.equal([signed_up.email, signed_up.email_confirmed_at], ['ada@example.com', undefined]);
  await kit.sink.waitFor('ada@example.com');
  assert.match((await guide.next('/view/latest.txt')).stdout, /^\d{6}\n$/);
  await guide.next('ACCESS_TOKEN=');

  const [note] = (await json('Remember the milk')) as { user_id: string; body: string }[];
  assert.equal([note?.user_id, note?.body], [(signed_up as { id?: string }).id, 'Remember the milk']);
  const mine = (await json('select=id,body')) as { body: string }[];
  assert.equal(
    mine.map(({ body }) => body),
    ['Remember the milk'],
  );
  assert.is(((await json('$ANON_KEY"\n')) as { code: string }).code, '42501');
  const all = (await json('select=user_id,body')) as { body: string }[];
  assert.ok(all.some(({ body }) => body === 'Remember the milk') && all.length > mine.length);

  assert.is((await guide.next('docker compose exec postgres psql')).code, 0);
  const as_user = await guide.next('set local role authenticated');
  assert.match(as_user.stdout, /00000000-0000-0000-0000-000000000000 \| authenticated/);
  assert.match(as_user.stdout, '(0 rows)');
  await guide.next('alter policy own_notes');
  await guide.next('/logout');
  assert.equal(await json('/rest/v1/notes'), []);
  await guide.next('create table projects');
  assert.match((await guide.next('user update')).stdout, 'ada@example.com');
  assert.equal(guide.left(), []);
}
