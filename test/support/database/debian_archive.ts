// Unpacks programs and libraries from Debian's archive into a folder. Needs no installation and no root.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
/** Cache folder, which `npm ci` deletes. */
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url));

/** Returns the path of a program from PATH or from a Debian package, or the reason why the program is unavailable. */
export function findDebianProgram(
  name: string,
  o: { package: string; path: string },
): { program: string } | { cannot: string } {
  const found = spawnSync('sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' });
  if (found.status === 0) return { program: found.stdout.trim() };
  const folder = join(CACHE, `debian_${o.package}`);
  const program = join(folder, 'root', o.path);
  if (existsSync(program)) return { program };
  const work = `${folder}.${process.pid}`;
  try {
    const fault = unpackDebian({ suite: 'bookworm', packages: [o.package], folder: work, known_to_apt: true });
    if (fault) return { cannot: `no ${name}, and ${fault}` };
    rmSync(folder, { recursive: true, force: true });
    renameSync(work, folder);
    return { program };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Unpacks Debian packages, without dependencies, into `root` below the folder. Returns an error text, or null. With
 * `known_to_apt`, first tries the machine's own package index, which avoids the download of a package index.
 */
export function unpackDebian(o: {
  suite: string;
  packages: readonly string[];
  folder: string;
  known_to_apt?: boolean;
}): string | null {
  const { folder } = o;
  for (const name of ['lists/partial', 'archives/partial', 'debs', 'root'])
    mkdirSync(join(folder, name), { recursive: true });
  const debs = join(folder, 'debs');
  const download = (env: NodeJS.ProcessEnv): string | null =>
    runProgramOrNull('apt-get', ['-q', 'download', ...o.packages], debs, env);
  if (!o.known_to_apt || download(process.env) !== null) {
    if (!existsSync(KEYRING)) return `there is no ${KEYRING} to get it with`;
    const env = { ...process.env, APT_CONFIG: writeAptConfig(folder, o.suite) };
    const fault = runProgramOrNull('apt-get', ['-q', 'update'], folder, env) ?? download(env);
    if (fault) return fault;
  }
  for (const name of readdirSync(debs)) {
    const fault = runProgramOrNull('dpkg-deb', ['-x', join(debs, name), join(folder, 'root')], folder, process.env);
    if (fault) return fault;
  }
  for (const name of ['lists', 'archives', 'debs']) rmSync(join(folder, name), { recursive: true, force: true });
  return null;
}

/** Configures apt for Debian's signed archive, independent of the system's sources. */
function writeAptConfig(folder: string, suite: string): string {
  const sources = join(folder, 'sources.list');
  writeFileSync(sources, `deb [signed-by=${KEYRING}] http://deb.debian.org/debian ${suite} main\n`);
  writeFileSync(join(folder, 'status'), '');
  const lines = {
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '-',
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': folder,
    'Acquire::Languages': 'none',
    'Acquire::http::Timeout': '10',
    'APT::Sandbox::User': '',
    'APT::Update::Error-Mode': 'any',
  };
  const path = join(folder, 'apt.conf');
  const text = Object.entries(lines).map(([name, value]) => `${name} "${value}";\n`);
  writeFileSync(path, text.join(''));
  return path;
}

function runProgramOrNull(program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): string | null {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  if (status === 0) return null;
  const problem = error?.message ?? `${stderr}${stdout}`.trim().split('\n').at(-1) ?? '';
  return `${program} ${args.find((arg) => !arg.startsWith('-'))} failed: ${problem}`;
}
