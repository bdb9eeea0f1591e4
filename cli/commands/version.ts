// postern version: the release of this program.
import { RELEASE } from '../../core/database/release.ts';

export function versionCommand(print: (line: string) => void): number {
  print(`postern ${RELEASE.version}`);
  return 0;
}
