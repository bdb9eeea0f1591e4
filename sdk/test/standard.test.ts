// Standard Schema objects for the same schemas.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { marketplaceExchangeSsoToken } from '../generated/funcs/marketplaceExchangeSsoToken.ts';
import { webhooksGetWebhook } from '../generated/funcs/webhooksGetWebhook.ts';
import { requestSchema, responseSchema } from '../runtime/standard.ts';

test('a request schema validates arguments and renames them to wire names', async () => {
  const { '~standard': standard } = await requestSchema(marketplaceExchangeSsoToken);
  assert.equal([standard.version, standard.vendor], [1, 'postern']);
  assert.equal(standard.validate({ code: 'c', clientId: 'i', clientSecret: 's', grantType: 'authorization_code' }), {
    value: { code: 'c', client_id: 'i', client_secret: 's', grant_type: 'authorization_code' },
  });
  assert.equal(standard.validate({ code: 7, clientId: 'i', grantType: 'authorization_code' }), {
    issues: [
      { message: 'has the wrong type; want string', path: ['code'] },
      { message: 'is missing', path: ['clientSecret'] },
    ],
  });
});

test('a response schema validates the answer and converts it to our names', async () => {
  const { '~standard': standard } = await responseSchema(marketplaceExchangeSsoToken);
  const turned = standard.validate({ id_token: 'i', access_token: null, token_type: 'Bearer' });
  assert.equal(turned, { value: { idToken: 'i', accessToken: null, tokenType: 'Bearer' } });
  const error = await responseSchema(webhooksGetWebhook, 204).catch((reason: unknown) => reason);
  assert.instance(error, RangeError);
  assert.match((error as Error).message, /there is one for: 200/);
});

test.run();
