// Schemas of the admin API's responses about the service itself.
import {
  booleanSchema,
  closedObject,
  freeObject,
  type Members,
  nullableSchema,
  ref,
  type Schema,
  text,
  texts,
  time,
  uuid,
} from './schema_parts.ts';

const number: Schema = { type: 'integer' };
const list = (items: Schema): Schema => ({ type: 'array', items });
const pagination: Schema = closedObject({ has_more: booleanSchema }, { next_cursor: text });
const queue = closedObject({ name: text, jobs: number, age: { type: 'number' } });
const waiting = closedObject({ waiting: number, failed: number });

const source: Schema = {
  ...text,
  description:
    'An environment variable, one of the .env file, `default`, `derived` (from other settings), or `start` (set by the embedded start).',
};

const key_since: Schema = { ...nullableSchema(time), description: 'Hour of the first such use by a gateway, or null.' };
const refused = (what: string): Schema => ({
  ...nullableSchema(text),
  description: `The name of the error with which the caller cannot ${what}; null if the caller can.`,
});
const rotation = closedObject({
  step: {
    enum: ['none', 'published', 'changed'],
    description:
      '`published`: a new key is known beside the one that works. `changed`: the new key works, and the old one is known.',
  },
  key: { ...nullableSchema(text), description: 'The key that comes or goes.' },
  safe_from: {
    ...nullableSchema(time),
    description:
      'The time from which the next step is safe; null if nothing bounds it, or if `clients` is not 0. Gateways count their keys once a minute, and one that does not know the new key moves the time on. A gateway without requests counts none.',
  },
  clients: {
    ...number,
    description:
      'OAuth clients of an administrator whose secret is derived from the key that goes. Each needs a new secret first.',
  },
});

export const CONSOLE_SCHEMAS: Members = {
  AllSessions: closedObject({ sessions: list(ref('SessionOfUser')), pagination }),
  SessionOfUser: closedObject(
    {
      id: uuid,
      user_id: uuid,
      email: nullableSchema(text),
      phone: nullableSchema(text),
      created_at: time,
      last_used_at: time,
      not_after: nullableSchema(time),
      user_agent: nullableSchema(text),
      ip: nullableSchema(text),
      aal: text,
      amr: list(freeObject),
      tag: nullableSchema(text),
      revoke_refused: refused('revoke the session'),
    },
    { client: { ...ref('SessionClient'), description: 'The OAuth client whose session it is.' } },
  ),
  RevokedSessions: closedObject({
    users: number,
    sessions: number,
    dry_run: booleanSchema,
    done: booleanSchema,
    after_user: nullableSchema(uuid),
  }),
  SentMessages: closedObject(
    { messages: list(ref('SentMessage')), pagination },
    { errors: list(closedObject({ error: text, messages: number })) },
  ),
  SentMessage: closedObject(
    {
      id: uuid,
      user_id: uuid,
      kind: text,
      channel: text,
      to: text,
      state: text,
      tries: number,
      last_error: nullableSchema(text),
      created_at: time,
      expires_at: time,
      finished_at: nullableSchema(time),
      not_before: nullableSchema(time),
    },
    { retry_refused: refused('retry the message') },
  ),
  Suppressions: closedObject({
    suppressions: list(closedObject({ address: text, reason: text, created_at: time })),
    pagination,
  }),
  Suppressed: closedObject({ address: text }),
  Templates: closedObject({
    templates: list(
      closedObject({
        kind: text,
        locale: { ...text, description: 'Empty: languages without a template of their own.' },
        subject: text,
        html: text,
        text,
        updated_at: time,
        problems: texts,
      }),
    ),
    kinds: list(closedObject({ kind: text, source: { enum: ['table', 'setting', 'built-in'] }, subject: text })),
  }),
  TemplateSet: closedObject({ kind: text, locale: text }),
  TemplateProblem: closedObject({
    part: { enum: ['subject', 'html', 'text'] },
    line: nullableSchema(number),
    column: nullableSchema(number),
    what: text,
    warning: { ...booleanSchema, description: 'The template is usable.' },
  }),
  TemplatePreview: closedObject({
    kind: text,
    from: { ...text, description: '`draft`, `table`, `built-in`, or the URL or file that the setting names.' },
    locale: text,
    source: { anyOf: [closedObject({ subject: text, html: text, text }), { type: 'null' }] },
    names: { ...texts, description: 'What templates of the kind can print.' },
    problems: list(ref('TemplateProblem')),
    mail: { anyOf: [closedObject({ subject: text, html: text, text }), { type: 'null' }] },
  }),
  TemplateChecked: closedObject({ problems: list(ref('TemplateProblem')) }),
  TestMail: closedObject({
    kind: text,
    to: text,
    subject: text,
    outcome: { enum: ['sent', 'failed', 'unknown'] },
    error: nullableSchema(text),
    ms: number,
  }),
  Webhooks: closedObject({
    webhooks: list(ref('Webhook')),
    kinds: { ...texts, description: 'The kinds of events that a webhook can have.' },
  }),
  Webhook: closedObject(
    {
      id: uuid,
      url: text,
      kinds: texts,
      secrets: { type: 'integer', description: 'The number of secrets that sign.' },
      created_at: time,
      updated_at: time,
    },
    { waiting: number, failed: number, secret: { ...text, description: 'A new secret. It is not shown again.' } },
  ),
  ProviderTested: closedObject({
    provider: text,
    ok: { ...booleanSchema, description: 'False if a check failed.' },
    findings: list(
      closedObject({
        check: {
          enum: ['settings', 'discovery', 'keys', 'redirect', 'secret', 'metadata', 'certificate', 'clock', 'response'],
        },
        state: { enum: ['ok', 'warning', 'unknown', 'failed'], description: '`unknown`: only a sign-in can show it.' },
        says: text,
        advice: text,
      }),
    ),
    ms: number,
  }),
  HookTested: closedObject({
    hook: text,
    ok: { ...booleanSchema, description: 'True if the hook answered, and requests would accept the answer.' },
    answer: nullableSchema({ type: 'object' }),
    wrong: { ...nullableSchema(text), description: 'Why requests would fail with this answer.' },
    error: { ...nullableSchema(text), description: 'The error of the hook.' },
    ms: number,
  }),
  WebhookTested: closedObject({
    event_id: uuid,
    outcome: { enum: ['delivered', 'failed', 'rejected'] },
    error: nullableSchema(text),
    ms: number,
  }),
  WebhookEvents: closedObject({ events: list(ref('WebhookEvent')), pagination }),
  WebhookEvent: closedObject(
    {
      id: uuid,
      webhook_id: uuid,
      user_id: {
        ...nullableSchema(uuid),
        description: 'Null if the role may not list users and the request names no user.',
      },
      kind: text,
      state: text,
      tries: number,
      last_error: nullableSchema(text),
      created_at: time,
      finished_at: nullableSchema(time),
      not_before: nullableSchema(time),
    },
    { retry_refused: refused('retry the event') },
  ),
  ExternalProviders: closedObject({
    providers: list(closedObject({ name: text, enabled: booleanSchema, findings: texts })),
    saml_enabled: {
      ...booleanSchema,
      description: 'False if nobody can sign in at the identity provider of an organization.',
    },
  }),
  Hooks: closedObject({
    hooks: list(closedObject({ name: text, enabled: booleanSchema, target: nullableSchema(text) })),
  }),
  AllSettings: closedObject({
    settings: list(closedObject({ name: text, value: {}, source, default: {}, secret: booleanSchema, meaning: text })),
  }),
  Keys: closedObject({
    jwt_keys: list(
      closedObject({
        id: nullableSchema(text),
        algorithm: text,
        state: { enum: ['signs', 'verifies'] },
        since: key_since,
      }),
    ),
    pepper_keys: list(closedObject({ id: number, state: { enum: ['seals', 'opens'] }, since: key_since })),
    jwt_rotation: rotation,
    pepper_rotation: rotation,
  }),
  Examination: closedObject({
    at: { type: 'string', format: 'date-time' },
    release: text,
    ms: number,
    findings: list(
      closedObject(
        {
          check: text,
          finding: text,
          sql: { ...texts, description: 'Statements that repair it, for psql as the role that migrates.' },
          advice: nullableSchema(text),
        },
        { difference: texts },
      ),
    ),
    checks: list(
      closedObject({
        check: text,
        title: text,
        outcome: {
          enum: ['good', 'findings', 'late', 'failed'],
          description: '`late`: not finished in time. `failed`: the auditor could not run it.',
        },
        ms: { type: 'number' },
      }),
    ),
    command_line: list(closedObject({ check: text, title: text, why: text })),
  }),
  Administrator: closedObject(
    {
      user_id: nullableSchema(uuid),
      email: nullableSchema(text),
      role: text,
      aal: text,
      session_id: nullableSchema(uuid),
      rights: list({ enum: ['read', 'list', 'support', 'administer'] }),
      expires_at: nullableSchema(time),
    },
    {
      support_actions_left: {
        ...number,
        description: 'Only for the support role: number of its actions that are not refused within this hour.',
      },
    },
  ),
  Figures: closedObject(
    {
      users: number,
      new_users: number,
      live_sessions: number,
      banned: number,
      locked_accounts: number,
      messages: waiting,
      webhook_events: waiting,
      release: {
        ...nullableSchema(closedObject({ version: text, since: time })),
        description: 'The release whose functions are installed.',
      },
      queues: list(queue),
    },
    {},
    {
      description:
        'Sessions are estimated in large tables. Counts of messages, events, bans and locked accounts end at 10,000.',
    },
  ),
  Reports: closedObject({ reports: list(closedObject({ name: text, title: text, parameters: texts })) }),
  Report: closedObject({
    name: text,
    reads: texts,
    sql: text,
    ms: { type: 'number' },
    columns: texts,
    rows: list(freeObject),
    truncated: { type: 'boolean', description: 'There are more rows than the 1,000 of the answer.' },
  }),
  Timeline: closedObject({ entries: list(ref('TimelineEntry')), pagination }),
  TimelineEntry: closedObject(
    {
      at: time,
      id: uuid,
      kind: { enum: ['audit', 'message', 'refusal', 'webhook'] },
      what: text,
      details: nullableSchema(freeObject),
    },
    {
      actions: texts,
      by_administrator: booleanSchema,
      actor: nullableSchema(text),
      ip: nullableSchema(text),
      user_agent: nullableSchema(text),
      request_id: nullableSchema(text),
    },
  ),
  Refusals: closedObject({ refusals: list(ref('Refusal')), pagination }),
  Refusal: closedObject({
    at: time,
    id: uuid,
    request_id: {
      ...nullableSchema(text),
      description:
        'Null, as are user_id, ip and user_agent, if the role may not list users and the request has none of user_id, address and request_id.',
    },
    route: text,
    function: nullableSchema(text),
    name: {
      ...nullableSchema(text),
      description: 'The rule that refused; null for a hook or trigger of the application.',
    },
    code: text,
    status: number,
    user_id: nullableSchema(uuid),
    ip: nullableSchema(text),
    user_agent: nullableSchema(text),
  }),
  Remedy: closedObject({ says: text }, { route: text }),
  RuleInBrief: closedObject({ name: text, file: text, line: number, comment: text, refuses: texts, callers: texts }),
  DecidingRule: closedObject({
    name: text,
    file: text,
    line: number,
    comment: text,
    refuses: texts,
    callers: texts,
    source: text,
    deciding_line: { ...nullableSchema(number), description: 'The line of the file that returns the error.' },
  }),
  Rules: closedObject({ rules: list(ref('RuleInBrief')) }),
  Rule: closedObject({
    name: text,
    file: nullableSchema(text),
    line: nullableSchema(number),
    about: nullableSchema(text),
    comment: nullableSchema(text),
    source: text,
    owner: text,
    language: text,
    security_definer: booleanSchema,
    roles: { ...texts, description: 'The roles that may call it.' },
    calls: texts,
    callers: texts,
    refuses: texts,
    as_released: { type: 'boolean', description: 'The installed body is that of the release.' },
  }),
  ErrorMeaning: closedObject({
    name: text,
    status: number,
    code: text,
    message: text,
    from: { enum: ['sql', 'gateway'] },
    functions: texts,
    remedies: list(ref('Remedy')),
  }),
  Errors: closedObject({ errors: list(ref('ErrorMeaning')) }),
  ErrorExplained: closedObject({
    code: text,
    errors: list(ref('ErrorMeaning')),
    times_today: number,
    times: { type: 'integer', description: 'In the last 14 days.' },
    routes: { type: 'object', additionalProperties: number },
  }),
  LastRefusal: closedObject({
    refusal: ref('Refusal'),
    way: texts,
    rule: { oneOf: [{ type: 'null' }, ref('DecidingRule')], description: 'Null if no SQL function returns the error.' },
    others: { ...texts, description: 'Other rules of the same call that return this error. `rule` is the nearest.' },
    remedies: list(ref('Remedy')),
  }),
  Why: {
    type: 'object',
    required: ['kind', 'q'],
    properties: {
      kind: { enum: ['address', 'request', 'code', 'user', 'message', 'nothing'] },
      q: text,
      searched: { enum: ['id', 'code'], description: 'With `nothing`: how `q` was read.' },
      address: nullableSchema(text),
      user_id: nullableSchema(uuid),
      checks: list(
        closedObject({
          rule: text,
          says: text,
          ok: booleanSchema,
          name: nullableSchema(text),
          code: nullableSchema(text),
        }),
      ),
      hooked: { type: 'boolean', description: 'A hook decides about passwords too.' },
      refuses_leaked: { type: 'boolean', description: 'A right password is refused if it is known as leaked.' },
      suppressed: { ...nullableSchema(text), description: 'Nothing is sent to the address, for this reason.' },
      rule: { oneOf: [{ type: 'null' }, ref('DecidingRule')] },
      remedies: list(ref('Remedy')),
      refusals: list(ref('Refusal')),
      last: { oneOf: [{ type: 'null' }, ref('LastRefusal')] },
      audit: list(ref('AuditRow')),
      message: freeObject,
      errors: list(ref('ErrorMeaning')),
      times_today: number,
      times: number,
      routes: freeObject,
    },
    additionalProperties: false,
  },
  AuditRow: closedObject({
    id: uuid,
    created_at: time,
    actor_id: nullableSchema(uuid),
    actor_username: nullableSchema(text),
    actions: texts,
    traits: nullableSchema(freeObject),
    ip_address: nullableSchema(text),
    user_agent: nullableSchema(text),
    request_id: nullableSchema(text),
  }),
  AuditPage: closedObject({ entries: list(ref('AuditRow')), pagination }),
};
