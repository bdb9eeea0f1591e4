// Actions on messages, webhooks, providers and templates. Same form as in actions.ts.
import type { Action } from './actions.ts';
import { formatCount, showHidden, withSpaces } from './format.ts';

/**
 * Encodes a name for a path. Does not encode the colon of custom:name, because the console rejects paths that contain
 * `%` (rejectReservedCall() in console/server/handler.ts).
 */
const inPath = (name: string): string => encodeURIComponent(name).replaceAll('%3A', ':');

export const retryMessageAction = (message: { id: string; to: string }): Action => ({
  title: `Retry the message to ${showHidden(message.to)}`,
  verb: 'Retry',
  fn: 'auth_api.retry_message',
  path: `/admin/messages/${message.id}/retry`,
  body: {},
  operation: 'POST /admin/messages/{message_id}/retry',
  undo: 'Drop the message before it is sent.',
});

/** Returns the action that retries several messages. `error` is the server's response that they have in common. */
export const retryMessagesAction = (ids: readonly string[], error = ''): Action => ({
  title: `Retry ${formatCount(ids.length, 'message')}${error === '' ? '' : `: ${showHidden(error)}`}`,
  verb: 'Retry them',
  fn: 'auth_api.retry_message',
  path: '/admin/messages/$ID/retry',
  ids,
  body: {},
  type: String(ids.length),
  operation: 'POST /admin/messages/{message_id}/retry',
  undo: 'Drop the messages before they are sent.',
});

export const dropMessageAction = (message: { id: string; to: string }): Action => ({
  title: `Drop the message to ${showHidden(message.to)}`,
  verb: 'Drop',
  danger: true,
  fn: 'auth_api.drop_message',
  path: `/admin/messages/${message.id}/drop`,
  body: {},
  operation: 'POST /admin/messages/{message_id}/drop',
  undo: 'None.',
});

export const suppressAddressAction = (address: string): Action => ({
  title: `Suppress ${showHidden(address)}`,
  verb: 'Suppress',
  danger: true,
  fn: 'auth_api.suppress_address',
  path: '/admin/suppressions',
  body: { address },
  operation: 'POST /admin/suppressions',
  undo: 'Allow messages to the address again.',
});

export const endSuppressionAction = (address: string): Action => ({
  title: `Allow messages to ${showHidden(address)}`,
  verb: 'Allow',
  fn: 'auth_api.unsuppress_address',
  path: '/admin/suppressions/remove',
  body: { address },
  operation: 'POST /admin/suppressions/remove',
  undo: 'Suppress the address again.',
});

export const retryEventAction = (event: { id: string; kind: string }): Action => ({
  title: `Retry ${event.kind}`,
  verb: 'Retry',
  fn: 'auth_api.retry_webhook_event',
  path: `/admin/webhook-events/${event.id}/retry`,
  body: {},
  operation: 'POST /admin/webhook-events/{event_id}/retry',
  undo: 'Drop the event.',
});

export const retryEventsAction = (ids: readonly string[]): Action => ({
  title: `Retry ${formatCount(ids.length, 'event')}`,
  verb: 'Retry them',
  fn: 'auth_api.retry_webhook_event',
  path: '/admin/webhook-events/$ID/retry',
  ids,
  body: {},
  type: String(ids.length),
  operation: 'POST /admin/webhook-events/{event_id}/retry',
  undo: 'Drop the events.',
});

export const dropEventAction = (event: { id: string; kind: string }): Action => ({
  title: `Drop ${event.kind}`,
  verb: 'Drop',
  danger: true,
  fn: 'auth_api.drop_webhook_event',
  path: `/admin/webhook-events/${event.id}/drop`,
  body: {},
  operation: 'POST /admin/webhook-events/{event_id}/drop',
  undo: 'None.',
});

export const deleteWebhookAction = (webhook: { id: string; url: string }): Action => ({
  title: `Delete the webhook of ${showHidden(new URL(webhook.url).host)}`,
  verb: 'Delete the webhook',
  danger: true,
  fn: 'auth_api.delete_webhook',
  path: `/admin/webhooks/${webhook.id}`,
  type: new URL(webhook.url).host,
  operation: 'DELETE /admin/webhooks/{webhook_id}',
  undo: 'None. Add it again, with a new signing secret.',
});

export const deleteProviderAction = (provider: { identifier: string; name: string }): Action => ({
  title: `Delete the provider ${showHidden(provider.name)}`,
  verb: 'Delete the provider',
  danger: true,
  fn: 'auth_api.delete_custom_provider',
  path: `/admin/custom-providers/${inPath(provider.identifier)}`,
  type: provider.identifier,
  operation: 'DELETE /admin/custom-providers/{identifier}',
  undo: 'None. Add it again, with its client secret.',
});

export const deleteSsoProviderAction = (provider: { id: string }, name: string): Action => ({
  title: `Delete the identity provider ${showHidden(name)}`,
  verb: 'Delete the provider',
  danger: true,
  fn: 'auth_api.delete_sso_provider',
  path: `/admin/sso/providers/${provider.id}`,
  type: name,
  operation: 'DELETE /admin/sso/providers/{provider_id}',
  undo: 'None. A provider that is added again makes new accounts.',
});

export const fetchSsoMetadataAction = (provider: { id: string }, name: string): Action => ({
  title: `Fetch the metadata of ${showHidden(name)}`,
  verb: 'Fetch',
  fn: 'auth_api.change_sso_provider',
  path: `/admin/sso/providers/${provider.id}/metadata`,
  operation: 'POST /admin/sso/providers/{provider_id}/metadata',
  undo: 'None. The provider publishes what counts.',
});

export const createWebhookAction = (url: string, kinds: readonly string[]): Action => ({
  title: `Add the webhook ${showHidden(url)}`,
  verb: 'Add the webhook',
  fn: 'auth_api.create_webhook',
  path: '/admin/webhooks',
  body: { url, kinds },
  operation: 'POST /admin/webhooks',
  undo: 'Delete the webhook.',
});

export const rotateSecretAction = (webhook: { id: string; url: string; secrets: number }): Action =>
  webhook.secrets > 1
    ? {
        title: `Finish the rotation of ${showHidden(new URL(webhook.url).host)}`,
        verb: 'Sign with the new secret alone',
        fn: 'auth_api.change_webhook',
        path: `/admin/webhooks/${webhook.id}/rotate`,
        body: { finish: true },
        operation: 'POST /admin/webhooks/{webhook_id}/rotate',
        undo: 'None. Rotate once more.',
      }
    : {
        title: `Rotate the secret of ${showHidden(new URL(webhook.url).host)}`,
        verb: 'Make a new secret',
        fn: 'auth_api.change_webhook',
        path: `/admin/webhooks/${webhook.id}/rotate`,
        body: {},
        operation: 'POST /admin/webhooks/{webhook_id}/rotate',
        undo: 'Finish the rotation later; both secrets work until then.',
      };

export const testProviderAction = (name: string): Action => ({
  title: `Test the provider ${showHidden(name)}`,
  verb: 'Test',
  operation: 'POST /admin/providers/{name}/test',
  undo: 'Not needed.',
  fn: 'auth_api.record_test',
  path: `/admin/providers/${inPath(name)}/test`,
  body: {},
});

export const testSsoProviderAction = (provider: { id: string }, name: string): Action => ({
  title: `Test the identity provider ${showHidden(name)}`,
  verb: 'Test',
  operation: 'POST /admin/sso/providers/{provider_id}/test',
  undo: 'Not needed.',
  fn: 'auth_api.record_test',
  path: `/admin/sso/providers/${provider.id}/test`,
  body: {},
});

export const testHookAction = (name: string): Action => ({
  title: `Test the hook ${name}`,
  verb: 'Test',
  operation: 'POST /admin/hooks/{name}/test',
  undo: 'None for what a server does with the event.',
  fn: 'auth_api.test_hook',
  path: `/admin/hooks/${name}/test`,
  body: {},
});

export const testWebhookAction = (webhook: { id: string; url: string }): Action => ({
  title: `Send ${showHidden(new URL(webhook.url).host)} a test event`,
  verb: 'Send',
  operation: 'POST /admin/webhooks/{webhook_id}/test',
  undo: 'None for what a server does with the event.',
  fn: 'auth_api.record_test',
  path: `/admin/webhooks/${webhook.id}/test`,
  body: {},
});

const templatePath = (kind: string, locale: string): string => `/admin/templates/${kind}/${locale || 'default'}`;
const mailsOf = (kind: string, locale: string): string =>
  `${withSpaces(kind)} mails ${locale === '' ? 'in languages without a template of their own' : `in ${locale}`}`;

export const saveTemplateAction = (
  kind: string,
  locale: string,
  parts: { subject: string; html: string; text: string },
): Action => ({
  title: `Save the template of ${mailsOf(kind, locale)}`,
  verb: 'Save',
  operation: 'PUT /admin/templates/{kind}/{locale}',
  fn: 'auth_api.set_template',
  path: templatePath(kind, locale),
  body: parts,
  undo: 'Save the former text again, or remove the template.',
});

export const removeTemplateAction = (kind: string, locale: string): Action => ({
  title: `Remove the template of ${mailsOf(kind, locale)}`,
  verb: 'Remove',
  operation: 'DELETE /admin/templates/{kind}/{locale}',
  danger: true,
  fn: 'auth_api.set_template',
  path: templatePath(kind, locale),
  undo: 'None. Its text is not kept; copy it before.',
});

export const sendTestMailAction = (kind: string, address: string, body: Readonly<Record<string, unknown>>): Action => ({
  title: `Send the ${withSpaces(kind)} mail to ${showHidden(address)}`,
  verb: 'Send',
  operation: 'POST /admin/templates/send-test',
  fn: 'auth_api.prepare_test_mail',
  path: '/admin/templates/send-test',
  body,
  undo: 'None.',
});
