// Records calls and waits as spans and metrics, when telemetry is on.
import type { PoolSizes } from '../../core/database/pool_sizes.ts';
import { type GaugeReading, sqlFunctionName, type Telemetry, withStatementSpan } from '../../core/telemetry.ts';
import type { Call, Statement } from './call.ts';
import type { Pools } from './pools.ts';
import type { SlotQueue } from './slot_queue.ts';

interface CachedStatement {
  name: string;
  /** The statement that also sets the application name for its transaction. */
  named: Statement;
}

/**
 * Records calls as spans. During a recorded call, `application_name` is `postern <traceparent>`. It is visible in
 * pg_stat_activity and in the server log, and queued jobs store it. The name is a parameter, so that the statements can
 * be prepared. In a combined statement, the name is set for each call.
 */
export function withCallTracing(call: Call, telemetry: Telemetry): Call {
  const known = new WeakMap<Statement, CachedStatement>();
  return (statement, values, asked) => {
    const { name, named } = known.get(statement) ?? cacheStatement(known, statement, values.length);
    return withStatementSpan(telemetry, name, () => {
      const traceparent = telemetry.traceparent();
      // Combined reads get no application name, because they enqueue no jobs and are too short to be observed in
      // pg_stat_activity.
      if (traceparent === undefined || asked.shares === '') return call(statement, values, asked);
      return call(named, [...values, `postern ${traceparent}`], asked);
    });
  };
}

function cacheStatement(
  known: WeakMap<Statement, CachedStatement>,
  statement: Statement,
  count: number,
): CachedStatement {
  const text = `${statement.text} from (select set_config('application_name', $${count + 1}, true)) as named`;
  const { shared } = statement;
  const named = { ...statement, text, ...(shared ? { shared: shared.named() } : {}) };
  const made = { name: sqlFunctionName(statement.text), named };
  known.set(statement, made);
  return made;
}

/** Wraps the pools so that the wait for a hash slot is recorded as a span. */
export function withPoolTracing(pools: Pools, telemetry: Telemetry): Pools {
  return { ...pools, hash_queue: withQueueTracing(pools.hash_queue, telemetry) };
}

function withQueueTracing(line: SlotQueue, telemetry: Telemetry): SlotQueue {
  return {
    async enter(visitor) {
      const began = performance.now();
      const waited = (outcome: 'served' | 'refused'): void =>
        telemetry.took('hash_wait', (performance.now() - began) / 1000, { outcome });
      try {
        const leave = await telemetry.within({ name: 'wait for a hash place' }, () => line.enter(visitor));
        waited('served');
        return leave;
      } catch (error) {
        waited('refused');
        throw error;
      }
    },
    get load() {
      return line.load;
    },
  };
}

/** Returns metrics of the pools and of the hash queue. */
export function readPoolGauges({ by_name, hash_queue }: Pools, sizes: PoolSizes): GaugeReading[] {
  const pools = (['fast', 'hash', 'admin'] as const).flatMap((name): GaugeReading[] => {
    const { running, waiting } = by_name[name].line.load;
    const attributes = { 'db.client.connection.pool.name': name };
    return [
      {
        gauge: 'pool_connections',
        value: running,
        attributes: { ...attributes, 'db.client.connection.state': 'used' },
      },
      {
        gauge: 'pool_connections',
        value: sizes[name] - running,
        attributes: { ...attributes, 'db.client.connection.state': 'idle' },
      },
      { gauge: 'pool_max', value: sizes[name], attributes },
      { gauge: 'pool_pending', value: waiting, attributes },
    ];
  });
  const { running, waiting } = hash_queue.load;
  return [
    ...pools,
    { gauge: 'hash_places', value: sizes.hash },
    { gauge: 'hash_running', value: running },
    { gauge: 'hash_waiting', value: waiting },
  ];
}
