// Serves the files of the console: the pages with TypeScript types removed, and libraries from node_modules. A file is
// read, stripped and compressed when it is first requested.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { IS_PUBLISHED_PACKAGE } from '../../core/installed.ts';
import { contentSecurityPolicy, STYLES } from '../../core/pages/asset.ts';
import { EFFECTS_IN_CONSOLE } from '../../gateway/routes/effects.ts';

export interface ConsoleFile {
  headers: Readonly<Record<string, string>>;
  etag: string;
  body: Buffer;
  /** Content compressed with brotli; null for formats that are already compressed. */
  brotli: Buffer | null;
}

const PAGES = fileURLToPath(new URL('../pages', import.meta.url));
const LIBRARIES = '/libraries';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ts': 'text/javascript; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

export const isFileName = (path: string): boolean => extname(path) in TYPES;

/** Security headers of the console's responses. Only the response with a mail has its own (frame.ts). */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

interface PackageFile {
  package: string;
  path: string;
}

/** Files of npm packages, by their names below LIBRARIES. */
const LIBRARY_FILES: Readonly<Record<string, PackageFile>> = {
  'preact.js': { package: 'preact', path: 'dist/preact.mjs' },
  'hooks.js': { package: 'preact', path: 'hooks/dist/hooks.mjs' },
  'htm.js': { package: 'htm', path: 'dist/htm.module.js' },
  'signals-core.js': { package: '@preact/signals-core', path: 'dist/signals-core.mjs' },
  'signals.js': { package: '@preact/signals', path: 'dist/signals.mjs' },
  'uplot.js': { package: 'uplot', path: 'dist/uPlot.iife.min.js' },
};

const FONT: PackageFile = { package: '@fontsource-variable/inter', path: 'files/inter-latin-wght-normal.woff2' };

const PAGE_POLICY = [
  "img-src 'self'",
  "font-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];
/** The document that contains the frame of a mail and posts the mail into the frame. */
const MAIL_FRAME = '/mail_frame.html';
const FRAME_POLICY = ["frame-src 'self'", "form-action 'self'", "frame-ancestors 'self'"];

/** Style sheets of every page, in the order of the cascade. They are served as one file. */
const STYLE_SHEETS = [
  ...STYLES.map(([, file]) => fileURLToPath(file)),
  ...['base', 'controls', 'tables', 'pages', 'dialogs', 'templates', 'doctor', 'narrow'].map((name) =>
    join(PAGES, 'styles', `${name}.css`),
  ),
];

export interface ConsoleFiles {
  /** Returns the file of a path; null if there is none. The first call waits until the file is compressed. */
  find: (path: string) => Promise<ConsoleFile> | null;
  paths: readonly string[];
}

export function createFiles(): ConsoleFiles {
  const sources = new Map<string, () => Buffer>(
    readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
      .filter((name) => extname(name) in TYPES && extname(name) !== '.json')
      .filter((name) => !STYLE_SHEETS.includes(join(PAGES, name)))
      .map((name) => [`/${name.replaceAll('\\', '/')}`, () => readPage(join(PAGES, name))]),
  );
  for (const [file, at] of Object.entries(LIBRARY_FILES)) sources.set(`${LIBRARIES}/${file}`, () => readLibrary(at));
  sources.set('/effects.json', () => Buffer.from(JSON.stringify(EFFECTS_IN_CONSOLE)));
  sources.set('/styles.css', () => Buffer.concat(STYLE_SHEETS.map(readPage)));
  sources.set(`${LIBRARIES}/inter.woff2`, () => readFileSync(packageFilePath(FONT)));
  const prepared = new Map<string, Promise<ConsoleFile>>();
  const compress = createCompressor();
  return {
    paths: [...sources.keys()],
    find(path) {
      const known = prepared.get(path);
      if (known) return known;
      const source = sources.get(path);
      if (source === undefined) return null;
      const file = prepareFile(path, source(), compress);
      prepared.set(path, file);
      return file;
    },
  };
}

function readPage(path: string): Buffer {
  const text = readFileSync(path, 'utf8');
  // In the published package, types are already removed from the pages.
  if (path.endsWith('.html') && IS_PUBLISHED_PACKAGE)
    return Buffer.from(text.replace(/src="(\/\w+)\.ts"/g, 'src="$1.js"'));
  if (path.endsWith('.css')) return Buffer.from(joined(shortened(text)));
  if (/\.[jt]s$/.test(path))
    return Buffer.from(joinedScript(shortened(path.endsWith('.ts') ? stripTypes(text) : text)));
  return Buffer.from(shortened(text));
}

/** Removes indentation, comments on their own lines, and empty lines. */
const shortened = (text: string): string =>
  text
    .replace(/^[ \t]*(\/\/.*|\/\*[\s\S]*?\*\/)[ \t]*$/gm, '')
    .replace(/^[ \t]+|[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n');

/** Removes line ends and spaces in CSS where they mean nothing. */
const joined = (text: string): string =>
  text
    .replace(/([{};,])\n+/g, '$1')
    .replace(/;\}/g, '}')
    .replace(/([:,]) /g, '$1')
    .replace(/ \{/g, '{');

/**
 * Removes line ends and last commas in a script where they mean nothing: beside punctuation, and in templates between
 * tags. In the text of a template, a line must not end with such punctuation.
 */
const joinedScript = (text: string): string =>
  text
    .replace(/([,;{([=?:]|=>|&&|\|\|)\n/g, '$1')
    .replace(/\n(?=[.?:&|)\]}])/g, '')
    .replace(/([>}])\n(?=[<$])/g, '$1')
    .replace(/,(?=[)\]}])/g, '')
    .replace(/;(?=\})/g, '');

/** Removes TypeScript types and changes nothing else. */
function stripTypes(text: string): string {
  // Suppress Node's warning that the function is experimental.
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    const blank = stripTypeScriptTypes(text);
    // The types are blank now. Remove the blanks, and keep those that were in the text.
    return blank.length === text.length
      ? blank.replace(/ /g, (space, at: number) => (text[at] === ' ' ? space : ''))
      : blank;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function readLibrary(at: PackageFile): Buffer {
  // Remove the source map comment, because browsers would request a source map that is not served.
  const text = readFileSync(packageFilePath(at), 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '');
  // uPlot's minified file is a script that declares a variable. Exporting the variable makes it a module.
  return Buffer.from(at.package === 'uplot' ? `${text}\nexport default uPlot;\n` : text);
}

/** Returns the path of a file of a package. Some packages export neither the file nor their package.json. */
function packageFilePath(at: PackageFile): string {
  const folders = createRequire(import.meta.url).resolve.paths(at.package) ?? [];
  const found = folders.map((folder) => join(folder, at.package, at.path)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`the package ${at.package} is not installed`);
  return found;
}

type Compress = (body: Buffer) => Promise<Buffer>;

/**
 * Returns a function that compresses in the thread pool, one file at a time, because password hashes use the same
 * threads.
 */
function createCompressor(): Compress {
  const brotli = promisify(brotliCompress);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  let last: Promise<unknown> = Promise.resolve();
  return (body) => {
    const result = last.then(() => brotli(body, { params }));
    last = result;
    return result;
  };
}

async function prepareFile(path: string, body: Buffer, compress: Compress): Promise<ConsoleFile> {
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  const headers: Record<string, string> = { ...SECURITY_HEADERS, 'Content-Type': type, 'Cache-Control': 'no-cache' };
  if (path.endsWith('.html'))
    headers['Content-Security-Policy'] = contentSecurityPolicy(
      body.toString(),
      path === MAIL_FRAME ? FRAME_POLICY : PAGE_POLICY,
    );
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { headers, etag, body, brotli: path.endsWith('.woff2') ? null : await compress(body) };
}
