// Dialog with the result of a test of a provider, hook or webhook.

import { formatCount } from './format.ts';
import { Icon, type IconName } from './icons.ts';
import { Badge, Dialog, Name } from './parts.ts';
import { type Children, html, signal, type View } from './view.ts';

export interface ProviderTestResult {
  provider: string;
  ok: boolean;
  ms: number;
  findings: readonly { check: string; state: 'ok' | 'warning' | 'unknown' | 'failed'; says: string; advice: string }[];
}

export interface HookTestResult {
  hook: string;
  ok: boolean;
  ms: number;
  answer: object | null;
  wrong: string | null;
  error: string | null;
}

export interface WebhookTestResult {
  outcome: 'delivered' | 'failed' | 'rejected';
  error: string | null;
  ms: number;
}

interface Result {
  title: string;
  ok: boolean;
  ms: number;
  inside: Children;
}

const result = signal<Result | null>(null);

const CHECKS: Readonly<Record<string, string>> = {
  settings: 'Settings',
  discovery: 'Discovery document',
  keys: 'Signing keys',
  redirect: 'Authorization page',
  secret: 'Client secret',
  metadata: 'Metadata',
  certificate: 'Certificate',
  clock: 'Clock',
};
const SIGNS = { ok: 'check', warning: 'warn', unknown: 'info', failed: 'cross' } as const satisfies Record<
  string,
  IconName
>;

/** Shows the result. `name` is the provider's display name. */
export function showProviderTest({ provider, ok, ms, findings }: ProviderTestResult, name = provider): void {
  const failed = findings.filter(({ state }) => state === 'failed').length;
  result.value = {
    title: ok ? `${name} answers` : `${name}: ${formatCount(failed, 'check')} failed`,
    ok,
    ms,
    inside: html`<ol class="checks">${findings.map((one) => html`<li class=${one.state === 'failed' ? 'bad' : one.state === 'ok' ? 'ok' : ''}><span class="dot"><${Icon} name=${SIGNS[one.state]} /></span><div><strong>${CHECKS[one.check] ?? one.check}</strong> ${one.state === 'ok' ? null : html`<${Badge} tone=${one.state === 'failed' ? 'bad' : 'warn'}>${one.state}<//>`}<p class="quiet"><${Name} text=${one.says} /></p>${one.advice ? html`<p class="quiet">To do: <${Name} text=${one.advice} /></p>` : null}</div></li>`)}</ol>`,
  };
}

export function showHookTest({ hook, ok, ms, answer, wrong, error }: HookTestResult): void {
  const fault = error ?? wrong;
  result.value = {
    title: ok
      ? `${hook} answers`
      : error === null
        ? `Requests would fail with the answer of ${hook}`
        : `${hook} failed`,
    ok,
    ms,
    inside: html`${fault === null ? null : html`<p class="ink-bad"><${Name} text=${fault} /></p>`}${answer === null ? null : html`<pre class="json" tabindex="0" role="region" aria-label="Answer of the hook"><bdi>${JSON.stringify(answer, null, 2)}</bdi></pre>`}`,
  };
}

export function showWebhookTest(host: string, { outcome, error, ms }: WebhookTestResult): void {
  const ok = outcome === 'delivered';
  result.value = {
    title: ok ? `${host} accepted the event` : `${host} did not accept the event`,
    ok,
    ms,
    inside: ok
      ? html`<p class="quiet">Its type is <code>webhook.test</code>, and it has no data of a user.</p>`
      : html`<p class="ink-bad"><${Name} text=${error ?? outcome} /></p>`,
  };
}

export function TestDialog(): View {
  const shown = result.value;
  return html`<${Dialog} open=${shown !== null} label="tested-title" onClose=${() => {
    result.value = null;
  }}>${shown ? html`<h2 id="tested-title"><${Icon} name=${shown.ok ? 'check' : 'warn'} /> <bdi>${shown.title}</bdi></h2><p class="quiet">It took ${shown.ms} ms.</p>${shown.inside}<form method="dialog" class="dialog-foot"><button type="submit" class="primary">Close</button></form>` : null}<//>`;
}
