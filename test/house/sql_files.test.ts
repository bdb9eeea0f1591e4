// Requirements of the loader on the SQL files, and house rules that a lexer can check.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dollarQuotedBody, type Token, tokenize } from '../../core/database/lexer.ts';
import { SQL_DIR } from '../../install/migrate/tree.ts';

interface SqlFile {
  path: string;
  text: string;
  tokens: Token[];
}

const files: SqlFile[] = readdirSync(SQL_DIR, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.sql') && name !== 'schema.sql')
  .map((name) => {
    const text = readFileSync(join(SQL_DIR, name), 'utf8');
    return { path: name.replaceAll('\\', '/'), text, tokens: tokenize(text.replaceAll(/^\\gexec$/gm, ';')) };
  })
  .sort((a, b) => (a.path < b.path ? -1 : 1));
const functions = files.filter((file) => /^(lib|api)\//.test(file.path));

/** Returns the tokens of each function body in a file, including nested bodies. */
function findBodies(tokens: Token[]): Token[][] {
  return tokens
    .filter((token) => token.kind === 'dollar' && token.code === true)
    .flatMap((token) => {
      const inner = tokenize(dollarQuotedBody(token));
      return [inner, ...findBodies(inner)];
    });
}

const words = (tokens: Token[]): string[] =>
  tokens.filter((token) => token.kind !== 'space' && token.kind !== 'comment').map((token) => token.text.toLowerCase());

test('there are SQL files to check', () => {
  assert.ok(functions.length > 40);
});

/** Returns true for a constant of type name, such as name 'auth_owner'. The renderer renames such constants. */
const isNameConstant = (tokens: readonly Token[], token: Token): boolean => {
  const before = tokens.slice(0, tokens.indexOf(token)).filter(({ kind }) => kind !== 'space');
  return before.at(-1)?.text === 'name';
};

test('no string or comment in a body names a schema or role, because the renderer does not rename them there', () => {
  const named = /\bauth\.|^'auth'$|\bauth_(lib|api|queue|owner|gateway|admin|worker|auditor|hooks|triggers)\b/i;
  const faults = files.flatMap((file) =>
    findBodies(file.tokens)
      .flatMap((tokens) => tokens.filter((token) => !isNameConstant(tokens, token)))
      .filter((token) => ['string', 'comment'].includes(token.kind) || (token.kind === 'dollar' && token.code !== true))
      .filter((token) => named.test(token.text))
      .map((token) => `${file.path}: ${token.text.slice(0, 80)}`),
  );
  assert.equal(faults, []);
});

test('outside bodies only comments and COMMENT ON may name one in a string', () => {
  const faults = files
    .filter((file) => file.path !== 'errors.sql' && !file.path.startsWith('comments/'))
    .flatMap((file) => {
      const tokens = file.tokens.filter((token) => token.kind !== 'space' && token.kind !== 'comment');
      return tokens
        .filter((token) => token.kind === 'string' && /\bauth\.|^'auth(_\w+)?'$/.test(token.text))
        .filter((token) => !['is', 'name'].includes(tokens[tokens.indexOf(token) - 1]?.text.toLowerCase() ?? ''))
        .map((token) => `${file.path}: ${token.text}`);
    });
  assert.equal(faults, []);
});

test('only two files of lib name pgcrypto’s schema', () => {
  const naming = files
    .filter((file) => [file.tokens, ...findBodies(file.tokens)].some((tokens) => words(tokens).includes('extensions')))
    .map((file) => file.path);
  assert.equal(naming, ['lib/password.sql', 'lib/value.sql']);
});

test('only maintain_partitions, rebuild and the hook calls run dynamic SQL', () => {
  const dynamic = files
    .filter((file) => findBodies(file.tokens).some((tokens) => words(tokens).includes('execute')))
    .map((file) => file.path);
  assert.equal(dynamic, [
    'api/worker/maintain_partitions.sql',
    'hooks.sql',
    // Deallocates prepared statements and closes cursors by name, after hooks and triggers.
    'lib/hook.sql',
    'rebuild.sql',
  ]);
});

test('only objects that policies and the trigger call are replaced, and no drop cascades', () => {
  for (const file of files) {
    const text = [words(file.tokens), ...findBodies(file.tokens).map(words)].flat().join(' ');
    // An import replaces the application's views and functions in place, because other objects depend on them.
    if (file.path !== 'contract.sql' && !file.path.startsWith('import/'))
      assert.not.match(text, /\bor replace\b/, file.path);
    assert.not.match(text, /\bdrop [^;]*\bcascade\b/, file.path);
    // hook.sql raises the error again after it has restored the session.
    if (file.path !== 'lib/hook.sql') assert.not.match(text, /\bothers then\b/, file.path);
    assert.not.match(text, /\bsecurity definer set search_path = (?!pg_catalog , pg_temp)/, file.path);
  }
});

/** A function in a file. Text between two bodies belongs to the second function. */
interface SqlFunction {
  name: string;
  head: Token[];
}

function parseFunctions(file: SqlFile): SqlFunction[] {
  const found: SqlFunction[] = [];
  let head: Token[] = [];
  for (const token of file.tokens) {
    if (token.kind !== 'dollar') head.push(token);
    else {
      const name = /create function (\w+) \. (\w+)/.exec(words(head).join(' '))?.slice(1).join('.');
      found.push({ name: name ?? `${file.path}: a body without a function`, head });
      head = [];
    }
  }
  return found;
}

const everyFunction = functions.flatMap(parseFunctions);

test('every function declares its volatility, and functions of the API return JSON, or its text, as SECURITY DEFINER', () => {
  assert.ok(everyFunction.length > 150);
  for (const { name, head } of everyFunction) {
    const text = words(head).join(' ');
    assert.match(text, /\b(volatile|stable|immutable)\b/, name);
    assert.not.match(text, /returns (table|record|setof json)\b/, name);
    if (name.startsWith('auth_lib.')) continue;
    assert.match(
      text,
      /returns (jsonb?|text) language (plpgsql|sql) (volatile|stable) security definer set search_path = pg_catalog , pg_temp/,
      name,
    );
  }
});

test('every function has a comment above it', () => {
  for (const file of functions) assert.is(file.tokens[0]?.kind, 'comment', file.path);
});

test('function names are unique, because comments and grants use bare names', () => {
  const faults = files.filter(({ text }) =>
    /^(comment on|grant execute on|revoke \w+ on) function [\w.]+\(/m.test(text),
  );
  assert.equal(
    faults.map(({ path }) => path),
    [],
  );
});

test('a function has at most 60 lines', () => {
  const read = functions.flatMap(({ text }) => [...text.matchAll(/\bclaims ->>? '(\w+)'/g)].map(([, claim]) => claim));
  assert.equal([...new Set(read)].sort(), ['aal', 'aud', 'client_id', 'exp', 'role', 'scope', 'session_id', 'sub']);
});

test('migrations are numbered from 1 without duplicates, and an online step has the number of its migration', () => {
  const numbers = (folder: string) =>
    files.filter((file) => file.path.startsWith(`${folder}/`)).map((file) => Number(/\/(\d{4})-/.exec(file.path)?.[1]));
  const migrations = numbers('migrations');
  assert.is(migrations[0], 1);
  assert.equal(migrations, [...new Set(migrations)]);
  for (const step of numbers('online')) assert.ok(migrations.includes(step), String(step));
});

test('no migration contains text that the library would split differently than we do', () => {
  // Only migrations are split by @databases/split-sql-query, which does not support backslashes in E'…'.
  for (const file of files.filter((one) => one.path.startsWith('migrations/'))) {
    assert.not.match(file.text, /\be'/i, file.path);
  }
});

test.run();
