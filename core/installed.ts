// Detects whether this is the published package or a clone, because messages name different commands.
import { readFileSync } from 'node:fs';

/** True in the published package, whose files are compiled to JavaScript. */
export const IS_PUBLISHED_PACKAGE: boolean = import.meta.filename.endsWith('.js');

/** The command that starts Postern with its embedded database. */
export const START_COMMAND: string = IS_PUBLISHED_PACKAGE ? 'npx postern start' : 'npm start';

interface Manifest {
  optionalDependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  overrides: Record<string, string>;
}

const readManifest = (): Manifest =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Manifest;

/**
 * Returns the command that installs packages in a project that uses the published package. `names` selects among the
 * optional and peer dependencies in the manifest of the published package, which has the tested versions.
 */
export function installCommand(names: RegExp): string {
  const { optionalDependencies, peerDependencies } = readManifest();
  const packages = Object.entries({ ...optionalDependencies, ...peerDependencies }).filter(([name]) =>
    names.test(name),
  );
  return `npm install ${packages.map(([name, version]) => `${name}@${version}`).join(' ')}`;
}

/** Returns the command that sets an npm override from the manifest of the published package. */
export function overrideCommand(name: string): string {
  return `npm pkg set "overrides[${name}]=${readManifest().overrides[name]}"`;
}
