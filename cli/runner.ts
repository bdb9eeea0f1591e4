// Runs the action of a command. main() returns its exit code.
import type { GlobalOptions } from './settings.ts';

export type Runner = (work: (options: GlobalOptions) => Promise<number>) => () => Promise<void>;
