// Sends the requests of Okta's SCIM test and of Entra ID's provisioning and validator, in the order that both vendors
// document. A step can save values of its response under a name. Later steps contain the name in braces, such as
// {user}, in place of the value.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newEmail } from '../../support/processes/stack.ts';
import { assertScimError, type Body, ENTERPRISE, ERROR, GROUP, PATCH_OP, startScimStack, USER } from './client.ts';

const { stack, client } = await startScimStack();
test.after(() => stack.close());

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
/** A second schema that Entra names in the groups that it creates. */
const ENTRA_GROUP = 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group';

interface Step {
  readonly title: string;
  readonly send: readonly [method: string, path: string, body?: object];
  /** The accepted statuses. */
  readonly status: readonly number[];
  /**
   * Expected values in the response by path, such as `emails.0.value`. The value undefined requires an absent member.
   */
  readonly shows?: Readonly<Record<string, unknown>>;
  /** Values of the response to save: the path of each value by its name. */
  readonly save?: Readonly<Record<string, string>>;
}

const patch = (path: string, ...Operations: readonly object[]): Step['send'] => [
  'PATCH',
  path,
  { schemas: [PATCH_OP], Operations },
];
const filtered = (kind: string, filter: string, more = ''): Step['send'] => ['GET', `/${kind}?filter=${filter}${more}`];

const at = (body: Body, place: string): unknown =>
  place in body
    ? body[place]
    : place.split('.').reduce<unknown>((value, name) => (value as Body | undefined)?.[name], body);

/** Sends the steps in turn, with the headers of the vendor. */
async function sendSteps(steps: readonly Step[], names: Record<string, string>, headers: Record<string, string>) {
  const { send } = await client();
  const values = { ...names };
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  const filledIn = (value: unknown): unknown =>
    typeof value === 'string'
      ? fill(value)
      : typeof value === 'object' && value !== null
        ? JSON.parse(fill(JSON.stringify(value)))
        : value;
  for (const { title, send: sent, status, shows = {}, save = {} } of steps) {
    const [method, path, body] = sent;
    const encoded = fill(path).replace(/(?<=filter=).*?(?=&|$)/, (filter) => encodeURIComponent(filter));
    const answer = await send(method, encoded, filledIn(body), headers);
    assert.ok(status.includes(answer.status), `${title}: ${answer.status} ${answer.text}`);
    for (const [place, expected] of Object.entries(shows))
      assert.equal(at(answer.body, place), filledIn(expected), `${title}: ${place}: ${answer.text}`);
    for (const [name, place] of Object.entries(save)) {
      values[name] = String(at(answer.body, place));
      assert.is.not(values[name], 'undefined', `${title}: ${place}`);
    }
  }
}

const EMPTY = { schemas: [LIST], totalResults: 0, Resources: [] };

const OKTA_USER = {
  schemas: [USER],
  userName: '{name}',
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  emails: [{ primary: true, value: '{name}', type: 'work' }],
  displayName: 'Ada Lovelace',
  locale: 'en-US',
  externalId: '00u{id}',
  groups: [],
  password: '1mz050nq',
  active: true,
};
const OKTA: readonly Step[] = [
  {
    title: 'a user exists before the test',
    send: [
      'POST',
      '/Users',
      { ...OKTA_USER, userName: '{first}', externalId: 'first-{id}', emails: [{ value: '{first}' }] },
    ],
    status: [201],
  },
  {
    title: 'one user of the list',
    send: ['GET', '/Users?count=1&startIndex=1'],
    status: [200],
    shows: { schemas: [LIST], totalResults: 1, startIndex: 1, itemsPerPage: 1, 'Resources.0.active': true },
    save: { first_id: 'Resources.0.id', given: 'Resources.0.name.givenName', family: 'Resources.0.name.familyName' },
  },
  {
    title: 'that user',
    send: ['GET', '/Users/{first_id}'],
    status: [200],
    shows: { id: '{first_id}', userName: '{first}', 'name.givenName': '{given}', 'emails.0.value': '{first}' },
  },
  {
    title: 'nobody has the name',
    send: filtered('Users', 'userName eq "{name}"'),
    status: [200],
    shows: EMPTY,
  },
  {
    title: 'an id that nobody has',
    send: ['GET', '/Users/010101001010101011001010101011'],
    status: [404],
    shows: { schemas: [ERROR], status: '404' },
  },
  {
    title: 'a new user',
    send: ['POST', '/Users', OKTA_USER],
    status: [201],
    shows: {
      schemas: [USER],
      active: true,
      userName: '{name}',
      'name.familyName': 'Lovelace',
      'name.givenName': 'Ada',
      externalId: '00u{id}',
      password: undefined,
    },
    save: { user: 'id' },
  },
  {
    title: 'the new user',
    send: ['GET', '/Users/{user}'],
    status: [200],
    shows: { userName: '{name}', 'meta.resourceType': 'User', groups: [] },
  },
  {
    title: 'the same user again',
    send: ['POST', '/Users', OKTA_USER],
    status: [409],
    shows: { scimType: 'uniqueness' },
  },
  {
    title: 'the name in capitals',
    send: filtered('Users', 'userName eq "{capitals}"'),
    status: [200],
    shows: { totalResults: 1, 'Resources.0.id': '{user}' },
  },
  { title: 'groups', send: ['GET', '/Groups'], status: [200], shows: { schemas: [LIST], totalResults: 0 } },
  {
    title: 'groups for a push',
    send: ['GET', '/Groups?startIndex=1&count=100'],
    status: [200],
    shows: { startIndex: 1, itemsPerPage: 0 },
  },
  {
    title: 'a profile update replaces the user',
    send: ['PUT', '/Users/{user}', { ...OKTA_USER, id: '{user}', meta: { resourceType: 'User' }, title: 'Countess' }],
    status: [200],
    shows: { id: '{user}', title: 'Countess', active: true },
  },
  {
    title: 'the person loses the app',
    send: patch('/Users/{user}', { op: 'replace', value: { active: false } }),
    status: [200],
    shows: { active: false },
  },
  {
    title: 'a deactivated user is found',
    send: filtered('Users', 'userName eq "{name}"', '&startIndex=1&count=100'),
    status: [200],
    shows: { totalResults: 1, 'Resources.0.active': false },
  },
  {
    title: 'the person gets the app again',
    send: ['PUT', '/Users/{user}', { ...OKTA_USER, id: '{user}' }],
    status: [200],
    shows: { active: true, title: undefined },
  },
  {
    title: 'a group is pushed',
    send: [
      'POST',
      '/Groups',
      { schemas: [GROUP], displayName: 'Engines', members: [{ value: '{user}', display: '{name}' }] },
    ],
    status: [201],
    shows: { displayName: 'Engines', 'members.0.value': '{user}' },
    save: { group: 'id' },
  },
  {
    title: 'a pushed group is linked by its name',
    send: filtered('Groups', 'displayName eq "Engines"', '&startIndex=1&count=100'),
    status: [200],
    shows: { 'Resources.0.id': '{group}' },
  },
  {
    title: 'a pushed group is renamed',
    send: patch('/Groups/{group}', { op: 'replace', value: { id: '{group}', displayName: 'Motors' } }),
    status: [200, 204],
  },
  {
    title: 'members change',
    send: patch(
      '/Groups/{group}',
      { op: 'remove', path: 'members[value eq "{user}"]' },
      { op: 'add', path: 'members', value: [{ value: '{first_id}', display: '{first}' }] },
    ),
    status: [200, 204],
  },
  {
    title: 'the group after it',
    send: ['GET', '/Groups/{group}'],
    status: [200],
    shows: { displayName: 'Motors', 'members.0.value': '{first_id}', 'members.1': undefined },
  },
  { title: 'the push ends', send: ['DELETE', '/Groups/{group}'], status: [204] },
];

const ENTRA_USER = {
  schemas: [USER, ENTERPRISE],
  externalId: '{id}',
  userName: '{name}',
  active: true,
  displayName: 'Ada Lovelace',
  emails: [{ primary: true, type: 'work', value: '{name}' }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
  roles: [],
  [ENTERPRISE]: { employeeNumber: '7', department: 'Engines', manager: '{id}' },
};
const ENTRA: readonly Step[] = [
  {
    title: 'Test Connection asks for somebody who does not exist',
    send: filtered('Users', 'userName eq "{id}"'),
    status: [200],
    shows: EMPTY,
  },
  { title: 'the schemas', send: ['GET', '/Schemas'], status: [200], shows: { totalResults: 3 } },
  { title: 'matching by externalId', send: filtered('Users', 'externalId eq "{id}"'), status: [200], shows: EMPTY },
  {
    title: 'a user is created',
    send: ['POST', '/Users', ENTRA_USER],
    status: [201],
    shows: {
      externalId: '{id}',
      active: true,
      [ENTERPRISE]: { employeeNumber: '7', department: 'Engines', manager: { value: '{id}' } },
    },
    save: { user: 'id' },
  },
  {
    title: 'the same user again',
    send: ['POST', '/Users', ENTRA_USER],
    status: [409],
    shows: { scimType: 'uniqueness', schemas: [ERROR] },
  },
  {
    title: 'a user by id',
    send: ['GET', '/Users/{user}'],
    status: [200],
    shows: { userName: '{name}', 'meta.resourceType': 'User', 'name.formatted': 'Ada Lovelace' },
  },
  {
    title: 'matching by address',
    send: filtered('Users', 'emails[type eq "work"].value eq "{name}"'),
    status: [200],
    shows: { totalResults: 1, 'Resources.0.id': '{user}' },
  },
  {
    title: 'several attributes change',
    send: patch(
      '/Users/{user}',
      { op: 'Replace', path: 'emails[type eq "work"].value', value: '{moved}' },
      { op: 'Replace', path: 'name.familyName', value: 'Byron' },
      { op: 'Add', path: 'addresses[type eq "work"].streetAddress', value: 'Here 1' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+49 170 1' },
    ),
    status: [200],
    shows: {
      'emails.0.value': '{moved}',
      'name.familyName': 'Byron',
      'addresses.0.streetAddress': 'Here 1',
      'phoneNumbers.0.value': '+49 170 1',
    },
  },
  {
    title: 'the name of the user changes',
    send: patch('/Users/{user}', { op: 'Replace', path: 'userName', value: '{moved}' }),
    status: [200],
    shows: { userName: '{moved}' },
  },
  {
    title: 'an attribute is emptied',
    send: patch('/Users/{user}', { op: 'Remove', path: 'phoneNumbers[type eq "mobile"].value' }),
    status: [200],
  },
  {
    title: 'a user is disabled',
    send: patch('/Users/{user}', { op: 'Replace', path: 'active', value: 'False' }),
    status: [200],
    shows: { active: false },
  },
  {
    title: 'a disabled user is found',
    send: filtered('Users', 'userName eq "{moved}"'),
    status: [200],
    shows: { totalResults: 1, 'Resources.0.active': false },
  },
  {
    title: 'and enabled',
    send: patch('/Users/{user}', { op: 'Replace', path: 'active', value: 'True' }),
    status: [200],
    shows: { active: true },
  },
  {
    title: 'a group is created',
    send: [
      'POST',
      '/Groups',
      {
        schemas: [GROUP, ENTRA_GROUP],
        externalId: 'g-{id}',
        displayName: 'Team {id}',
        meta: { resourceType: 'Group' },
      },
    ],
    status: [201],
    shows: { displayName: 'Team {id}', externalId: 'g-{id}' },
    save: { group: 'id' },
  },
  {
    title: 'a group without its members',
    send: ['GET', '/Groups/{group}?excludedAttributes=members'],
    status: [200],
    shows: { id: '{group}', members: undefined },
  },
  {
    title: 'matching of groups',
    send: filtered('Groups', 'displayName eq "Team {id}"', '&excludedAttributes=members'),
    status: [200],
    shows: { totalResults: 1, 'Resources.0.id': '{group}', 'Resources.0.members': undefined },
  },
  {
    title: 'a group is renamed',
    send: patch('/Groups/{group}', { op: 'Replace', path: 'displayName', value: 'Crew {id}' }),
    status: [200, 204],
  },
  {
    title: 'a member is added',
    send: patch('/Groups/{group}', { op: 'Add', path: 'members', value: [{ $ref: null, value: '{user}' }] }),
    status: [200, 204],
  },
  {
    title: 'is the user a member?',
    send: filtered('Groups', 'id eq "{group}" and members eq "{user}"', '&excludedAttributes=members'),
    status: [200],
    shows: { totalResults: 1 },
  },
  {
    title: 'a member is removed',
    send: patch('/Groups/{group}', { op: 'Remove', path: 'members', value: [{ $ref: null, value: '{user}' }] }),
    status: [200, 204],
  },
  {
    title: 'is the user a member still?',
    send: filtered('Groups', 'id eq "{group}" and members eq "{user}"'),
    status: [200],
    shows: { totalResults: 0 },
  },
  { title: 'a group is deleted', send: ['DELETE', '/Groups/{group}'], status: [204] },
  { title: 'a user is deleted', send: ['DELETE', '/Users/{user}'], status: [204] },
  { title: 'a deleted user is gone', send: ['GET', '/Users/{user}'], status: [404], shows: { schemas: [ERROR] } },
  { title: 'and is deleted once', send: ['DELETE', '/Users/{user}'], status: [404] },
];

const names = (): Record<string, string> => {
  const name = newEmail();
  return { id: randomUUID(), name, capitals: name.toUpperCase(), first: newEmail(), moved: newEmail() };
};

test('4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14: the test of Okta', () =>
  sendSteps(OKTA, names(), {
    Accept: 'application/scim+json',
    'Content-Type': 'application/scim+json; charset=utf-8',
    'User-Agent': 'Okta SCIM Client 1.0.0',
  }));

test('15, 16, 17, 19, 22, 23, 24, 25, 26: a cycle of Entra ID', () =>
  sendSteps(ENTRA, names(), { Accept: 'application/scim+json' }));

test('27: a first synchronization of Entra meets no limit; the limit is the token’s', async () => {
  const { send } = await client();
  // Sends the requests of a minute at 25 per second, in 60 batches without pauses.
  for (let second = 0; second < 60; second += 1) {
    const answers = await Promise.all(Array.from({ length: 25 }, () => send('GET', '/Users?count=0')));
    assert.equal([...new Set(answers.map(({ status }) => status))], [200], `second ${second}`);
  }
  const few = await stack.another({ SVC_RATE_LIMIT_SCIM: '3' });
  const limited = await client({}, few);
  for (let n = 0; n < 3; n += 1) assert.is((await limited.send('GET', '/Users')).status, 200);
  const answer = await limited.send('GET', '/Users');
  assertScimError(answer, 429);
  assert.ok(answer.headers.get('retry-after'));
});

test.run();
