// Overview page: numbers, alerts, and the source of each number.
import { can, type LoadState, RELOAD_MS, useLoad, withQuery } from './api.ts';
import { formatCount, formatDate, formatInstant, formatNumber, formatTime } from './format.ts';
import { Icon, type IconName } from './icons.ts';
import { Link, parameter, setParameters } from './navigation.ts';
import { Badge, ButtonGroup, Card, QuerySource } from './parts.ts';
import type { Series } from './plot.ts';
import { EmptyState, Panel, Skeleton } from './states.ts';
import { Table } from './table.ts';
import { MESSAGE_TONES } from './timeline.ts';
import { type Children, html, useEffect, useState, type View } from './view.ts';

export interface Figures {
  users: number;
  new_users: number;
  live_sessions: number;
  banned: number;
  locked_accounts: number;
  messages: { waiting: number; failed: number };
  webhook_events: { waiting: number; failed: number };
  release: { version: string; since: string } | null;
}

type Row = Readonly<Record<string, string | number | null>>;

interface Report {
  name: string;
  reads: readonly string[];
  sql: string;
  ms: number;
  rows: readonly Row[];
}

const HOUR_MS = 3_600_000;

/** Periods of the page: number of steps, and length of a step. */
const PERIODS = {
  '24h': { name: '24 hours', steps: 24, step: 'hour', step_ms: HOUR_MS },
  '7d': { name: '7 days', steps: 7, step: 'day', step_ms: 24 * HOUR_MS },
  '30d': { name: '30 days', steps: 30, step: 'day', step_ms: 24 * HOUR_MS },
} as const;

type PeriodName = keyof typeof PERIODS;
type Period = (typeof PERIODS)[PeriodName];

/** Returns the start of each step of a period in the format of the reports, oldest first. */
function stepLabels({ steps, step_ms }: Period): string[] {
  const last = Math.floor(Date.now() / step_ms) * step_ms;
  return Array.from({ length: steps }, (_, i) =>
    new Date(last - (steps - 1 - i) * step_ms).toISOString().replace('.000', ''),
  );
}

const total = (values: readonly (number | null)[]): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** Returns the sum of a column for each step. */
const sumByStep = (
  rows: readonly Row[],
  labels: readonly string[],
  name: string,
  where: (row: Row) => boolean = () => true,
): number[] =>
  labels.map((at) => total(rows.filter((row) => row.at === at && where(row)).map((row) => Number(row[name]))));

/** Returns the value of a column for each step; null if a step has none. */
const valueByStep = (rows: readonly Row[], labels: readonly string[], name: string): (number | null)[] =>
  labels.map((at) => {
    const value = rows.find((row) => row.at === at)?.[name];
    return typeof value === 'number' ? value : null;
  });

export function Overview(): View {
  const asked = parameter('span');
  const name: PeriodName = asked in PERIODS ? (asked as PeriodName) : '24h';
  const span = PERIODS[name];
  const labels = stepLabels(span);
  const since = labels[0];
  const report = (of: string): LoadState<Report> =>
    useLoad<Report>(withQuery(`/admin/reports/${of}`, { since, step: span.step }), 0);
  const figures = useLoad<Figures>('/admin/figures', RELOAD_MS);
  const sign_ins = report('sign_ins_by_hour');
  const refusals = report('refusals_by_hour');
  const latency = report('latency_by_hour');
  const messages = report('messages_by_hour');
  const alerts = collectAlerts(figures.data, refusals.data, labels, span);
  const release = figures.data?.release ?? null;
  return html`<header class="head"><p class="eyebrow">Last ${span.name}, times in UTC</p><${Headline} figures=${figures} sign_ins=${sign_ins} refusals=${refusals} labels=${labels} span=${name} alerts=${alerts.length} />
      <${ButtonGroup} label="Span" value=${name} options=${Object.entries(PERIODS).map(([key, { name: text }]) => [key, text])} onChange=${(key: string) => setParameters({ span: key === '24h' ? '' : key })} /></header>
    <${AlertList} alerts=${alerts} />
    <${Panel} load=${figures} rows=${2}>${(data: Figures) => html`<${Tiles} figures=${data} lines=${{ sign_ins: sign_ins.data && sumByStep(sign_ins.data.rows, labels, 'sign_ins', succeeded), messages: messages.data && sumByStep(messages.data.rows, labels, 'messages'), p95: latency.data && valueByStep(latency.data.rows, labels, 'p95') }} step=${span.step} ms=${figures.ms} />`}<//>
    <div class="grid">
      <${Card} title="Sign-ins and refusals" note=${`Requests per ${span.step}`} class="wide"><${Panel} load=${sign_ins}>${(data: Report) => html`<${SignInsChart} sign_ins=${data} refusals=${refusals.data} labels=${labels} span=${span} release=${release} />`}<//><//>
      <${Card} title="Why requests were refused" note="Open a code to read its rule" class="narrow"><${Panel} load=${refusals}>${(data: Report) => html`<${RefusalCodes} report=${data} />`}<//><//>
      <${Card} title="Latency" note="Time to answer, all routes: upper bounds of the buckets" class="half"><${Panel} load=${latency}>${(data: Report) => html`<${LatencyChart} report=${data} labels=${labels} span=${span} release=${release} />`}<//><//>
      <${Card} title="Messages" note="Finished in this span" class="half"><${Panel} load=${messages}>${(data: Report) => html`<${Messages} report=${data} />`}<//><//></div>`;
}

interface HeadlineProps {
  figures: LoadState<Figures>;
  sign_ins: LoadState<Report>;
  refusals: LoadState<Report>;
  labels: readonly string[];
  span: PeriodName;
  alerts: number;
}

const succeeded = (row: Row): boolean => row.outcome === 'ok';

function Headline({ figures, sign_ins, refusals, labels, span, alerts }: HeadlineProps): View {
  const signed = sign_ins.data && total(sumByStep(sign_ins.data.rows, labels, 'sign_ins', succeeded));
  const refused = refusals.data && total(sumByStep(refusals.data.rows, labels, 'refused'));
  if (signed === null || refused === null) return html`<h1 class="sentence">Overview</h1>`;
  const fresh =
    span === '24h' && figures.data
      ? html`, <b>${formatNumber(figures.data.new_users)}</b> new ${figures.data.new_users === 1 ? 'user' : 'users'}`
      : '';
  return html`<h1 class="sentence"><b>${formatNumber(signed)}</b> ${signed === 1 ? 'sign-in' : 'sign-ins'}, <b class="ink-bad">${formatNumber(refused)}</b> refused ${refused === 1 ? 'request' : 'requests'}${fresh}.${alerts === 0 ? '' : html` <b>${alerts}</b> ${alerts === 1 ? 'thing' : 'things'} to look at.`}</h1>`;
}

interface Alert {
  tone: '' | 'warn' | 'bad';
  icon: IconName;
  /** Page with the details; null if the role may not read it. */
  to: string | null;
  title: string;
  text: Children;
}

/**
 * The step with the most refused requests is reported if it has at least FEWEST refused requests, and more than UNUSUAL
 * times the median of the steps.
 */
const UNUSUAL = 3;
const FEWEST = 20;

function collectAlerts(
  figures: Figures | null,
  refusals: Report | null,
  labels: readonly string[],
  span: Period,
): Alert[] {
  const alerts: Alert[] = [];
  const refused = refusals ? sumByStep(refusals.rows, labels, 'refused') : [];
  const usual = [...refused].sort((one, other) => one - other)[Math.floor(refused.length / 2)] ?? 0;
  const most = Math.max(0, ...refused);
  const peak = labels[refused.indexOf(most)] ?? '';
  const [worst] = (refusals?.rows ?? [])
    .filter((row) => row.at === peak)
    .sort((one, other) => Number(other.refused) - Number(one.refused));
  if (worst && most >= FEWEST && most > UNUSUAL * usual)
    alerts.push({
      tone: 'bad',
      icon: 'warn',
      to: `/why?q=${worst.error_code}`,
      title: `${formatCount(most, 'refused request')} in one ${span.step}`,
      text: html`${span.step === 'hour' ? `At ${formatTime(peak)} UTC` : formatDate(peak)}, ${formatNumber(Number(worst.refused))} of them <code>${worst.error_code}</code>. The usual ${span.step} has ${formatNumber(usual)}.`,
    });
  if (figures && figures.messages.failed > 0)
    alerts.push({
      tone: 'warn',
      icon: 'warn',
      to: can('list') ? '/messages?state=failed' : null,
      title: `${formatCount(figures.messages.failed, 'message')} failed`,
      text: 'The provider refused them, or they could not be delivered in time.',
    });
  if (figures && figures.webhook_events.failed > 0)
    alerts.push({
      tone: 'warn',
      icon: 'warn',
      to: '/webhooks?state=failed',
      title: `${formatCount(figures.webhook_events.failed, 'webhook event')} failed`,
      text: 'Later events of the same users wait for them.',
    });
  if (figures && figures.locked_accounts > 0)
    alerts.push({
      tone: 'warn',
      icon: 'lock',
      to: '/why?q=too_many_attempts',
      title: `${formatCount(figures.locked_accounts, 'account')} locked`,
      text: 'Too many wrong passwords within an hour.',
    });
  if (figures && figures.banned > 0)
    alerts.push({
      tone: '',
      icon: 'ban',
      to: '/why?q=user_banned',
      title: `${formatCount(figures.banned, 'user')} banned`,
      text: html`Their sign-ins are refused with <code>user_banned</code>.`,
    });
  return alerts;
}

function AlertList({ alerts }: { alerts: readonly Alert[] }): View | null {
  if (alerts.length === 0) return null;
  return html`<section class="attention" aria-label="Needs attention">${alerts.map(
    ({ to, tone, icon, title, text }) => {
      const inside = html`<${Icon} name=${icon} /><span><strong>${title}</strong><span>${text}</span></span>`;
      return to
        ? html`<${Link} to=${to} class=${`alert ${tone}`}>${inside}<${Icon} name="right" /><//>`
        : html`<div class=${`alert ${tone}`}>${inside}</div>`;
    },
  )}</section>`;
}

interface TileProps {
  name: string;
  value: string;
  note: string;
  /** Tables from which the figure is computed. */
  reads: string;
  to?: string;
  /** Values of the sparkline, one per step; null while they are loaded. */
  line?: readonly (number | null)[] | null;
  colour?: string;
}

const Tile = ({ name, value, note, reads, to, line, colour = '--c1' }: TileProps): View => {
  const inside = html`<span class="tile-name">${name}</span><strong>${value}</strong><span class="tile-note">${note}</span><code>${reads}</code>${line ? html`<${Sparkline} values=${line} colour=${colour} />` : null}`;
  return to ? html`<${Link} to=${to} class="tile">${inside}<//>` : html`<div class="tile">${inside}</div>`;
};

/** A sparkline. Screen readers skip it, because a card of the page shows the same report. */
function Sparkline({ values, colour }: { values: readonly (number | null)[]; colour: string }): View {
  const known = values.map((value) => value ?? 0);
  const most = Math.max(1, ...known);
  const points = known.map((value, i) => `${(i / Math.max(1, known.length - 1)) * 100},${27 - (value / most) * 25}`);
  return html`<svg class="spark" viewBox="0 0 100 28" preserveAspectRatio="none" aria-hidden="true" style=${{ color: `var(${colour})` }}><polygon points=${`0,28 ${points.join(' ')} 100,28`} /><polyline points=${points.join(' ')} /></svg>`;
}

interface TileSeries {
  sign_ins: readonly number[] | null;
  messages: readonly number[] | null;
  p95: readonly (number | null)[] | null;
}

interface TilesProps {
  figures: Figures;
  lines: TileSeries;
  step: 'hour' | 'day';
  ms: number | null;
}

/** Tables that auth_api.get_figures() reads. */
const FIGURES_READ =
  'auth.users, auth.user_blocks, auth.user_block_groups, auth.sessions, auth.attempts, auth.messages, auth.webhook_events, auth.release';

function Tiles({ figures, lines, step, ms }: TilesProps): View {
  const { users, new_users, live_sessions, messages, webhook_events } = figures;
  const slowest = Math.max(0, ...(lines.p95 ?? []).map((value) => value ?? 0));
  const newest = (lines.p95 ?? []).findLast((value) => value !== null) ?? null;
  return html`<section class="tiles" aria-label="Figures">
    <${Tile} name="Users" value=${formatNumber(users)} note=${`${formatNumber(new_users)} in the last 24 hours`} reads="auth.users, counted by blocks" to="/users" />
    <${Tile} name="Live sessions" value=${formatNumber(live_sessions)} note=${`plot: sign-ins per ${step}`} reads="auth.sessions, a sample" to="/sessions" line=${lines.sign_ins} />
    <${Tile} name="Messages waiting" value=${formatNumber(messages.waiting)} note=${`${messages.failed === 0 ? 'none' : formatNumber(messages.failed)} failed, ${formatCount(webhook_events.waiting, 'webhook event')} waiting`} reads="auth.messages, auth.webhook_events" to="/messages" line=${lines.messages} />
    <${Tile} name="Latency, 95 %" value=${newest === null ? '–' : `${formatNumber(newest)} ms`} note=${newest === null ? 'nothing is measured yet' : `${formatNumber(slowest)} ms in the slowest ${step}`} reads="auth.tallies" line=${newest === null ? null : lines.p95} colour="--c2" /></section>
    <${QuerySource} reads=${FIGURES_READ} ms=${ms} rule="auth_api.get_figures" />`;
}

interface LazyPlotProps {
  series: readonly Series[];
  labels: readonly string[];
  span: Period;
  kind: 'bars' | 'lines';
  height: number;
  unit?: string;
  label: string;
  release: Release | null;
}

type Release = { version: string; since: string };

/** A plot with its legend. The library is loaded with the first plot. */
function LazyPlot({ series, labels, span, release, ...rest }: LazyPlotProps): View {
  const [Plot, loaded] = useState<null | ((props: object) => View)>(null);
  const [at, point] = useState<number | null>(null);
  useEffect(() => {
    import('./plot.ts').then((found) => loaded(() => found.default as (props: object) => View));
  }, []);
  const when = at === null ? '' : span.step === 'hour' ? formatTime(labels[at] ?? '') : formatDate(labels[at] ?? '');
  const mark = release !== null && release.since > (labels[0] ?? '') ? new Date(release.since).getTime() / 1000 : null;
  return html`<ul class="legend">${series.map((one) => html`<li><i style=${{ background: `var(${one.colour})` }}></i>${one.name}${at === null ? null : html` <b>${one.values[at] ?? '–'}${one.values[at] === null ? '' : (rest.unit ?? '')}</b>`}</li>`)}${at === null ? null : html`<li class="quiet">${when}</li>`}${mark === null ? null : html`<li class="quiet"><i class="mark"></i>release ${release?.version}, ${formatInstant(release?.since ?? '')}</li>`}</ul>
    ${Plot === null ? html`<${Skeleton} rows=${5} />` : html`<${Plot} times=${labels.map((label) => new Date(label).getTime() / 1000)} series=${series} mark=${mark} daily=${span.step === 'day'} onPoint=${point} ...${rest} />`}`;
}

const Numbers = ({
  labels,
  series,
  span,
}: {
  labels: readonly string[];
  series: readonly Series[];
  span: Period;
}): View =>
  html`<${Table} class="numbers" label="Numbers of the plot" rows=${labels.map((_, i) => labels.length - 1 - i)} columns=${[
    {
      title: `${span.step}, UTC`,
      cell: (i: number) => (span.step === 'hour' ? formatTime(labels[i] ?? '') : formatDate(labels[i] ?? '')),
    },
    ...series.map(({ name, values }) => ({ title: name, right: true, cell: (i: number) => values[i] ?? '–' })),
  ]} />`;

function SignInsChart({
  sign_ins,
  refusals,
  labels,
  span,
  release,
}: {
  sign_ins: Report;
  refusals: Report | null;
  labels: readonly string[];
  span: Period;
  release: Release | null;
}): View {
  const series: Series[] = [
    { name: 'Sign-ins', values: sumByStep(sign_ins.rows, labels, 'sign_ins', succeeded), colour: '--c1' },
    {
      name: 'Refused requests',
      values: refusals ? sumByStep(refusals.rows, labels, 'refused') : labels.map(() => 0),
      colour: '--c2',
    },
  ];
  const reports = refusals ? [sign_ins, refusals] : [sign_ins];
  return html`<${LazyPlot} kind="bars" height=${290} label=${`Sign-ins and refused requests per ${span.step}`} series=${series} labels=${labels} span=${span} release=${release} />
    <${QuerySource} reads=${[...new Set(reports.flatMap(tables))]} ms=${total(reports.map(({ ms }) => ms))} sql=${reports.map(({ sql }) => sql.trim()).join(';\n\n')} numbers=${html`<${Numbers} labels=${labels} series=${series} span=${span} />`} />`;
}

const tables = ({ reads }: Report): string[] => reads.map((table) => `auth.${table}`);

/** Sums a column grouped by another column, largest sum first. */
function sumsByColumn(rows: readonly Row[], by: string, name: string): [string, number][] {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(String(row[by]), (sums.get(String(row[by])) ?? 0) + Number(row[name]));
  return [...sums].sort((one, other) => other[1] - one[1]);
}

function RefusalCodes({ report }: { report: Report }): View {
  const codes = sumsByColumn(report.rows, 'error_code', 'refused');
  const most = codes[0]?.[1] ?? 1;
  return html`${codes.length === 0 ? html`<${EmptyState} title="No request was refused">Refused requests are counted here by their error code.<//>` : html`<ol class="bars">${codes.slice(0, 8).map(([code, times]) => html`<li><${Link} to=${`/why?q=${code}`}><span class="bar-name"><code>${code}</code><b>${formatNumber(times)}</b></span><span class="bar"><i style=${{ width: `${(times / most) * 100}%` }}></i></span><//></li>`)}</ol>`}
    <${QuerySource} reads=${tables(report)} ms=${report.ms} sql=${report.sql} />`;
}

interface LatencyProps {
  report: Report;
  labels: readonly string[];
  span: Period;
  release: Release | null;
}

function LatencyChart({ report, labels, span, release }: LatencyProps): View {
  const series: Series[] = [
    { name: '95 %', values: valueByStep(report.rows, labels, 'p95'), colour: '--c2' },
    { name: 'median', values: valueByStep(report.rows, labels, 'p50'), colour: '--c1' },
  ];
  const body =
    report.rows.length === 0
      ? html`<${EmptyState} title="Nothing is measured yet">The gateway stores its counts each minute.<//>`
      : html`<${LazyPlot} kind="lines" height=${230} unit=" ms" label="Median and 95th percentile of the time to answer" series=${series} labels=${labels} span=${span} release=${release} />`;
  return html`${body}<${QuerySource} reads=${tables(report)} ms=${report.ms} sql=${report.sql} numbers=${html`<${Numbers} labels=${labels} series=${series} span=${span} />`} />`;
}

function Messages({ report }: { report: Report }): View {
  const rows = sumsByColumn(
    report.rows.map((row) => ({ ...row, what: `${row.channel} ${row.outcome}` })),
    'what',
    'messages',
  );
  const table = html`<${Table} class="" label="Messages" rows=${rows} columns=${[
    { title: 'Channel', cell: ([what]: [string, number]) => what.split(' ')[0] },
    {
      title: 'Outcome',
      cell: ([what]: [string, number]) =>
        html`<${Badge} tone=${MESSAGE_TONES[what.split(' ')[1] ?? ''] ?? ''}>${what.split(' ')[1]}<//>`,
    },
    { title: 'Count', right: true, cell: ([, times]: [string, number]) => formatNumber(times) },
  ]} />`;
  return html`${rows.length === 0 ? html`<${EmptyState} title="No message was sent">Mails and SMS appear here when they were sent or given up.<//>` : table}<${QuerySource} reads=${tables(report)} ms=${report.ms} sql=${report.sql} />`;
}
