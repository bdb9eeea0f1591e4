// A fault nobody foresaw: what is answered, and what the log says of it.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Logger } from '../../../core/log.ts';
import { observed } from '../../../gateway/pipeline/request_log.ts';
import type { HttpRequest } from '../../../gateway/server/types.ts';

const request = { method: 'GET', path: '/x', query: '', header: () => undefined } as unknown as HttpRequest;

async function answerTo(
  fault: Error,
): Promise<{ status: number; msg: unknown; cause: unknown; lines: Record<string, unknown>[] }> {
  const lines: Record<string, unknown>[] = [];
  const log = { error: (fields: object, msg: string) => lines.push({ ...fields, msg }) } as unknown as Logger;
  const around = {
    log,
    settings: { api_max_request_duration: 10 },
    requestId: () => 'r',
    clientAddress: () => ({ ip: '127.0.0.1', vouched: '127.0.0.1', limit_key: null }),
  };
  const response = await observed(around, () => Promise.reject(fault))(request);
  const { msg } = JSON.parse(String(response.body));
  return { status: response.status, msg, cause: lines.at(-1)?.cause, lines };
}

test('a fault of this code and an error of the database are told apart, and both are logged with their cause', async () => {
  const bug = await answerTo(new TypeError('x is not a function'));
  assert.equal([bug.status, bug.msg], [500, 'Internal Server Error']);
  assert.match(JSON.stringify(bug.cause), /x is not a function/);
  const [panicked, completed] = bug.lines;
  assert.equal([panicked?.msg, panicked?.panic], ['request panicked', 'x is not a function']);
  assert.match(String(panicked?.stack), /request_log\.test\.ts/);
  assert.equal([completed?.msg, completed?.status, completed?.request_id], ['request completed', 500, 'r']);
  const failed = await answerTo(Object.assign(new Error('relation "x" does not exist'), { code: '42P01' }));
  assert.equal([failed.status, failed.msg], [500, 'Unexpected failure, please check server logs for more information']);
  assert.match(JSON.stringify(failed.cause), /42P01/);
  assert.is(failed.lines.length, 1);
});

test.run();
