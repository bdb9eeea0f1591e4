// How a command's action hands its work to main(), which turns the answer into an exit code.
import type { GlobalOptions } from './settings.ts';

export type Runner = (work: (options: GlobalOptions) => Promise<number>) => () => Promise<void>;
