// Modules needed after a call has started: loaded with the operation's schemas, so that a page's first script stays
// small.
export { readAnswer } from './answer.ts';
export { check, newTrial } from './check.ts';
export { planOf } from './plan.ts';
export { repeat } from './repeat.ts';
export { draft } from './request.ts';
export { readRow } from './row.ts';
export { turnArguments } from './turn.ts';
