// Tests of sign_in_with_web3.
import { randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runBehindLock } from '../../../support/database/run_behind_lock.ts';
import { type CallArguments, client, openSqlApi, readSession, settings } from '../../../support/database/sql_api.ts';
import { newAddress, walletMessage } from './wallet.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const at = (seconds: number): string => new Date(Date.parse(sql_api.now()) + seconds * 1_000).toISOString();
const args = (message: CallArguments = {}, more: CallArguments = {}): CallArguments => ({
  message: walletMessage({ issued_at: at(0), ...message }),
  settings: settings(more),
  client,
});
const bring = (message: CallArguments = {}, more: CallArguments = {}) =>
  sql_api.call('sign_in_with_web3', args(message, more));
const refused = (message: CallArguments, text: string, more: CallArguments = {}) =>
  sql_api.refused('sign_in_with_web3', args(message, more), [400, 'invalid_grant', text], []);
const idOf = (answer: object): string => String(readSession(answer as never).claims.sub);

test('a new account without an address, then the same; another chain’s wallet is another user', async () => {
  const address = newAddress();
  const first = await bring({ address });
  const { claims } = readSession(first);
  assert.equal([claims.aal, (claims.amr as { method: string }[])[0]?.method], ['aal1', 'web3']);
  const entry = await sql_api.audited();
  assert.equal([entry?.actions, entry?.actor_id], [['user_signedup'], claims.sub]);
  const [user] = await sql_api.rows('auth.users', `t.id = '${String(claims.sub)}'`);
  const custom_claims = {
    address,
    chain: 'ethereum',
    network: '1',
    domain: 'example.com',
    statement: 'I accept the terms.',
  };
  const sub = `web3:ethereum:${address}`;
  const data = { sub, provider_id: sub, email_verified: false, phone_verified: false, custom_claims };
  const { email, raw_app_meta_data, raw_user_meta_data } = user as CallArguments;
  assert.equal([email, raw_user_meta_data], [null, data]);
  assert.equal(raw_app_meta_data, { provider: 'web3', providers: ['web3'] });
  const [identity] = await sql_api.rows('auth.identities', `t.user_id = '${String(claims.sub)}'`);
  const { provider, subject, identity_data } = identity as CallArguments;
  assert.equal([provider, subject, identity_data], ['web3', sub, data]);
  assert.is(idOf(await bring({ address, statement: null })), claims.sub);
  assert.equal((await sql_api.audited())?.actions, ['login']);
  assert.is.not(idOf(await bring({ chain: 'solana', address })), claims.sub);
});

test('the audit log has the wallet and the site', async () => {
  const address = newAddress();
  await bring({ address, network: null });
  const { traits } = (await sql_api.audited()) as { traits: CallArguments };
  assert.equal(
    [traits.provider, traits.chain, traits.address, traits.domain, traits.uri],
    ['web3', 'ethereum', address, 'example.com', 'https://example.com/login'],
  );
});

test('a message is valid from Not Before to Expiration Time, to the second', async () => {
  await refused({ not_before: at(1) }, 'Signed Ethereum message becomes valid in the future');
  await refused({ expires_at: at(-1) }, 'Signed Ethereum message is expired');
  await refused({ chain: 'solana', expires_at: at(-1) }, 'Signed Solana message is expired');
  await bring({ not_before: at(0), expires_at: at(0) });
});

test('a message is valid only within its chain’s time limit around Issued At, regardless of its other times', async () => {
  const old = 'message was issued too long ago';
  const future = 'message was issued too far in the future';
  await bring({ issued_at: at(-600) });
  await bring({ issued_at: at(600) });
  await refused({ issued_at: at(-601) }, `Ethereum ${old}`);
  await refused({ issued_at: at(-601), expires_at: at(600) }, `Ethereum ${old}`);
  await refused({ issued_at: at(601) }, `Ethereum ${future}`);
  const short = { external_web3_solana_maximum_validity_duration: 60 };
  await bring({ issued_at: at(-61) }, short);
  await refused({ chain: 'solana', issued_at: at(-61) }, `Solana ${old}`, short);
  await refused({ chain: 'solana', issued_at: at(61) }, `Solana ${future}`, short);
  await bring({ chain: 'solana', issued_at: at(-60) }, short);
});

test('a message signs in once, and an error does not consume it', async () => {
  const message = { address: newAddress(), digest: randomBytes(32).toString('hex') };
  await sql_api.refused('sign_in_with_web3', args(message, { disable_signup: true }), [
    422,
    'signup_disabled',
    'Signups not allowed for this instance',
  ]);
  await bring(message);
  await refused(message, 'Signed Ethereum message has been used before');
  const [row] = await sql_api.rows('auth.consumed_web3_messages', `t.digest = '\\x${message.digest}'`);
  assert.is(new Date(String(row?.expires_at)).toISOString(), at(600), 'until it is too old by itself');
});

test('concurrent calls: two messages of a new wallet create one account, one message signs in once', async () => {
  const waiting = 'lock table auth.identities in share mode';
  const address = newAddress();
  const both = await runBehindLock(sql_api.db, waiting, [() => bring({ address }), () => bring({ address })]);
  assert.is(new Set(both.map(idOf)).size, 1);
  const once = args({ address: newAddress() });
  const call = () => sql_api.call('sign_in_with_web3', once);
  const answers = await runBehindLock(sql_api.db, waiting, [call, call]);
  assert.equal(answers.filter((answer) => 'refused' in (answer as object)).length, 1);
});

test('rejects a banned user; a disabled sign-up still signs in existing users', async () => {
  const address = newAddress();
  const id = idOf(await bring({ address }));
  assert.is(idOf(await bring({ address }, { disable_signup: true })), id);
  await sql_api.db.sql`update auth.users set banned_until = '2999-01-01' where id = ${id}`;
  await sql_api.refused('sign_in_with_web3', args({ address }), [403, 'user_banned', 'User is banned']);
});

test.run();
