// runner: when=deploy,optional/telemetry

// Debian's Prometheus scrapes Postern and evaluates every expression of the dashboard. promtool shows that each alert
// fires.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { findPromtool, type Prometheus, runPromtool, startPrometheus } from '../../support/clients/prometheus.ts';
import { METRICS_SETTINGS, parseSamples, type Sample, scrapeMetrics } from '../../support/clients/scrape.ts';
import { cannotRun } from '../../support/processes/cannot_run.ts';
import { temporaryFolder } from '../../support/processes/process.ts';
import { confirmedUser, type Stack, startStack } from '../../support/processes/stack.ts';

const KIT = fileURLToPath(new URL('../../../deploy/telemetry/', import.meta.url));
const tool = findPromtool();

/** Series that make each alert fire (initial value and increment per minute), and the alert's labels. */
const FIRING: Readonly<Record<string, { series: Record<string, string>; labels?: Record<string, string> }>> = {
  PosternDown: {
    series: { 'up{job="postern",instance="a"}': '0x60', postern_running: '1x60' },
    labels: { job: 'postern', instance: 'a' },
  },
  PosternFaults: {
    series: { 'http_status_codes_total{code="200"}': '0+98x60', 'http_status_codes_total{code="503"}': '0+2x60' },
  },
  PosternSlow: {
    series: {
      'http_server_request_duration_bucket{http_route="/token",le="2.5"}': '0+0x60',
      'http_server_request_duration_bucket{http_route="/token",le="5"}': '0+60x60',
      'http_server_request_duration_bucket{http_route="/token",le="+Inf"}': '0+60x60',
    },
    labels: { http_route: '/token' },
  },
  PosternHashLine: {
    series: { 'postern_hash_wait_duration_count{outcome="refused"}': '0+60x60', postern_hash_waiting: '0x60' },
  },
  PosternConnections: {
    series: { 'db_client_connection_pending_requests{db_client_connection_pool_name="hash"}': '11x60' },
    labels: { db_client_connection_pool_name: 'hash' },
  },
  PosternMessagesLate: {
    series: {
      'postern_queue_age{messaging_destination_name="mail"}': '61x60',
      'postern_queue_age{messaging_destination_name="sms"}': '60x60',
    },
    labels: { messaging_destination_name: 'mail' },
  },
  PosternMessagesFail: {
    series: {
      'postern_messages_total{channel="mail",outcome="sent"}': '0+70x60',
      'postern_messages_total{channel="mail",outcome="failed"}': '0+30x60',
      'postern_messages_total{channel="sms",outcome="sent"}': '0+99x60',
      'postern_messages_total{channel="sms",outcome="rejected"}': '0+1x60',
    },
    labels: { channel: 'mail' },
  },
  PosternPasswordsGuessed: {
    series: {
      'postern_sign_ins_total{method="password",outcome="refused"}': '0+120x60',
      'postern_sign_ins_total{method="password",outcome="ok"}': '0+20x60',
    },
  },
  PosternLimits: {
    series: {
      'postern_refusals_total{error_code="over_request_rate_limit"}': '0+120x60',
      'postern_refusals_total{error_code="bad_json"}': '0+120x60',
    },
    labels: { error_code: 'over_request_rate_limit' },
  },
  PosternEventLoop: { series: { nodejs_eventloop_delay_p99: '0.6x60' } },
};
/** Series of a healthy service. */
const QUIET: Readonly<Record<string, string>> = {
  'up{job="postern",instance="a"}': '1x60',
  postern_running: '1x60',
  'http_status_codes_total{code="200"}': '0+995x60',
  'http_status_codes_total{code="503"}': '0+5x60',
  'http_server_request_duration_bucket{http_route="/token",le="1"}': '0+60x60',
  'http_server_request_duration_bucket{http_route="/token",le="+Inf"}': '0+60x60',
  'postern_hash_wait_duration_count{outcome="refused"}': '0+1x60',
  postern_hash_waiting: '20x60',
  'db_client_connection_pending_requests{db_client_connection_pool_name="hash"}': '10x60',
  'postern_queue_age{messaging_destination_name="mail"}': '60x60',
  'postern_messages_total{channel="mail",outcome="sent"}': '0+90x60',
  'postern_messages_total{channel="mail",outcome="failed"}': '0+10x60',
  'postern_sign_ins_total{method="password",outcome="refused"}': '0+90x60',
  'postern_sign_ins_total{method="password",outcome="ok"}': '0+20x60',
  'postern_refusals_total{error_code="over_request_rate_limit"}': '0+30x60',
  nodejs_eventloop_delay_p99: '0.4x60',
};

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string };
}
const { groups } = parse(readFileSync(join(KIT, 'alerts.yml'), 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

const listed = (series: Readonly<Record<string, string>>) =>
  Object.entries(series).map(([name, values]) => ({ series: name, values }));

/** Returns the alert that promtool's unit test expects after half an hour. */
function expectedAlert({ alert, labels: { severity }, annotations: { summary } }: Rule): object {
  const { labels = {} } = FIRING[alert] ?? {};
  const text = summary.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, name: string) => labels[name] ?? '');
  return { exp_labels: { severity, ...labels }, exp_annotations: { summary: text } };
}

if ('cannot' in tool) cannotRun('what Prometheus makes of metrics and of the kit', tool.cannot);
else {
  const { program } = tool;
  let stack: Stack;
  let prometheus: Prometheus;
  test.before(async () => {
    stack = await startStack({ env: METRICS_SETTINGS });
    prometheus = await startPrometheus(program, { target: Number(stack.telemetry?.prometheus_port) });
  });
  test.after(async () => {
    await prometheus?.stop();
    await stack?.close();
  });

  test('Prometheus scrapes the unmodified text and has each sample that the other parser reads', async () => {
    const user = await confirmedUser(stack);
    const sign = (password: string) => stack.post('/token?grant_type=password', { email: user.email, password });
    for (let times = 0; times < 3; times += 1) await sign(user.password);
    for (let times = 0; times < 2; times += 1) await sign('wrong');
    await prometheus.fetched(3);
    const text = await scrapeMetrics(stack);
    // Runtime and queue metrics change between two scrapes.
    const steady = ({ name, labels }: Sample): boolean =>
      /^(http_|postern_(sign_ins|refusals|hash_wait|messages|message_))/.test(name) &&
      !('le' in labels && labels.le !== '+Inf');
    const ours = parseSamples(text).filter(steady);
    assert.ok(ours.length > 20);
    for (const { name, labels, value } of ours) {
      const matchers = Object.entries(labels).map(([label, is]) => `${label}=${JSON.stringify(is)}`);
      const found = await prometheus.query(`${name}{${matchers.join(',')}}`);
      assert.equal(
        found.map((one) => one.value),
        [value],
        `${name}${JSON.stringify(labels)}`,
      );
    }
    assert.equal(
      (await prometheus.query('sum by (outcome) (postern_sign_ins_total{method="password"})'))
        .map(({ metric, value }) => [metric.outcome, value])
        .sort(),
      [
        ['ok', 3],
        ['refused', 2],
      ],
    );
    const linted = runPromtool(program, ['check', 'metrics'], text);
    // promtool's naming rules differ from OpenTelemetry's: base units as suffix, "total" only for counters. Any other
    // finding is a fault.
    const faults = linted.output
      .split('\n')
      .filter((line) => line !== '' && !/use base unit|should have|non-histogram|abbreviated|no help text/.test(line));
    assert.equal(faults, []);
  });

  test('every expression of the dashboard and of the alerts evaluates, and those with expected data return it', async () => {
    await prometheus.fetched(3);
    const { panels } = JSON.parse(readFileSync(join(KIT, 'dashboard.json'), 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    const empty: string[] = [];
    for (const { title, targets } of panels)
      for (const { expr } of targets) {
        const found = await prometheus.query(expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'));
        if (found.length === 0) empty.push(title);
      }
    assert.equal(empty, ['Refusals by limit'], 'nobody has run into a limit');
    for (const { alert, expr } of rules)
      assert.equal(await prometheus.query(expr), [], `${alert} does not fire where all is well`);
  });

  test('the kit’s files are valid, each alert fires when it should, and none fires for a healthy service', () => {
    for (const [what, file] of [
      ['config', 'prometheus.yml'],
      ['rules', 'alerts.yml'],
    ] as const) {
      const { code, output } = runPromtool(program, ['check', what, join(KIT, file)]);
      assert.is(code, 0, output);
    }
    assert.equal(rules.map(({ alert }) => alert).sort(), Object.keys(FIRING).sort());
    const asked = (series: Readonly<Record<string, string>>, fires: (rule: Rule) => boolean) => ({
      interval: '1m',
      input_series: listed(series),
      alert_rule_test: rules
        .filter((rule) => fires(rule) || series === QUIET)
        .map((rule) => ({
          eval_time: '30m',
          alertname: rule.alert,
          exp_alerts: fires(rule) ? [expectedAlert(rule)] : [],
        })),
    });
    const tests = [
      asked(QUIET, () => false),
      ...rules.map((rule) => asked(FIRING[rule.alert]?.series ?? {}, (one) => one === rule)),
    ];
    const folder = temporaryFolder();
    try {
      mkdirSync(join(folder.path, 'rules'));
      const file = join(folder.path, 'rules', 'tests.yml');
      const judged = (rule_file: string) => {
        writeFileSync(file, JSON.stringify({ rule_files: [rule_file], evaluation_interval: '1m', tests }));
        return runPromtool(program, ['test', 'rules', file]);
      };
      const { code, output } = judged(join(KIT, 'alerts.yml'));
      assert.is(code, 0, output);
      // With a threshold of 90 instead of 60, the unit test of the alerts must fail.
      const wrong = join(folder.path, 'rules', 'wrong.yml');
      writeFileSync(
        wrong,
        readFileSync(join(KIT, 'alerts.yml'), 'utf8').replace('(postern_queue_age) > 60', '(postern_queue_age) > 90'),
      );
      assert.is(judged(wrong).code, 1);
    } finally {
      folder.remove();
    }
  });
}

test.run();
