// An operation of the model: when it applies, and what it does.
import type { Step, World } from './state.ts';

export interface Operation {
  when(w: World): boolean;
  run(w: World, step: Step): Promise<void>;
}

export const always = (): boolean => true;
/** True until the victim has an account: so long the attacker and the administrator can prepare one. */
export const unowned = (w: World): boolean => w.hers.size === 0;

/** One of a list, the newest first. */
export const pick = <T>(list: readonly T[], n: number): T => list[list.length - 1 - (n % list.length)] as T;
