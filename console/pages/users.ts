// Page of the users: a list with search and a filter by provider, and the invitation of a user.
import {
  addressOrId,
  createUserAction,
  exactAddress,
  inviteAction,
  isBanned,
  nameOfUser,
  type User,
} from './actions.ts';
import { can, useLoad, withQuery } from './api.ts';
import { openDialog } from './dialog.ts';
import { Icon } from './icons.ts';
import { Link, navigate, parameter, setParameters } from './navigation.ts';
import { Badge, ButtonGroup, Dialog, Field, Name, PageHead, SearchField, Time } from './parts.ts';
import { type Column, List, type Pagination } from './table.ts';
import { html, signal, useState, type View } from './view.ts';

interface UserPage {
  users: User[];
  pagination?: Pagination;
}

export const StateBadge = ({ user }: { user: User }): View => {
  if (user.deleted_at) return html`<${Badge}>deleted<//>`;
  if (user.deprovisioned_at) return html`<${Badge} tone="bad">deactivated<//>`;
  if (isBanned(user)) return html`<${Badge} tone="bad">banned<//>`;
  if (user.is_anonymous) return html`<${Badge} tone="info">anonymous<//>`;
  const confirmed = user.email_confirmed_at || user.phone_confirmed_at;
  return confirmed ? html`<${Badge} tone="good">active<//>` : html`<${Badge} tone="warn">unconfirmed<//>`;
};

const COLUMNS: readonly Column<User>[] = [
  {
    title: 'User',
    cell: (user) =>
      html`<${Link} to=${`/users/${user.id}`} class="who"><${Name} text=${nameOfUser(user)} /><span class="quiet"><${Name} text=${nameOfUser(user) === addressOrId(user) ? user.id : addressOrId(user)} /></span><//>`,
  },
  { title: 'State', cell: (user) => html`<${StateBadge} user=${user} />` },
  {
    title: 'Providers',
    wide: true,
    cell: (user) => [...new Set((user.identities ?? []).map(({ provider }) => provider))].join(', '),
  },
  {
    title: 'Last sign-in',
    wide: true,
    nowrap: true,
    cell: (user) =>
      user.last_sign_in_at ? html`<${Time} at=${user.last_sign_in_at} />` : html`<span class="quiet">never</span>`,
  },
  { title: 'Created', wide: true, nowrap: true, cell: (user) => html`<${Time} at=${user.created_at} />` },
];

const inviting = signal(false);
const HOW = [
  ['', 'Send an invitation'],
  ['silent', 'Create it confirmed, without a mail'],
] as const;

export function Users(): View {
  const search = parameter('q');
  const provider = parameter('provider');
  const exact = !can('list');
  const query = exact ? exactAddress(search) : { limit: 50, search, provider, cursor: parameter('cursor') };
  const load = useLoad<UserPage>(exact && search === '' ? null : withQuery('/admin/users', query));
  const note = exact
    ? 'The search finds one by the exact address.'
    : 'Newest first. The search finds parts of names, addresses and ids.';
  return html`<${PageHead} title="Users" note=${note}>
      <${SearchField} label="Search users" example=${exact ? 'Exact address or number' : 'Name, address or id'} value=${search} onChange=${(q: string) => setParameters({ q, cursor: '' })} />
      ${
        can('administer')
          ? html`<button type="button" onClick=${() => {
              inviting.value = true;
            }}><${Icon} name="plus" />Add…</button>`
          : null
      }<//>
    ${provider && !exact ? html`<p class="filters"><span class="badge">provider: ${provider}</span><button type="button" class="text" onClick=${() => setParameters({ provider: '', cursor: '' })}>Remove the filter</button></p>` : null}
    <${List} load=${load} label="Users" columns=${COLUMNS} rowsOf=${(data: UserPage) => data.users} keyOf=${(user: User) => user.id}
      empty=${search || provider ? { title: 'Nobody is found', text: exact ? 'The search compares the whole address.' : search ? 'The search compares parts of three letters or more.' : 'Nobody has an identity of this provider.' } : { title: 'There are no users yet', text: html`They appear here when they sign up at your app${can('administer') ? ', or when you add them' : ''}.` }}
      unnamed="Type the address or number, or open a user from a refusal or a message." />
    <${InvitationForm} />`;
}

function InvitationForm(): View {
  const close = (): void => {
    inviting.value = false;
  };
  const [email, type] = useState('');
  const [silent, set] = useState('');
  const next = (event: Event): void => {
    event.preventDefault();
    close();
    openDialog((silent ? createUserAction : inviteAction)(email.trim()), (user) =>
      navigate(`/users/${(user as User).id}`),
    );
    type('');
  };
  return html`<${Dialog} open=${inviting.value} label="invite-title" onClose=${close}><form onSubmit=${next}><h2 id="invite-title">Add a user</h2>
    <${Field} label="E-mail" type="email" required value=${email} onInput=${type} hint="The next step says what will happen." />
    <${ButtonGroup} label="How" value=${silent} options=${HOW} onChange=${set} />
    <div class="dialog-foot"><button type="button" onClick=${close}>Cancel</button><button type="submit" class="primary">Go on</button></div></form><//>`;
}
