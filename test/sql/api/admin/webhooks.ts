// Helpers for tests of webhooks and their events: a webhook, and errors.
import { randomUUID } from 'node:crypto';
import {
  type CallArguments,
  client,
  type ExpectedError,
  type SqlApi,
  settings,
} from '../../../support/database/sql_api.ts';
import { ADMIN } from './admin.ts';

export const READ_ARGUMENTS: CallArguments = { claims: ADMIN, settings: settings() };
export const WRITE_ARGUMENTS: CallArguments = { ...READ_ARGUMENTS, client };

export const NO_WEBHOOK: ExpectedError = [404, 'not_found', 'Webhook not found'];
export const NO_EVENT: ExpectedError = [404, 'not_found', 'Event not found'];
export const ALREADY_DELIVERED: ExpectedError = [
  422,
  'validation_failed',
  'The event was delivered, or is being delivered at this moment',
];
export const INVALID_URL: ExpectedError = [
  422,
  'validation_failed',
  'A webhook needs an http or https address of at most 2048 characters',
];
export const INVALID_KINDS: ExpectedError = [
  422,
  'validation_failed',
  'A webhook needs kinds of events that there are',
];

export const INVALID_URLS = [
  '',
  'example.com',
  'ftp://example.com',
  'https://a b',
  `https://example.com/${'x'.repeat(2048)}`,
];
export const UNKNOWN_KINDS = [[], ['user.created', 'user.lost'], ['*']];

export const WEBHOOK = { url: 'https://example.com/hook', kinds: ['user.created', 'user.updated'] };

/** Adds a webhook as the CLI does. */
export async function createWebhook(sql_api: SqlApi, more: CallArguments = {}): Promise<string> {
  const id = randomUUID();
  await sql_api.call('create_webhook', { ...WRITE_ARGUMENTS, ...WEBHOOK, id, secret: 'sealed', ...more });
  return id;
}
