// runner: when=gateway/pipeline,core

// Leaked passwords: responses of the range API, its failures and the circuit breaker, the cache, and the list on disk.
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildLeakedList } from '../../../core/leaked/build.ts';
import { openLeakedList } from '../../../core/leaked/list.ts';
import { containsDigest, parseRange, rangePrefix, rangePrefixOfNumber } from '../../../core/leaked/range.ts';
import { createLog } from '../../../core/log.ts';
import { createLeakCheck, type LeakCheckSettings } from '../../../gateway/pipeline/leak_check.ts';
import { startThirdParty, type ThirdPartyResponse } from '../../support/providers/third_party.ts';

const service = await startThirdParty();
const folder = mkdtempSync(join(tmpdir(), 'postern-leaked-'));
test.after(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const PASSWORD = 'correct horse battery';
const hexOf = (password: string): string => createHash('sha1').update(password).digest('hex').toUpperCase();
const rowOf = (password: string, count = 7): string => `${hexOf(password).slice(5)}:${count}`;
const OTHERS = Array.from({ length: 800 }, (_, at) => `${hexOf(`other ${at}`).slice(5)}:${at + 1}`);

function createTestLeakCheck(more: Partial<LeakCheckSettings> = {}) {
  const lines: string[] = [];
  const counted: string[] = [];
  const clock = { now: 1_000_000 };
  const settings: LeakCheckSettings = {
    password_hibp_enabled: true,
    password_hibp_fail_closed: false,
    password_hibp_user_agent: '',
    password_hibp_timeout: 2,
    password_hibp_url: service.url,
    password_hibp_file_path: '',
    password_hibp_min_count: 1,
    password_hibp_cache_prefixes: 100,
    password_min_length: 6,
    password_required_characters: [],
    ...more,
  };
  const leaks = createLeakCheck({
    settings,
    log: createLog({ level: 'trace', stream: { write: (line) => void lines.push(line) } }),
    release: { version: '1.2.3' },
    telemetry: { count: (_, attributes) => void counted.push((attributes as { outcome: string }).outcome) },
    now: () => clock.now,
  });
  if (leaks === null) throw new Error('the check is off');
  service.requests.length = 0;
  return { ...leaks, lines, counted, clock };
}

/** Makes the range API respond to each request with these rows. */
const answering = (body: string, more: ThirdPartyResponse = {}): void => {
  service.behaviour = () => ({ headers: { 'Content-Type': 'text/plain' }, body, ...more });
};

test('the service is asked for five digits with padding and the release, and its row is a hit', async () => {
  answering([...OTHERS, rowOf(PASSWORD)].join('\r\n'));
  const { ofNewPassword, counted } = createTestLeakCheck();
  assert.is(await ofNewPassword(PASSWORD), true);
  assert.is(service.last().path, `/range/${hexOf(PASSWORD).slice(0, 5)}`);
  assert.is(service.last().headers['add-padding'], 'true');
  assert.is(service.last().headers['user-agent'], 'postern/1.2.3');
  assert.equal(counted, ['hit']);
});

test('a range without the password is a miss; padding and rare rows are none; digits may be lower-case', async () => {
  for (const [rows, min_count, expected] of [
    [OTHERS, 1, false],
    [[...OTHERS, rowOf(PASSWORD, 0)], 1, false],
    [[...OTHERS, rowOf(PASSWORD, 4)], 5, false],
    [[...OTHERS, rowOf(PASSWORD, 5)], 5, true],
    [[rowOf(PASSWORD).toLowerCase(), ...OTHERS], 1, true],
  ] as const) {
    answering(rows.join('\n'));
    assert.is(await createTestLeakCheck({ password_hibp_min_count: min_count }).ofNewPassword(PASSWORD), expected);
  }
});

test('without a usable answer a password is accepted with one warning a minute; with FAIL_CLOSED it is 503', async () => {
  const rows = OTHERS.join('\r\n');
  const faults: Record<string, () => void> = {
    '429': () => answering('', { status: 429 }),
    '500': () => answering(rows, { status: 500 }),
    redirect: () => answering('', { status: 302, headers: { Location: service.url } }),
    slow: () => {
      service.behaviour = () => 'hang';
    },
    reset: () => {
      service.behaviour = () => 'cut';
    },
    'cut in a row': () => answering(rows.slice(0, -20)),
    empty: () => answering(''),
    '5 MB': () => answering(`${OTHERS[0]}\r\n`.repeat(130_000)),
    html: () => answering('<html>blocked</html>'),
  };
  for (const [name, begin] of Object.entries(faults)) {
    begin();
    const open = createTestLeakCheck({ password_hibp_timeout: 0.2 });
    assert.is(await open.ofNewPassword(PASSWORD), null, name);
    assert.is(await open.ofNewPassword(PASSWORD), null, name);
    assert.is(open.lines.length, 1, name);
    open.clock.now += 60_000;
    await open.ofNewPassword(PASSWORD);
    assert.is(open.lines.length, 2, name);
    assert.equal(open.counted, ['open', 'open', 'open'], name);
    assert.not.match(open.lines.join(), hexOf(PASSWORD).slice(0, 5), name);

    const closed = createTestLeakCheck({ password_hibp_timeout: 0.2, password_hibp_fail_closed: true });
    const refused = await closed.ofNewPassword(PASSWORD).catch((error: unknown) => error);
    assert.is((refused as { status: number }).status, 503, name);
    assert.equal((refused as { headers: unknown }).headers, { 'Retry-After': '30' }, name);
    assert.is(await closed.atSignIn(PASSWORD), null, `${name}: no sign-in is refused`);
    assert.equal(closed.counted, ['closed', 'open'], name);
  }
});

test('after five faults in a row nothing is asked for 30 seconds, and cached ranges still answer', async () => {
  const { ofNewPassword, clock } = createTestLeakCheck();
  answering(OTHERS.join('\n'));
  assert.is(await ofNewPassword('cached before'), false);
  answering('', { status: 500 });
  for (let at = 0; at < 8; at += 1) assert.is(await ofNewPassword(`${PASSWORD} ${at}`), null);
  assert.is(service.requests.length, 6);
  assert.is(await ofNewPassword('cached before'), false);
  answering([...OTHERS, rowOf(PASSWORD)].join('\n'));
  clock.now += 29_000;
  assert.is(await ofNewPassword(PASSWORD), null);
  clock.now += 1_001;
  assert.is(await ofNewPassword(PASSWORD), true);
});

test('several who wait for a range are one request; a cached range is asked for again after a day', async () => {
  const { ofNewPassword, clock } = createTestLeakCheck();
  answering([...OTHERS, rowOf(PASSWORD)].join('\n'));
  assert.equal(await Promise.all(Array.from({ length: 5 }, () => ofNewPassword(PASSWORD))), Array(5).fill(true));
  clock.now += 24 * 60 * 60 * 1_000 - 1;
  await ofNewPassword(PASSWORD);
  assert.is(service.requests.length, 1);
  clock.now += 1;
  await ofNewPassword(PASSWORD);
  assert.is(service.requests.length, 2);
});

test('the cache keeps the ranges that were used last', async () => {
  answering(OTHERS.join('\n'));
  const { ofNewPassword } = createTestLeakCheck({ password_hibp_cache_prefixes: 2 });
  for (const password of ['first password', 'second password', 'first password', 'third password']) {
    await ofNewPassword(password);
  }
  assert.is(service.requests.length, 3);
  await ofNewPassword('first password');
  assert.is(service.requests.length, 3);
  await ofNewPassword('second password');
  assert.is(service.requests.length, 4);
});

test('a password that is refused for its form is not asked about; digests are of UTF-8', async () => {
  answering(OTHERS.join('\n'));
  const { ofNewPassword, atSignIn } = createTestLeakCheck({
    password_min_length: 8,
    password_required_characters: ['123'],
  });
  for (const password of ['', null, 'short 1', 'long, without digits', `1${'x'.repeat(72)}`]) {
    assert.is(await ofNewPassword(password), null);
  }
  for (const password of ['', null, 'x'.repeat(73)]) assert.is(await atSignIn(password), null);
  assert.is(service.requests.length, 0);
  for (const password of [`1${'x'.repeat(71)}`, '1 🐎🔋 größer', '1 \u0041\u030a decomposed']) {
    answering([...OTHERS, rowOf(password)].join('\n'));
    assert.is(await ofNewPassword(password), true, password);
    assert.is(service.last().path, `/range/${hexOf(password).slice(0, 5)}`);
  }
});

test('a built file and a folder of ranges answer like the service for 10,000 digests', async () => {
  const ranges = 64;
  const texts = Array.from({ length: ranges }, (_, number) => {
    const rows = Array.from(
      { length: 400 },
      (_unused, at) => `${randomBytes(18).toString('hex').slice(1).toUpperCase()}:${at % 4}`,
    );
    return { prefix: rangePrefixOfNumber(number), text: rows.sort().join('\r\n') };
  });
  const dir = join(folder, 'ranges');
  mkdirSync(dir);
  for (const { prefix, text } of texts) writeFileSync(join(dir, `${prefix}.txt`), text);
  const to = join(folder, 'list.bin');
  assert.is(await buildLeakedList({ folder: dir, to, min_count: 2, ranges }), 64 * 200);
  const [file, directory] = [openLeakedList(to, 1), openLeakedList(dir, 2)];
  const parsed = new Map(texts.map(({ prefix, text }) => [prefix, parseRange(prefix, text, 2)]));
  let hits = 0;
  for (let at = 0; at < 10_000; at += 1) {
    const { prefix, text } = texts[at % ranges] as { prefix: string; text: string };
    const row = text.split('\r\n')[at % 400] as string;
    const digest =
      at % 2 === 0
        ? Buffer.from(prefix + row.slice(0, 35), 'hex')
        : Buffer.concat([Buffer.from(`${prefix}${at % 10}`, 'hex'), randomBytes(17)]);
    const expected = containsDigest(parsed.get(rangePrefix(digest)) as Buffer, digest);
    assert.is(await file(digest), expected);
    if (at % 20 < 2) assert.is(await directory(digest), expected);
    if (expected) hits += 1;
  }
  assert.ok(hits > 2_000 && hits < 5_000, `${hits} hits`);
  for (const edge of ['00'.repeat(20), 'ff'.repeat(20)]) assert.is(await file(Buffer.from(edge, 'hex')), false);
});

test('a list that is missing, incomplete or no list is an error, and its warning does not name the range', async () => {
  writeFileSync(join(folder, 'no_list'), 'nineteen characters');
  assert.throws(() => openLeakedList(join(folder, 'no_list'), 1), /no multiple of 20 bytes/);
  assert.throws(() => openLeakedList(join(folder, 'absent'), 1), /ENOENT/);
  const dir = join(folder, 'incomplete');
  mkdirSync(dir);
  const to = join(folder, 'incomplete.bin');
  const failed = await buildLeakedList({ folder: dir, to, min_count: 1 }).catch((error: unknown) => error);
  assert.match(String(failed), /ENOENT/);
  assert.throws(() => openLeakedList(to, 1), /ENOENT/);
  assert.throws(
    () => createTestLeakCheck({ password_hibp_file_path: to }),
    'SVC_PASSWORD_HIBP_FILE_PATH cannot be used: ENOENT',
  );
  const { ofNewPassword, lines } = createTestLeakCheck({ password_hibp_file_path: dir });
  assert.is(await ofNewPassword(PASSWORD), null);
  assert.match(lines.join(), /ENOENT/);
  assert.not.match(lines.join(), hexOf(PASSWORD).slice(0, 5));
});

test.run();
