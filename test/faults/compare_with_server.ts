// Compares the acknowledged requests of the simulated users with the database and the mail server after a fault.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { MailServer } from '../support/providers/mail_server.ts';
import type { UserSimulation } from './user_simulation.ts';
import { withTimeout } from './with_timeout.ts';

export interface ComparisonResult {
  /** Deviations from the guarantees. */
  faults: string[];
  copies: number;
  mails: number;
  /** Time in ms spent waiting for the last mail. */
  mails_ms: number;
}

export interface ComparisonOptions {
  sql: Sql;
  sink: MailServer;
  url: string;
  /** Number of additional copies of a mail that the fault permits. */
  more_copies?: number;
  /** Timeout in ms for mails. */
  patience_ms?: number;
  /** Timeout in ms of a response, number of attempts, and pause in ms between attempts. */
  answer_ms?: number;
  attempts?: number;
  pause_ms?: number;
}

/** Timeout in ms of a statement. */
const STATEMENT_MS = 30_000;

/** Compares the users' records with the database and the mail server after the users have stopped. */
export async function compareWithServer(ledger: UserSimulation, o: ComparisonOptions): Promise<ComparisonResult> {
  const faults = [...ledger.wrong];
  const rows = await withTimeout(
    'the sessions of all accounts',
    STATEMENT_MS,
    o.sql<{ email: string; id: string; sessions: number; by_code: number }[]>`
      select a.value as email, a.user_id as id, count(s.id)::int as sessions,
        count(s.id) filter (where s.amr::text not like '%password%')::int as by_code
      from auth.addresses as a left join auth.sessions as s on s.user_id = a.user_id group by 1, 2`,
  );
  const kept = new Map(rows.map((row) => [row.email, row]));
  for (const account of ledger.accounts) {
    const { email } = account;
    const row = kept.get(email);
    if (account.id !== null && row?.id !== account.id) faults.push(`lost: the sign-up of ${email}`);
    if (row && row.by_code > 1) faults.push(`${row.by_code} sessions by one code: ${email}`);
    // Skips an account if one of its sign-ins got no response, because that sign-in may have opened a session unknown
    // to the client.
    if (row && !account.unknown_outcomes.has('password') && row.sessions > account.sessions) {
      faults.push(`${row.sessions} sessions of ${email}, which signed in ${account.sessions} times`);
    }
    if (account.refresh_token === null || account.session_id === null) continue;
    const answer = await refresh(account.refresh_token, o);
    if (answer instanceof Error) {
      faults.push(`no answer to the refresh of ${email}: ${answer.message}`);
      // Stops, because a hanging gateway would delay every other account.
      break;
    }
    if (account.signed_out === 'yes' && answer.status !== 400) faults.push(`lost: the sign-out of ${email}`);
    if (account.signed_out === 'no' && answer.status !== 200) {
      faults.push(`signed out by the fault: ${email}: ${answer.status} ${await answer.text()}`);
    }
  }
  const settled = { mails_ms: 0 };
  faults.push(...(await compareMails(ledger, o, settled)));
  return { faults, ...settled, ...copiesOf(o.sink) };
}

/**
 * Refreshes as a client does, with retries after 503, 504, a timeout and a broken connection. Returns the result of the
 * last attempt.
 */
async function refresh(refresh_token: string, o: ComparisonOptions): Promise<Response | Error> {
  const { answer_ms = 15_000, attempts = 50, pause_ms = 100 } = o;
  const body = JSON.stringify({ refresh_token });
  const headers = { 'content-type': 'application/json' };
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(`${o.url}/token?grant_type=refresh_token`, {
      method: 'POST',
      body,
      headers,
      signal: AbortSignal.timeout(answer_ms),
    }).catch((error: Error) =>
      error.name === 'TimeoutError' ? new Error(`no answer in ${answer_ms} ms`, { cause: error }) : error,
    );
    const again = answer instanceof Error || answer.status === 503 || answer.status === 504;
    if (!again || attempt >= attempts) return answer;
    await sleep(pause_ms);
  }
}

async function compareMails(
  ledger: UserSimulation,
  o: ComparisonOptions,
  settled: { mails_ms: number },
): Promise<string[]> {
  const faults: string[] = [];
  const began = performance.now();
  const deadline = Date.now() + (o.patience_ms ?? 60_000);
  const open = async (): Promise<number> => {
    const [row] = await withTimeout(
      'the mails that are on their way',
      STATEMENT_MS,
      o.sql<{ n: number }[]>`select count(*)::int as n from auth.messages where state in ('queued', 'sending')`,
    );
    return row?.n ?? 0;
  };
  while ((await open()) > 0 && Date.now() < deadline) await sleep(50);
  settled.mails_ms = performance.now() - began;
  const waiting = await open();
  if (waiting > 0) faults.push(`${waiting} mails are still on their way`);
  const ended = await withTimeout(
    'the mails that ended otherwise',
    STATEMENT_MS,
    o.sql<{ state: string; why: string | null; n: number }[]>`
      select state, last_error as why, count(*)::int as n from auth.messages
      where state not in ('sent', 'queued', 'sending') group by 1, 2`,
  );
  for (const { state, why, n } of ended) {
    // The worker does not send a mail whose code was used or replaced meanwhile.
    if (why !== 'the link was used, replaced or its user deleted') faults.push(`${n} mails ended as ${state}: ${why}`);
  }
  for (const { email, mails } of ledger.accounts) {
    const got = new Set(o.sink.mails.filter(({ to }) => to.includes(email)).map(({ parsed }) => parsed.messageId));
    if (got.size < mails) faults.push(`lost: ${mails - got.size} of ${mails} mails to ${email}`);
  }
  for (const [id, copies] of copiesById(o.sink)) {
    if (copies > 1 + (o.more_copies ?? 0)) faults.push(`${copies} copies of ${id}`);
  }
  return faults;
}

function copiesById(sink: MailServer): Map<string, number> {
  const copies = new Map<string, number>();
  for (const { parsed, to } of sink.mails) {
    const id = `${parsed.messageId} to ${to.join()}`;
    copies.set(id, (copies.get(id) ?? 0) + 1);
  }
  return copies;
}

function copiesOf(sink: MailServer): { copies: number; mails: number } {
  const { size } = copiesById(sink);
  return { copies: sink.mails.length - size, mails: size };
}
