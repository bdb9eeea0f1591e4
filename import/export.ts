// Writes all users, except deleted ones, to a file in the format of an import, page by page.
import { type FileHandle, open, rm } from 'node:fs/promises';
import { WRITE_FUNCTION_ARGUMENTS } from '../core/surface_context.ts';
import { CommandError } from '../core/terminal/errors.ts';
import { print, printError, printJson } from '../core/terminal/output.ts';
import type { WithAdmin } from './admin.ts';
import { formatCsvLine } from './csv_text.ts';
import { USER_COLUMNS } from './row.ts';

export interface ExportOptions {
  asAdmin: WithAdmin;
  form: 'csv' | 'json';
  file: string;
  with_password_hashes: boolean;
  json: boolean;
}

interface Page {
  /** The users: column values for CSV, otherwise JSON texts. */
  users: (string | (string | null)[])[];
  last: string | null;
}

const PAGE = 500;
const PROGRESS = 10_000;

export async function exportUsers(o: ExportOptions): Promise<number> {
  const columns = USER_COLUMNS.filter((name) => name !== 'password_hash' || o.with_password_hashes);
  return o.asAdmin(async (admin) => {
    const pageAfter = async (after: string | null): Promise<Page> => {
      const args = { after, most: PAGE, columns: o.form === 'csv' ? columns : null };
      const { with_password_hashes } = o;
      return (await admin.call('export_users', {
        ...WRITE_FUNCTION_ARGUMENTS,
        ...args,
        with_password_hashes,
      })) as unknown as Page;
    };
    const first = await pageAfter(null);
    const file = await createExportFile(o.file);
    try {
      const users =
        o.form === 'csv' ? await writeCsv(file, columns, first, pageAfter) : await writeJson(file, first, pageAfter);
      await file.close();
      if (o.json) printJson({ users, file: o.file, password_hashes: o.with_password_hashes });
      else
        print(`${users} users are in ${o.file}, ${o.with_password_hashes ? 'with' : 'without'} their password hashes.`);
      return 0;
    } catch (error) {
      await file.close();
      await rm(o.file); // an incomplete export must not look complete
      throw error;
    }
  });
}

/** Creates the file with mode 0600. Never overwrites an existing file. */
async function createExportFile(path: string): Promise<FileHandle> {
  return open(path, 'wx', 0o600).catch((cause: unknown) => {
    const { code } = cause as { code?: string };
    const why = code === 'EEXIST' ? 'exists already: name another file' : `cannot be written (${code})`;
    throw new CommandError(`${path} ${why}.`, { cause, code: 'output_file' });
  });
}

type FetchPage = (after: string) => Promise<Page>;

async function* fetchPages(first: Page, next: FetchPage): AsyncGenerator<Page['users']> {
  let done = 0;
  for (let page = first; page.last !== null; page = await next(page.last)) {
    yield page.users;
    const before = done;
    done += page.users.length;
    if (Math.floor(done / PROGRESS) > Math.floor(before / PROGRESS)) printError(`${done} users`);
  }
}

async function writeCsv(file: FileHandle, columns: readonly string[], first: Page, next: FetchPage): Promise<number> {
  let users = 0;
  await file.appendFile(formatCsvLine(columns));
  for await (const page of fetchPages(first, next)) {
    await file.appendFile((page as (string | null)[][]).map(formatCsvLine).join(''));
    users += page.length;
  }
  return users;
}

async function writeJson(file: FileHandle, first: Page, next: FetchPage): Promise<number> {
  let users = 0;
  await file.appendFile('[');
  for await (const page of fetchPages(first, next)) {
    await file.appendFile(`${users > 0 ? ',' : ''}\n${page.join(',\n')}`);
    users += page.length;
  }
  await file.appendFile('\n]\n');
  return users;
}
