// Page of `npx postern report --html`: charts with their numbers in one file without external resources.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Chart, colorClass, escapeHtml, renderBarChart, type Series } from './chart.ts';

export type Rows = readonly Readonly<Record<string, unknown>>[];

/** Rows of the reports of sql/reports, by name. */
export type ReportData = Readonly<Record<(typeof PAGE_REPORTS)[number], Rows>>;

export const PAGE_REPORTS = [
  'sign_ins_by_method',
  'sessions_by_last_use',
  'refusals_by_day',
  'messages_by_day',
  'waiting_messages',
  'waiting_jobs',
  'users_by_day',
] as const;

const DAYS = 30;

/** Colours of outcomes, the same in both charts by outcome. */
const OUTCOMES: Readonly<Record<string, number>> = {
  ok: 0,
  sent: 0,
  refused: 1,
  expired: 1,
  error: 4,
  failed: 4,
  skipped: 5,
};
/** Maximum number of series of a chart, besides one that adds up all others. */
const MOST_SERIES = 5;

/** Returns the last `count` days up to an instant, in UTC, oldest first. */
function daysBefore(now: Date, count: number): string[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return Array.from({ length: count }, (_, at) =>
    new Date(today - (count - 1 - at) * 86_400_000).toISOString().slice(0, 10),
  );
}

/**
 * Builds a series for each value of the column `by`, the largest first. If there are more than MOST_SERIES + 1 series,
 * adds up all after the first MOST_SERIES in one series.
 */
function seriesBy(rows: Rows, labels: readonly string[], o: { by: string; value: string; day?: string }): Series[] {
  const found = new Map<string, number[]>();
  for (const row of rows) {
    const at = labels.indexOf(String(row[o.day ?? 'day']));
    if (at < 0) continue;
    const name = String(row[o.by]);
    const values = found.get(name) ?? labels.map(() => 0);
    values[at] = (values[at] ?? 0) + Number(row[o.value]);
    found.set(name, values);
  }
  const all = [...found].map(([name, values]) => ({ name, values })).sort((a, b) => sum(b.values) - sum(a.values));
  if (all.length <= MOST_SERIES + 1) return all;
  const rest = all.slice(MOST_SERIES);
  const values = labels.map((_, at) => rest.reduce((total, one) => total + (one.values[at] ?? 0), 0));
  return [...all.slice(0, MOST_SERIES), { name: `${rest.length} others`, values }];
}

const outcomes = (series: Series[]): Series[] =>
  series.map((one) => (one.name in OUTCOMES ? { ...one, colour: OUTCOMES[one.name] ?? 0 } : one));

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function columnSeries(rows: Rows, labels: readonly string[], name: string, value: string, day = 'day'): Series {
  const by_day = new Map(rows.map((row) => [String(row[day]), Number(row[value])]));
  return { name, values: labels.map((label) => by_day.get(label) ?? 0) };
}

/** Returns for each day the row with the largest value. */
function largestPerDay(rows: Rows, value: string): Rows {
  const found = new Map<unknown, Readonly<Record<string, unknown>>>();
  for (const row of rows) {
    if (Number(row[value]) >= Number(found.get(row.day)?.[value] ?? 0)) found.set(row.day, row);
  }
  return [...found.values()];
}

function buildCharts(data: ReportData, now: Date): Chart[] {
  const labels = daysBefore(now, DAYS);
  // The first bar includes all earlier sessions.
  const used = daysBefore(now, DAYS + 1);
  const signed_in = data.sign_ins_by_method.filter(({ outcome }) => outcome === 'ok');
  return [
    {
      id: 'methods',
      title: 'Sign-ins by method',
      description: 'Sign-ins per day, by method. Session refreshes are not counted.',
      labels,
      series: seriesBy(signed_in, labels, { by: 'method', value: 'times' }),
    },
    {
      id: 'outcomes',
      title: 'Sign-ins by outcome',
      description: 'Sign-in attempts per day: successful, refused, or failed by a server error.',
      labels,
      series: outcomes(seriesBy(data.sign_ins_by_method, labels, { by: 'outcome', value: 'times' })),
    },
    {
      id: 'sessions',
      title: 'Live sessions by last use',
      description: 'Current sessions by the day of their last use. The first bar includes all older ones.',
      labels: used,
      series: [columnSeries(data.sessions_by_last_use, used, 'live sessions', 'sessions', 'last_used')],
    },
    {
      id: 'users',
      title: 'Users',
      description: 'Users at the end of each day, without users deleted since.',
      labels,
      series: [columnSeries(data.users_by_day, labels, 'users', 'users')],
    },
    {
      id: 'new-users',
      title: 'New users',
      description: 'Users created per day, without users deleted since.',
      labels,
      series: [columnSeries(data.users_by_day, labels, 'new users', 'new_users')],
    },
    {
      id: 'refusals',
      title: 'Refused requests by error code',
      description: 'Refused requests per day, by error code. docs/errors.md explains the codes.',
      labels,
      series: seriesBy(data.refusals_by_day, labels, { by: 'error_code', value: 'times' }),
    },
    {
      id: 'messages',
      title: 'Messages by outcome',
      description: 'Mails and SMS by the day on which they were sent or failed.',
      labels,
      series: outcomes(seriesBy(data.messages_by_day, labels, { by: 'outcome', value: 'messages' })),
    },
    {
      id: 'waits',
      title: 'Longest wait of a message',
      description: 'Seconds from request to end of the slowest mail or SMS of each day.',
      labels,
      series: [
        columnSeries(largestPerDay(data.messages_by_day, 'longest_seconds'), labels, 'longest wait', 'longest_seconds'),
      ],
      unit: 's',
    },
  ];
}

const FOLDER = new URL('.', import.meta.url);

/** Renders the page. */
export function renderReportPage(o: { data: ReportData; now: Date; version: string; database: string }): string {
  const css = readFileSync(new URL('report.css', FOLDER), 'utf8');
  // The content security policy allows only this style sheet, because the page loads no resources.
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`;
  const at = `${o.now.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Postern report, ${at}</title>
<style>${css}</style>
</head>
<body>
<header>
<h1>Postern report</h1>
<p>Database ${escapeHtml(o.database)}, the ${DAYS} days up to ${at}. Days are those of UTC. Postern ${escapeHtml(o.version)}.</p>
</header>
<main>
<dl class="figures">
${computeKeyFigures(o.data)
  .map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`)
  .join('\n')}
</dl>
<div class="charts">
${buildCharts(o.data, o.now).map(renderChartSection).join('\n')}
</div>
</main>
</body>
</html>
`;
}

/** Returns the key figures at the top of the page. */
function computeKeyFigures(data: ReportData): [name: string, value: string][] {
  const total = (rows: Rows, name: string): number => sum(rows.map((row) => Number(row[name])));
  const outcome = (name: string): number =>
    total(
      data.sign_ins_by_method.filter((row) => row.outcome === name),
      'times',
    );
  // Numbers that are too long for a card are rounded: 4.762B.
  const text = (value: number): string =>
    value.toLocaleString('en', value < 1e6 ? {} : { notation: 'compact', maximumSignificantDigits: 4 });
  const oldest = Math.max(0, ...data.waiting_messages.map((row) => Number(row.longest_seconds)));
  return [
    ['Users', text(Number(data.users_by_day[0]?.users ?? 0))],
    ['New users', text(total(data.users_by_day, 'new_users'))],
    ['Live sessions', text(total(data.sessions_by_last_use, 'sessions'))],
    ['Sign-ins', text(outcome('ok'))],
    ['Refused sign-ins', text(outcome('refused'))],
    ['Messages waiting', text(total(data.waiting_messages, 'messages'))],
    ['Oldest message', oldest === 0 ? 'none' : formatDuration(oldest)],
    ...(['Hook', 'Webhook'] as const).flatMap((what): [string, string][] => {
      const row = data.waiting_jobs.find(({ queue }) => queue === `${what.toLowerCase()}s`);
      if (row === undefined) return [[`${what}s waiting`, '0']];
      return [
        [`${what}s waiting`, text(Number(row.jobs))],
        [`Oldest ${what.toLowerCase()}`, formatDuration(Number(row.longest_seconds))],
      ];
    }),
  ];
}

/** Formats a duration: `90 s`, `12 min`, `3 h`, `4 days`. */
function formatDuration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800
    ? `${Math.round(seconds / 3600)} h`
    : `${Math.round(seconds / 86_400).toLocaleString('en')} days`;
}

function renderChartSection(chart: Chart): string {
  const { id, title, description, series } = chart;
  const head = `<h2 id="${id}">${escapeHtml(title)}</h2>\n<p>${escapeHtml(description)}</p>`;
  if (series.every(({ values }) => sum(values) === 0)) {
    return `<section aria-labelledby="${id}">\n${head}\n<p class="none">No data in this period.</p>\n</section>`;
  }
  const keys = series.map(
    (one, at) => `<li><span class="key ${colorClass(one, at)}"></span>${escapeHtml(one.name)}</li>`,
  );
  const legend = series.length > 1 ? `<ul class="legend">${keys.join('')}</ul>\n` : '';
  return `<section aria-labelledby="${id}">
${head}
${legend}${renderBarChart({ ...chart, id: `${id}-plot` })}
<details><summary>Numbers<span class="unseen"> of ${escapeHtml(title)}</span></summary>
${renderNumbersTable(chart)}
</details>
</section>`;
}

/** Renders the numbers as a table, newest day first. */
function renderNumbersTable({ id, title, labels, series, unit = '' }: Chart): string {
  const cells = (at: number): string => series.map(({ values }) => `<td>${values[at] ?? 0}${unit}</td>`).join('');
  const rows = labels.map((label, at) => `<tr><th scope="row">${escapeHtml(label)}</th>${cells(at)}</tr>`).reverse();
  // Error codes may wrap between words, so that the table fits its card.
  const heads = series.map(({ name }) => `<th scope="col">${escapeHtml(name).replaceAll('_', '_<wbr>')}</th>`).join('');
  return `<div class="scroll" role="region" aria-label="${escapeHtml(title)}, numbers" tabindex="0">
<table id="${id}-numbers"><thead><tr><th scope="col">day</th>${heads}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>
</div>`;
}
