// Settings of the operator's hooks.
import { HOOKS, type HookName, parseHookSecrets, parseHookUri } from '../../hooks/hook.ts';
import { bool, type Row } from '../row.ts';

const ASKED: Readonly<Record<HookName, string>> = {
  custom_access_token: 'for the claims of every access token',
  send_email: 'to send mails, instead of SMTP',
  send_sms: 'to send SMS, instead of a gateway',
  mfa_verification_attempt: 'after every attempt with a second factor',
  password_verification_attempt: 'after every attempt with a password',
  before_user_created: 'before a user is created',
  after_user_created: 'after a user was created',
  merge_users: "to move the application's rows when accounts are merged; a function",
};

const checked = (type: string, doc: string, check: (text: string) => unknown, secret: boolean): Row<string> => ({
  type,
  parse: (text) => {
    if (text !== '') check(text);
    return text;
  },
  default: '',
  doc,
  secret,
});

type HookTable = { [N in HookName as `hook_${N}_enabled`]: Row<boolean> } & {
  [N in HookName as `hook_${N}_uri` | `hook_${N}_secrets`]: Row<string>;
};

export const HOOK_SETTINGS = Object.fromEntries(
  HOOKS.flatMap((name) => [
    [`hook_${name}_enabled`, bool(false, `Enable the hook that is called ${ASKED[name]} (docs/hooks.md).`)],
    [
      `hook_${name}_uri`,
      checked('URI', 'URI of the hook: `pg-functions://postgres/schema/function` or `https://…`.', parseHookUri, false),
    ],
    [
      `hook_${name}_secrets`,
      checked('secrets', 'Signing secrets of the hook: `v1,whsec_…`, separated by `|`.', parseHookSecrets, true),
    ],
  ]),
) as unknown as HookTable;
