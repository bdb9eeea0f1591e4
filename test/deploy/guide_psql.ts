// Runs docs/quickstart-psql.md: the script with psql in a new database, then the SQL blocks in one psql session.
import * as assert from 'uvu/assert';
import { readBlocks } from '../house/blocks.ts';
import { type ComposeStack, runProgram } from '../support/processes/compose_stack.ts';
import { createGuidePrograms, openGuide } from '../support/processes/guide.ts';

const FILE = 'docs/quickstart-psql.md';

export async function runPsqlGuide(kit: ComposeStack): Promise<void> {
  const { PGHOST = '', PGPORT = '', PGUSER = '', PGPASSWORD = '' } = kit.environment('roles');
  const server = { PGHOST, PGPORT, PGUSER, PGPASSWORD };
  const url = kit.superuser_url.replace(/\/postern$/, '/app');
  const guide = openGuide(FILE, {
    folder: kit.folder,
    place: (text) => text.replace('postgres://postgres@localhost/app', url),
    env: { PATH: `${createGuidePrograms(kit)}:${process.env.PATH}`, ...server },
    languages: { sql: () => Promise.resolve({ code: 0, stdout: '', stderr: '' }) },
  });
  await guide.next('plan --install');
  const installed = await guide.next('createdb app');
  assert.equal(installed.stderr, '');

  const steps = await runPsqlSession(server);
  const outputOf = (part: string): string => steps.find(({ text }) => text.includes(part))?.output ?? '';
  assert.match(outputOf('\\dn'), /auth_queue/);
  assert.match(outputOf('\\d+ auth.sessions'), 'Number of the newest refresh token');
  assert.match(outputOf('\\df auth_api'), /sign_in_with_password[\s\S]*Errors: /);
  assert.match(outputOf('\\sf'), 'FUNCTION auth_api.refresh_session(');
  assert.match(outputOf('grants_now'), /auth_gateway/);
  const [user_id = ''] = /[0-9a-f-]{36}/.exec(outputOf('create_user')) ?? [];
  assert.match(outputOf('limit 20;'), `${user_id} | ada@example.com`);
  assert.match(outputOf('change_user'), /banned_until[\s\S]*ada@example.com/);
  assert.match(outputOf('end_sessions'), '{}');
  assert.match(outputOf('audit_events'), /\{user_modified\}[\s\S]*psql, postgres/);
  assert.match(outputOf('largest_tables'), /users/);
  assert.match(outputOf('set local role app_user'), /Write a policy[\s\S]*QUERY PLAN/);

  for (const block of readBlocks(FILE)) if (block.language === 'sql') await guide.next(block.text);
  assert.match((await guide.next('npx postern doctor')).stdout, /healthy/);
  assert.equal(guide.left(), []);
}

/** Returns the output of psql for each SQL block. All blocks run in one session. */
async function runPsqlSession(server: Record<string, string>): Promise<{ text: string; output: string }[]> {
  const blocks = readBlocks(FILE).filter(({ language }) => language === 'sql');
  const input = blocks.map(({ text }, at) => `\\echo @@block ${at}\n${text}`).join('\n');
  const args = ['-X', '-d', 'app', '-v', 'ON_ERROR_STOP=1', '-P', 'pager=off'];
  const { stdout } = await runProgram('psql', args, { env: server, input });
  const outputs = stdout.split(/^@@block \d+\n/m).slice(1);
  assert.is(outputs.length, blocks.length);
  return blocks.map(({ text }, at) => ({ text, output: outputs[at] ?? '' }));
}
