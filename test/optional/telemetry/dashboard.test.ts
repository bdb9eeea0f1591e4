// Every expression of the dashboard and the alerts parses with Prometheus' grammar, and every metric and label in it
// occurs in a real scrape.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parser } from '@prometheus-io/lezer-promql';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { parseSamples, type Sample, scrapeMetrics } from '../../support/clients/scrape.ts';
import { confirmedUser, type Stack, startStack } from '../../support/processes/stack.ts';

const file = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/telemetry/${name}`, import.meta.url)), 'utf8');

interface Panel {
  id: number;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { expr: string; legendFormat: string }[];
}
interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string };
}

const { panels } = JSON.parse(file('dashboard.json')) as { panels: Panel[] };
const { groups } = parse(file('alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const expressions = [
  ...panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }) => ({ where: title, expr, words: legendFormat })),
  ),
  ...rules.map(({ alert, expr, annotations }) => ({
    where: alert,
    expr,
    words: annotations.summary.replaceAll('$labels.', ''),
  })),
];

/** Parses an expression. Returns its errors, metrics, and the labels that it matches or groups by. */
function parseExpression(expr: string): { faults: number; metrics: string[]; labels: string[] } {
  // Grafana replaces this variable.
  const text = expr.replaceAll('$__rate_interval', '1m');
  const found = { faults: 0, metrics: [] as string[], labels: [] as string[] };
  parser.parse(text).iterate({
    enter: (node) => {
      const word = text.slice(node.from, node.to);
      if (node.type.isError) found.faults += 1;
      if (node.name === 'Identifier' && node.node.parent?.name === 'VectorSelector') found.metrics.push(word);
      if (node.name === 'LabelName') found.labels.push(word);
    },
  });
  return found;
}

/** Metrics and labels that Prometheus adds. */
const ADDED = new Set(['up', 'instance', 'job', 'le']);

let shown: Sample[];
let stack: Stack;
test.before(async () => {
  stack = await startStack({
    env: {
      SVC_METRICS_ENABLED: 'true',
      SVC_METRICS_EXPORTER: 'prometheus',
      OTEL_EXPORTER_PROMETHEUS_HOST: '127.0.0.1',
      OTEL_EXPORTER_PROMETHEUS_PORT: '0',
    },
  });
  const user = await confirmedUser(stack);
  await stack.post('/token?grant_type=password', { email: user.email, password: 'wrong' });
  shown = parseSamples(await scrapeMetrics(stack));
});
test.after(() => stack?.close());

test('every expression parses', () => {
  assert.ok(panels.length >= 15 && rules.length >= 8);
  for (const { where, expr } of expressions) {
    const { faults, metrics } = parseExpression(expr);
    assert.is(faults, 0, `${where}: ${expr}`);
    assert.ok(metrics.length > 0, where);
  }
  assert.ok(parseExpression('sum(rate(a{b="c"}[5m)').faults > 0, 'a broken one is seen');
  assert.equal(parseExpression('sum by (x) (rate(a{b="c"}[5m]))'), { faults: 0, metrics: ['a'], labels: ['x', 'b'] });
});

test('every metric and label occurs in a scrape', () => {
  const names = new Set(shown.map(({ name }) => name));
  for (const { where, expr, words } of expressions) {
    const { metrics, labels } = parseExpression(expr);
    for (const metric of metrics) assert.ok(ADDED.has(metric) || names.has(metric), `${where}: ${metric}`);
    const known = new Set(shown.filter(({ name }) => metrics.includes(name)).flatMap((one) => Object.keys(one.labels)));
    const used_labels = [...words.matchAll(/\{\{ ?(\w+) ?\}\}/g)].map(([, label = '']) => label);
    for (const label of [...labels, ...used_labels])
      assert.ok(ADDED.has(label) || known.has(label), `${where}: ${label}`);
  }
});

test('metrics about the database, which every worker reports, are not summed', () => {
  const shared = expressions.filter(({ expr }) => /postern_(?:sessions|queue)_/.test(expr));
  assert.ok(shared.length >= 4);
  for (const { where, expr } of shared) {
    assert.match(expr, /^max(?: by \([\w, ]+\))? \(|^max\(/, `${where}: ${expr}`);
    assert.not.match(expr, /\bsum\b/, where);
  }
});

test('panels have unique ids and do not overlap; each alert has a severity and a summary', () => {
  assert.is(new Set(panels.map(({ id }) => id)).size, panels.length);
  for (const a of panels)
    for (const b of panels) {
      if (a.id >= b.id) continue;
      const [p, q] = [a.gridPos, b.gridPos];
      assert.ok(p.x + p.w <= q.x || q.x + q.w <= p.x || p.y + p.h <= q.y || q.y + q.h <= p.y, `${a.title}, ${b.title}`);
    }
  for (const { alert, labels, annotations, for: lasts } of rules) {
    assert.ok(['page', 'ticket'].includes(labels.severity), alert);
    assert.match(annotations.summary, /^[A-Z].*\.$/, alert);
    assert.match(lasts, /^\d+m$/, alert);
  }
  const { rule_files, scrape_configs } = parse(file('prometheus.yml')) as {
    rule_files: string[];
    scrape_configs: { job_name: string }[];
  };
  assert.equal([rule_files, scrape_configs.map(({ job_name }) => job_name)], [['alerts.yml'], ['postern']]);
});

test.run();
