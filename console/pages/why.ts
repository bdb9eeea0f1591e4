// Page that explains refused requests: of an address, a request id, an error code or a network. If a SQL function
// refused, the page shows its source and highlights the line.
import {
  type Action,
  confirmAction,
  endBanAction,
  mayActOn,
  mayEndBan,
  reasonNotToAct,
  recoveryAction,
  resendLinkAction,
  type User,
} from './actions.ts';
import { can, type LoadState, useLoad, withQuery } from './api.ts';
import { openDialog } from './dialog.ts';
import {
  describeDevice,
  formatCount,
  formatInstant,
  formatNumber,
  isIpOrNetwork,
  plainIp,
  showHidden,
} from './format.ts';
import { Icon, type IconName } from './icons.ts';
import type { Message } from './messages.ts';
import { Link, navigate, parameter } from './navigation.ts';
import { Badge, Card, ErrorCode, Input, Name, QuerySource, Time } from './parts.ts';
import { type DecidingRule, RefusingRule, RuleLink } from './rules.ts';
import { EmptyState, Panel } from './states.ts';
import { type Column, Pages, type Pagination, Table } from './table.ts';
import { type Children, html, useEffect, useLayoutEffect, useState, type View } from './view.ts';

export interface Refusal {
  at: string;
  id: string;
  /** Null if the role may not list users. user_id, ip and user_agent are then null too. */
  request_id: string | null;
  route: string;
  function: string | null;
  name: string | null;
  code: string;
  status: number;
  user_id: string | null;
  ip: string | null;
  user_agent: string | null;
}

interface Remedy {
  says: string;
  route?: string;
}

interface Check {
  rule: string;
  says: string;
  ok: boolean;
  name: string | null;
  code: string | null;
}

interface ErrorMeaning {
  name: string;
  status: number;
  code: string;
  message: string;
  from: 'sql' | 'gateway';
  functions: readonly string[];
  remedies: readonly Remedy[];
}

interface LastRefusal {
  refusal: Refusal;
  way: readonly string[];
  rule: DecidingRule | null;
  /** Other rules that may have returned the error. */
  others: readonly string[];
  remedies: readonly Remedy[];
}

interface ExplainResponse {
  kind: 'address' | 'request' | 'code' | 'user' | 'message' | 'nothing';
  q: string;
  searched?: 'id' | 'code';
  user_id?: string | null;
  checks?: readonly Check[];
  hooked?: boolean;
  refuses_leaked?: boolean;
  suppressed?: string | null;
  rule?: DecidingRule | null;
  remedies?: readonly Remedy[];
  refusals?: readonly Refusal[];
  last?: LastRefusal | null;
  audit?: readonly { id: string; created_at: string; actions: readonly string[]; actor_username: string | null }[];
  errors?: readonly ErrorMeaning[];
  times_today?: number;
  times?: number;
  message?: Message;
}

/** Explanations by the name of a rule's error, or by its code. */
const MEANINGS: Readonly<Record<string, string>> = {
  user_banned:
    "An administrator has banned this user, or the user's organization has deactivated the account. Sign-ins and refreshes are refused meanwhile.",
  banned_at_login: 'An administrator has banned this user. Sign-ins and refreshes are refused until the ban ends.',
  deprovisioned_at_login:
    'The organization of this user has deactivated the account. Sign-ins and refreshes are refused until it activates the account again.',
  invalid_credentials:
    'The address is unknown, the account has no password, or the password is wrong. The public answer does not say which.',
  email_not_confirmed: 'The password was right, but nobody has confirmed the address yet.',
  phone_not_confirmed: 'The password was right, but nobody has confirmed the phone number yet.',
  otp_expired: 'The link or code was used before, has expired, or never existed.',
  weak_password: 'The new password does not meet the rules that are in force.',
  over_request_rate_limit: 'Too many requests came in a short time.',
  other: 'A hook or trigger of your application refused. Its own codes count as “other”.',
};

const meaningOf = ({ name, code }: { name: string | null; code: string | null }): string | undefined =>
  MEANINGS[name ?? ''] ?? MEANINGS[code ?? ''];

export function Why(): View {
  const q = parameter('q');
  const network = isIpOrNetwork(q);
  const load: LoadState<ExplainResponse> = useLoad<ExplainResponse>(
    q === '' || network ? null : withQuery('/admin/why', { q }),
  );
  return html`<header class="head"><h1 class="eyebrow">Why was this refused?</h1><${Explanation} q=${q} /></header>
    ${q === '' ? html`<div class="card"><${EmptyState} title="Paste what you were sent">An e-mail address or a number shows whether its owner could sign in now. ${can('list') ? 'An IP address or a network shows what was refused from there. ' : ''}A request id shows one request. An error code shows the rules that answer with it, as in <${Link} to="/why?q=user_banned"><code>user_banned</code><//>.<//></div>` : network ? html`<${OfNetwork} ip=${q} />` : html`<${Panel} load=${load} rows=${7}>${(answer: ExplainResponse) => html`<${UserExplanation} answer=${answer} again=${load.again} />`}<//>`}`;
}

function Explanation({ q }: { q: string }): View {
  const [typed, type] = useState(q);
  useLayoutEffect(() => type(q), [q]);
  const submit = (event: Event): void => {
    event.preventDefault();
    navigate(withQuery('/why', { q: typed.trim() }));
  };
  return html`<form class="ask" role="search" onSubmit=${submit}><${Icon} name="search" /><${Input} value=${typed} onInput=${type} placeholder="E-mail address, request id or error code" aria-label="What was refused" /><button type="submit" class="primary">Explain</button></form>`;
}

function UserExplanation({ answer, again }: { answer: ExplainResponse; again: () => void }): View {
  if (answer.kind === 'address') return html`<${AddressExplanation} answer=${answer} again=${again} />`;
  if (answer.kind === 'request') return html`<${RequestExplanation} answer=${answer} again=${again} />`;
  if (answer.kind === 'code') return html`<${CodeExplanation} answer=${answer} />`;
  if (answer.kind === 'user') return html`<${RedirectNotice} to=${`/users/${answer.user_id}`} what="user" />`;
  if (answer.kind === 'message' && answer.message)
    return html`<${RedirectNotice} to=${answer.message.user_id ? `/users/${answer.message.user_id}?show=message` : withQuery('/messages', { address: answer.message.to })} what="message" />`;
  return html`<div class="card"><${EmptyState} title="Nothing is known about this"><code>${showHidden(answer.q)}</code> was searched as ${answer.searched === 'code' ? 'an error code' : 'the id of a request, a user or a message'}. Refused requests are kept for seven days. Those for unknown paths or methods are only counted. The log of your proxy or gateway may know an older request id.<//></div>`;
}

/** Opens another page. Shown if the text is the id of a user or a message. */
function RedirectNotice({ to, what }: { to: string; what: string }): View {
  useEffect(() => navigate(to), [to]);
  return html`<p class="quiet">This is the id of a ${what}.</p>`;
}

interface VerdictProps {
  tone: 'good' | 'bad';
  title: Children;
  eyebrow?: string;
  user_id?: string | null;
  children?: Children;
}

const Verdict = ({ tone, title, eyebrow, user_id, children }: VerdictProps): View =>
  html`<div class=${`verdict ${tone}`}>${eyebrow ? html`<p class="eyebrow">${eyebrow}</p>` : null}<h2>${title}</h2><p>${children} ${user_id ? html`<${Link} to=${`/users/${user_id}`}>Open the user<//>` : null}</p></div>`;

function AddressExplanation({ answer, again }: { answer: ExplainResponse; again: () => void }): View {
  const failing = answer.checks?.find(({ ok }) => !ok);
  return html`<${Verdict} tone=${failing ? 'bad' : 'good'} title=${failing ? 'A sign-in would be refused now' : 'A sign-in would succeed now'} user_id=${answer.user_id}>${failing ? (meaningOf(failing) ?? `The service answers ${failing.code}.`) : 'With the right password, every rule passes.'}<//>
    <div class="grid why-grid"><div class="stack">
        <${Card} title="Every rule, in its order" note="Checked now with the functions of the sign-in. Nothing is changed."><${Checks} checks=${answer.checks ?? []} />${answer.hooked ? html`<p class="quiet">A hook of this service decides about passwords too. It was not called.</p>` : null}${answer.refuses_leaked ? html`<p class="quiet">A right password that is known as leaked is refused too: not checked.</p>` : null}${answer.suppressed ? html`<p class="quiet">No mail is sent to this address: <code>${answer.suppressed}</code>.</p>` : null}<//>
        <${Remedies} remedies=${failing ? (answer.remedies ?? []) : []} user_id=${answer.user_id ?? null} again=${again} /></div>
      <div class="stack">${answer.rule && failing ? html`<${RefusingRule} rule=${answer.rule} error=${failing.name ?? ''} title="The rule that refuses" />` : null}
        <${RefusalsCard} refusals=${answer.refusals ?? []} /></div></div>`;
}

function Checks({ checks }: { checks: readonly Check[] }): View {
  const first = checks.findIndex(({ ok }) => !ok);
  return html`<ol class="checks">${checks.map((check, i) => html`<li class=${check.ok ? 'ok' : i === first ? 'bad' : ''}><span class="dot"><${Icon} name=${check.ok ? 'check' : 'cross'} /></span><div><strong>${check.ok ? check.says : html`<span class="spoken">No: </span><span class="not">Not so: </span>${check.says}`}</strong><p class="quiet"><${RuleLink} name=${check.rule} /></p>${check.name ? html`<p><span class="code-tag">refusal(<b>'${check.name}'</b>)</span></p>` : null}</div></li>`)}</ol>`;
}

function RequestExplanation({ answer, again }: { answer: ExplainResponse; again: () => void }): View {
  const { last } = answer;
  if (!last)
    return html`<${Verdict} tone="good" title="This request was not refused">It is in the audit log.<//>
      <section class="card flush" aria-label="Audit entries"><${Table} label="Audit entries" rows=${answer.audit ?? []} columns=${[
        { title: 'When', cell: (row: { created_at: string }) => formatInstant(row.created_at) },
        { title: 'What', cell: (row: { actions: readonly string[] }) => html`<code>${row.actions.join(', ')}</code>` },
        {
          title: 'By',
          cell: (row: { actor_username: string | null }) => html`<${Name} text=${row.actor_username ?? ''} />`,
        },
      ]} /></section>`;
  const { refusal } = last;
  return html`<${Verdict} tone="bad" eyebrow=${`${formatInstant(refusal.at)}, request ${refusal.request_id?.slice(0, 8)}`} title=${html`Refused: <code>${refusal.code}</code>`} user_id=${refusal.user_id}>${meaningOf(refusal) ?? ''}<//>
    <div class="grid why-grid"><div class="stack"><${Card} title="The way of the request"><${CallChain} last=${last} /><//>
        <${Remedies} remedies=${last.remedies} user_id=${refusal.user_id} again=${again} /></div>
      <div class="stack">${last.rule ? html`<${RefusingRule} rule=${last.rule} error=${refusal.name ?? ''} title=${last.others.length > 0 ? 'One of these rules refused' : 'The rule that refused'} others=${last.others} />` : html`<div class="card"><${EmptyState} title="No rule of the database refused this">The gateway refused it before any function was called, or a hook of the application did.<//></div>`}</div></div>`;
}

function CallChain({ last }: { last: LastRefusal }): View {
  const { refusal, way } = last;
  const step = (state: string, icon: IconName, title: Children, note: Children): View =>
    html`<li class=${state}><span class="dot"><${Icon} name=${icon} /></span><div><strong>${title}</strong><p class="quiet">${note}</p></div></li>`;
  return html`<ol class="path">${step('ok', 'check', refusal.route, html`<span>${describeDevice(refusal.user_agent)}</span><code>${plainIp(refusal.ip)}</code>`)}
    ${way.map((name, i) => {
      const refuses = i === way.length - 1;
      return step(
        refuses ? 'bad' : 'ok',
        refuses ? 'cross' : 'check',
        html`<${RuleLink} name=${name} />`,
        refuses
          ? html`${last.others.length > 0 ? 'or another rule ' : ''}returned <code>refusal('${refusal.name}')</code>`
          : 'called the next function',
      );
    })}
    ${step('end', 'out', `HTTP ${refusal.status}`, html`<code>${refusal.code}</code>`)}</ol>`;
}

/** Returns the console's action for a remedy; null if there is none. */
function remedyAction(remedy: Remedy, user: User): Action | null {
  const mails = user.email && !user.mail_refused;
  if (remedy.route === 'POST /recover' && mails) return recoveryAction(user);
  if (remedy.route === 'POST /resend' && mails) return resendLinkAction(user);
  if (remedy.route !== 'PUT /admin/users/{user_id}') return null;
  if (/ban/i.test(remedy.says)) return mayEndBan(user) ? endBanAction(user) : null;
  return can('administer') && /confirm/i.test(remedy.says) ? confirmAction(user) : null;
}

function Remedies({
  remedies,
  user_id,
  again,
}: {
  remedies: readonly Remedy[];
  user_id: string | null;
  again: () => void;
}): View | null {
  const load = useLoad<User>(user_id === null || remedies.length === 0 ? null : `/admin/users/${user_id}`);
  if (remedies.length === 0) return null;
  return html`<${Card} title="What would change it"><ul class="remedies">${remedies.map((remedy) => {
    const action = load.data && mayActOn(load.data) ? remedyAction(remedy, load.data) : null;
    return html`<li><span>${remedy.says}</span>${action ? html`<button type="button" class="primary" onClick=${() => openDialog(action, again)}>${action.verb}</button>` : null}</li>`;
  })}</ul>${load.data && can('support') ? html`<p class="quiet">${reasonNotToAct(load.data)}</p>` : null}<//>`;
}

const WHEN: Column<Refusal> = { title: 'When', nowrap: true, cell: ({ at }) => html`<${Time} at=${at} />` };
const CODE: Column<Refusal> = { title: 'Code', cell: ({ code }) => html`<${ErrorCode} code=${code} />` };
const EXPLAIN: Column<Refusal> = {
  title: '',
  right: true,
  cell: ({ request_id }) => (request_id ? html`<${Link} to=${withQuery('/why', { q: request_id })}>Explain<//>` : ''),
};

const RefusalsCard = ({ refusals }: { refusals: readonly Refusal[] }): View | null =>
  refusals.length === 0
    ? null
    : (html`<${Card} title="Refused requests of this address"><${Table} class="" label="Refused requests" rows=${refusals} keyOf=${(row: Refusal) => row.id} columns=${[
        WHEN,
        CODE,
        {
          title: 'Client',
          wide: true,
          cell: (row: Refusal) => html`${describeDevice(row.user_agent)} <code>${plainIp(row.ip)}</code>`,
        },
        EXPLAIN,
      ]} /><//>` as View);

function CodeExplanation({ answer }: { answer: ExplainResponse }): View {
  const [first] = answer.errors ?? [];
  return html`<div class="verdict"><h2><code>${answer.q}</code></h2><p>${MEANINGS[answer.q] ?? first?.message}</p><p class="quiet">${formatCount(answer.times_today ?? 0, 'time')} today, ${formatNumber(answer.times ?? 0)} in two weeks.</p><${QuerySource} reads="auth.tallies" rule="auth_api.get_error_counts" /></div>
    <div class="grid why-grid"><div class="stack">${answer.errors?.length ? html`<${Card} title="Rules that answer with it"><ul class="refusers">${answer.errors.map((error) => html`<li><p><code>${error.name}</code> <${Badge}>HTTP ${error.status}<//></p>${error.functions.length === 0 ? html`<p class="quiet">${error.from === 'gateway' ? 'returned by the gateway' : 'returned by no function of its own'}</p>` : html`<ul class="names">${error.functions.map((name) => html`<li><${RuleLink} name=${name} /></li>`)}</ul>`}</li>`)}</ul><//>` : null}
      <${RecentRefusals} code=${answer.q} title="Newest requests with this code" /></div>
      <div class="stack">${answer.rule ? html`<${RefusingRule} rule=${answer.rule} error=${first?.name ?? ''} title="The first of these rules" />` : null}</div></div>`;
}

const OfNetwork = ({ ip }: { ip: string }): View =>
  can('list')
    ? html`<div class="verdict"><h2><code>${ip}</code></h2><p><${Link} to=${withQuery('/sessions', { ip })}>Sessions from there<//> · <${Link} to=${withQuery('/audit', { ip })}>Audit log<//></p></div>
    <${RecentRefusals} ip=${ip} title="Requests from there that were refused" />`
    : html`<div class="card"><${EmptyState} title="Your role cannot search by IP address">Search for an e-mail address or a request id.<//></div>`;

interface RefusalPage {
  refusals: readonly Refusal[];
  pagination: Pagination;
}

const WEEK_MS = 7 * 86_400_000;

/**
 * Lists the requests of the last seven days that were refused with an error code, or those of an IP address or network,
 * newest first.
 */
function RecentRefusals({ title, ...of }: { title: string; code?: string; ip?: string }): View {
  const [since] = useState(() => new Date(Date.now() - WEEK_MS).toISOString());
  const cursor = parameter('cursor');
  const limit = of.ip ? 50 : 12;
  const load: LoadState<RefusalPage> = useLoad<RefusalPage>(
    withQuery('/admin/refusals', { ...of, since, cursor, limit }),
  );
  return html`<${Card} title=${title}><${Panel} load=${load}>${({ refusals, pagination }: RefusalPage) =>
    html`${
      refusals.length === 0
        ? pagination.has_more
          ? null
          : html`<p class="quiet">${cursor === '' ? 'None' : 'None that is older'} in the last seven days.</p>`
        : html`<${Table} class="" label="Newest requests" rows=${refusals} keyOf=${(row: Refusal) => row.id} columns=${[
            WHEN,
            can('list') && {
              title: 'Client',
              cell: (row: Refusal) =>
                row.ip &&
                html`${of.ip && plainIp(row.ip) !== of.ip ? html`<${Link} to=${withQuery('/why', { q: plainIp(row.ip) })}><code>${plainIp(row.ip)}</code><//>` : html`<code>${plainIp(row.ip)}</code>`} <span class="wide-only">${describeDevice(row.user_agent)}</span>`,
            },
            of.ip && CODE,
            can('list') && EXPLAIN,
          ].filter(Boolean)} />`
    }<${Pages} pagination=${pagination} found=${refusals.length} size=${limit} />`}<//><//>`;
}
