// Page of a user: state, actions, timeline, and stored data.
import {
  type Action,
  addressOrId,
  banAction,
  confirmAction,
  deleteFactorAction,
  deletePasskeyAction,
  deleteUserAction,
  endBanAction,
  isBanned,
  mayActOn,
  mayEndBan,
  nameOfUser,
  reasonNotToAct,
  recoveryAction,
  resendLinkAction,
  revokeGrantAction,
  revokeSessionAction,
  signOutAction,
  type User,
  updateUserAction,
} from './actions.ts';
import { call, can, type LoadState, useLoad, withQuery } from './api.ts';
import { openDialog } from './dialog.ts';
import {
  type Application,
  describeDevice,
  FACTOR_NAMES,
  formatCount,
  formatInstant,
  isPhone,
  nameOfApplication,
  plainIp,
  showHidden,
} from './format.ts';
import { Icon } from './icons.ts';
import { Link, navigate } from './navigation.ts';
import { Badge, Card, CopyButton, Dialog, Field, Name, Note, RefusedAction, saveText, Time } from './parts.ts';
import { Panel, Skeleton } from './states.ts';
import type { Pagination } from './table.ts';
import { Timeline } from './timeline.ts';
import { StateBadge } from './users.ts';
import { type Children, html, signal, useLayoutEffect, useState, type View } from './view.ts';

interface Session {
  id: string;
  created_at: string;
  last_used_at: string;
  user_agent: string | null;
  ip: string | null;
  aal: string;
  revoked_at: string | null;
  revoked_reason: string | null;
  not_after: string | null;
  client?: Application;
}

/** A client that the user has approved. */
interface Grant {
  client: Application;
  scopes: readonly string[];
  granted_at: string;
}

interface Factor {
  id: string;
  factor_type: string;
  friendly_name?: string;
  phone?: string;
  status: string;
  created_at: string;
}

interface Passkey {
  id: string;
  friendly_name?: string;
  created_at: string;
  last_used_at?: string | null;
}

type Sessions = { sessions: Session[]; pagination: Pagination };

export const isLive = (session: Session): boolean =>
  session.revoked_at === null && (session.not_after === null || new Date(session.not_after).getTime() > Date.now());

export function UserPage({ id }: { id: string }): View {
  const path = `/admin/users/${encodeURIComponent(id)}`;
  const user = useLoad<User>(path);
  const sessions = useLoad<Sessions>(`${path}/sessions?limit=50`);
  const factors = useLoad<Factor[]>(`${path}/factors`);
  const passkeys = useLoad<Passkey[]>(`${path}/passkeys`);
  const grants = useLoad<Grant[]>(`${path}/oauth/grants`);
  const known = sessions.data && new Set(sessions.data.sessions.map(({ ip }) => plainIp(ip)));
  const again = (): void => {
    for (const load of [user, sessions, factors, passkeys, grants]) load.again();
  };
  return html`<${Crumbs} user=${user.data} />
    <${Panel} load=${user} rows=${3}>${(
      found: User,
    ) => html`<${UserDetails} user=${found} again=${again} /><${UserState} user=${found} sessions=${sessions.data} />
      <div class="grid user-grid"><${Timeline} id=${id} known=${known} />
        <div class="side"><${SessionsCard} user=${found} load=${sessions} /><${UserFacts} user=${found} />
          <${Factors} user=${found} factors=${factors} passkeys=${passkeys} /><${Applications} user=${found} load=${grants} again=${again} /><${Metadata} user=${found} again=${again} /></div></div>`}<//>
    ${user.data === null && user.error === null ? html`<${Skeleton} rows=${6} />` : null}`;
}

const Crumbs = ({ user }: { user: User | null }): View =>
  html`<nav class="crumbs" aria-label="Breadcrumb"><${Link} to="/users">Users<//><span aria-hidden="true">/</span><span>${user ? html`<${Name} text=${nameOfUser(user)} />` : ''}</span></nav>`;

const initials = (name: string): string =>
  name
    .split(/[\s.@]+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');

function UserDetails({ user, again }: { user: User; again: () => void }): View {
  const name = nameOfUser(user);
  const button = (text: string, action: Action, kind = ''): View =>
    html`<button type="button" class=${kind} onClick=${() => openDialog(action, again)}>${text}</button>`;
  const confirmed = Boolean(user.email_confirmed_at || user.phone_confirmed_at);
  const reason = can('support') ? reasonNotToAct(user) : '';
  const acts = mayActOn(user) && !user.deleted_at;
  return html`<header class="person"><span class="monogram" aria-hidden="true">${initials(name)}</span>
    <div><h1><${Name} text=${name} /> <${StateBadge} user=${user} /></h1><p class="quiet ids">${name === addressOrId(user) ? null : html`<${Name} text=${addressOrId(user)} />`}<span class="id"><code>${user.id}</code><${CopyButton} text=${user.id} /></span></p></div>
    ${
      acts
        ? html`<div class="actions">
      ${user.mail_refused ? html`<span class="quiet">No mail: <${RefusedAction} name=${user.mail_refused} /></span>` : user.email ? (confirmed ? button('Send recovery', recoveryAction(user)) : button('Send confirmation', resendLinkAction(user))) : null}
      ${!confirmed && !user.is_anonymous && can('administer') ? button('Confirm by hand', confirmAction(user)) : null}
      ${button('Sign out everywhere', signOutAction(user))}
      ${isBanned(user) ? (mayEndBan(user) ? button('End the ban', endBanAction(user), 'primary') : null) : button('Ban…', banAction(user, can('administer')))}
      ${can('administer') ? html`<button type="button" class="quiet-danger" onClick=${() => openDialog(deleteUserAction(user), () => navigate('/users'))}>Delete…</button>` : null}</div>`
        : null
    }</header>${reason ? html`<${Note} tone="info" icon="info" title=${reason} />` : null}`;
}

const liveSessions = ({ sessions }: Sessions): number => sessions.filter(isLive).length;
const amongNewest = ({ sessions, pagination }: Sessions): string =>
  pagination.has_more ? ` among the newest ${sessions.length}` : '';

/** Summary of the user's state in a sentence. */
function UserState({ user, sessions }: { user: User; sessions: Sessions | null }): View {
  const open = sessions ? `${formatCount(liveSessions(sessions), 'open session')}${amongNewest(sessions)}. ` : '';
  const explain = html`<${Link} to=${`/why?q=${encodeURIComponent(user.email || `+${user.phone}`)}`}>Check rule by rule<//>`;
  if (user.deleted_at)
    return html`<${Note} tone="warn" icon="info" title="This user is deleted.">The row is kept, with digests instead of addresses.<//>`;
  if (user.deprovisioned_at)
    return html`<${Note} tone="bad" icon="ban" title="The organization of this user has deactivated the account.">${open}Sign-ins and requests are refused${isBanned(user) ? `, also by a ban until ${formatInstant(user.banned_until ?? '')}` : ''}. The organization can activate the account again by SCIM. ${explain}<//>`;
  if (isBanned(user))
    return html`<${Note} tone="bad" icon="ban" title=${`This user cannot sign in until ${formatInstant(user.banned_until ?? '')}.`}>${open}Their requests are refused until then. ${mayActOn(user) && !mayEndBan(user) ? 'Only an administrator may end a ban of more than a day. ' : ''}${explain}<//>`;
  if (!user.email_confirmed_at && !user.phone_confirmed_at && !user.is_anonymous)
    return html`<${Note} tone="warn" icon="warn" title="Nobody has confirmed the address of this user.">${open}A sign-in is refused until the link of the mail is opened. ${explain}<//>`;
  const last = user.last_sign_in_at ? html`Last sign-in <${Time} at=${user.last_sign_in_at} />.` : 'Never signed in.';
  return html`<${Note} tone="good" icon="check" title="No ban and no missing confirmation stop this user.">${open}${last} ${explain}<//>`;
}

const REASONS: Readonly<Record<string, string>> = {
  reuse: 'a refresh token was used twice',
  logout: 'signed out',
  password: 'the password changed',
  admin: 'ended by an administrator',
  deleted: 'the user was deleted',
  factor: 'a factor was removed',
  client: 'the application ended it',
  grant: 'the application lost its access',
  expired: 'its time was over',
};

function SessionsCard({ user, load }: { user: User; load: LoadState<Sessions> }): View {
  const { data } = load;
  const row = (session: Session): View => {
    const what = describeDevice(session.user_agent);
    const ended = session.revoked_at;
    return html`<li class=${isLive(session) ? '' : 'ended'}><${Icon} name=${isPhone(session.user_agent) ? 'phone' : 'laptop'} /><div><strong>${what}</strong>
      <p class="quiet"><code>${plainIp(session.ip) || 'no address'}</code>${session.client ? html`<span>by <${Name} text=${nameOfApplication(session.client)} /></span>` : null}<span>opened <${Time} at=${session.created_at} /></span><span>used <${Time} at=${session.last_used_at} /></span>${ended ? html`<span>ended <${Time} at=${ended} />: ${REASONS[session.revoked_reason ?? ''] ?? 'no reason is stored'}</span>` : null}</p></div>
      <${Badge} tone=${session.aal === 'aal1' ? '' : 'good'}>${session.aal}<//>${isLive(session) && mayActOn(user) ? html`<button type="button" class="text" aria-label=${`End the session on ${what}`} onClick=${() => openDialog(revokeSessionAction(user.id, session, what), load.again)}>End</button>` : null}</li>`;
  };
  return html`<${Card} title="Sessions" note=${data ? `${liveSessions(data)} open${amongNewest(data)}. Ended sessions are kept for a while.` : ''}><${Panel} load=${load} rows=${3}>${({
    sessions,
  }: Sessions): Children =>
    sessions.length === 0
      ? html`<p class="quiet">No session has been opened, or all have been deleted.</p>`
      : html`<ul class="devices">${sessions.map(row)}</ul>`}<//><//>`;
}

function UserFacts({ user }: { user: User }): View {
  const badge = (confirmed?: string): View =>
    confirmed ? html`<${Badge} tone="good">confirmed<//>` : html`<${Badge} tone="warn">unconfirmed<//>`;
  const none = html`<span class="quiet">none</span>`;
  return html`<${Card} title="Account" class="facts"><dl>
    <dt>E-mail</dt><dd>${user.email ? html`<${Name} text=${user.email} /> ${badge(user.email_confirmed_at)}` : none}</dd>
    ${user.new_email ? html`<dt>Changes to</dt><dd><${Name} text=${user.new_email} /></dd>` : null}
    <dt>Phone</dt><dd>${user.phone ? html`<${Name} text=${`+${user.phone}`} /> ${badge(user.phone_confirmed_at)}` : none}</dd>
    <dt>Identities</dt><dd>${(user.identities ?? []).length === 0 ? none : html`<ul class="badges">${user.identities?.map((one) => html`<li>${can('list') ? html`<${Link} to=${`/users?provider=${encodeURIComponent(one.provider)}`} class="badge">${showHidden(one.provider)}<//>` : html`<${Badge}>${showHidden(one.provider)}<//>`}</li>`)}</ul>`}</dd>
    <dt>Role</dt><dd><code>${user.role || 'none'}</code></dd>
    <dt>Created</dt><dd>${formatInstant(user.created_at)}</dd>
    <dt>Changed</dt><dd>${formatInstant(user.updated_at)}</dd>
    ${user.deprovisioned_at ? html`<dt>Deactivated</dt><dd>${formatInstant(user.deprovisioned_at)}</dd>` : null}
    <dt>Last sign-in</dt><dd>${user.last_sign_in_at ? formatInstant(user.last_sign_in_at) : 'never'}</dd></dl><//>`;
}

interface FactorsProps {
  user: User;
  factors: LoadState<Factor[]>;
  passkeys: LoadState<Passkey[]>;
}

function Factors({ user, factors, passkeys }: FactorsProps): View {
  const entry = (name: string, note: Children, action: Action, again: () => void): View =>
    html`<li><${Icon} name="keys" /><div><strong><${Name} text=${name} /></strong><p class="quiet">${note}</p></div>${can('administer') ? html`<button type="button" class="text" aria-label=${`Remove ${name}`} onClick=${() => openDialog(action, again)}>Remove</button>` : null}</li>`;
  return html`<${Card} title="Second factors and passkeys">
    <${Panel} load=${factors} rows=${1}>${(list: Factor[]): Children =>
      list.length === 0
        ? html`<p class="quiet">No second factor is enrolled. Sessions reach aal1.</p>`
        : html`<ul class="devices">${list.map((factor) => {
            const kind = FACTOR_NAMES[factor.factor_type] ?? factor.factor_type;
            const name = factor.friendly_name || kind;
            return entry(
              name,
              html`<span>${kind}, ${factor.status}</span><span>since <${Time} at=${factor.created_at} /></span>`,
              deleteFactorAction(user.id, factor, `the factor ${showHidden(name)}`),
              factors.again,
            );
          })}</ul>`}<//>
    <h3 class="part">Passkeys</h3>
    <${Panel} load=${passkeys} rows=${1} off="SVC_PASSKEY_ENABLED">${(list: Passkey[]): Children =>
      list.length === 0
        ? html`<p class="quiet">No passkey is registered.</p>`
        : html`<ul class="devices">${list.map((passkey) => {
            const name = passkey.friendly_name || 'Passkey';
            return entry(
              name,
              html`<span>since <${Time} at=${passkey.created_at} /></span>`,
              deletePasskeyAction(user.id, passkey, `the passkey ${showHidden(name)}`),
              passkeys.again,
            );
          })}</ul>`}<//><//>`;
}

/** OAuth clients that may act for the user. */
function Applications({ user, load, again }: { user: User; load: LoadState<Grant[]>; again: () => void }): View {
  return html`<${Card} title="Applications" note="They may act for the user."><${Panel} load=${load} rows=${1} off="SVC_OAUTH_SERVER_ENABLED">${(
    list: Grant[],
  ): Children =>
    list.length === 0
      ? html`<p class="quiet">The user has approved no application.</p>`
      : html`<ul class="devices">${list.map(
          ({ client, scopes, granted_at }) =>
            html`<li><${Icon} name="providers" /><div><strong><${Name} text=${nameOfApplication(client)} /></strong><p class="quiet"><code>${showHidden(scopes.join(' '))}</code><span>since <${Time} at=${granted_at} /></span></p></div>${can('administer') ? html`<button type="button" class="text" aria-label=${`End the access of ${showHidden(nameOfApplication(client))}`} onClick=${() => openDialog(revokeGrantAction(user.id, client), again)}>End</button>` : null}</li>`,
        )}</ul>`}<//><//>`;
}

function Metadata({ user, again }: { user: User; again: () => void }): View {
  if (!can('list'))
    return html`<${Card} title="Metadata"><p class="quiet">Your role does not see the metadata of users.</p><//>`;
  const text = JSON.stringify({ user_metadata: user.user_metadata, app_metadata: user.app_metadata }, null, 2);
  const edit = (): void => {
    editing.value = true;
  };
  return html`<${Card} title="Metadata" note="The user writes user_metadata. Decide rights by app_metadata."><div class="copy-box"><pre class="json" tabindex="0" role="region" aria-label="Metadata as JSON">${shownLines(text)}</pre><${CopyButton} text=${text} /></div>${
    can('administer')
      ? html`<div class="card-foot"><button type="button" class="text" onClick=${edit}>Change the account…</button><button type="button" class="text" onClick=${() => saveUserExport(user)}>Save everything stored</button></div><${UserEditForm} user=${user} again=${again} />`
      : null
  }<//>`;
}

/** Saves the stored data of a user, except credentials, as JSON. Loads a long audit log page by page. */
async function saveUserExport(user: User): Promise<void> {
  interface Page {
    audit_log: readonly unknown[];
    next_cursor?: string | null;
  }
  const path = `/admin/users/${user.id}/export`;
  const first: Page = await call(path);
  const audit_log = [...first.audit_log];
  for (let cursor = first.next_cursor; cursor; ) {
    const page: Page = await call(withQuery(path, { cursor }));
    audit_log.push(...page.audit_log);
    cursor = page.next_cursor;
  }
  saveText(`user-${user.id}.json`, JSON.stringify({ ...first, audit_log, next_cursor: undefined }, null, 2));
}

const editing = signal(false);
const asJson = (value: unknown): string => JSON.stringify(value, null, 2);

/** Returns the typed fields that differ. Parses metadata as JSON, and throws if it is malformed. Omits empty fields. */
function collectChanges(
  typed: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const different = Object.entries(typed).filter(([name, value]) => value !== before[name] && value.trim() !== '');
  return Object.fromEntries(
    different.map(([name, value]) => [name, name.endsWith('metadata') ? JSON.parse(value) : value.trim()]),
  );
}

/** Form for the fields of an account that an administrator may change. The next dialog shows the effects. */
function UserEditForm({ user, again }: { user: User; again: () => void }): View {
  const before: Readonly<Record<string, string>> = {
    email: user.email,
    phone: user.phone,
    role: user.role,
    user_metadata: asJson(user.user_metadata),
    app_metadata: asJson(user.app_metadata),
  };
  const [typed, type] = useState<Readonly<Record<string, string>>>({});
  const [wrong, say] = useState('');
  const open = editing.value;
  useLayoutEffect(() => {
    type({});
    say('');
  }, [open]);
  const close = (): void => {
    editing.value = false;
  };
  const next = (event: Event): void => {
    event.preventDefault();
    try {
      const changes = collectChanges(typed, before);
      if (Object.keys(changes).length === 0) throw new Error('Nothing has changed.');
      close();
      openDialog(updateUserAction(user, changes), again);
    } catch (error) {
      say((error as Error).message);
    }
  };
  const field = (label: string, name: string, rows = 0): View =>
    html`<${Field} label=${label} rows=${rows} value=${typed[name] ?? before[name]} onInput=${(value: string) => type({ ...typed, [name]: value })} />`;
  return html`<${Dialog} open=${open} label="edit-title" onClose=${close}><form onSubmit=${next}><h2 id="edit-title">Change the account</h2>
    ${field('E-mail', 'email')}${field('Phone', 'phone')}${field('Role', 'role')}${field('user_metadata', 'user_metadata', 4)}${field('app_metadata', 'app_metadata', 4)}
    ${wrong ? html`<p class="field-error" role="alert">${wrong}</p>` : null}<p class="quiet">An empty field changes nothing. A member of the metadata goes when it is null. The next step says what will happen.</p>
    <div class="dialog-foot"><button type="button" onClick=${close}>Cancel</button><button type="submit" class="primary">Go on</button></div></form><//>`;
}

/** Replaces hidden characters in a text by symbols. Keeps line breaks. */
const shownLines = (text: string): string => text.split('\n').map(showHidden).join('\n');
