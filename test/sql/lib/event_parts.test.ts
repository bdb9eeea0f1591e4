// Events of identities and second factors: the operation that sends each, its payload, and user.updated next to it.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, confirmed, openSurface, settings } from '../../support/database/surface.ts';
import { addServer } from '../../support/providers/webhooks.ts';
import { ADMIN } from '../api/admin/admin.ts';
import { answerChallenge, enrolled, factors, protectedPerson } from '../api/factor/factors.ts';
import { profileOf, startFlow } from '../api/provider/flow.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());
await addServer(surface.db, 'https://app.example.com/events');

interface UserEvent {
  kind: string;
  data: { id: string; identity?: object; factor?: { id: string } };
}

/** Runs the work and returns the kinds of its events, and the payload of the first. */
async function eventsOf(
  work: () => Promise<unknown>,
): Promise<{ kinds: string[]; first: UserEvent['data'] | undefined }> {
  await surface.db.sql`delete from auth.webhook_events`;
  await work();
  const rows = await surface.db.sql<UserEvent[]>`select kind, data from auth.webhook_events order by place`;
  return { kinds: rows.map(({ kind }) => kind), first: rows[0]?.data };
}

test('an identity that is linked manually or by its address, and one that is removed', async () => {
  const person = await confirmed(surface);
  const profile = profileOf();
  const by_hand = await eventsOf(async () => {
    const id = await startFlow(surface.call, { args: { claims: person.claims } });
    await surface.call('finish_provider_flow', { id, profile, settings: settings(), client });
  });
  const identity = { provider: 'github', id: profile.subject };
  assert.equal(by_hand, {
    kinds: ['identity.linked', 'user.updated', 'user.signed_in'],
    first: { id: person.id, identity },
  });
  const [row] = await surface.rows('auth.identities', `t.user_id = '${person.id}' and t.provider = 'github'`);
  const unlink = { claims: person.claims, identity_id: row?.id, settings: settings(), client };
  assert.equal(await eventsOf(() => surface.call('unlink_identity', unlink)), {
    kinds: ['identity.unlinked', 'user.updated'],
    first: { id: person.id, identity },
  });
  const other = await confirmed(surface);
  const arriving = profileOf({ email: other.email, verified: true });
  const sign_in = async () => {
    const id = await startFlow(surface.call);
    await surface.call('finish_provider_flow', { id, profile: arriving, settings: settings(), client });
  };
  const { kinds, first } = await eventsOf(sign_in);
  assert.equal(
    [kinds[0], first],
    ['identity.linked', { id: other.id, identity: { provider: 'github', id: arriving.subject } }],
  );
  assert.equal((await eventsOf(sign_in)).kinds, ['user.signed_in'], 'known by now');
});

test('a factor that is verified the first time, and one that is removed: by its user, by an administrator', async () => {
  const person = await confirmed(surface);
  const app = await enrolled(surface, person, { friendly_name: 'phone' });
  const factor = { id: app.id, factor_type: 'totp', friendly_name: 'phone' };
  const notified = await eventsOf(() => answerChallenge(surface, person, app));
  assert.equal(notified, { kinds: ['factor.enrolled', 'user.updated'], first: { id: person.id, factor } });

  for (const remove of ['unenroll_factor', 'delete_factor']) {
    const { app: own, ...someone } = await protectedPerson(surface);
    await surface.advance(30);
    assert.equal((await eventsOf(() => answerChallenge(surface, someone, own))).kinds, [], 'a second proof is none');
    const claims = remove === 'delete_factor' ? ADMIN : someone.claims;
    const args = { claims, factor_id: own.id, settings: factors(), client };
    const gone = await eventsOf(() =>
      surface.call(remove, remove === 'delete_factor' ? { ...args, user_id: someone.id } : args),
    );
    assert.equal(gone.kinds, ['factor.unenrolled', 'user.updated']);
    assert.is(gone.first?.factor?.id, own.id);
  }
});

test.run();
