// Migration of single constructs, and the remarks for the user.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { main } from '../main.ts';
import { transform } from '../transform.ts';

const move = (source: string, file = 'a.ts') => transform(source, file)?.code;
const remarks = (source: string) => transform(source, 'a.ts')!.remarks.map(({ line, text }) => `${line}: ${text}`);

test('renames identifiers that refer to the import, and no others', () => {
  assert.is(
    move(`import { Vercel } from '@vercel/sdk';
const vercel: Vercel = new Vercel();
const other = { Vercel: 1, of: vercel.Vercel, Vercel };
// Vercel stays in comments, and in 'Vercel' texts
export { Vercel };
`),
    `import { Platform } from '@postern/platform';
const vercel: Platform = new Platform();
const other = { Vercel: 1, of: vercel.Vercel, Vercel: Platform };
// Vercel stays in comments, and in 'Vercel' texts
export { Platform as Vercel };
`,
  );
});

test('an alias stays; a name that is used, or bound again, becomes an alias', () => {
  assert.is(
    move(`import { Vercel as V } from '@vercel/sdk';\nnew V();`),
    `import { Platform as V } from '@postern/platform';\nnew V();`,
  );
  assert.is(
    move(`import { Vercel } from '@vercel/sdk';\nclass Platform {}\nnew Vercel();`),
    `import { Platform as Vercel } from '@postern/platform';\nclass Platform {}\nnew Vercel();`,
  );
  assert.is(
    move(`import { Vercel } from '@vercel/sdk';\nfunction f(Vercel) { return new Vercel(); }`),
    `import { Platform as Vercel } from '@postern/platform';\nfunction f(Vercel) { return new Vercel(); }`,
  );
});

test('merges declarations of one module, with the quotes and line ends of the first', () => {
  assert.is(
    move(`import { Vercel } from "@vercel/sdk"
import { VercelError } from "@vercel/sdk/models/vercelerror.js"
import { SDKError } from "@vercel/sdk/models/sdkerror.js"
import type { GetProjectsRequest } from "@vercel/sdk/models/getprojectsop.js"

const is = (e: unknown) => e instanceof VercelError || e instanceof SDKError`),
    `import { Platform, PlatformError, type GetProjectsRequest } from "@postern/platform"

const is = (e: unknown) => e instanceof PlatformError || e instanceof PlatformError`,
  );
});

test('a file that uses only functions imports only the core', () => {
  assert.is(
    move(`import { VercelCore } from '@vercel/sdk/core.js';
import { HTTPClient } from '@vercel/sdk/lib/http.js';
import { userGetAuthUser } from '@vercel/sdk/funcs/userGetAuthUser.js';
`),
    `import { PlatformCore, HTTPClient } from '@postern/platform/core.js';
import { userGetAuthUser } from '@postern/platform/funcs/userGetAuthUser.js';
`,
  );
});

test('import(), require(), mocks, re-exports, whole modules and type imports', () => {
  const cases = [
    [
      `const { Vercel } = await import('@vercel/sdk');`,
      `const { Platform: Vercel } = await import('@postern/platform');`,
    ],
    [`const { Vercel: V } = require("@vercel/sdk")`, `const { Platform: V } = require("@postern/platform")`],
    [`const V = (await import('@vercel/sdk')).Vercel;`, `const V = (await import('@postern/platform')).Platform;`],
    [`vi.mock('@vercel/sdk');`, `vi.mock('@postern/platform');`],
    [`export * from '@vercel/sdk';`, `export * from '@postern/platform';`],
    [`export { Vercel } from '@vercel/sdk';`, `export { Platform as Vercel } from '@postern/platform';`],
    [
      `import * as sdk from '@vercel/sdk';\nconst v: sdk.Vercel = new sdk.Vercel();`,
      `import * as sdk from '@postern/platform';\nconst v: sdk.Platform = new sdk.Platform();`,
    ],
    [`type V = import('@vercel/sdk').Vercel;`, `type V = import('@postern/platform').Platform;`],
    [`import '@vercel/sdk';`, `import '@postern/platform';`],
  ] as const;
  for (const [before, after] of cases) assert.is(move(before), after);
});

test('unwrapAsync becomes unwrap behind the promise', () => {
  assert.is(
    move(`import { unwrapAsync } from '@vercel/sdk/types/fp.js';
const a = await unwrapAsync(f(core, { a: 1 }));
const b = await unwrapAsync(late ? f(core) : g(core));
`),
    `import { unwrap } from '@postern/platform';
const a = await f(core, { a: 1 }).then(unwrap);
const b = await (late ? f(core) : g(core)).then(unwrap);
`,
  );
});

test('reports constructs without a counterpart by line and leaves them unchanged', () => {
  const source = `import { Vercel } from '@vercel/sdk';
import { ServerList } from '@vercel/sdk/lib/config.js';
import { nothingToSee } from '@vercel/sdk/funcs/nothingToSee.js';
const old = require('@vercel/sdk');
`;
  const said = remarks(source);
  assert.match(said[0]!, /^2: ServerList is not in @postern\/platform/);
  assert.ok(said.some((line) => line === '3: there is no function nothingToSee in @postern/platform'));
  assert.ok(said.some((line) => /^4: .* ES module/.test(line)));
  assert.match(move(source)!, /import \{ Platform, ServerList \}/);
});

test('an error class of the registrar becomes a check of its code', () => {
  const source = `import { DomainTooShort } from '@vercel/sdk/models/domaintooshort.js';
if (error instanceof DomainTooShort) throw error;`;
  assert.is(
    move(source),
    `import { PlatformError } from '@postern/platform';
if ((error instanceof PlatformError && !error.data$ && error.error?.code === 'domain_too_short')) throw error;`,
  );
  assert.match(remarks(source)[0]!, /statusCode/);
});

test('an error object that may be absent is accessed with ?.', () => {
  const source = `import { VercelError } from '@vercel/sdk/models/vercelerror.js';
log(error.data$.error.code, error.data$?.error, error.data$);`;
  assert.match(move(source)!, /log\(error\.data\$\?\.error\.code, error\.data\$\?\.error, error\.data\$\);/);
});

test('parses JSX, decorators and plain JavaScript', () => {
  const jsx = `import { Vercel } from '@vercel/sdk';\nexport const A = () => <B client={new Vercel()} />;`;
  for (const file of ['a.tsx', 'a.jsx', 'a.js'])
    assert.match(move(jsx, file)!, /<B client=\{new Platform\(\)\} \/>/, file);
  assert.match(
    move(`import { Vercel } from '@vercel/sdk';\n@d() class A { constructor(private v: Vercel) {} }`)!,
    /v: Platform/,
  );
  assert.match(move(`const x = <Vercel>y; require('@vercel/sdk')`)!, /postern/);
});

test('leaves a file without the other package unchanged; reports an unparsable one', () => {
  assert.is(transform(`import x from 'y';`, 'a.ts'), undefined);
  assert.is(transform(`const text = 'about @vercel/sdk';`, 'a.ts'), undefined);
  assert.throws(() => transform(`import { from '@vercel/sdk'`, 'a.ts'));
});

test('the command line: help, version, usage errors', () => {
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  assert.equal([main(['--help'], '.', say), main(['--version'], '.', say)], [0, 0]);
  assert.match(lines[0]!, /^Usage: platform-migrate/);
  assert.match(lines[1]!, /^\d+\.\d+\.\d+$/);
  assert.equal([main(['--nonsense'], '.', say), main(['no-such-folder'], '.', say)], [2, 2]);
});

test('classes of single errors become checks of the code, with a remark at each use', () => {
  const source = `import { BadRequest, VercelError, HttpApiDecodeError as Decode } from '@vercel/sdk';
const kind = (e: unknown) => e instanceof BadRequest ? 1 : e instanceof Decode ? 2 : e instanceof VercelError ? 3 : 4;
if (!(result.error instanceof BadRequest)) throw result.error;
`;
  assert.is(
    move(source),
    `import { PlatformError } from '@postern/platform';
const kind = (e: unknown) => (e instanceof PlatformError && !e.data$ && e.error?.code === 'bad_request') ? 1 : (e instanceof PlatformError && !e.data$ && e.error?.code === 'HttpApiDecodeError') ? 2 : e instanceof PlatformError ? 3 : 4;
if (!((result.error instanceof PlatformError && !result.error.data$ && result.error.error?.code === 'bad_request'))) throw result.error;
`,
  );
  assert.equal(
    remarks(source).map((line) => line.slice(0, 12)),
    ['2: BadReques', '2: HttpApiDe', '3: BadReques'],
  );
});

test('renames members that the reference renames', () => {
  assert.is(
    move(`import '@vercel/sdk';
const { dollarSchema, x5tNumberS256: print } = answer;
use(key.x5tNumberS256, { dollarSchema: 1 }, answer?.projectFlagsSDKKey, 'dollarSchema', answer[dollarSchema]);
`),
    `import '@postern/platform';
const { schema: dollarSchema, x5tS256: print } = answer;
use(key.x5tS256, { schema: 1 }, answer?.projectFlagsSdkKey, 'dollarSchema', answer[dollarSchema]);
`,
  );
});

test('package.json gets no duplicate key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrate-'));
  const file = join(folder, 'package.json');
  for (const lists of [
    { '@vercel/sdk': '1', zod: '3', '@postern/platform': '0.0.1' },
    { '@postern/platform': '0.0.1', zod: '3', '@vercel/sdk': '1' },
    { zod: '3', '@vercel/sdk': '1' },
  ] as Record<string, string>[]) {
    writeFileSync(file, JSON.stringify({ name: 'n', dependencies: lists, devDependencies: {} }, undefined, 2));
    assert.is(
      main([file], folder, () => undefined),
      0,
    );
    const text = readFileSync(file, 'utf8');
    assert.is(text.split('@postern/platform').length, 2, text);
    const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
    assert.equal(
      Object.keys(dependencies).sort(),
      [
        ...new Set(
          Object.keys(lists)
            .filter((name) => name !== '@vercel/sdk')
            .concat('@postern/platform'),
        ),
      ].sort(),
    );
  }
  rmSync(folder, { recursive: true });
});

test.run();
