// The commands about keys.
import { type Command, Option } from 'commander';
import { JWT_ALGORITHMS } from '../../core/keys/jwt_keys.ts';
import type { JwtAlgorithm } from '../keys/make.ts';
import { environmentOf, type GlobalOptions, readKeySettings } from '../settings.ts';
import type { Runner } from './runner.ts';

/** Adds them to the root command. */
export function addKeys(root: Command, run: Runner): void {
  const settingsOf = (options: GlobalOptions) => readKeySettings(environmentOf(options));
  const key = root.command('key').description('make, list and rotate keys; issue tokens for other servers');
  const algorithm = (): Option => new Option('--alg <algorithm>', 'algorithm of the key').choices(JWT_ALGORITHMS);

  const generate = key.command('generate').description('print a new key as the setting that holds it');
  for (const [kind, description] of [
    ['secret', 'a SVC_JWT_SECRET'],
    ['pepper', 'an entry of SVC_SECURITY_PEPPER, with an id that the ring does not use'],
    ['jwk', 'a private key for SVC_JWT_KEYS'],
  ] as const) {
    const command = generate.command(kind).description(description).option('--json', 'as JSON');
    if (kind === 'pepper') command.option('--id <number>', 'its id, from 1 to 255');
    if (kind === 'jwk') command.addOption(algorithm().default('ES256')).option('--kid <id>', 'its id; default: a UUID');
    command.action((own: { alg?: JwtAlgorithm; kid?: string; id?: string; json?: true }) =>
      run(async (options) => {
        const { generateKey } = await import('../commands/key.ts');
        const settings = await settingsOf(options);
        return generateKey({ ...own, settings, kind, alg: own.alg ?? 'ES256', json: own.json === true });
      })(),
    );
  }
  key
    .command('issue')
    .description('print a token for another server: the anon and service_role keys of a PostgREST stack')
    .requiredOption('--role <role>', 'anon, service_role, or another role of your database')
    .option('--expires <duration>', 'such as 10y, 30d or 12h', '10y')
    .option('--json', 'as JSON')
    .action((own: { role: string; expires: string; json?: true }) =>
      run(async (options) => {
        const { issueKey } = await import('../commands/key.ts');
        return issueKey({ ...own, settings: await settingsOf(options), json: own.json === true });
      })(),
    );
  key
    .command('list')
    .description('the configured keys: ids, algorithms, which one signs; never the keys themselves')
    .option('--json', 'as JSON')
    .action((own: { json?: true }) =>
      run(async (options) => {
        const { listKeys } = await import('../commands/key.ts');
        return listKeys({ settings: await settingsOf(options), json: own.json === true });
      })(),
    );
  const rotate = key.command('rotate').description('print the settings of a rotation, step by step; changes nothing');
  for (const [what, description] of [
    ['pepper', 'the key ring that seals refresh tokens, links and codes'],
    ['jwt', 'the key that signs access tokens'],
  ] as const) {
    const command = rotate.command(what).description(description).option('--json', 'as JSON');
    if (what === 'pepper') command.option('--reseal', 'seal what is stored under the first key of the ring');
    else command.addOption(algorithm());
    command.action((own: { alg?: JwtAlgorithm; reseal?: true; json?: true }) =>
      run(async (options) => {
        const { rotateKey } = await import('../commands/key.ts');
        const flags = { reseal: own.reseal === true, json: own.json === true };
        return rotateKey({ settings: await settingsOf(options), what, alg: own.alg, ...flags });
      })(),
    );
  }
}
