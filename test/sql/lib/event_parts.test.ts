// Webhook events of identities and second factors: the operation that queues each, the payload, and the accompanying
// user.updated.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  code_keys,
  createConfirmedPerson,
  errorCodeOf,
  findSentToken,
  newEmail,
  openSqlApi,
  type SqlPerson,
  settings,
  toUnsealedLink,
} from '../../support/database/sql_api.ts';
import { addWebhook } from '../../support/providers/webhooks.ts';
import { ADMIN } from '../api/admin/admin.ts';
import {
  challengeFactor,
  createPersonWithTotp,
  enrollTotp,
  factorSettings,
  totpArguments,
  totpCode,
  verifyTotp,
} from '../api/factor/factors.ts';
import { createProfile, startFlow } from '../api/provider/flow.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
await addWebhook(sql_api.db, 'https://app.example.com/events');

interface UserEvent {
  kind: string;
  data: { id: string; identity?: object; factor?: { id: string } };
}

/** Runs `work`. Returns the kinds of the queued events, and the payload of the first. */
async function eventsDuring(
  work: () => Promise<unknown>,
): Promise<{ kinds: string[]; first: UserEvent['data'] | undefined }> {
  await sql_api.db.sql`delete from auth.webhook_events`;
  await work();
  const rows = await sql_api.db.sql<UserEvent[]>`select kind, data from auth.webhook_events order by place`;
  return { kinds: rows.map(({ kind }) => kind), first: rows[0]?.data };
}

test('an identity that is linked manually or by its address, and one that is removed', async () => {
  const person = await createConfirmedPerson(sql_api);
  const profile = createProfile();
  const by_hand = await eventsDuring(async () => {
    const id = await startFlow(sql_api.call, { args: { claims: person.claims } });
    await sql_api.call('finish_provider_flow', { id, profile, settings: settings(), client });
  });
  const identity = { provider: 'github', id: profile.subject };
  assert.equal(by_hand, {
    kinds: ['identity.linked', 'user.updated', 'user.signed_in'],
    first: { id: person.id, identity },
  });
  const [row] = await sql_api.rows('auth.identities', `t.user_id = '${person.id}' and t.provider = 'github'`);
  const unlink = { claims: person.claims, identity_id: row?.id, settings: settings(), client };
  assert.equal(await eventsDuring(() => sql_api.call('unlink_identity', unlink)), {
    kinds: ['identity.unlinked', 'user.updated'],
    first: { id: person.id, identity },
  });
  const other = await createConfirmedPerson(sql_api);
  const arriving = createProfile({ email: other.email, verified: true });
  const sign_in = async () => {
    const id = await startFlow(sql_api.call);
    await sql_api.call('finish_provider_flow', { id, profile: arriving, settings: settings(), client });
  };
  const { kinds, first } = await eventsDuring(sign_in);
  assert.equal(
    [kinds[0], first],
    ['identity.linked', { id: other.id, identity: { provider: 'github', id: arriving.subject } }],
  );
  assert.equal((await eventsDuring(sign_in)).kinds, ['user.signed_in'], 'known by now');
});

test('a factor that is verified the first time, and one that is removed: by its user, by an administrator', async () => {
  const person = await createConfirmedPerson(sql_api);
  const app = await enrollTotp(sql_api, person, { friendly_name: 'phone' });
  const factor = { id: app.id, factor_type: 'totp', friendly_name: 'phone' };
  const notified = await eventsDuring(() => verifyTotp(sql_api, person, app));
  assert.equal(notified, { kinds: ['factor.enrolled', 'user.updated'], first: { id: person.id, factor } });

  for (const remove of ['unenroll_factor', 'delete_factor']) {
    const { app: own, ...someone } = await createPersonWithTotp(sql_api);
    await sql_api.advance(30);
    assert.equal((await eventsDuring(() => verifyTotp(sql_api, someone, own))).kinds, [], 'a second proof is none');
    const claims = remove === 'delete_factor' ? ADMIN : someone.claims;
    const args = { claims, factor_id: own.id, settings: factorSettings(), client };
    const gone = await eventsDuring(() =>
      sql_api.call(remove, remove === 'delete_factor' ? { ...args, user_id: someone.id } : args),
    );
    assert.equal(gone.kinds, ['factor.unenrolled', 'user.updated']);
    assert.is(gone.first?.factor?.id, own.id);
  }
});

const changePassword = (person: SqlPerson, more: CallArguments = {}) =>
  sql_api.call('update_user', {
    claims: person.claims,
    password: `${person.password} again`,
    settings: settings(more),
    client,
    code_keys,
  });

/** Follows a mail of the kind that `request` sends to the address of the person. */
async function followMail(person: SqlPerson, request: string, type: string): Promise<void> {
  await sql_api.call(request, { email: person.email, settings: settings(), client });
  const link = toUnsealedLink(await findSentToken(sql_api, person.id, 'recovery'));
  await sql_api.call('verify_token', { type, link, settings: settings(), client });
}

test('a pending change of address that something else cancels causes user.updated', async () => {
  const rejection = (person: SqlPerson) => ({
    hooks: {
      password_verification_attempt: {
        subject: `${person.id} t`,
        answer: { decision: 'reject', message: 'no', should_logout_user: true },
      },
    },
  });
  const cancel: Record<string, (person: SqlPerson) => Promise<unknown>> = {
    'new password': (person) => changePassword(person),
    'recovery link': (person) => followMail(person, 'request_recovery', 'recovery'),
    'magic link': (person) => followMail(person, 'request_magic_link', 'magiclink'),
    'rejected by a hook': async (person) => {
      const { email, password } = person;
      const args = { email, password, settings: settings(rejection(person)), client };
      assert.is(await errorCodeOf(sql_api.call('sign_in_with_password', args)), 'invalid_credentials');
    },
    'factor rejected by a hook': async (person) => {
      const app = await enrollTotp(sql_api, person);
      const answer = { decision: 'reject', message: 'no' };
      const hooks = { mfa_verification_attempt: { subject: `${app.id} t`, answer } };
      const challenge = await challengeFactor(sql_api, person, app.id);
      const args = totpArguments(person, app, challenge, totpCode(sql_api, app), {
        settings: factorSettings({ hooks }),
      });
      assert.is(await errorCodeOf(sql_api.call('verify_factor', args)), 'mfa_verification_rejected');
    },
  };
  for (const [name, by] of Object.entries(cancel)) {
    const person = await createConfirmedPerson(sql_api);
    const change = { claims: person.claims, email: newEmail(), settings: settings(), client, code_keys };
    await sql_api.call('update_user', change);
    await sql_api.advance(120);
    const { kinds } = await eventsDuring(() => by(person));
    assert.is((await sql_api.rows('auth.users', `t.id = '${person.id}'`))[0]?.new_email, null, name);
    assert.ok(kinds.includes('user.updated'), name);
  }
  const person = await createConfirmedPerson(sql_api);
  assert.equal((await eventsDuring(() => changePassword(person))).kinds, [], 'a password is not in the data');
});

test('a password that adds an e-mail identity causes identity.linked and user.updated', async () => {
  const id = await startFlow(sql_api.call);
  const profile = createProfile({ verified: true });
  const signed_in = await sql_api.call('finish_provider_flow', { id, profile, settings: settings(), client });
  const claims = signed_in.claims as SqlPerson['claims'];
  const set = { claims, password: 'correct horse', client, code_keys };
  const experiment = settings({ experimental_create_email_identity_on_password_set_enabled: true });
  const { kinds } = await eventsDuring(() => sql_api.call('update_user', { ...set, settings: experiment }));
  assert.equal(kinds, ['identity.linked', 'user.updated']);
});

test.run();
