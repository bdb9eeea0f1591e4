// An operation of the model: its precondition and its action.
import type { Step, World } from './state.ts';

export interface Operation {
  when(w: World): boolean;
  run(w: World, step: Step): Promise<void>;
}

export const always = (): boolean => true;
/** Returns true until the victim has an account. Until then the attacker and the administrator can prepare one. */
export const unowned = (w: World): boolean => w.hers.size === 0;

/** Returns an element of a list; 0 is the newest. */
export const pick = <T>(list: readonly T[], n: number): T => list[list.length - 1 - (n % list.length)] as T;
