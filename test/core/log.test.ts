// Format of the log: one JSON object per line, level names, RFC 3339 timestamps, a file of mode 0660, and errors
// without their parameters.
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLog, errorLogFields } from '../../core/log.ts';
import { LOG_LEVELS } from '../../core/log_levels.ts';

const folder = mkdtempSync(join(tmpdir(), 'postern-log-'));
const collect = (level: (typeof LOG_LEVELS)[number]) => {
  const lines: string[] = [];
  return { lines, log: createLog({ level, stream: { write: (line: string) => void lines.push(line) } }) };
};

test('levels are words, and LOG_LEVEL filters', () => {
  for (const [index, level] of LOG_LEVELS.entries()) {
    const { lines, log } = collect(level);
    for (const name of LOG_LEVELS) log[name]({}, name);
    assert.equal(
      lines.map((line) => JSON.parse(line).level),
      LOG_LEVELS.slice(0, index + 1).map((name) => (name === 'warn' ? 'warning' : name)),
    );
  }
});

test('a line is one JSON object with time, level and msg, for any content', () => {
  const { lines, log } = collect('info');
  log.info({ agent: 'a\r\nb\u001b[31m\u2028', request_id: 'x' }, 'request "completed"\n');
  log.child({ component: 'api' }).warn({ status: 404 }, 'x');
  assert.is(lines.length, 2);
  assert.is(lines[0]?.trimEnd().split('\n').length, 1);
  const [first, second] = lines.map((line) => JSON.parse(line));
  assert.match(first.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.equal([first.level, first.msg, first.agent], ['info', 'request "completed"\n', 'a\r\nb\u001b[31m\u2028']);
  assert.equal(Object.keys(first).sort(), ['agent', 'level', 'msg', 'request_id', 'time']);
  assert.equal([second.component, second.status, second.level], ['api', 404, 'warning']);
});

test('request lines are written in batches; a more severe one is flushed at once after them, and closing loses none', () => {
  const file = join(folder, 'together.log');
  const log = createLog({ level: 'info', file });
  const written = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).msg);
  log.info({}, 'one');
  log.child({ component: 'api' }).info({}, 'two');
  assert.equal(written(), []);
  log.child({ component: 'api' }).warn({}, 'three');
  assert.equal(written(), ['one', 'two', 'three']);
  for (let n = 0; n < 100; n += 1) log.info({}, `${n}`.padStart(100));
  assert.ok(written().length > 40, 'a full batch is written');
  log.info({}, 'last');
  log.close();
  assert.is(written().at(-1), 'last');
});

test('LOG_FILE is appended to, with mode 0660 under any umask', () => {
  const file = join(folder, 'postern.log');
  const before = process.umask(0o077);
  const log = createLog({ level: 'info', file });
  process.umask(before);
  log.warn({}, 'one');
  assert.is(statSync(file).mode & 0o777, 0o660);
  const again = createLog({ level: 'info', file });
  again.warn({}, 'two');
  assert.equal(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).msg),
    ['one', 'two'],
  );
  again.close();
  renameSync(file, `${file}.1`);
  log.reopen();
  log.error({}, 'three');
  const rotated = readFileSync(file, 'utf8').trim().split('\n');
  assert.equal(
    rotated.map((line) => JSON.parse(line).msg),
    ['log file opened anew', 'three'],
  );
  log.close();
  assert.throws(() => createLog({ level: 'info', file: join(folder, 'no', 'such', 'x.log') }), /ENOENT/);
});

test('a rotation during writes loses and splits no line, and the new file has the mode of the first', () => {
  const file = join(folder, 'rotated.log');
  const log = createLog({ level: 'info', file });
  const files = [file];
  for (let n = 0; n < 3_000; n += 1) {
    log.info({ n, pad: 'x'.repeat(n % 97) }, 'counted');
    if (n % 700 !== 699) continue;
    const moved = `${file}.${files.length}`;
    renameSync(file, moved);
    files.push(moved);
    log.reopen();
    assert.is(statSync(file).mode & 0o777, 0o660);
  }
  log.close();
  const lines = files
    .flatMap((path) => readFileSync(path, 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line));
  const counted = lines.filter(({ msg }) => msg === 'counted').map(({ n }) => n as number);
  assert.equal(
    counted.sort((a, b) => a - b),
    Array.from({ length: 3_000 }, (_, n) => n),
  );
  assert.is(lines.filter(({ msg }) => msg === 'log file opened anew').length, 4);
});

test('if the folder is gone, keeps the old file, and logs that there', () => {
  const gone = mkdtempSync(join(tmpdir(), 'postern-log-gone-'));
  const file = join(gone, 'postern.log');
  const log = createLog({ level: 'info', file });
  const kept = join(folder, 'kept.log');
  renameSync(file, kept);
  rmSync(gone, { recursive: true });
  log.reopen();
  log.warn({}, 'after');
  assert.match(readFileSync(kept, 'utf8'), /"code":"ENOENT".*cannot be opened anew[\s\S]*"msg":"after"/);
  log.close();
});

test('a full disk costs lines, not the process, and a device keeps its mode', () => {
  if (process.platform !== 'linux') return;
  const before = statSync('/dev/full').mode;
  const log = createLog({ level: 'info', file: '/dev/full' });
  for (let n = 0; n < 100; n++) log.error({ n, pad: 'x'.repeat(100_000) }, 'lost');
  assert.is(statSync('/dev/full').mode, before);
});

test('error fields are code, message and stack', () => {
  const error = Object.assign(new Error('m'), {
    code: '23505',
    parameters: ['hunter2'],
    query: 'select $1',
    detail: 'hunter2',
  });
  const fields = errorLogFields(error);
  assert.equal(Object.keys(fields).sort(), ['code', 'message', 'stack']);
  assert.not.match(JSON.stringify(fields), 'hunter2');
  assert.equal(errorLogFields('text'), { message: 'text' });
  assert.equal(errorLogFields({ password: 'hunter2' }), { message: 'object' });
  const copied = { code: '57P01', message: 'ended', stack: 'at x', queue: 'mail', parameters: ['hunter2'] };
  assert.equal(
    errorLogFields(copied),
    { code: '57P01', message: 'ended', stack: 'at x' },
    'as pg-boss reports an error',
  );
  assert.equal([errorLogFields(null), errorLogFields(undefined)], [{ message: 'object' }, { message: 'undefined' }]);
});

test.after(() => rmSync(folder, { recursive: true }));

test.run();
