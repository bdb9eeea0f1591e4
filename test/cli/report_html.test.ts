// postern report --html: one self-contained file with the numbers of the stack and no e-mail address.
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { computeAxisTicks, formatShortNumber, renderBarChart } from '../../cli/report/chart.ts';
import { renderReportPage } from '../../cli/report/report_page.ts';
import { BUSY_MONTH, EMPTY_MONTH, REPORT_TIME } from '../support/database/report_data.ts';
import { runInside } from '../support/processes/inside.ts';
import { confirmedUser, startStack } from '../support/processes/stack.ts';
import { environmentFor } from './admin.ts';

/** Returns the numbers in a chart's table: its series, and each row by its label. */
function tableNumbers(page: string, id: string): { heads: string[]; rows: Map<string, number[]> } {
  const table = page.split(`<table id="${id}-numbers">`)[1]?.split('</table>')[0];
  assert.ok(table, id);
  const [, ...heads] = [...table.matchAll(/<th scope="col">(.*?)<\/th>/g)].map(([, text]) =>
    (text ?? '').replaceAll('<wbr>', ''),
  );
  const rows = [...table.matchAll(/<th scope="row">(.*?)<\/th>(.*?)<\/tr>/g)].map(
    ([, label = '', cells = '']) =>
      [label, [...cells.matchAll(/<td>([\d.]+)s?<\/td>/g)].map(([, value]) => Number(value))] as const,
  );
  return { heads, rows: new Map(rows) };
}
function tableTotals(page: string, id: string): Record<string, number> {
  const { heads, rows } = tableNumbers(page, id);
  const sum = (at: number) => [...rows.values()].reduce((all, values) => all + (values[at] ?? 0), 0);
  return Object.fromEntries(heads.map((head, at) => [head, sum(at)]));
}
const figures = (page: string) =>
  Object.fromEntries([...page.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, value]) => [name, value]));

test('the page shows the sign-ins and refusals of a stack, and contains no address', async () => {
  const stack = await startStack();
  const file = join(tmpdir(), `postern-report-${process.pid}.html`);
  const node = await stack.another();
  try {
    const { email, password, refresh_token } = await confirmedUser({
      ...stack,
      ...node,
      mail: stack.mail,
      db: stack.db,
    });
    const body = { email, password };
    for (let n = 0; n < 3; n += 1) assert.is((await node.post('/token?grant_type=password', body)).status, 200);
    for (let n = 0; n < 2; n += 1)
      assert.is((await node.post('/token?grant_type=password', { email, password: 'wrong' })).status, 400);
    assert.is((await node.post('/token?grant_type=refresh_token', { refresh_token })).status, 200);
    assert.is((await node.get('/user')).status, 401);
    // A gateway stores its counts once a minute, and when it stops.
    await node.stop();
    const ran = await runInside(['report', '--html', file], { env: environmentFor(stack.db) });
    assert.equal([ran.code, ran.stdout], [0, `Wrote ${file}\n`], ran.stderr);
    const page = readFileSync(file, 'utf8');
    assert.equal(tableTotals(page, 'methods'), { password: 3, link_or_code: 1 });
    assert.equal(tableTotals(page, 'outcomes'), { ok: 4, refused: 2 });
    assert.equal(tableTotals(page, 'refusals'), { invalid_credentials: 2, no_authorization: 1 });
    assert.equal(tableTotals(page, 'sessions'), { 'live sessions': 4 });
    assert.equal(tableTotals(page, 'new-users'), { 'new users': 1 });
    assert.equal(tableTotals(page, 'messages'), { sent: 1 });
    const users = [...tableNumbers(page, 'users').rows.values()].map(([value]) => value);
    assert.equal([users.length, users[0]], [30, 1]);
    assert.ok((tableTotals(page, 'waits')['longest wait'] ?? 0) > 0);
    const shown = figures(page);
    assert.equal(
      [shown.Users, shown['Live sessions'], shown['Sign-ins'], shown['Refused sign-ins']],
      ['1', '4', '4', '2'],
    );
    for (const secret of [email, 'example.com', '127.0.0.1', password]) assert.is(page.includes(secret), false, secret);
  } finally {
    rmSync(file, { force: true });
    await stack.close();
  }
});

test('two gateways and two minutes add up; a counter that could not be written is written later', async () => {
  const { createUsageRecorder } = await import('../../gateway/pipeline/usage_recorder.ts');
  const { createLog } = await import('../../core/log.ts');
  const { refuse } = await import('../../gateway/http/errors.ts');
  const asked: unknown[] = [];
  const kept: object[] = [];
  let broken = true;
  const lines: string[] = [];
  const usage = createUsageRecorder({
    keys: [],
    call: async (_statement, values) => {
      if (broken) throw new Error('gone');
      asked.push(...(values[0] as unknown[]));
      kept.push(...(values[1] as object[]));
      return '{}';
    },
    api: 'auth_api',
    log: createLog({ level: 'warn', stream: { write: (line: string) => void lines.push(line) } }),
    every_ms: 5,
    settings: { refusals_per_minute: 60_000 },
    now: () => Date.UTC(2026, 10, 22, 23, 59),
  });
  const ending = {
    noted: { route: '/token', grant_type: 'password' },
    status: 400,
    refusal: refuse('not_admin'),
    seconds: 0,
  };
  const origin = () => ({ request_id: 'r', ip: '192.0.2.1', user_agent: null });
  usage.count(ending, origin);
  for (let looks = 0; lines.length === 0 && looks < 400; looks += 1) await new Promise((done) => setTimeout(done, 5));
  assert.match(lines[0] ?? '', 'could not be written');
  broken = false;
  for (let more = 0; more < 9; more += 1) usage.count(ending, origin);
  // A request without a route counts as a refusal and in the latency, but not as a sign-in.
  usage.count({ ...ending, noted: {} }, origin);
  await usage.close({ at_once: false });
  const times = (kind: string) =>
    asked
      .filter((row) => (row as { kind: string }).kind === kind)
      .reduce<number>((all, row) => all + (row as { count: number }).count, 0);
  assert.equal([times('sign_in'), times('refusal'), times('latency')], [10, 11, 11]);
  assert.is(kept.length, 5, 'sixty thousand a minute are five in five milliseconds');
  const [first] = kept as { name: string; code: string; request_id: string; ip: string; route: string }[];
  assert.equal(
    [first?.name, first?.code, first?.request_id, first?.ip, first?.route],
    ['not_admin', 'not_admin', 'r', '192.0.2.1', '/token'],
  );
  assert.ok(
    asked.every((row) => (row as { day: string }).day === '2026-11-22' && (row as { hour: number }).hour === 23),
  );
});

test('the page needs no script and no network, and its policy allows none', () => {
  for (const data of [BUSY_MONTH, EMPTY_MONTH]) {
    const page = renderReportPage({ data, now: REPORT_TIME, version: '1.0.0', database: '<b>"&' });
    assert.match(page, `content="default-src 'none'; style-src 'sha256-`);
    for (const part of ['<script', 'http:', 'https:', '//', 'style="', 'url(', '<b>', '@import']) {
      assert.is(page.replace('<!doctype html>', '').includes(part), false, part);
    }
    assert.match(page, 'Database &lt;b&gt;&quot;&amp;');
  }
  assert.is(
    renderReportPage({ data: EMPTY_MONTH, now: REPORT_TIME, version: '1', database: 'd' }).match(
      /No data in this period/g,
    )?.length,
    8,
  );
});

test("a table holds the report's numbers; series beyond five are added up", () => {
  const page = renderReportPage({ data: BUSY_MONTH, now: REPORT_TIME, version: '1', database: 'd' });
  const { heads, rows } = tableNumbers(page, 'refusals');
  assert.equal(heads.length, 6);
  assert.equal([heads[0], heads[5]], ['invalid_credentials', '2 others']);
  const day = (name: string) =>
    BUSY_MONTH.refusals_by_day.find((row) => row.day === '2026-11-22' && row.error_code === name)?.times as number;
  assert.equal(rows.get('2026-11-22')?.[0], day('invalid_credentials'));
  assert.equal(rows.get('2026-11-22')?.[5], day('bad_jwt') + day('validation_failed'));
  assert.is(tableNumbers(page, 'waits').rows.get('2026-11-13')?.[0], 86.5);
});

test('shows queues with waiting events, each with its number and oldest; rounds large values', () => {
  const shown = figures(renderReportPage({ data: BUSY_MONTH, now: REPORT_TIME, version: '1', database: 'd' }));
  assert.equal([shown['Webhooks waiting'], shown['Oldest webhook'], shown['Hooks waiting']], ['1,234', '2 h', '0']);
  assert.not.ok('Oldest hook' in shown);
  const waiting_jobs = [{ queue: 'hooks', jobs: 4_761_559_415, longest_seconds: 200_000_000 }];
  const large = figures(
    renderReportPage({ data: { ...BUSY_MONTH, waiting_jobs }, now: REPORT_TIME, version: '1', database: 'd' }),
  );
  assert.equal([large['Hooks waiting'], large['Oldest hook'], large.Users], ['4.762B', '2,315 days', '48,211']);
});

test('plots: grid lines at round numbers, bars as high as their numbers, each with a title', () => {
  assert.equal(computeAxisTicks(0), [0, 1]);
  assert.equal(computeAxisTicks(3), [0, 1, 2, 3]);
  assert.equal(computeAxisTicks(7), [0, 2, 4, 6, 8]);
  assert.equal(computeAxisTicks(10), [0, 3, 6, 9, 12]);
  assert.equal(computeAxisTicks(1000), [0, 250, 500, 750, 1000]);
  assert.equal([0, 999, 1500, 2e6].map(formatShortNumber), ['0', '999', '1.5k', '2M']);
  const series = [
    { name: 'a<b', values: [2, 4] },
    { name: 'c', values: [2, 0] },
  ];
  const svg = renderBarChart({ id: 'x', title: 'T & T', description: 'D', labels: ['2026-01-01', 'two'], series });
  const heights = [...svg.matchAll(/<rect [^>]*height="([\d.]+)"/g)].map(([, value]) => Number(value));
  assert.equal(heights, [91, 91, 182]);
  assert.match(svg, '<title id="x-title">T &amp; T</title><desc id="x-desc">D</desc>');
  assert.match(svg, '<title>1 Jan, a&lt;b: 2</title>');
});

test('exits with 2 for wrong usage; a file that cannot be written is an error', async () => {
  const stack = await startStack({ worker: false });
  const env = environmentFor(stack.db);
  assert.is((await runInside(['report', 'bans', '--html', 'x'], { env })).code, 2);
  assert.is((await runInside(['report', '--html', 'x', '--json'], { env })).code, 2);
  const ended = await runInside(['report', '--html', '/nowhere/x.html'], { env });
  await stack.close();
  assert.equal([ended.code, ended.stderr], [1, '/nowhere/x.html cannot be written (ENOENT).\n']);
});

test.run();
