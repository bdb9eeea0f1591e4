// Checks the hooks: each enabled one has a target, an HTTP server has a secret, and merging has a function.
import { HOOKS, parseHookUri } from '../hooks/hook.ts';
import type { Findings } from './findings.ts';
import type { Settings } from './table.ts';

export function checkHooks(settings: Settings, fine: (key: keyof Settings) => boolean): Findings {
  const problems: string[] = [];
  const warnings: string[] = [];
  for (const name of HOOKS.filter((hook) => settings[`hook_${hook}_enabled`])) {
    const prefix = `SVC_HOOK_${name.toUpperCase()}`;
    const uri = settings[`hook_${name}_uri`];
    if (!fine(`hook_${name}_uri`)) continue;
    if (uri === '') problems.push(`${prefix}_URI: is required with ${prefix}_ENABLED`);
    else if ('url' in parseHookUri(uri) && settings[`hook_${name}_secrets`] === '' && fine(`hook_${name}_secrets`))
      warnings.push(`${prefix}_SECRETS is not set: the server cannot tell our requests from anybody's`);
  }
  const { hook_merge_users_uri: merge, hook_merge_users_enabled: merges } = settings;
  if (merges && merge !== '' && fine('hook_merge_users_uri') && 'url' in parseHookUri(merge))
    problems.push('SVC_HOOK_MERGE_USERS_URI: must name a function, which runs in the transaction of the merge');
  if (settings.security_account_merging_enabled && !merges)
    problems.push(
      'SVC_SECURITY_ACCOUNT_MERGING_ENABLED: needs SVC_HOOK_MERGE_USERS_ENABLED, whose function moves the rows of your application',
    );
  return { problems, warnings };
}
