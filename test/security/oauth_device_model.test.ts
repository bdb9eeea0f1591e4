// A model of the device grant: random sequences of requests by devices and users, compared with the states of
// docs/oauth-states.md. POSTERN_TEST_SEED repeats a run.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  decideAuthorization,
  EVERY_GRANT,
  enterUserCode,
  makeClient,
  newMac,
  OAUTH_SETTINGS,
  pollDeviceAuthorization,
  startDeviceAuthorization,
} from '../support/database/oauth.ts';
import {
  api,
  client,
  createConfirmedPerson,
  openSqlApi,
  returnedErrorCode,
  type SqlPerson,
} from '../support/database/sql_api.ts';
import { checkModel, stepsArbitrary } from './model.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

type DeviceState = 'waiting' | 'bound' | 'approved' | 'denied' | 'used' | 'gone';

/** Expected state of a device in the model. */
interface ModelDevice {
  readonly id: string;
  readonly mac: string;
  readonly app: number;
  state: DeviceState;
  user?: SqlPerson;
  expires: number;
  interval: number;
  polled?: number;
}

const OPERATIONS = ['begin', 'enter', 'approve', 'deny', 'poll', 'poll_elsewhere', 'revoke_grant', 'wait'] as const;

interface ModelStep {
  readonly does: (typeof OPERATIONS)[number];
  readonly who: number;
  readonly what: number;
  readonly seconds: number;
}

class DeviceModel {
  now = 0;
  opened = 0;
  readonly devices: ModelDevice[] = [];
  readonly people: readonly SqlPerson[];
  readonly apps: readonly string[];

  constructor(people: readonly SqlPerson[], apps: readonly string[]) {
    this.people = people;
    this.apps = apps;
  }

  /** Returns the expected response to a poll, and updates the model. */
  expectPoll(device: ModelDevice): string {
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

  async perform({ does, who, what, seconds }: ModelStep): Promise<void> {
    const person = this.people[who % this.people.length] as SqlPerson;
    const device = this.devices[what % Math.max(1, this.devices.length)];
    if (does === 'begin') {
      const app = what % this.apps.length;
      const begun: ModelDevice = {
        id: randomUUID(),
        mac: newMac(),
        app,
        state: 'waiting',
        expires: this.now + 600,
        interval: 5,
      };
      await startDeviceAuthorization(sql, this.apps[app] as string, begun.mac, { id: begun.id });
      this.devices.push(begun);
      return;
    }
    if (does === 'wait') {
      await sql_api.advance(seconds);
      this.now += seconds;
      return;
    }
    if (device === undefined) return;
    const app = this.apps[device.app] as string;
    const alive = this.now <= device.expires && !['used', 'gone'].includes(device.state);
    switch (does) {
      case 'enter': {
        const seen = returnedErrorCode(await enterUserCode(sql, device.mac, person));
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
        const seen = returnedErrorCode(await decideAuthorization(sql, device.id, person, { action: does }));
        if (!alive || device.user?.id !== person.id) return assert.is(seen, 'oauth_authorization_not_found');
        const ended = does === 'approve' ? 'approved' : 'denied';
        if (device.state === 'bound') {
          device.state = ended;
          // An approval is valid for at least a minute.
          if (ended === 'approved') device.expires = Math.max(device.expires, this.now + 60);
        }
        return assert.is(seen, device.state === ended ? undefined : 'validation_failed');
      }
      case 'poll': {
        const expected = this.expectPoll(device);
        assert.is(returnedErrorCode(await pollDeviceAuthorization(sql, app, device.id)) ?? 'tokens', expected);
        if (expected === 'tokens') this.opened += 1;
        return;
      }
      case 'poll_elsewhere': {
        const other = this.apps[(device.app + 1) % this.apps.length] as string;
        return assert.is(returnedErrorCode(await pollDeviceAuthorization(sql, other, device.id)), 'invalid_grant');
      }
      case 'revoke_grant': {
        await api(sql, 'revoke_grant', { claims: person.claims, client_id: app, settings: OAUTH_SETTINGS, client });
        const granted = this.granted(person, device.app);
        if (!granted) return;
        for (const one of this.devices)
          if (one.app === device.app && one.user?.id === person.id && one.state !== 'used') one.state = 'gone';
        this.grants.delete(`${person.id} ${device.app}`);
      }
    }
  }

  readonly grants = new Set<string>();
  granted(person: SqlPerson, app: number): boolean {
    return this.grants.has(`${person.id} ${app}`);
  }
}

test('every answer to a device and its user follows from the states', async () => {
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
  const seed = await checkModel({
    of: import.meta.url,
    name: 'devices',
    sequences: stepsArbitrary(step, 15, 40),
    numRuns: 40,
    async run(sequence) {
      const world = new DeviceModel([await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)], apps);
      await world.perform({ does: 'begin', who: 0, what: 0, seconds: 0 });
      for (const one of sequence) {
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
    },
  });
  assert.ok(opened > 3, `${opened} sessions with seed ${seed}`);
});

test.run();
