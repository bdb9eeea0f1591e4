// Runs queries as the auditor, a role that can only read: the reports of sql/reports, and the checks of doctor. The
// pool is opened by the first query.
import type postgres from 'postgres';
import { createNames } from '../../core/database/names.ts';
import { isOutage, sqlStateOrErrorCode } from '../../core/database/outage.ts';
import { parseDatabaseUrl, postgresOptions, withoutSessionAttributes } from '../../core/database/url.ts';
import { rejectAtDeadline } from '../../core/deadline.ts';
import {
  hasPeriod,
  type ReportPeriod,
  readReportQuery,
  reportQueryForPeriod,
  tablesReadByReport,
} from '../../core/reports.ts';
import type { Settings } from '../../core/settings/table.ts';
import { refuse } from '../http/errors.ts';
import { createSlotQueue } from './slot_queue.ts';

export interface ReportResult {
  name: string;
  reads: string[];
  sql: string;
  ms: number;
  columns: string[];
  rows: object[];
  /** True if the result has more rows than the maximum. */
  truncated: boolean;
}

export interface Reports {
  /** Runs one query as the auditor. */
  ask<Row>(text: string): Promise<Row[]>;
  run(name: string, span?: ReportPeriod): Promise<ReportResult>;
  close(): Promise<void>;
}

/** Maximum number of connections, and of rows in a result. */
const CONNECTIONS = 2;
const MOST_ROWS = 1_000;
const TIMEOUT_MS = 3_000;
/** Limits of the queue: number of waiting reports, time of a wait, and estimated duration of a report. */
const QUEUE = { most: 32, wait_ms: 5_000, guess_ms: 100 };
const QUERY_CANCELED = '57014';
const LOCK_NOT_AVAILABLE = '55P03';

const SESSION = {
  statement_timeout: `${TIMEOUT_MS}ms`,
  lock_timeout: '1s',
  default_transaction_read_only: 'on',
  search_path: 'pg_catalog',
  timezone: 'UTC',
  log_parameter_max_length_on_error: '0',
};

export function createReports(o: { driver: typeof postgres; settings: Settings }): Reports {
  const { settings, driver } = o;
  const names = createNames(settings.db_namespace, settings.role_prefix);
  let sql: postgres.Sql | undefined;
  const queue = createSlotQueue({ places: CONNECTIONS, ...QUEUE, refusal: 'reports_busy' });

  const open = (): postgres.Sql => {
    const { database_url_auditor: own, database_url } = settings;
    if (!own && !database_url) throw refuse('reports_off');
    const options = {
      ...postgresOptions(parseDatabaseUrl(own || database_url, process.env), {
        application_name: 'postern reports',
        max: CONNECTIONS,
        prepare: settings.db_prepare,
        // A login of the auditor itself has the settings of roles.sql.
        ...(own ? {} : { role: names.role.auditor, session: SESSION }),
      }),
      idle_timeout: 60,
      onnotice: () => undefined,
    };
    return withoutSessionAttributes(() => driver(options));
  };

  /**
   * Sends a query with its own statement timeout, because the auditor's own login has a longer one. Both statements are
   * one message and one transaction, which also works behind a pooler.
   */
  const send = async (pool: postgres.Sql, text: string): Promise<postgres.RowList<postgres.Row[]>> => {
    const limit = `set local statement_timeout = '${SESSION.statement_timeout}'`;
    const results: unknown = await pool.unsafe(`${limit};\n${text}`).simple();
    return (results as postgres.RowList<postgres.Row[]>[])[1] as postgres.RowList<postgres.Row[]>;
  };

  /**
   * Runs one statement as the auditor, with limits on concurrency and run time. Rejects with 503 and Retry-After if the
   * queue is full or the wait becomes too long.
   */
  const ask = async <Result>(work: (pool: postgres.Sql) => Promise<Result>): Promise<Result> => {
    sql ??= open();
    const leave = await queue.enter();
    try {
      // An abandoned statement counts as running until it has ended.
      return await rejectAtDeadline(work(sql).finally(leave), TIMEOUT_MS, () => refuse('report_too_slow'));
    } catch (error) {
      if ([QUERY_CANCELED, LOCK_NOT_AVAILABLE].includes(sqlStateOrErrorCode(error) ?? ''))
        throw Object.assign(refuse('report_too_slow'), { cause: error });
      if (isOutage(error)) throw Object.assign(refuse('unavailable'), { cause: error });
      throw error;
    }
  };

  return {
    ask: <Row>(text: string) => ask(async (pool) => [...(await send(pool, text))] as Row[]),
    async run(name, span) {
      const text = span && hasPeriod(name) ? reportQueryForPeriod(name, names, span) : readReportQuery(name, names);
      const began = performance.now();
      const rows = await ask((pool) => send(pool, `select * from (\n${text}\n) as report limit ${MOST_ROWS + 1}`));
      return {
        name,
        reads: tablesReadByReport(name),
        sql: text,
        ms: Math.round((performance.now() - began) * 10) / 10,
        columns: rows.columns.map((column) => column.name),
        rows: rows.slice(0, MOST_ROWS).map((row) => ({ ...row })),
        truncated: rows.length > MOST_ROWS,
      };
    },
    async close() {
      await sql?.end({ timeout: 1 });
    },
  };
}
