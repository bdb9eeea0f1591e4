// Reads and writes the version in every file that contains it.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Files that contain the version of this release, with a pattern whose capture group matches the version. */
const NAMED: readonly [glob: string, pattern: RegExp][] = [
  ['package.json', /^ {2}"version": "([^"]+)"/gm],
  ['sdk/package.json', /^ {2}"version": "([^"]+)"/gm],
  ['sdk/{mcp,migrate}/package.json', /^ {2}"version": "([^"]+)"/gm],
  ['{optional/*,tools,bench}/package.json', /^ {2}"version": "([^"]+)"/gm],
  // Matches the version of the lock file's own project (two entries) and of each workspace.
  [
    '{.,bench,optional/engine}/package-lock.json',
    /^ {2}"version": "([^"]+)"|^ {4}"(?!node_modules\/)[^"]*": \{\n(?: {6}"name": .*\n)? {6}"version": "([^"]+)"/gm,
  ],
  ['sdk/runtime/version.ts', /^export const version = '([^']+)'/gm],
  ['examples/*/package.json', /"postern": "([^"]+)"/g],
  ['docker-compose.yml', /image: postern\/postern:(\S+)/g],
  ['Dockerfile', /postern\/postern:(\S+)/g],
  ['deploy/kustomization.yaml', /- name: postern\/postern\n {4}newTag: (\S+)/g],
  ['deploy/systemd/postern.target', / postern@(\S+)/g],
];

export interface NamedVersion {
  path: string;
  version: string;
}

/** Returns each place that contains the version. Throws if a listed file does not contain it. */
export function readNamedVersions(root = ROOT): NamedVersion[] {
  return NAMED.flatMap(([glob, pattern]) => {
    const paths = globSync(glob, { cwd: root }).sort();
    if (paths.length === 0) throw new Error(`${glob}: there is no such file`);
    return paths.flatMap((path) => {
      const found = [...readFileSync(join(root, path), 'utf8').matchAll(pattern)];
      if (found.length === 0) throw new Error(`${path} does not name the version`);
      return found.map(([, first, second]) => ({ path, version: first ?? second ?? '' }));
    });
  });
}

/** Writes a version into each place that contains the version. */
export function setVersion(version: string, root = ROOT): void {
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version)) throw new Error(`${version} is not a version such as 1.2.3`);
  for (const [glob, pattern] of NAMED) {
    for (const path of globSync(glob, { cwd: root })) {
      const text = readFileSync(join(root, path), 'utf8');
      const written = text.replace(pattern, (whole: string, first?: string, second?: string) => {
        const old = first ?? second ?? '';
        return `${whole.slice(0, whole.lastIndexOf(old))}${version}${whole.slice(whole.lastIndexOf(old) + old.length)}`;
      });
      writeFileSync(join(root, path), written);
    }
  }
}
