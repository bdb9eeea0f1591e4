// Imports users of a file in batches. Each call of import_users() is a transaction. Rejected users are written to
// another file, in a dry run only with --rejected.
import { basename } from 'node:path';
import { WRITE_FUNCTION_ARGUMENTS } from '../core/surface_context.ts';
import { askConfirmation } from '../core/terminal/ask.ts';
import { CommandError } from '../core/terminal/errors.ts';
import { print, printError, printErrorWithBackpressure, printJson } from '../core/terminal/output.ts';
import type { Admin, WithAdmin } from './admin.ts';
import { readCsv } from './csv.ts';
import { DigestSet } from './digest_set.ts';
import { readJson } from './json.ts';
import { createRejectedFile } from './rejected.ts';
import type { RowError, UserReader, UserRow } from './row.ts';

export interface ImportOptions {
  asAdmin: WithAdmin;
  form: 'csv' | 'json';
  file: string;
  apply: boolean;
  yes: boolean;
  json: boolean;
  /** True to count rejected users and not list them. */
  summary: boolean;
  /** File for rejected users. Default: a file in the folder of the imported file; none in a dry run. */
  rejected: string | undefined;
}

interface UserVerdict {
  state: 'new' | 'present' | 'refused';
  keys?: string[];
  column?: string;
  refused?: { message: string };
}

interface RunningBatch {
  rows: readonly UserRow[];
  asked: Promise<Map<UserRow, UserVerdict>>;
}

/** A batch ends with the user that reaches one of these limits, so that its call ends within the statement timeout. */
const BATCH = { users: 500, characters: 1024 * 1024 };
const PROGRESS = 10_000;
/** Approximate maximum number of users that one call counts per audience. */
const COUNTED_AT_ONCE = 20_000;
const TWICE = 'repeats the id, an address or an identity of an earlier line';

const READERS: Record<ImportOptions['form'], (file: string) => UserReader> = { csv: readCsv, json: readJson };

export async function importUsers(o: ImportOptions): Promise<number> {
  if (o.apply) await askConfirmation(`Import the users of ${basename(o.file)}?`, o.yes);
  return o.asAdmin(async (admin) => {
    const counts = { new: 0, present: 0, rejected: 0 };
    const reader = READERS[o.form](o.file);
    const rejected = createRejectedFile(o, () => reader.heading());
    const seen = new DigestSet();
    const name = basename(o.file);

    const reject = async (row: UserRow, { column, message }: RowError): Promise<void> => {
      counts.rejected += 1;
      const reason = column === undefined ? message : `column ${column}: ${message}`;
      if (!o.summary) await printErrorWithBackpressure(`${name}, line ${row.line}, ${reason}`);
      await rejected.write(row.again(reason));
    };

    const judge = async (row: UserRow, verdict: UserVerdict): Promise<void> => {
      const { state, keys = [], column, refused } = verdict;
      if (state === 'refused') return reject(row, { ...(column ? { column } : {}), message: refused?.message ?? '' });
      if (keys.some((key) => seen.has(key))) return reject(row, { message: TWICE });
      for (const key of keys) seen.add(key);
      counts[state] += 1;
    };

    let done = 0;
    const settle = async ({ rows, asked }: RunningBatch): Promise<void> => {
      const verdicts = await asked;
      for (const row of rows) {
        const verdict = verdicts.get(row);
        if (row.fault !== undefined) await reject(row, row.fault);
        else if (verdict === undefined) throw new Error(`line ${row.line} has no verdict`);
        else await judge(row, verdict);
      }
      const before = done;
      done += rows.length;
      if (Math.floor(done / PROGRESS) > Math.floor(before / PROGRESS)) printError(`${done} users: ${sum(counts)}`);
    };
    // Reads the next batch while Postgres processes the current one.
    let under_way: RunningBatch | undefined;
    const finish = async (): Promise<void> => {
      const asked = under_way;
      under_way = undefined;
      if (asked !== undefined) await settle(asked);
    };
    try {
      try {
        for await (const rows of splitIntoBatches(reader.rows)) {
          await finish();
          const asked = importBatch(
            admin,
            rows.filter(({ fault }) => fault === undefined),
            o.apply,
          );
          asked.catch(() => undefined); // finish() throws it
          under_way = { rows, asked };
        }
      } finally {
        await finish();
      }
    } finally {
      await rejected.close();
    }
    if (o.apply) await countUsers(admin);
    printResult(o, { ...counts, rejected_file: rejected.written() });
    return counts.rejected > 0 ? 1 : 0;
  });
}

/**
 * Counts the imported users in blocks, as the worker does at intervals. Without these counts, a list of users reads all
 * rows. Users that were created within the last minute are left to the worker.
 */
async function countUsers(admin: Admin): Promise<void> {
  while ((await admin.call('maintain_user_list_counts', { most: COUNTED_AT_ONCE })).closed !== 0);
}

async function* splitIntoBatches(rows: AsyncIterable<UserRow>): AsyncGenerator<UserRow[]> {
  let batch: UserRow[] = [];
  let characters = 0;
  for await (const row of rows) {
    batch.push(row);
    characters += row.json.length;
    if (batch.length < BATCH.users && characters < BATCH.characters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Returns SQL's verdict for each row. If a row fails the whole batch, for example in an application's trigger, finds
 * it by bisection.
 */
async function importBatch(admin: Admin, rows: readonly UserRow[], apply: boolean): Promise<Map<UserRow, UserVerdict>> {
  const verdicts = new Map<UserRow, UserVerdict>();
  const halves = async (part: readonly UserRow[]): Promise<void> => {
    if (part.length === 0) return;
    const answer = await admin
      .call('import_users', {
        ...WRITE_FUNCTION_ARGUMENTS,
        users: `[${part.map(({ json }) => json).join(',')}]`,
        dry_run: !apply,
      })
      .catch((error: unknown) => {
        if (!isCausedByRow(error)) throw stoppedError(part, error);
        return error as Error;
      });
    if (!(answer instanceof Error)) {
      for (const [at, verdict] of (answer.rows as UserVerdict[]).entries()) verdicts.set(part[at] as UserRow, verdict);
    } else if (part.length === 1) {
      verdicts.set(part[0] as UserRow, { state: 'refused', refused: { message: answer.message } });
    } else {
      const middle = part.length >> 1;
      await halves(part.slice(0, middle));
      await halves(part.slice(middle));
    }
  };
  await halves(rows);
  return verdicts;
}

// SQLSTATEs of errors that do not depend on a row, such as a lost connection, a full disk, a lock timeout, or a missing
// privilege.
const NOT_OF_A_ROW = /^(08|25|28|3D|40|42501|53|55|57|58|XX)/;

function isCausedByRow(error: unknown): boolean {
  const { name, code } = error as { name?: string; code?: string };
  return name === 'PostgresError' && !NOT_OF_A_ROW.test(code ?? 'XX');
}

function stoppedError(rows: readonly UserRow[], cause: unknown): Error {
  if (cause instanceof CommandError) return cause;
  const { message } = cause as Error;
  return new CommandError(
    `Stopped before line ${String(rows[0]?.line)}: ${message}. Run the command again; it leaves imported users unchanged.`,
    { cause, code: 'stopped' },
  );
}

const sum = (counts: { new: number; present: number; rejected: number }): string =>
  `${counts.new} new, ${counts.present} already present, ${counts.rejected} rejected`;

function printResult(
  o: ImportOptions,
  result: { new: number; present: number; rejected: number; rejected_file: string | undefined },
): void {
  if (o.json) {
    printJson({ applied: o.apply, ...result });
    return;
  }
  print(`${o.apply ? 'Imported' : 'Dry run, nothing was written'}: ${sum(result)}.`);
  if (result.rejected_file !== undefined)
    print(`The rejected users are in ${result.rejected_file}: correct them there and import that file.`);
  if (!o.apply && result.new > 0) print('Add --apply to import.');
}
