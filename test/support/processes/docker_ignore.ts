// Evaluates .dockerignore as Docker does.
import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';

/** Returns a function that returns true if .dockerignore excludes a path. */
export function readDockerIgnore(): (path: string) => boolean {
  const patterns = readFileSync('.dockerignore', 'utf8').split('\n').filter(Boolean);
  // The last pattern that matches the path or a folder above it decides.
  return (path) => {
    const parts = path.split('/').map((_, at, all) => all.slice(0, at + 1).join('/'));
    return patterns.reduce((out, pattern) => {
      const glob = pattern.replace(/^!/, '');
      return parts.some((part) => matchesGlob(part, glob)) ? !pattern.startsWith('!') : out;
    }, false);
  };
}
