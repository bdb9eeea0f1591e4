// postern user find: prints one page of the users that match all given criteria: text, address, provider, metadata.
import type { Command } from 'commander';
import type { Settings } from '../../core/settings/table.ts';
import { UsageError } from '../../core/terminal/errors.ts';
import { formatTable, print, printError, printJson } from '../../core/terminal/output.ts';
import { toWireUser } from '../../core/wire_user.ts';
import type { Runner } from '../runner.ts';
import { readAdminSettings, readCommandEnvironment } from '../settings.ts';
import { type AdminResult, CONTEXT, withAdmin } from './admin_functions.ts';

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

export function addFindCommand(user: Command, run: Runner): void {
  user
    .command('find')
    .description('Find users that match all criteria, newest first.')
    .argument('[text]', 'part of an address, an id, or part of a metadata value')
    .option('--email <address>', 'exact e-mail address')
    .option('--phone <number>', 'exact phone number')
    .option('--provider <name>', 'only users with an identity of this provider')
    .option('--user-metadata <json>', 'only users whose user_metadata contains this object')
    .option('--app-metadata <json>', 'only users whose app_metadata contains this object')
    .option('--oldest', 'list the oldest first')
    .option('--limit <number>', 'users per page, up to 1000', '50')
    .option('--cursor <cursor>', 'cursor printed with the previous page')
    .option('--aud <audience>', 'audience; default: the configured one')
    .option('--json', 'print JSON')
    .action((text: string | undefined, own: FindOptions) =>
      run(async (options) => {
        return findUsers({ settings: await readAdminSettings(readCommandEnvironment(options)), text, ...own });
      })(),
    );
}

function findUsers(o: FindOptions & { settings: Settings; text?: string }): Promise<number> {
  const user_metadata = parseObjectOption('--user-metadata', o.userMetadata);
  const app_metadata = parseObjectOption('--app-metadata', o.appMetadata);
  return withAdmin(o.settings, async (admin) => {
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
    })) as { body: { users: AdminResult[]; pagination: { next_cursor?: string } } };
    const users = body.users.map(toWireUser);
    const { next_cursor } = body.pagination;
    if (o.json === true) {
      printJson({ users, ...(next_cursor === undefined ? {} : { next_cursor }) });
      return 0;
    }
    const rows = users.map((one) => [one.id, one.email, one.phone, one.role, one.created_at, one.last_sign_in_at]);
    print(formatTable(['id', 'email', 'phone', 'role', 'created', 'last sign-in'], rows));
    // A page may be empty without being the last, because each call reads a limited number of users.
    printError(next_cursor === undefined ? 'No more users.' : `Next page: add --cursor ${next_cursor}`);
    return 0;
  });
}

function parseObjectOption(option: string, text: string | undefined): object | null {
  if (text === undefined) return null;
  const fault = new UsageError(`${option} must be a JSON object such as '{"plan":"pro"}'`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fault;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault;
  return value;
}
