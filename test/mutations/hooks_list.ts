// Mutations of hooks.
import type { Mutation } from './mutation.ts';

const FUNCTIONS = 'test/security/hook_functions.test.ts';
const CODES = 'test/flows/factors/hooks.test.ts';
const PASSWORDS = 'test/flows/hook_functions.test.ts';

const hook = (breaks: string, change: Omit<Mutation, 'group' | 'breaks'>): Mutation => ({
  group: 'hooks',
  breaks,
  ...change,
});

export const HOOK_MUTATIONS: readonly Mutation[] = [
  hook('locks of the session stay', {
    file: 'sql/hooks.sql',
    from: 'perform pg_catalog.pg_advisory_unlock_all();',
    to: '',
    test: FUNCTIONS,
    fails: 'statements and locks of a hook',
  }),
  hook('what is left in the session stays', {
    file: 'sql/lib/hook.sql',
    from: 'if v_after is distinct from before or',
    to: 'if false and',
    test: FUNCTIONS,
    fails: 'rejects the sign-in if a hook’s function',
  }),
  hook('connections with strange statements go on', {
    file: 'core/database/driver_pool.ts',
    from: 'if (isSessionChangedByHook(error)) pool.replace(sql);',
    to: '',
    test: FUNCTIONS,
    fails: 'statements and locks of a hook',
  }),
  hook('an error object is no error', {
    file: 'sql/lib/hook.sql',
    from: "elsif v_error ->> 'message' <> '' then",
    to: 'elsif false then',
    test: FUNCTIONS,
    fails: 'rejects the sign-in if a hook’s function',
  }),
  hook('claims are not looked at', {
    file: 'sql/lib/hook.sql',
    from: 'if v_wrong is not null then',
    to: 'if false then',
    test: FUNCTIONS,
    fails: 'rejects the sign-in if a hook’s function',
  }),
  hook('a decision that is none goes on', {
    file: 'sql/lib/hook.sql',
    from: "elsif answer ->> 'decision' is distinct from 'continue' then",
    to: 'elsif false then',
    test: PASSWORDS,
    fails: 'a hook rejects a password',
  }),
  hook('an answer counts for another question', {
    file: 'sql/api/factor/verify_factor.sql',
    from: "concat_ws(' ', factor_id, valid)",
    to: "''",
    test: 'test/security/refusals.test.ts',
    fails: 'mfa_verification_rejected',
  }),
  hook('a refused code ends no session', {
    file: 'sql/api/factor/verify_factor.sql',
    from: "    perform auth_lib.cut_access(v_user.id, null, 'factor');\n",
    to: '',
    test: CODES,
    fails: 'a function',
  }),
  hook('the hook is not asked about codes', {
    file: 'sql/api/factor/verify_factor.sql',
    from: "if v_factor.factor_type <> 'webauthn' then\n    v_rejected",
    to: 'if false then\n    v_rejected',
    test: CODES,
    fails: 'a server',
  }),
  hook('guesses before a faulty hook cost nothing', {
    file: 'sql/api/factor/prepare_factor_verification.sql',
    from: '    perform auth_lib.count_factor_failure(v_factor, null, settings);\n',
    to: '    null;\n',
    test: CODES,
    fails: 'a function that fails',
  }),
  hook('passwords before a faulty hook cost nothing', {
    file: 'sql/api/account/count_password_attempt.sql',
    from: '  perform auth_lib.count_password_failure(v_key, v_key = v_address, settings);\n',
    to: '',
    test: 'test/flows/hook_attempts.test.ts',
    fails: 'the attempt limit applies',
  }),
  hook('of parallel passwords all reach the hook', {
    file: 'sql/api/account/count_password_attempt.sql',
    from: "auth_lib.check_password_failures(v_key, settings, 1), settings, client), '{}')",
    to: "null, settings, client), '{}')",
    test: 'test/flows/hook_attempts.test.ts',
    fails: 'of parallel attempts no more than the limit',
  }),
  hook('the gateway counts no attempt before', {
    file: 'gateway/steps/password.ts',
    from: 'if (!settings.hook_password_verification_attempt_enabled) ',
    to: '',
    test: 'test/flows/hook_attempts.test.ts',
    fails: 'the attempt limit applies',
  }),
  hook('a function that has failed is not looked at', {
    file: 'sql/lib/hook.sql',
    from: '    perform pg_advisory_unlock_all();\n    perform auth_lib.fail_on_session_changes(v_before, hook_schema, hook_function);\n',
    to: '',
    test: 'test/worker/hook_connection.test.ts',
    fails: 'closes a function’s connection',
  }),
  hook('a function speaks to the gateway as we do', {
    file: 'sql/lib/hook.sql',
    from: "if sqlstate like 'PH%' then",
    to: 'if false then',
    test: FUNCTIONS,
    fails: 'rejects the sign-in if a hook’s function',
  }),
  hook('it goes on listening', {
    file: 'sql/hooks.sql',
    from: '  unlisten *;',
    to: '',
    test: 'test/worker/hook_connection.test.ts',
    fails: 'a function’s locks end',
  }),
  hook('the worker keeps a connection with strange statements', {
    file: 'worker/queue/bounded_pool.ts',
    from: 'await removeBrokenConnections(driver, sql, error);',
    to: '',
    test: 'test/worker/hook_connection.test.ts',
    fails: 'closes a function’s connection',
  }),
  hook('claims nest as deep as they like', {
    file: 'sql/lib/hook.sql',
    from: 'elsif jsonb_path_exists(new,',
    to: 'elsif false and jsonb_path_exists(new,',
    test: FUNCTIONS,
    fails: 'claims nested deeper',
  }),
  hook('right codes cost a guess', {
    file: 'sql/api/factor/verify_factor.sql',
    from: '  if v_counted then\n    perform auth_lib.uncount_factor_attempt',
    to: '  if false then\n    perform auth_lib.uncount_factor_attempt',
    test: CODES,
    fails: 'a function gets right and wrong codes',
  }),
  hook('behind a pooler a statement waits for the next caller', {
    file: 'sql/lib/hook.sql',
    from: "    execute format('deallocate %I', v_name);",
    to: '    null;',
    test: 'test/worker/hook_pooled.test.ts',
    fails: 'behind a pooler a statement',
  }),
  hook('a pooler goes on lending a session without its statements', {
    file: 'worker/queue/bounded_pool.ts',
    from: 'await removeBrokenConnections(driver, sql, error);',
    to: '',
    test: 'test/worker/hook_pooled.test.ts',
    fails: 'ends a session without its prepared',
  }),
  hook('the gateway leaves such a session to others', {
    file: 'core/database/driver_pool.ts',
    from: 'await endSessionWithoutStatements(pool.sql, error);',
    to: '',
    test: 'test/worker/hook_pooled.test.ts',
    fails: 'the gateway leaves nothing there',
  }),
];
