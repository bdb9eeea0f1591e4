// A model of the device grant: random sequences of what devices and users do, against the states of docs/oauth-states.md.
// POSTERN_TEST_SEED repeats a run.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decide, EVERY_GRANT, enter, makeClient, newMac, OAUTH, poll, startDevice } from '../support/database/oauth.ts';
import { api, client, confirmed, openSurface, type Person, refusedCode } from '../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

type State = 'waiting' | 'bound' | 'approved' | 'denied' | 'used' | 'gone';

/** A device as the model tracks it. */
interface Device {
  readonly id: string;
  readonly mac: string;
  readonly app: number;
  state: State;
  user?: Person;
  expires: number;
  interval: number;
  polled?: number;
}

const OPERATIONS = ['begin', 'enter', 'approve', 'deny', 'poll', 'poll_elsewhere', 'revoke_grant', 'wait'] as const;

interface Step {
  readonly does: (typeof OPERATIONS)[number];
  readonly who: number;
  readonly what: number;
  readonly seconds: number;
}

class World {
  now = 0;
  opened = 0;
  readonly devices: Device[] = [];
  readonly people: readonly Person[];
  readonly apps: readonly string[];

  constructor(people: readonly Person[], apps: readonly string[]) {
    this.people = people;
    this.apps = apps;
  }

  /** Returns what a poll must be answered with, and moves the model. */
  expectPoll(device: Device): string {
    if (device.state === 'used' || device.state === 'gone') return 'invalid_grant';
    if (device.state === 'denied') return 'access_denied';
    if (this.now > device.expires) return 'expired_token';
    if (device.state === 'approved') {
      device.state = 'used';
      return 'tokens';
    }
    const early = device.polled !== undefined && this.now < device.polled + device.interval - 1;
    device.polled = this.now;
    if (early) device.interval = Math.min(device.interval + 5, 60);
    return early ? 'slow_down' : 'authorization_pending';
  }

  async perform({ does, who, what, seconds }: Step): Promise<void> {
    const person = this.people[who % this.people.length] as Person;
    const device = this.devices[what % Math.max(1, this.devices.length)];
    if (does === 'begin') {
      const app = what % this.apps.length;
      const begun: Device = {
        id: randomUUID(),
        mac: newMac(),
        app,
        state: 'waiting',
        expires: this.now + 600,
        interval: 5,
      };
      await startDevice(sql, this.apps[app] as string, begun.mac, { id: begun.id });
      this.devices.push(begun);
      return;
    }
    if (does === 'wait') {
      await surface.advance(seconds);
      this.now += seconds;
      return;
    }
    if (device === undefined) return;
    const app = this.apps[device.app] as string;
    const alive = this.now <= device.expires && !['used', 'gone'].includes(device.state);
    switch (does) {
      case 'enter': {
        const seen = refusedCode(await enter(sql, device.mac, person));
        const own = device.user === undefined || device.user.id === person.id;
        if (!alive || !own) return assert.is(seen, 'oauth_authorization_not_found');
        if (device.state === 'approved' || device.state === 'denied') return assert.is(seen, 'validation_failed');
        assert.is(seen, undefined);
        device.user = person;
        device.state = 'bound';
        return;
      }
      case 'approve':
      case 'deny': {
        const seen = refusedCode(await decide(sql, device.id, person, { action: does }));
        if (!alive || device.user?.id !== person.id) return assert.is(seen, 'oauth_authorization_not_found');
        const ended = does === 'approve' ? 'approved' : 'denied';
        if (device.state === 'bound') {
          device.state = ended;
          // An approval counts for a minute at least.
          if (ended === 'approved') device.expires = Math.max(device.expires, this.now + 60);
        }
        return assert.is(seen, device.state === ended ? undefined : 'validation_failed');
      }
      case 'poll': {
        const expected = this.expectPoll(device);
        assert.is(refusedCode(await poll(sql, app, device.id)) ?? 'tokens', expected);
        if (expected === 'tokens') this.opened += 1;
        return;
      }
      case 'poll_elsewhere': {
        const other = this.apps[(device.app + 1) % this.apps.length] as string;
        return assert.is(refusedCode(await poll(sql, other, device.id)), 'invalid_grant');
      }
      case 'revoke_grant': {
        await api(sql, 'revoke_grant', { claims: person.claims, client_id: app, settings: OAUTH, client });
        const granted = this.granted(person, device.app);
        if (!granted) return;
        for (const one of this.devices)
          if (one.app === device.app && one.user?.id === person.id && one.state !== 'used') one.state = 'gone';
        this.grants.delete(`${person.id} ${device.app}`);
      }
    }
  }

  readonly grants = new Set<string>();
  granted(person: Person, app: number): boolean {
    return this.grants.has(`${person.id} ${app}`);
  }
}

test('every answer to a device and its user follows from the states', async () => {
  const seed = Number(process.env.POSTERN_TEST_SEED ?? Date.now() % 1_000_000);
  const apps = [
    await makeClient(sql, { grant_types: EVERY_GRANT }),
    await makeClient(sql, { grant_types: EVERY_GRANT }),
  ];
  const step = fc.record({
    does: fc.constantFrom(...OPERATIONS, 'enter' as const, 'approve' as const, 'poll' as const, 'poll' as const),
    who: fc.nat(1),
    what: fc.nat(20),
    seconds: fc.constantFrom(1, 4, 6, 30, 200),
  });
  let opened = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
      const world = new World([await confirmed(surface), await confirmed(surface)], apps);
      await world.perform({ does: 'begin', who: 0, what: 0, seconds: 0 });
      for (const one of steps) {
        await world.perform(one);
        for (const device of world.devices) {
          if (device.state === 'approved' && device.user) world.grants.add(`${device.user.id} ${device.app}`);
        }
      }
      const sessions = await sql`
        select from auth.sessions where oauth_client_id is not null
          and user_id = any (${world.people.map(({ id }) => id)}::uuid[])`;
      assert.is(sessions.length, world.opened, 'one device opens one session');
      opened += world.opened;
    }),
    { numRuns: 40, seed, endOnFailure: true },
  );
  assert.ok(opened > 3, `${opened} sessions with seed ${seed}`);
});

test.run();
