// postern user find: users by what is known of them, page by page.
import type { Command } from 'commander';
import type { Settings } from '../../core/settings/table.ts';
import { complain, print, printJson, table } from '../../core/terminal/output.ts';
import { UsageSentence } from '../../core/terminal/sentence.ts';
import { wireUser } from '../../core/wire_user.ts';
import type { Runner } from '../runner.ts';
import { environmentOf, readAdminSettings } from '../settings.ts';
import { type Answer, asAdmin, CONTEXT } from './surface.ts';

interface FindOptions {
  email?: string;
  phone?: string;
  provider?: string;
  userMetadata?: string;
  appMetadata?: string;
  oldest?: true;
  limit: string;
  cursor?: string;
  aud?: string;
  json?: true;
}

export function addFind(user: Command, run: Runner): void {
  user
    .command('find')
    .description('find users, the newest first; what is given must all be true of them')
    .argument('[text]', 'a part of an address, an id, or a part of a value in the metadata')
    .option('--email <address>', 'with exactly this e-mail address')
    .option('--phone <number>', 'with exactly this phone number')
    .option('--provider <name>', 'with an identity of this provider')
    .option('--user-metadata <json>', 'whose user_metadata contains this object')
    .option('--app-metadata <json>', 'whose app_metadata contains this object')
    .option('--oldest', 'the oldest first')
    .option('--limit <number>', 'users on a page, up to 1000', '50')
    .option('--cursor <cursor>', 'the page after the one that told this cursor')
    .option('--aud <audience>', 'of another audience than the configured one')
    .option('--json', 'as JSON')
    .action((text: string | undefined, own: FindOptions) =>
      run(async (options) => {
        return findUsers({ settings: await readAdminSettings(environmentOf(options)), text, ...own });
      })(),
    );
}

function findUsers(o: FindOptions & { settings: Settings; text?: string }): Promise<number> {
  const user_metadata = objectOf('--user-metadata', o.userMetadata);
  const app_metadata = objectOf('--app-metadata', o.appMetadata);
  return asAdmin(o.settings, async (admin) => {
    const { body } = (await admin.call('list_users', {
      ...CONTEXT,
      page: null,
      per_page: null,
      filter: null,
      sort: o.oldest === true ? 'created_at asc' : null,
      audience: o.aud ?? null,
      search: o.text ?? null,
      email: o.email ?? null,
      phone: o.phone ?? null,
      provider: o.provider ?? null,
      user_metadata,
      app_metadata,
      cursor: o.cursor ?? null,
      most: o.limit,
    })) as { body: { users: Answer[]; pagination: { next_cursor?: string } } };
    const users = body.users.map(wireUser);
    const { next_cursor } = body.pagination;
    if (o.json === true) {
      printJson({ users, ...(next_cursor === undefined ? {} : { next_cursor }) });
      return 0;
    }
    const rows = users.map((one) => [one.id, one.email, one.phone, one.role, one.created_at, one.last_sign_in_at]);
    print(table(['id', 'email', 'phone', 'role', 'created', 'last sign-in'], rows));
    // A page may be empty and not be the last: it is what was among the users that were looked at.
    complain(next_cursor === undefined ? 'no more' : `more: add --cursor ${next_cursor}`);
    return 0;
  });
}

function objectOf(option: string, text: string | undefined): object | null {
  if (text === undefined) return null;
  const fault = new UsageSentence(`${option} must be a JSON object such as '{"plan":"pro"}'`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fault;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault;
  return value;
}
