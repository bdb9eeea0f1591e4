// Spans and metrics of the worker, when telemetry is on.
import type { Sql } from 'postgres';
import { onlyRow, withResultDeadline } from '../core/database/driver_pool.ts';
import { SendError, type Sender, type Senders } from '../core/senders.ts';
import { type GaugeReading, sqlFunctionName, type Telemetry, withStatementSpan } from '../core/telemetry.ts';
import { type AttemptOutcome, deliveryOutcome } from './deliver.ts';
import type { JobHandler } from './queue/job_queue.ts';

/** Wraps a job handler in a span whose parent is the request that queued the job, if the job names it. */
export function withJobTracing(queue: string, handle: JobHandler, telemetry: Telemetry | undefined): JobHandler {
  return telemetry ? (data, slot) => telemetry.job(queue, data, () => handle(data, slot)) : handle;
}

/** Wraps a pool so that statements given as text are recorded as spans. */
export function withSqlTracing(sql: Sql, telemetry: Telemetry | undefined): Sql {
  if (telemetry === undefined) return sql;
  const unsafe = (...[text, ...rest]: Parameters<Sql['unsafe']>) =>
    withStatementSpan(telemetry, sqlFunctionName(text), async () => sql.unsafe(text, ...rest));
  return Object.assign((...tagged: Parameters<Sql>) => sql(...tagged), sql, { unsafe }) as unknown as Sql;
}

/** Wraps the senders so that each attempt is recorded as a span and in metrics. */
export function withSenderTracing(senders: Senders, telemetry: Telemetry | undefined): Senders {
  if (telemetry === undefined) return senders;
  const traced = ([channel, sender]: [string, Sender]): [string, Sender] => [
    channel,
    (message, signal, waits) => {
      const attributes = { 'postern.message.kind': message.kind, 'postern.message.channel': channel };
      const began = performance.now();
      const took = (outcome: string): void =>
        telemetry.took('message', (performance.now() - began) / 1000, { channel, outcome });
      return telemetry.within({ name: `send ${channel}`, kind: 'client', attributes }, async () => {
        try {
          await sender(message, signal, waits);
          took('sent');
        } catch (error) {
          took(deliveryOutcome(error instanceof SendError ? error : null));
          throw error;
        }
      });
    },
  ];
  return Object.fromEntries(
    Object.entries(senders).flatMap(([channel, sender]) => (sender ? [traced([channel, sender])] : [])),
  );
}

/** Returns a callback that counts outcomes and adds each to the span of its job; undefined without telemetry. */
export function createOutcomeCounter(telemetry: Telemetry | undefined): ((ended: AttemptOutcome) => void) | undefined {
  return (
    telemetry &&
    (({ kind, channel, outcome }) => {
      telemetry.count('messages', { kind, channel, outcome });
      telemetry.annotate({
        'postern.message.kind': kind,
        'postern.message.channel': channel,
        'postern.message.outcome': outcome,
      });
    })
  );
}

interface MeasuredValues {
  queues: { name: string; jobs: number; age: number }[];
  sessions: number | null;
  /** Times in seconds since 1970. */
  certificates: { provider: string; expires: number }[] | null;
}

/** Minimum interval in milliseconds between queries of the queue. */
const QUEUE_MS = 5_000;
/** Minimum interval in milliseconds between queries of the certificates of identity providers. */
const CERTIFICATES_MS = 60_000;

/**
 * Creates the metrics of queues, sessions and certificates. Each is queried at a collection if its last query is
 * older than its interval. Concurrent collections share a query.
 */
export function createServiceMetrics(o: {
  sql: Sql;
  api: string;
  sessions_interval: number;
  now?: () => number;
}): () => Promise<readonly GaugeReading[]> {
  const now = o.now ?? (() => performance.now());
  const text = `select ${o.api}.measure_service(with_sessions => $1::boolean, with_certificates => $2::boolean) as measured`;
  let sessions: number | null = null;
  let counted_at = Number.NEGATIVE_INFINITY;
  let certificates: readonly GaugeReading[] = [];
  let read_at = Number.NEGATIVE_INFINITY;
  let looked_at = Number.NEGATIVE_INFINITY;
  let last: Promise<readonly GaugeReading[]> = Promise.resolve([]);
  const look = async (): Promise<readonly GaugeReading[]> => {
    const due = o.sessions_interval > 0 && now() - counted_at >= o.sessions_interval * 1_000;
    const stale = now() - read_at >= CERTIFICATES_MS;
    const rows = await withResultDeadline(
      o.sql.unsafe<{ measured: MeasuredValues }[]>(text, [due, stale], { prepare: true }),
    );
    const { measured } = onlyRow(rows);
    if (due) {
      sessions = measured.sessions;
      counted_at = now();
    }
    if (measured.certificates !== null) {
      certificates = measured.certificates.map(({ provider, expires }) => ({
        gauge: 'sso_certificate_expires',
        value: expires,
        attributes: { provider },
      }));
      read_at = now();
    }
    const queues = measured.queues.flatMap(({ name, jobs, age }): GaugeReading[] => {
      const attributes = { 'messaging.destination.name': name };
      return [
        { gauge: 'queue_jobs', value: jobs, attributes },
        { gauge: 'queue_age', value: age, attributes },
      ];
    });
    const live: readonly GaugeReading[] = sessions === null ? [] : [{ gauge: 'sessions_live', value: sessions }];
    return [...queues, ...live, ...certificates];
  };
  return () => {
    if (now() - looked_at >= QUEUE_MS) {
      looked_at = now();
      last = look();
    }
    return last;
  };
}
