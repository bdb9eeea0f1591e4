// runner: when=gateway

// The compiler accepts a list of pipeline steps in the right order, and names the mistake in a wrong list.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** First lines of each compiled file. */
const HEAD = `import { type Step, step, steps } from '${ROOT}gateway/pipeline/step.ts';
import type { StepsRow } from '${ROOT}gateway/routes/row.ts';
import { byGrant } from '${ROOT}gateway/steps/by_grant.ts';
import { readBody } from '${ROOT}gateway/steps/read_body.ts';
import { onErrorKeepSession, unsealRefreshToken } from '${ROOT}gateway/steps/refresh_token.ts';
import { respond } from '${ROOT}gateway/steps/reply.ts';
import { sql } from '${ROOT}gateway/steps/sql.ts';

const body = readBody({ refresh_token: 'string' });
const REST = { session_id: 'none', counter: 'none', old_token: 'none', settings: 'settings', client: 'client' } as const;
const refresh = sql({ function: 'refresh_session', args: { user_id: 'refresh.user_id', ...REST } });
const check = sql({ function: 'check_writes', args: {} });
interface HasForm {
  readonly form: { readonly grant_type: string };
}
const readForm: Step<unknown, HasForm> = step('readForm', {}, () => () => ({ form: { grant_type: 'code' } }));
const useForm: Step<HasForm, undefined> = step('useForm', {}, () => () => undefined);
const addLink: Step<unknown, { link: string }> = step('addLink', {}, () => () => ({ link: '' }));
const grantOf = ({ form }: HasForm): string => form.grant_type;
const row = (list: StepsRow['steps']): void => void list;
`;

/** Lists of steps with the expected compiler error; null for a correct list. */
const LISTS: Readonly<Record<string, readonly [code: string, message: RegExp | null]>> = {
  'the right order': [`row(steps(body, unsealRefreshToken, onErrorKeepSession, refresh, respond('session')));`, null],
  'a grant after a step': [
    `row(steps(readForm, byGrant(grantOf, {
      code: { steps: steps.after<HasForm>()(useForm, check, respond('json')) },
      '*': { steps: steps.after<HasForm>()(check, respond('json')) },
    })));`,
    null,
  ],
  'a step before the one that it needs': [
    `row(steps(unsealRefreshToken, body, refresh, respond('session')));`,
    /'MissingMembers<"body">'|a step before this one must add/,
  ],
  'a call before the step that makes its argument': [
    `row(steps(body, refresh, unsealRefreshToken, respond('session')));`,
    /'MissingMembers<"refresh">'|a step before this one must add/,
  ],
  'a misspelt member': [
    `row(steps(body, unsealRefreshToken, sql({ function: 'refresh_session', args: { user_id: 'refresh.usr_id' } }), respond('session')));`,
    /MissingMembers<|a step before this one must add/,
  ],
  'a misspelt function': [
    `row(steps(body, sql({ function: 'refresh_sesion', args: {} }), respond('session')));`,
    /Did you mean '"refresh_session"'/,
  ],
  'a step that replaces what is known': [
    `row(steps(body, body, unsealRefreshToken, refresh, respond('session')));`,
    /'DuplicateMembers<"body">'|this name is already used/,
  ],
  'a step that takes the name of an argument source': [
    `row(steps(addLink, check, respond('json')));`,
    /'DuplicateMembers<"link">'|this name is already used/,
  ],
  'a list without a response': [
    `row(steps(body, unsealRefreshToken, refresh));`,
    /MissingResponse|the last step must respond/,
  ],
  'a list that nothing has checked': [`row([body, respond('json')]);`, /StepList/],
  'a grant without the step before it': [
    `row(steps(byGrant(grantOf, {
      '*': { steps: steps.after<HasForm>()(useForm, check, respond('json')) },
    })));`,
    /'MissingMembers<"form">'|a step before this one must add/,
  ],
  'a grant that needs more than the steps before it add': [
    `row(steps(readForm, byGrant(grantOf, {
      '*': { steps: steps.after<HasForm & { readonly proof: object }>()(useForm, check, respond('json')) },
    })));`,
    /'MissingMembers<"proof">'|a step before this one must add/,
  ],
  'a list of a grant as the list of a row': [
    `row(steps.after<HasForm>()(useForm, check, respond('json')));`,
    /StepList<HasForm>/,
  ],
};

test('the compiler accepts a list in the right order and names the mistake in every other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-steps-'));
  try {
    const compilerOptions = { typeRoots: [join(ROOT, 'node_modules/@types')], noUnusedLocals: false };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: ['*.mts'] }),
    );
    const lists = Object.entries(LISTS);
    for (const [at, [, [code]]] of lists.entries()) writeFileSync(join(folder, `list_${at}.mts`), HEAD + code);
    const { stdout, stderr } = spawnSync(
      join(ROOT, 'node_modules/.bin/tsc'),
      ['--noEmit', '--pretty', 'false', '-p', folder],
      { encoding: 'utf8', cwd: folder },
    );
    const errors = `${stdout}${stderr}`.split(/^(?=\S+\.mts\()/m).filter((error) => error !== '');
    for (const [at, [name, [, message]]] of lists.entries()) {
      const found = errors.filter((error) => error.startsWith(`list_${at}.mts(`)).join('');
      if (message === null) assert.is(found, '', name);
      else assert.match(found, message, name);
    }
    assert.equal(
      errors.filter((error) => !/^list_\d+\.mts\(/.test(error)),
      [],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.run();
