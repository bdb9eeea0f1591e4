// Actions of the administrator and the operator in the takeover model. They change, ban, confirm, invite, import and
// delete accounts with the victim's address, and change settings. The model trusts them, but they do not know who
// controls an account.
import { findAccount, openMailLink, sendAdminRequest } from './browser.ts';
import { alwaysPossible, type ModelOperation, pickFromEnd, victimHasNoAccount } from './operation.ts';
import { endSessions, type ModelState, recordAccessCut, recordVictimConfirmed } from './state.ts';
import { OTHER_AUDIENCE, SETTINGS_BY_MODE, type SettingsMode } from './system.ts';

/** Finds the account with the victim's address, and runs `work` if it exists. */
async function withVictimsAccount(
  w: ModelState,
  work: (account: string, path: string) => Promise<void>,
): Promise<void> {
  const account = (await findAccount(w, w.victim.email)) ?? (await findAccount(w, w.victim.phone));
  if (account !== null) await work(account, `/admin/users/${account}`);
}

export const ADMINISTRATOR_ACTIONS: Record<string, ModelOperation> = {
  'administrator changes metadata or the role': {
    when: alwaysPossible,
    run: (w, { n }) =>
      withVictimsAccount(w, async (_account, path) => {
        const change = pickFromEnd([{ role: 'author' }, { user_metadata: { a: n } }, { app_metadata: { plan: n } }], n);
        await sendAdminRequest(w, 'PUT', path, change);
      }),
  },
  'administrator bans': {
    when: alwaysPossible,
    run: (w) =>
      withVictimsAccount(w, async (account, path) => {
        await sendAdminRequest(w, 'PUT', path, { ban_duration: '1h' });
        recordAccessCut(w, account, 'a ban');
        const hers = w.hers.get(account);
        if (hers !== undefined) hers.banned = true;
      }),
  },
  'administrator ends the ban': {
    when: alwaysPossible,
    run: (w) =>
      withVictimsAccount(w, async (account, path) => {
        await sendAdminRequest(w, 'PUT', path, { ban_duration: 'none' });
        const hers = w.hers.get(account);
        if (hers !== undefined) hers.banned = false;
      }),
  },
  'administrator confirms the address': {
    when: alwaysPossible,
    run: (w, { n }) =>
      withVictimsAccount(w, async (account, path) => {
        const answer = await sendAdminRequest(
          w,
          'PUT',
          path,
          n % 2 === 0 ? { email_confirm: true } : { phone_confirm: true },
        );
        if (answer.status === 200) w.vouched.add(account);
      }),
  },
  'administrator sets a password': {
    when: alwaysPossible,
    run: (w) =>
      withVictimsAccount(w, async (account, path) => {
        const answer = await sendAdminRequest(w, 'PUT', path, { password: `administrators password ${w.now}` });
        if (answer.status !== 200) return;
        endSessions(w, account);
        recordAccessCut(w, account, 'a password by an administrator');
        const hers = w.hers.get(account);
        if (hers !== undefined) hers.password_since = w.now;
      }),
  },
  'administrator sets another address': {
    when: (w) => w.victim.email === w.victim.emails[0],
    run: (w) =>
      withVictimsAccount(w, async (account, path) => {
        const [, email] = w.victim.emails;
        const answer = await sendAdminRequest(w, 'PUT', path, { email, email_confirm: true });
        if (answer.status !== 200) return;
        w.victim.email = email;
        w.vouched.add(account);
        recordAccessCut(w, account, 'another address by an administrator');
      }),
  },
  'administrator ends the sessions': {
    when: alwaysPossible,
    run: (w) =>
      withVictimsAccount(w, async (account, path) => {
        const answer = await sendAdminRequest(w, 'DELETE', `${path}/sessions`);
        if (answer.status >= 300) return;
        endSessions(w, account);
        recordAccessCut(w, account, 'sessions ended by an administrator');
      }),
  },
  'administrator ends one session': {
    when: (w) => w.attacker.sessions.length > 0,
    run: (w, { n }) =>
      withVictimsAccount(w, async (account, path) => {
        const { id } = pickFromEnd(w.attacker.sessions, n);
        const answer = await sendAdminRequest(w, 'DELETE', `${path}/sessions/${id}`);
        if (answer.status >= 300) return;
        w.ended.add(id);
        recordAccessCut(w, account, 'a session ended by an administrator');
      }),
  },
  'administrator removes the factors': {
    when: (w) => w.victim.factor !== null,
    run: (w) =>
      withVictimsAccount(w, async (account, path) => {
        if (w.victim.factor?.account !== account) return;
        const { body } = await sendAdminRequest(w, 'GET', path);
        for (const { id } of body.factors ?? []) await sendAdminRequest(w, 'DELETE', `${path}/factors/${id}`);
        w.victim.factor = null;
      }),
  },
  'administrator deletes the account': {
    when: alwaysPossible,
    run: (w, { pkce }) =>
      withVictimsAccount(w, async (account, path) => {
        await sendAdminRequest(w, 'DELETE', path, { should_soft_delete: pkce });
        endSessions(w, account);
        recordAccessCut(w, account, 'its deletion');
        const hers = w.hers.get(account);
        if (hers !== undefined) hers.deleted = true;
      }),
  },
  'administrator creates the account': {
    when: victimHasNoAccount,
    async run(w, { n, pkce }) {
      const { email, phone } = w.victim;
      const address = n % 2 === 0 ? { email, email_confirm: pkce } : { phone, phone_confirm: pkce };
      const answer = await sendAdminRequest(w, 'POST', '/admin/users', {
        ...address,
        password: `administrators password ${w.now}`,
      });
      if (answer.status === 200) w.given.add(answer.body.id);
    },
  },
  'administrator invites the victim': {
    when: victimHasNoAccount,
    async run(w) {
      const { email } = w.victim;
      const answer = await sendAdminRequest(w, 'POST', '/invite', { email });
      if (answer.status !== 200) return;
      w.given.add(answer.body.id);
      if (w.victim.waits === null) w.victim.waits = /^invite$/;
    },
  },
  'administrator hands the victim a link': {
    when: alwaysPossible,
    async run(w, { n }) {
      const { email } = w.victim;
      const type = pickFromEnd(['magiclink', 'recovery', 'invite', 'signup'], n);
      const answer = await sendAdminRequest(w, 'POST', '/admin/generate_link', {
        type,
        email,
        password: `administrators ${w.now}`,
      });
      if (answer.status !== 200) return;
      if (type === 'invite' || type === 'signup') w.given.add(answer.body.id);
      const { pathname, search } = new URL(answer.body.action_link);
      const session = await openMailLink(w, { kind: type, link: pathname + search, code: '', at: 0 });
      if (session === null) return;
      const known = w.hers.has(session.account);
      recordVictimConfirmed(w, session, 'the first proof by a generated link');
      if (known && type === 'recovery') recordAccessCut(w, session.account, 'a recovery');
    },
  },
  'administrator imports the account from another system': {
    when: victimHasNoAccount,
    async run(w) {
      // The attacker has prepared credentials in the system from which the account is imported.
      const { email } = w.victim;
      const [person] = w.attacker.persons;
      const identity = {
        provider: 'keycloak',
        id: person.id,
        identity_data: { sub: person.id, email, email_verified: false },
      };
      const users = JSON.stringify([{ email, identities: [identity] }]);
      const claims = JSON.stringify({ role: 'service_role' });
      const [row] = await w.system.db.sql.unsafe<{ answer: { rows: { state: string }[] } }[]>(
        `select auth_api.import_users(claims => $1::jsonb, users => $2, dry_run => false, settings => '{}', client => '{}') as answer`,
        [JSON.parse(claims), users],
      );
      if (row?.answer.rows?.[0]?.state !== 'new') return;
      const account = await findAccount(w, email);
      if (account !== null) w.attacker.identities.set(person.id, [{ account, since: w.now }]);
    },
  },
  'operator changes the settings': {
    when: alwaysPossible,
    async run(w, { n }) {
      w.mode = pickFromEnd(Object.keys(SETTINGS_BY_MODE) as SettingsMode[], n);
    },
  },
  'people turn to the other audience': {
    when: victimHasNoAccount,
    async run(w) {
      w.aud = w.aud === undefined ? OTHER_AUDIENCE : undefined;
    },
  },
};
