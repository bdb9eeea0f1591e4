// Organizations in the takeover model: the victim's organization, and one that the attacker administers. Each has an
// identity provider (SAML) and provisions users (SCIM), also with the victim's addresses. Invariant "organization": an
// organization changes only its own accounts, nobody else signs in to these accounts, and a deactivated user has no
// session and cannot sign in.
import { findAccount, readRedirect, refreshModelSession } from './browser.ts';
import { reportViolation } from './invariants.ts';
import { alwaysPossible, type ModelOperation, pickFromEnd } from './operation.ts';
import type { ModelState, Session } from './state.ts';
import type { GatewayResponse, Organization } from './system.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const provision = (
  w: ModelState,
  { token }: Organization,
  method: string,
  path: string,
  body?: object,
): Promise<GatewayResponse> => w.system.ask(w.mode, { method, path: `/scim/v2${path}`, body, token });

const setActive = (value: boolean): object => ({
  schemas: [PATCH],
  Operations: [{ op: 'replace', path: 'active', value }],
});

/** Returns the users, identities, addresses and live sessions of these accounts, as text. */
async function contentOf(w: ModelState, accounts: readonly string[]): Promise<string> {
  const [row] = await w.system.db.sql<{ content: string }[]>`
    select jsonb_build_array(
      (select jsonb_agg(to_jsonb(u) order by u.id) from auth.users as u where u.id = any (${[...accounts]}::uuid[])),
      (select jsonb_agg(to_jsonb(i) order by i.id) from auth.identities as i where i.user_id = any (${[...accounts]}::uuid[])),
      (select jsonb_agg(a.value order by a.value) from auth.addresses as a where a.user_id = any (${[...accounts]}::uuid[])),
      (select jsonb_agg(s.id order by s.id) from auth.sessions as s
        where s.user_id = any (${[...accounts]}::uuid[]) and s.revoked_at is null))::text as content`;
  return row?.content ?? '';
}

/** Returns the accounts outside of organizations that are the victim's, or have an address of the victim. */
async function findVictimsOrdinaryAccounts(w: ModelState): Promise<string[]> {
  const { emails, phone } = w.victim;
  const found = await Promise.all([...emails, phone].map((address) => findAccount(w, address)));
  return [...w.hers.keys(), ...found.filter((id) => id !== null)];
}

/** Runs an action of an organization. Reports a violation if the action changes one of these accounts. */
async function withoutTouching(
  w: ModelState,
  accounts: readonly string[],
  who: string,
  work: () => Promise<void>,
): Promise<void> {
  const before = await contentOf(w, accounts);
  await work();
  if ((await contentOf(w, accounts)) !== before)
    reportViolation(w, 'organization', `${who} changes an account of somebody else`);
}

const byOwn = async (w: ModelState, work: () => Promise<void>): Promise<void> =>
  withoutTouching(w, await findVictimsOrdinaryAccounts(w), "the victim's organization", work);

const byHostile = async (w: ModelState, work: () => Promise<void>): Promise<void> => {
  const { account } = w.employee;
  const others = [...(await findVictimsOrdinaryAccounts(w)), ...(account === null ? [] : [account])];
  await withoutTouching(w, others, "the attacker's organization", work);
};

/** Signs a person in at an organization's identity provider. */
async function signInAt(w: ModelState, at: Organization, nameId: string, mail: string): Promise<Session | null> {
  const answer = await w.system.assert(w.mode, at, { nameId, mail });
  return readRedirect(w, answer).session;
}

/**
 * Signs the victim in at her organization. Checks that a deactivated user is rejected, and that every other sign-in
 * leads to the same account.
 */
async function signEmployeeIn(w: ModelState): Promise<void> {
  const { employee } = w;
  const session = await signInAt(w, w.system.organizations.own, employee.subject, employee.address);
  const out = employee.account !== null && !employee.active;
  if ((session === null) !== out)
    reportViolation(w, 'organization', out ? 'a user who is not active signs in' : 'an active user is refused');
  if (session === null) return;
  if (employee.account !== null && employee.account !== session.account)
    reportViolation(w, 'organization', 'a person has two accounts of one organization');
  employee.account = session.account;
  employee.active = true;
  employee.sessions.push(session);
}

/** Checks that no session of the employee is left after a deactivation. */
async function checkEmployeeIsOut(w: ModelState): Promise<void> {
  const { employee } = w;
  for (const session of employee.sessions)
    if ((await refreshModelSession(w, session)) !== null)
      reportViolation(w, 'organization', 'a session outlives a deactivation');
  employee.sessions = [];
}

const hired = (w: ModelState): boolean => w.employee.resource !== null;

export const ORGANIZATION_ACTIONS: Record<string, ModelOperation> = {
  "victim's organization provisions her": {
    when: (w) => !hired(w),
    run: (w, { n }) =>
      byOwn(w, async () => {
        const { employee } = w;
        const { subject: externalId, address: userName } = employee;
        const active = n !== 5;
        const answer = await provision(w, w.system.organizations.own, 'POST', '/Users', {
          schemas: [USER],
          userName,
          externalId,
          active,
        });
        if (answer.status !== 201)
          return reportViolation(w, 'organization', `provisioning is refused (${answer.status})`);
        employee.resource = answer.body.id;
        employee.active = active;
        const [row] = await w.system.db.sql<{ user_id: string }[]>`
          select user_id from auth.scim_users where id = ${answer.body.id}`;
        if (employee.account !== null && employee.account !== row?.user_id)
          reportViolation(w, 'organization', 'a person has two accounts of one organization');
        employee.account = row?.user_id ?? null;
        if (!active) await checkEmployeeIsOut(w);
      }),
  },
  "victim's organization changes her": {
    when: hired,
    run: (w, { n, pkce: active }) =>
      byOwn(w, async () => {
        const { employee } = w;
        const { subject: externalId, address: userName, resource } = employee;
        const emails = [{ value: pickFromEnd(w.victim.emails, n), primary: true }];
        const body = { schemas: [USER], userName, externalId, emails, active };
        const answer = await provision(w, w.system.organizations.own, 'PUT', `/Users/${resource}`, body);
        if (answer.status !== 200) return reportViolation(w, 'organization', `a change is refused (${answer.status})`);
        employee.active = active;
        if (!active) await checkEmployeeIsOut(w);
      }),
  },
  "victim's organization deactivates or activates her": {
    when: hired,
    run: (w, { pkce: active }) =>
      byOwn(w, async () => {
        const { employee } = w;
        const path = `/Users/${employee.resource}`;
        const answer = await provision(w, w.system.organizations.own, 'PATCH', path, setActive(active));
        if (answer.status !== 200) return reportViolation(w, 'organization', `a change is refused (${answer.status})`);
        employee.active = active;
        if (!active) await checkEmployeeIsOut(w);
      }),
  },
  "victim's organization deletes her": {
    when: hired,
    run: (w) =>
      byOwn(w, async () => {
        const { employee } = w;
        await provision(w, w.system.organizations.own, 'DELETE', `/Users/${employee.resource}`);
        employee.resource = null;
        employee.active = false;
        await checkEmployeeIsOut(w);
      }),
  },
  "victim's organization signs her in": {
    when: alwaysPossible,
    run: (w) => byOwn(w, () => signEmployeeIn(w)),
  },
  "attacker's organization provisions the victim": {
    when: alwaysPossible,
    run: (w, { n, pkce }) =>
      byHostile(w, async () => {
        const address = pickFromEnd(w.victim.emails, n);
        const answer = await provision(w, w.system.organizations.hostile, 'POST', '/Users', {
          schemas: [USER],
          userName: n < 3 ? address : `${w.now}.${w.attacker.email}`,
          externalId: pkce ? w.employee.subject : `${w.now}.${w.attacker.email}`,
          emails: [{ value: address, primary: true }],
        });
        if (answer.status === 201) w.attacker.provisioned.push(answer.body.id);
      }),
  },
  "attacker's organization changes a user": {
    when: ({ attacker }) => attacker.provisioned.length > 0,
    run: (w, { n, pkce: active }) =>
      byHostile(w, async () => {
        const id = pickFromEnd(w.attacker.provisioned, n);
        const emails = [{ value: pickFromEnd(w.victim.emails, n), primary: true }];
        const body = { schemas: [USER], userName: `${w.now}.${id}`, externalId: w.employee.subject, emails, active };
        await provision(w, w.system.organizations.hostile, 'PUT', `/Users/${id}`, body);
      }),
  },
  "attacker's organization deletes a user": {
    when: ({ attacker }) => attacker.provisioned.length > 0,
    run: (w, { n }) =>
      byHostile(w, async () => {
        const id = pickFromEnd(w.attacker.provisioned, n);
        await provision(w, w.system.organizations.hostile, 'DELETE', `/Users/${id}`);
        w.attacker.provisioned = w.attacker.provisioned.filter((other) => other !== id);
      }),
  },
  "attacker's organization reaches for users of others": {
    when: (w) => hired(w) || w.victim.home !== null,
    run: (w, { n }) =>
      byHostile(w, async () => {
        const { hostile } = w.system.organizations;
        const id = String(n % 2 === 0 ? (w.employee.resource ?? w.victim.home) : (w.employee.account ?? w.victim.home));
        const members = [{ value: id }];
        const answers = [
          await provision(w, hostile, 'GET', `/Users/${id}`),
          await provision(w, hostile, 'PATCH', `/Users/${id}`, setActive(false)),
          await provision(w, hostile, 'POST', '/Groups', { schemas: [GROUP], displayName: 'Admins', members }),
          await provision(w, hostile, 'DELETE', `/Users/${id}`),
        ];
        if (answers.some(({ status }) => status < 300))
          reportViolation(w, 'organization', 'a token reaches a user of others');
      }),
  },
  "attacker's organization signs him in": {
    when: alwaysPossible,
    run: (w, { n, pkce }) =>
      byHostile(w, async () => {
        const nameId = pkce ? w.employee.subject : `${n % 2}.${w.attacker.email}`;
        const mail = pickFromEnd(w.victim.emails, n);
        const session = await signInAt(w, w.system.organizations.hostile, nameId, mail);
        if (session === null) return;
        if (w.hers.has(session.account) || session.account === w.employee.account)
          reportViolation(w, 'organization', "the attacker's organization enters an account of somebody else");
        w.attacker.sessions.push(session);
      }),
  },
};

/**
 * Invariant "organization" after a sequence: only the employee has sessions in the account, or nobody after a
 * deactivation.
 */
export async function checkOrganizations(w: ModelState): Promise<void> {
  const { account, active } = w.employee;
  if (account === null) return;
  if (w.hers.has(account)) reportViolation(w, 'organization', 'the victim gets in without her organization');
  if (w.attacker.sessions.some((session) => session.account === account))
    reportViolation(w, 'organization', 'the attacker gets into an account of her organization');
  if (!active) await checkEmployeeIsOut(w);
  await signEmployeeIn(w);
}
