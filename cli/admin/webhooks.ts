// Adds, lists, changes, removes and tests webhooks, and rotates their secrets. A signing secret is generated here,
// sealed and printed once.
import { randomUUID } from 'node:crypto';
import { newSecret } from '../../core/hooks/signed_post.ts';
import { attemptDelivery } from '../../core/hooks/webhook_attempt.ts';
import type { KeyRing } from '../../core/keys/ring.ts';
import { maskUrl } from '../../core/masked_url.ts';
import { isLoopback } from '../../core/outgoing.ts';
import type { Settings } from '../../core/settings/table.ts';
import { CommandError, UsageError } from '../../core/terminal/errors.ts';
import { formatTable, print, printJson } from '../../core/terminal/output.ts';
import { createServerRing } from '../keys/server_ring.ts';
import { type readCommandEnvironment, readKeySettings } from '../settings.ts';
import { type Admin, type AdminResult, CHANGING, CONTEXT, withAdmin } from './admin_functions.ts';

interface OutputOptions {
  settings: Settings;
  environment: ReturnType<typeof readCommandEnvironment>;
  json: boolean;
}

interface Webhook extends AdminResult {
  id: string;
  url: string;
  kinds: string[];
  /** Signing secrets in sealed form. */
  secrets: string[];
}

export function addWebhook(o: OutputOptions & { url: string; kinds: readonly string[] }): Promise<number> {
  const url = parseWebhookUrl(o.url);
  return withAdmin(o.settings, async (admin) => {
    const ring = await createRing(o.environment);
    const id = randomUUID();
    const secret = newSecret();
    const args = { ...CHANGING, id, url, kinds: listed(o.kinds), secret: ring.seal(secret, id) };
    const added = withoutSecrets(await admin.call('create_webhook', args));
    if (o.json) printJson({ ...added, secret });
    else print(`added webhook ${id}\nsigning secret, not shown again: ${secret}`);
    return 0;
  });
}

export function listWebhooks(o: OutputOptions): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const webhooks = (await fetchWebhooks(admin)).map(withoutSecrets);
    const cells = webhooks.map((w) => [
      w.id,
      maskUrl(String(w.url)),
      (w.kinds as string[]).join(' '),
      w.waiting,
      w.failed,
    ]);
    if (o.json) printJson({ webhooks });
    else print(formatTable(['id', 'url', 'kinds', 'waiting', 'failed'], cells));
    return 0;
  });
}

export function changeWebhook(
  o: OutputOptions & { id: string; url: string | null; kinds: readonly string[] | null },
): Promise<number> {
  if (o.url === null && o.kinds === null) throw new UsageError('add --url or --kind');
  const url = o.url === null ? null : parseWebhookUrl(o.url);
  return withAdmin(o.settings, async (admin) => {
    const args = { ...CHANGING, webhook_id: o.id, url, kinds: o.kinds && listed(o.kinds), secrets: null };
    const changed = withoutSecrets(await admin.call('change_webhook', args));
    if (o.json) printJson(changed);
    else print(`changed webhook ${String(changed.id)}`);
    return 0;
  });
}

export function rotateSecret(o: OutputOptions & { id: string; finish: boolean }): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const { id, secrets } = await fetchWebhook(admin, o.id);
    const [newest = ''] = secrets;
    if (o.finish) {
      const args = { ...CHANGING, webhook_id: id, url: null, kinds: null, secrets: listed([newest]) };
      const changed = withoutSecrets(await admin.call('change_webhook', args));
      if (o.json) printJson(changed);
      else print(`webhook ${id} signs with its newest secret only`);
      return 0;
    }
    const secret = newSecret();
    const sealed = (await createRing(o.environment)).seal(secret, id);
    const args = { ...CHANGING, webhook_id: id, url: null, kinds: null, secrets: listed([sealed, newest]) };
    const changed = withoutSecrets(await admin.call('change_webhook', args));
    if (o.json) printJson({ ...changed, secret });
    else print(`webhook ${id} signs with both secrets\nnew signing secret, not shown again: ${secret}`);
    return 0;
  });
}

export function removeWebhook(o: OutputOptions & { id: string }): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const removed = withoutSecrets(await admin.call('delete_webhook', { ...CHANGING, webhook_id: o.id }));
    if (o.json) printJson(removed);
    else print(`removed webhook ${String(removed.id)}`);
    return 0;
  });
}

export function testWebhook(o: OutputOptions & { id: string }): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const webhook = await fetchWebhook(admin, o.id);
    const ring = await createRing(o.environment);
    const created_at = new Date().toISOString();
    const event = { id: randomUUID(), kind: 'webhook.test', data: {}, attempt: 1, created_at };
    const { outcome, error } = await attemptDelivery(
      { event, webhook },
      { ring, timeout_ms: o.settings.webhook_timeout * 1000 },
    );
    if (o.json) printJson({ event_id: event.id, outcome, error });
    else
      print(
        outcome === 'delivered' ? 'The server accepted the event.' : `The server did not accept the event: ${error}`,
      );
    return outcome === 'delivered' ? 0 : 1;
  });
}

/** Returns a Postgres array literal. Event kinds and sealed secrets need no quoting. */
const listed = (words: readonly string[]): string => `{${words.join(',')}}`;

/**
 * Returns the text if it is an https URL without a login. http is allowed only to this machine, because events contain
 * user data. Throws a UsageError otherwise.
 */
function parseWebhookUrl(text: string): string {
  const url = URL.canParse(text) && !/\s/.test(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw new UsageError('the URL must be an https URL');
  if (url.protocol === 'http:' && !isLoopback(url))
    throw new UsageError('the URL must be an https URL, or an http URL on this machine');
  if (url.username || url.password)
    throw new UsageError('the URL must not contain a login: each event is signed with a secret');
  return text;
}

async function createRing(environment: ReturnType<typeof readCommandEnvironment>): Promise<KeyRing> {
  return createServerRing(await readKeySettings(environment), { as: 'worker', sealed: 'secrets are' });
}

async function fetchWebhooks(admin: Admin): Promise<Webhook[]> {
  return ((await admin.call('list_webhooks', CONTEXT)) as { webhooks: Webhook[] }).webhooks;
}

async function fetchWebhook(admin: Admin, id: string): Promise<Webhook> {
  const found = (await fetchWebhooks(admin)).find((webhook) => webhook.id === id.toLowerCase());
  if (found === undefined) throw new CommandError('Webhook not found (not_found)', { code: 'not_found' });
  return found;
}

/** Replaces the sealed secrets by the number of secrets. */
function withoutSecrets({ secrets, ...rest }: AdminResult): AdminResult {
  return { ...rest, secrets: (secrets as unknown[]).length };
}
