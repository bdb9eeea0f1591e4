// Helpers of the tests of webhooks and their events: a webhook, and the errors of their functions.
import { randomUUID } from 'node:crypto';
import { type Args, client, type Expected, type Surface, settings } from '../../../support/database/surface.ts';
import { ADMIN } from './admin.ts';

export const READING: Args = { claims: ADMIN, settings: settings() };
export const CHANGING: Args = { ...READING, client };

export const NO_WEBHOOK: Expected = [404, 'not_found', 'Webhook not found'];
export const NO_EVENT: Expected = [404, 'not_found', 'Event not found'];
export const SENT: Expected = [
  422,
  'validation_failed',
  'The event was delivered, or is being delivered at this moment',
];
export const URL_WRONG: Expected = [
  422,
  'validation_failed',
  'A webhook needs an http or https address of at most 2048 characters',
];
export const KINDS_WRONG: Expected = [422, 'validation_failed', 'A webhook needs kinds of events that there are'];

export const URLS_WRONG = [
  '',
  'example.com',
  'ftp://example.com',
  'https://a b',
  `https://example.com/${'x'.repeat(2048)}`,
];
export const KINDS_UNKNOWN = [[], ['user.created', 'user.lost'], ['*']];

export const SERVER = { url: 'https://example.com/hook', kinds: ['user.created', 'user.updated'] };

/** Adds a webhook as the command line does. */
export async function addedServer(surface: Surface, more: Args = {}): Promise<string> {
  const id = randomUUID();
  await surface.call('create_webhook', { ...CHANGING, ...SERVER, id, secret: 'sealed', ...more });
  return id;
}
