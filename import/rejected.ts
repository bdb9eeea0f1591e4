// Writes rejected users with their reasons to a file in the format of an import. Its mode is 0600, because it may
// contain password hashes.
import { open } from 'node:fs/promises';
import { parse } from 'node:path';
import { CommandError } from '../core/terminal/errors.ts';

export interface RejectedFile {
  write(row: string): Promise<void>;
  close(): Promise<void>;
  /** Returns the path of the file; undefined if nothing was written. */
  written(): string | undefined;
}

export function createRejectedFile(
  o: { file: string; form: 'csv' | 'json'; apply: boolean; rejected: string | undefined },
  heading: () => string,
): RejectedFile {
  const { dir, name } = parse(o.file);
  const beside = o.apply ? `${dir === '' ? '' : `${dir}/`}${name}.rejected.${o.form}` : undefined;
  const path = o.rejected ?? beside;
  let file: Awaited<ReturnType<typeof open>> | undefined;
  return {
    async write(row) {
      if (path === undefined) return;
      if (file === undefined) {
        file = await open(path, 'wx', 0o600).catch((cause: unknown) => {
          throw new CommandError(
            `Rejected users cannot be written to ${path} (${(cause as { code?: string }).code}): ` +
              'move that file away, or name another one with --rejected.',
            { cause, code: 'rejected_file' },
          );
        });
        await file.appendFile(heading());
      }
      await file.appendFile(row);
    },
    close: async () => file?.close(),
    written: () => (file === undefined ? undefined : path),
  };
}
