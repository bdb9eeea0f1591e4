// Passes the work of a command's action to main(), which returns the exit code.
import type { GlobalOptions } from './settings.ts';

export type Runner = (work: (options: GlobalOptions) => Promise<number>) => () => Promise<void>;
