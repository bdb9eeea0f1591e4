// Faulty hook functions, with the expected responses, for hook_functions.test.ts and hook_kinds.test.ts.
export const EVENT_CLAIMS = `event -> 'claims'`;
export const returnClaims = (change: string) => `return jsonb_build_object('claims', (${EVENT_CLAIMS}) ${change});`;

/** A fault that has no effect behind a pooler, because the gateway then uses no prepared statements. */
export const DEALLOCATES_STATEMENTS = 'takes the statements of the gateway away';

/** Function body of the hook, and the expected response. */
export const FAULTY_HOOKS: Readonly<
  Record<string, readonly [body: string, status: number, message: RegExp, declare?: string]>
> = {
  'raises an error': [`raise exception 'the inner reason';`, 500, /^Error running hook$/],
  'raises with a status': [`raise exception 'no' using errcode = 'PT403';`, 403, /^no$/],
  'raises with the status of a success': [`raise exception 'no' using errcode = 'PT200';`, 500, /^Error running hook$/],
  'divides by zero': [`return jsonb_build_object('claims', 1 / 0);`, 500, /^Error running hook$/],
  'raises as if a server were to be asked': [
    `raise exception 'x' using errcode = 'PH001', detail = '{"hook": "custom_access_token", "subject": "", "event": {}}';`,
    500,
    /^Error running hook$/,
  ],
  'raises as if it had answered': [
    `raise exception 'x' using errcode = 'PH002', detail = '{"status": 200, "code": null}';`,
    500,
    /^Error running hook$/,
  ],
  'raises as if it had left something': [`raise exception 'x' using errcode = 'PH003';`, 500, /^Error running hook$/],
  'fails an assertion': [`assert false;`, 500, /^Error running hook$/],
  'cancels itself': [`raise exception 'x' using errcode = 'query_canceled';`, 503, /temporarily unavailable/],
  hangs: [`perform pg_sleep(60); return null;`, 503, /temporarily unavailable/],
  'answers null': [`return null;`, 500, /^Error unmarshaling JSON output\.$/],
  'answers the null of JSON': [`return 'null';`, 500, /^Error unmarshaling/],
  'answers a text': [`return '"yes"';`, 500, /^Error unmarshaling/],
  'answers a list': [`return '[]';`, 500, /^Error unmarshaling/],
  'answers nothing of use': [`return '{"claim": {}}';`, 500, /^output claims field is missing$/],
  'answers the claims null': [`return '{"claims": null}';`, 500, /^output claims field is missing$/],
  'answers a list of claims': [`return '{"claims": []}';`, 500, /Expected: object, given: array/],
  'answers a megabyte': [`return jsonb_build_object('x', repeat('x', 1048576));`, 422, /size limit of 204800 bytes/],
  'answers a text that nothing can hold': [
    `return '{"claims": {"x": "\\u0000"}, "decision": "continue"}';`,
    500,
    /^Error running hook$/,
  ],
  'answers deeper than anybody reads': [
    `return (repeat('{"claims":', 100000) || '{}' || repeat('}', 100000))::jsonb;`,
    500,
    /^Error running hook$/,
  ],
  'makes a token that nobody can send': [
    returnClaims(`|| jsonb_build_object('x', repeat('x', 12000))`),
    500,
    /longer than/,
  ],
  'leaves out the subject': [returnClaims(`- 'sub'`), 500, /\(root\): sub is required/],
  'leaves out the session': [returnClaims(`- 'session_id'`), 500, /session_id is required/],
  'names another subject': [returnClaims(`|| jsonb_build_object('sub', gen_random_uuid())`), 500, /sub: must stay/],
  'names another session': [
    returnClaims(`|| jsonb_build_object('session_id', gen_random_uuid())`),
    500,
    /session_id: must stay/,
  ],
  'claims a second factor': [returnClaims(`|| '{"aal": "aal2"}'`), 500, /aal: must stay/],
  'claims somebody anonymous': [returnClaims(`|| '{"is_anonymous": true}'`), 500, /is_anonymous: must stay/],
  'lets the token live longer': [returnClaims(`|| '{"exp": 99999999999}'`), 500, /exp: must not be later/],
  'gives a list of roles': [
    returnClaims(`|| '{"role": ["service_role"]}'`),
    500,
    /role: Invalid type\. Expected: string, given: array/,
  ],
  'gives an end that is no number': [
    returnClaims(`|| '{"exp": "never"}'`),
    500,
    /exp: Invalid type\. Expected: integer/,
  ],
  'gives a fraction as the end': [returnClaims(`|| '{"exp": 1.5}'`), 500, /exp: Invalid type/],
  'gives metadata that are a text': [returnClaims(`|| '{"app_metadata": "x"}'`), 500, /app_metadata: Invalid type/],
  refuses: [`return '{"error": {"http_code": 403, "message": "not today"}}';`, 403, /^not today$/],
  'refuses without a status': [`return '{"error": {"message": "not today"}}';`, 500, /^not today$/],
  'refuses with the status of a success': [
    `return '{"error": {"http_code": 200, "message": "not today"}}';`,
    500,
    /^not today$/,
  ],
  'refuses in a form that is none': [
    `return jsonb_build_object('error', 'no', 'claims', ${EVENT_CLAIMS});`,
    500,
    /^Error unmarshaling/,
  ],
  'refuses with a status that is no number': [
    `return '{"error": {"http_code": "403", "message": "no"}}';`,
    500,
    /^Error unmarshaling/,
  ],
  'reads the passwords': [
    `return (select jsonb_build_object('claims', ${EVENT_CLAIMS} || jsonb_build_object('x', p.hash)) from auth.passwords as p limit 1);`,
    500,
    /^Error running hook$/,
  ],
  'reads the users': [`perform count(*) from auth.users; return null;`, 500, /^Error running hook$/],
  'calls a private function': [`perform auth_lib.clock(); return null;`, 500, /^Error running hook$/],
  'calls a function of the API': [`perform auth_api.get_release(); return null;`, 500, /^Error running hook$/],
  'calls its own caller': [
    `perform auth_lib.run_hook('app', 'custom_access_token', event); return null;`,
    500,
    /^Error running hook$/,
  ],
  'becomes the owner': [`set role auth_owner; return null;`, 500, /^Error running hook$/],
  'becomes whoever is connected': [`reset role; return null;`, 500, /^Error running hook$/],
  'becomes nobody': [`perform set_config('role', 'none', false); return null;`, 500, /^Error running hook$/],
  'becomes another session': [`set session authorization auth_owner; return null;`, 500, /^Error running hook$/],
  'sets a path for the session': [`set search_path = app; ${returnClaims('')}`, 500, /^Error running hook$/],
  'lets the session wait for ever': [`set statement_timeout = 0; ${returnClaims('')}`, 500, /^Error running hook$/],
  'says for later requests who asks': [
    `perform set_config('request.jwt.claims', '{"sub": "00000000-0000-0000-0000-000000000001"}', false); ${returnClaims('')}`,
    500,
    /^Error running hook$/,
  ],
  'says for this transaction who asks': [
    `perform set_config('request.jwt.claim.sub', 'x', true); ${returnClaims('')}`,
    500,
    /^Error running hook$/,
  ],
  'prepares a statement for later requests': [
    `execute 'prepare mine as select 1'; ${returnClaims('')}`,
    500,
    /^Error running hook$/,
  ],
  'prepares a statement and fails': [
    `execute 'prepare mine as select 1'; raise exception 'the inner reason';`,
    500,
    /^Error running hook$/,
  ],
  'writes in a transaction that it has made read only': [
    `set transaction read only; ${returnClaims('')}`,
    500,
    /^Error running hook$/,
  ],
  [DEALLOCATES_STATEMENTS]: [`execute 'deallocate all'; ${returnClaims('')}`, 500, /^Error running hook$/],
  'makes a large object': [`perform lo_create(0); ${returnClaims('')}`, 500, /^Error running hook$/],
  'ends the connection': [
    `perform pg_terminate_backend(pg_backend_pid()); ${returnClaims('')}`,
    500,
    /^Error running hook$/,
  ],
  'reads the sources of others': [`perform count(*) from pg_authid; ${returnClaims('')}`, 500, /^Error running hook$/],
  'reads a file': [`perform pg_read_file('PG_VERSION'); ${returnClaims('')}`, 500, /^Error running hook$/],
  'makes the session read only': [
    `set default_transaction_read_only = on; ${returnClaims('')}`,
    500,
    /^Error running hook$/,
  ],
  'leaves a cursor that runs at the commit': [
    `execute 'declare later cursor with hold for select app.note()'; ${returnClaims('')}`,
    500,
    /^Error running hook$/,
  ],
  'drops a table': [`drop table auth.sessions; return null;`, 500, /^Error running hook$/],
  'drops what its role owns': [`drop owned by auth_hooks; return null;`, 500, /^Error running hook$/],
  'takes its caller down from definer': [
    `alter function auth_lib.run_hook security invoker; return null;`,
    500,
    /^Error running hook$/,
  ],
  'makes a function': [
    `create function app.mine() returns int language sql as 'select 1'; return null;`,
    500,
    /^Error running hook$/,
  ],
  'makes a temporary table': [`create temporary table users (x int); return null;`, 500, /^Error running hook$/],
  commits: [`commit; return null;`, 500, /^Error running hook$/],
  'rolls back': [`rollback; return null;`, 500, /^Error running hook$/],
  'writes and notifies, and fails': [
    `insert into app.notes values ('x'); notify spy, 'x'; raise exception 'too late';`,
    500,
    /^Error running hook$/,
  ],
};
