// An operation of the takeover model: its precondition and its action.
import type { ModelState, SequenceStep } from './state.ts';

export interface ModelOperation {
  when(w: ModelState): boolean;
  run(w: ModelState, step: SequenceStep): Promise<void>;
}

export const alwaysPossible = (): boolean => true;
/** Returns true until the victim has an account. Until then the attacker and the administrator can prepare one. */
export const victimHasNoAccount = (w: ModelState): boolean => w.hers.size === 0;

/** Returns an element of a list by its number from the end. 0 is the newest element. */
export const pickFromEnd = <T>(list: readonly T[], n: number): T => list[list.length - 1 - (n % list.length)] as T;
