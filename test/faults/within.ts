// Bounds on what a fault test waits for: what hangs fails by its name, and not with the time of its file.
import { setTimeout as sleep } from 'node:timers/promises';

/** Rejects with a sentence where work has not ended in time; the work itself is left to itself. */
export async function within<T>(what: string, ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Looks until it is so; rejects with a sentence where it does not become so in time. */
export async function until(
  what: string,
  so: () => boolean | Promise<boolean>,
  { ms = 60_000, every_ms = 20 }: { ms?: number; every_ms?: number } = {},
): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await within(`${what}: a look`, ms, Promise.resolve(so())))) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${ms} ms`);
    await sleep(every_ms);
  }
}
