// Page of a user: state, actions, timeline, and stored data.
import {
  type Action,
  addressOf,
  banOf,
  confirmationMailOf,
  confirmationOf,
  deletionOf,
  endOfBan,
  endOfSession,
  isBanned,
  nameOf,
  recoveryOf,
  removalOfFactor,
  removalOfPasskey,
  signOutOf,
  type User,
} from './actions.ts';
import { can, type Load, useLoad } from './api.ts';
import { propose } from './dialog.ts';
import { Icon } from './icons.ts';
import { Badge, Card, Copy, Name, Note, Time } from './parts.ts';
import { go, Link } from './places.ts';
import { Panel, Skeleton } from './states.ts';
import { Timeline } from './timeline.ts';
import { mayActOn, StateBadge } from './users.ts';
import { type Children, html, type View } from './view.ts';
import { count, device, host, instant, isPhone, shown } from './words.ts';

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

type Sessions = { sessions: Session[] };

export const isLive = (session: Session): boolean =>
  session.revoked_at === null && (session.not_after === null || new Date(session.not_after).getTime() > Date.now());

export function UserPage({ id }: { id: string }): View {
  const path = `/admin/users/${encodeURIComponent(id)}`;
  const user = useLoad<User>(path);
  const sessions = useLoad<Sessions>(`${path}/sessions`);
  const factors = useLoad<Factor[]>(`${path}/factors`);
  const passkeys = useLoad<Passkey[]>(`${path}/passkeys`);
  const known = sessions.data && new Set(sessions.data.sessions.map(({ ip }) => host(ip)));
  const again = (): void => {
    for (const load of [user, sessions, factors, passkeys]) load.again();
  };
  return html`<${Crumbs} user=${user.data} />
    <${Panel} load=${user} rows=${3}>${(
      found: User,
    ) => html`<${Person} user=${found} again=${again} /><${Verdict} user=${found} sessions=${sessions.data?.sessions ?? null} />
      <div class="grid user-grid"><${Timeline} id=${id} known=${known} />
        <div class="side"><${SessionsCard} user=${found} load=${sessions} /><${Facts} user=${found} />
          <${Factors} user=${found} factors=${factors} passkeys=${passkeys} /><${Metadata} user=${found} /></div></div>`}<//>
    ${user.data === null && user.error === null ? html`<${Skeleton} rows=${6} />` : null}`;
}

const Crumbs = ({ user }: { user: User | null }): View =>
  html`<nav class="crumbs" aria-label="Breadcrumb"><${Link} to="/users">Users<//><span aria-hidden="true">/</span><span>${user ? html`<${Name} text=${nameOf(user)} />` : ''}</span></nav>`;

const initials = (name: string): string =>
  name
    .split(/[\s.@]+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');

function Person({ user, again }: { user: User; again: () => void }): View {
  const name = nameOf(user);
  const button = (text: string, action: Action, kind = ''): View =>
    html`<button type="button" class=${kind} onClick=${() => propose(action, again)}>${text}</button>`;
  const confirmed = Boolean(user.email_confirmed_at || user.phone_confirmed_at);
  const acts = mayActOn(user) && !user.deleted_at;
  return html`<header class="person"><span class="monogram" aria-hidden="true">${initials(name)}</span>
    <div><h1><${Name} text=${name} /> <${StateBadge} user=${user} /></h1><p class="quiet ids">${name === addressOf(user) ? null : html`<${Name} text=${addressOf(user)} />`}<span class="id"><code>${user.id}</code><${Copy} text=${user.id} /></span></p></div>
    ${
      acts
        ? html`<div class="actions">
      ${user.email && confirmed ? button('Send recovery', recoveryOf(user)) : null}
      ${user.email && !confirmed ? button('Send confirmation', confirmationMailOf(user)) : null}
      ${!confirmed && !user.is_anonymous && can('administer') ? button('Confirm by hand', confirmationOf(user)) : null}
      ${button('Sign out everywhere', signOutOf(user))}
      ${isBanned(user) ? (can('administer') ? button('End the ban', endOfBan(user), 'primary') : null) : button('Ban…', banOf(user, can('administer')))}
      ${can('administer') ? html`<button type="button" class="quiet-danger" onClick=${() => propose(deletionOf(user), () => go('/users'))}>Delete…</button>` : null}</div>`
        : null
    }</header>`;
}

/** Summary of the user's state in a sentence. */
function Verdict({ user, sessions }: { user: User; sessions: readonly Session[] | null }): View {
  const live = sessions?.filter(isLive).length;
  const open = live === undefined ? '' : `${count(live, 'open session')}. `;
  const explain = html`<${Link} to=${`/why?q=${encodeURIComponent(user.email || `+${user.phone}`)}`}>Check rule by rule<//>`;
  if (user.deleted_at)
    return html`<${Note} tone="warn" icon="info" title="This user is deleted.">The row is kept, with digests instead of addresses.<//>`;
  if (isBanned(user))
    return html`<${Note} tone="bad" icon="ban" title=${`This user cannot sign in until ${instant(user.banned_until ?? '')}.`}>${open}Their requests are refused until then. ${explain}<//>`;
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
};

function SessionsCard({ user, load }: { user: User; load: Load<Sessions> }): View {
  const live = load.data?.sessions.filter(isLive).length;
  const row = (session: Session): View => {
    const what = device(session.user_agent);
    const ended = session.revoked_at;
    return html`<li class=${isLive(session) ? '' : 'ended'}><${Icon} name=${isPhone(session.user_agent) ? 'phone' : 'laptop'} /><div><strong>${what}</strong>
      <p class="quiet"><code>${host(session.ip) || 'no address'}</code><span>opened <${Time} at=${session.created_at} /></span><span>used <${Time} at=${session.last_used_at} /></span>${ended ? html`<span>ended <${Time} at=${ended} />: ${REASONS[session.revoked_reason ?? ''] ?? 'no reason is stored'}</span>` : null}</p></div>
      <${Badge} tone=${session.aal === 'aal1' ? '' : 'good'}>${session.aal}<//>${isLive(session) && mayActOn(user) ? html`<button type="button" class="text" aria-label=${`End the session on ${what}`} onClick=${() => propose(endOfSession(user.id, session, what), load.again)}>End</button>` : null}</li>`;
  };
  return html`<${Card} title="Sessions" note=${live === undefined ? '' : `${live} open. Ended sessions are kept for a while.`}><${Panel} load=${load} rows=${3}>${({
    sessions,
  }: Sessions): Children =>
    sessions.length === 0
      ? html`<p class="quiet">No session has been opened, or all have been deleted.</p>`
      : html`<ul class="devices">${sessions.map(row)}</ul>`}<//><//>`;
}

function Facts({ user }: { user: User }): View {
  const badge = (confirmed?: string): View =>
    confirmed ? html`<${Badge} tone="good">confirmed<//>` : html`<${Badge} tone="warn">unconfirmed<//>`;
  const none = html`<span class="quiet">none</span>`;
  return html`<${Card} title="Account" class="facts"><dl>
    <dt>E-mail</dt><dd>${user.email ? html`<${Name} text=${user.email} /> ${badge(user.email_confirmed_at)}` : none}</dd>
    ${user.new_email ? html`<dt>Changes to</dt><dd><${Name} text=${user.new_email} /></dd>` : null}
    <dt>Phone</dt><dd>${user.phone ? html`<${Name} text=${`+${user.phone}`} /> ${badge(user.phone_confirmed_at)}` : none}</dd>
    <dt>Identities</dt><dd>${(user.identities ?? []).length === 0 ? none : html`<ul class="badges">${user.identities?.map((one) => html`<li><${Link} to=${`/users?provider=${encodeURIComponent(one.provider)}`} class="badge">${shown(one.provider)}<//></li>`)}</ul>`}</dd>
    <dt>Role</dt><dd><code>${user.role || 'none'}</code></dd>
    <dt>Created</dt><dd>${instant(user.created_at)}</dd>
    <dt>Changed</dt><dd>${instant(user.updated_at)}</dd>
    <dt>Last sign-in</dt><dd>${user.last_sign_in_at ? instant(user.last_sign_in_at) : 'never'}</dd></dl><//>`;
}

const FACTOR_NAMES: Readonly<Record<string, string>> = {
  totp: 'Authenticator app',
  phone: 'Phone',
  webauthn: 'Security key',
  recovery: 'Recovery codes',
};

interface FactorsProps {
  user: User;
  factors: Load<Factor[]>;
  passkeys: Load<Passkey[]>;
}

function Factors({ user, factors, passkeys }: FactorsProps): View {
  const entry = (name: string, note: Children, action: Action, again: () => void): View =>
    html`<li><${Icon} name="keys" /><div><strong><${Name} text=${name} /></strong><p class="quiet">${note}</p></div>${can('administer') ? html`<button type="button" class="text" aria-label=${`Remove ${name}`} onClick=${() => propose(action, again)}>Remove</button>` : null}</li>`;
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
              removalOfFactor(user.id, factor, `the factor ${shown(name)}`),
              factors.again,
            );
          })}</ul>`}<//>
    <h3 class="part">Passkeys</h3>
    <${Panel} load=${passkeys} rows=${1}>${(list: Passkey[]): Children =>
      list.length === 0
        ? html`<p class="quiet">No passkey is registered.</p>`
        : html`<ul class="devices">${list.map((passkey) => {
            const name = passkey.friendly_name || 'Passkey';
            return entry(
              name,
              html`<span>since <${Time} at=${passkey.created_at} /></span>`,
              removalOfPasskey(user.id, passkey, `the passkey ${shown(name)}`),
              passkeys.again,
            );
          })}</ul>`}<//><//>`;
}

const Metadata = ({ user }: { user: User }): View => {
  const text = JSON.stringify({ user_metadata: user.user_metadata, app_metadata: user.app_metadata }, null, 2);
  return html`<${Card} title="Metadata" note="The user writes user_metadata. Decide rights by app_metadata."><div class="copy-box"><pre class="json" tabindex="0" role="region" aria-label="Metadata as JSON">${shownLines(text)}</pre><${Copy} text=${text} /></div><//>`;
};

/** Replaces hidden characters in a text by symbols. Keeps line breaks. */
const shownLines = (text: string): string => text.split('\n').map(shown).join('\n');
