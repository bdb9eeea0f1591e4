// renew_oauth_client_secret: the new secret and the overlap.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ADMIN, makeClient, OAUTH, proof } from '../../../support/database/oauth.ts';
import { type Answer, api, client, openSurface } from '../../../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

const codeOf = (answer: Answer): string => String((answer.refused as Answer | undefined)?.message ?? 'ok');

test('a renewed secret counts at once; the former one as long as the overlap says', async () => {
  const client_id = await makeClient(sql);
  const renew = (overlap: number) =>
    api(sql, 'renew_oauth_client_secret', {
      claims: ADMIN,
      client_id,
      settings: { ...OAUTH, oauth_server_secret_overlap: overlap },
      client,
    });
  const works = async (generation: number) =>
    codeOf(await api(sql, 'revoke_authorized_session', { proof: proof(client_id, { generation }), client })) === 'ok';
  assert.equal((await renew(60)).secret, { id: client_id, generation: 2 });
  assert.equal([await works(1), await works(2), await works(3)], [true, true, false]);
  await surface.advance(61);
  assert.equal([await works(1), await works(2)], [false, true]);
  await renew(0);
  assert.equal([await works(2), await works(3)], [false, true]);
});

test.run();
