// Page of live sessions, newest first: those opened in the last 24 hours, or those of one user. A dialog revokes many
// sessions.
import { revokeAllAction, revokeSessionAction } from './actions.ts';
import { callUntilDone, can, type LoadState, useLoad, withQuery } from './api.ts';
import { openDialog } from './dialog.ts';
import { type Application, describeDevice, nameOfApplication, plainIp, showHidden } from './format.ts';
import { Link, parameter, setParameters } from './navigation.ts';
import { Badge, Dialog, Field, Name, PageHead, RefusedAction, SearchField, Time } from './parts.ts';
import { type Column, List, type Pagination } from './table.ts';
import { html, signal, useState, type View } from './view.ts';

interface Session {
  id: string;
  user_id: string;
  email: string | null;
  phone: string | null;
  created_at: string;
  last_used_at: string;
  user_agent: string | null;
  ip: string | null;
  aal: string;
  client?: Application;
  /** Name of the error that the signed-in user would get for ending the session; null if it is allowed. */
  revoke_refused: string | null;
}

interface SessionPage {
  sessions: Session[];
  pagination: Pagination;
}

const ownerOf = ({ email, phone, user_id }: Session): string => email || (phone ? `+${phone}` : user_id);

const columns = (again: () => void): readonly Column<Session>[] => [
  {
    title: 'User',
    cell: (session) =>
      html`<${Link} to=${`/users/${session.user_id}`} class="who"><${Name} text=${ownerOf(session)} /><span class="quiet">${session.client ? html`<${Name} text=${nameOfApplication(session.client)} />, ` : null}${describeDevice(session.user_agent)}</span><//>`,
  },
  {
    title: 'From',
    wide: true,
    cell: ({ ip }) =>
      can('list') && ip
        ? html`<${Link} to=${withQuery('/sessions', { ip: plainIp(ip) })}><code>${plainIp(ip)}</code><//>`
        : html`<code>${plainIp(ip)}</code>`,
  },
  { title: 'Level', wide: true, cell: ({ aal }) => html`<${Badge} tone=${aal === 'aal1' ? '' : 'good'}>${aal}<//>` },
  { title: 'Opened', nowrap: true, wide: true, cell: ({ created_at }) => html`<${Time} at=${created_at} />` },
  { title: 'Used', nowrap: true, cell: ({ last_used_at }) => html`<${Time} at=${last_used_at} />` },
  {
    title: '',
    right: true,
    cell: (session) =>
      !can('support')
        ? ''
        : session.revoke_refused
          ? html`<${RefusedAction} name=${session.revoke_refused} />`
          : html`<button type="button" class="text" aria-label=${`End the session of ${showHidden(ownerOf(session))}`} onClick=${() => openDialog(revokeSessionAction(session.user_id, session, describeDevice(session.user_agent)), again)}>End</button>`,
  },
];

const ending = signal(false);

export function Sessions(): View {
  const ip = parameter('ip');
  const user_id = parameter('user');
  const load: LoadState<SessionPage> = useLoad<SessionPage>(
    can('list') || user_id
      ? withQuery('/admin/sessions', {
          ip,
          user_id,
          since: parameter('since'),
          cursor: parameter('cursor'),
          limit: 50,
        })
      : null,
  );
  return html`<${PageHead} title="Sessions" note=${user_id ? 'Live sessions of one user, newest first.' : 'Live sessions that were opened in the last 24 hours, newest first.'}>
      ${load.path ? html`<${SearchField} label="Address" example="IP address or network" value=${ip} onChange=${(value: string) => setParameters({ ip: value, cursor: '' })} />` : null}
      ${
        can('administer')
          ? html`<button type="button" class="quiet-danger" onClick=${() => {
              ending.value = true;
            }}>End many…</button>`
          : null
      }<//>
    <${List} load=${load} label="Sessions" columns=${columns(load.again)} rowsOf=${(data: SessionPage) => data.sessions} keyOf=${(session: Session) => session.id}
      empty=${{ title: 'No live sessions', text: ip ? 'No session was opened from there in this time.' : 'Nobody has signed in within 24 hours.' }}
      unnamed="The page of a user shows the sessions of the user." />
    <${RevokeManySessionsDialog} again=${load.again} />`;
}

interface SessionCounts {
  users: number;
  sessions: number;
}

/**
 * Dialog that selects many sessions to revoke. It counts the sessions, because the confirmation dialog asks for their
 * number.
 */
function RevokeManySessionsDialog({ again }: { again: () => void }): View {
  const close = (): void => {
    ending.value = false;
  };
  const [before, setBefore] = useState('');
  const [role, setRole] = useState('');
  const [wrong, say] = useState('');
  const next = async (event: Event): Promise<void> => {
    event.preventDefault();
    const choice = { ...(before ? { opened_before: `${before}:00Z` } : {}), ...(role ? { role } : {}) };
    try {
      const counts = await callUntilDone<SessionCounts>('/admin/sessions/revoke', {
        method: 'POST',
        body: { ...choice, dry_run: true },
      });
      const sum = (name: keyof SessionCounts): number => counts.reduce((total, one) => total + one[name], 0);
      const counted = { users: sum('users'), sessions: sum('sessions') };
      close();
      openDialog(revokeAllAction(choice, counted), again);
    } catch (error) {
      say((error as Error).message);
    }
  };
  return html`<${Dialog} open=${ending.value} label="many-title" onClose=${close}><form onSubmit=${next}><h2 id="many-title">End many sessions</h2>
    <${Field} label="Opened before, UTC" type="datetime-local" value=${before} onInput=${setBefore} hint="Empty: whenever they were opened." />
    <${Field} label="Role of the user" value=${role} onInput=${setRole} hint="Empty: every role. The next step counts the sessions." error=${wrong} />
    <div class="dialog-foot"><button type="button" onClick=${close}>Cancel</button><button type="submit" class="primary">Count them</button></div></form><//>`;
}
