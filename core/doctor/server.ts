// Checks the server: vulnerable minor versions, durability settings, and clock skew.

import { type CatalogCheckInput, type Finding, findingWithAdvice } from './finding.ts';

/** First minor version per major version without CVE-2026-2005, a heap overflow in pgcrypto's PGP functions. */
const FIRST_SAFE: Record<number, number> = { 14: 21, 15: 16, 16: 12, 17: 8, 18: 2 };

/** Returns a finding for a vulnerable server version, or null. */
export function versionFinding(version_num: number): Finding | null {
  const [major, minor] = [Math.floor(version_num / 10_000), version_num % 10_000];
  const safe = FIRST_SAFE[major];
  if (safe === undefined || minor >= safe) return null;
  const finding = `PostgreSQL ${major}.${minor} has CVE-2026-2005, a heap overflow in pgcrypto`;
  return findingWithAdvice('server', finding, `update the server to ${major}.${safe} or newer`);
}

export async function checkVersion({ ask }: CatalogCheckInput): Promise<Finding[]> {
  const [row] = await ask<{ number: number }>(`select current_setting('server_version_num')::int as number`);
  const finding = versionFinding(row?.number ?? 0);
  return finding === null ? [] : [finding];
}

/** For each setting, the consequence of a crash while it is off. */
const DURABLE: Readonly<Record<string, string>> = {
  fsync: 'a crash of the machine can destroy the whole database',
  full_page_writes: 'a crash of the machine can leave pages of the database half-written',
  synchronous_commit: 'a crash can lose the last acknowledged commits, such as a sign-out or a changed password',
};

/** Checks durability settings. A server whose data may be lost, such as one for tests, sets postern.throwaway = on. */
export async function checkDurability({ ask }: CatalogCheckInput): Promise<Finding[]> {
  const rows = await ask<{ name: string; source: string }>(`select s.name, s.source from pg_settings as s
     where s.name = any (array['fsync', 'full_page_writes', 'synchronous_commit']) and s.setting = 'off'
       and current_setting('postern.throwaway', true) is distinct from 'on'
     order by 1`);
  return rows.map(({ name, source }) => {
    const advice = `set it to on; its source is: ${source} (pg_settings). If data may be lost, set postern.throwaway = on`;
    return findingWithAdvice(`server.${name}`, `${name} is off: ${DURABLE[name]}`, advice);
  });
}

const MOST_SKEW_MS = 5_000;

/**
 * Creates the check of the clock, because tokens are signed with the database's time and verified with the process's.
 * `now` returns milliseconds since 1970.
 */
export function createClockCheck(now: () => number) {
  return async ({ ask }: CatalogCheckInput): Promise<Finding[]> => {
    const before = now();
    const [row] = await ask<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms');
    const after = now();
    const skew = Number(row?.ms ?? 0) - (before + after) / 2;
    // The measured skew is accurate to half a round trip.
    if (Math.abs(skew) <= MOST_SKEW_MS + (after - before) / 2) return [];
    const side = skew > 0 ? 'behind' : 'ahead of';
    const finding = `the clock of this machine is ${Math.round(Math.abs(skew) / 1000)} s ${side} the database's`;
    return [findingWithAdvice('clock', finding, 'synchronize both machines with the same time servers (NTP)')];
  };
}
