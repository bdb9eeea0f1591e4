// postern key: generates keys, issues tokens for other servers, lists configured keys, reseals stored secrets, and
// prints the steps of a key rotation.
import { type Command, Option } from 'commander';
import { JWT_ALGORITHMS } from '../../core/keys/jwt_keys.ts';
import { generateKey, issueRoleToken, listKeys, resealCommand, rotateKey } from '../keys/actions.ts';
import type { JwtAlgorithm } from '../keys/make.ts';
import type { Runner } from '../runner.ts';
import { type GlobalOptions, readCommandEnvironment, readKeySettings } from '../settings.ts';

export function addCommand(root: Command, run: Runner): void {
  const settingsOf = (options: GlobalOptions) => readKeySettings(readCommandEnvironment(options));
  const key = root.command('key').description('Generate, list and rotate keys; issue tokens for other servers.');
  const algorithm = (): Option => new Option('--alg <algorithm>', 'key algorithm').choices(JWT_ALGORITHMS);

  const generate = key.command('generate').description('Generate a key and print it as a setting.');
  for (const [kind, description] of [
    ['secret', 'Generate a value for SVC_JWT_SECRET.'],
    ['pepper', 'Generate an entry for SVC_SECURITY_PEPPER, with an unused id.'],
    ['jwk', 'Generate a private key for SVC_JWT_KEYS.'],
    ['saml', 'Generate a private key for SVC_SAML_PRIVATE_KEY or SVC_SAML_PRIVATE_KEY_NEXT.'],
  ] as const) {
    const command = generate.command(kind).description(description).option('--json', 'print JSON');
    if (kind === 'pepper') command.option('--id <number>', 'key id, 1 to 255; default: an unused one');
    if (kind === 'jwk') command.addOption(algorithm().default('ES256')).option('--kid <id>', 'key id; default: a UUID');
    command.action((own: { alg?: JwtAlgorithm; kid?: string; id?: string; json?: true }) =>
      run(async (options) => {
        const settings = await settingsOf(options);
        return generateKey({ ...own, settings, kind, alg: own.alg ?? 'ES256', json: own.json === true });
      })(),
    );
  }
  key
    .command('issue')
    .description('Issue a token for another server, such as the anon and service_role keys of a PostgREST stack.')
    .requiredOption('--role <role>', 'anon, service_role, or another role of your database')
    .option('--expires <duration>', 'lifetime, such as 10y, 30d or 12h', '10y')
    .option('--json', 'print JSON')
    .action((own: { role: string; expires: string; json?: true }) =>
      run(async (options) => {
        return issueRoleToken({ ...own, settings: await settingsOf(options), json: own.json === true });
      })(),
    );
  key
    .command('list')
    .description('List the configured keys: id, algorithm and use, without the key material.')
    .option('--json', 'print JSON')
    .action((own: { json?: true }) =>
      run(async (options) => {
        return listKeys({ settings: await settingsOf(options), json: own.json === true });
      })(),
    );
  key
    .command('reseal')
    .description('Reseal stored secrets with the first key of SVC_SECURITY_PEPPER, so that you can remove older keys.')
    .option('--json', 'print JSON')
    .action((own: { json?: true }) =>
      run((options) => resealCommand(readCommandEnvironment(options), own.json === true))(),
    );
  const rotate = key
    .command('rotate')
    .description('Print the settings for each step of a key rotation. Changes nothing.');
  for (const [what, description] of [
    ['pepper', 'Rotate the key that seals refresh tokens, links and codes.'],
    ['jwt', 'Rotate the key that signs access tokens.'],
  ] as const) {
    const command = rotate.command(what).description(description).option('--json', 'print JSON');
    if (what === 'jwt') command.addOption(algorithm());
    command.action((own: { alg?: JwtAlgorithm; json?: true }) =>
      run(async (options) => {
        return rotateKey({ settings: await settingsOf(options), what, alg: own.alg, json: own.json === true });
      })(),
    );
  }
}
