// The function by which a command's action passes its work to main(), which returns the exit code.
import type { GlobalOptions } from './settings.ts';

export type Runner = (work: (options: GlobalOptions) => Promise<number>) => () => Promise<void>;
