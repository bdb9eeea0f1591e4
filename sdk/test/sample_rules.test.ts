// The samples of the most frequent writing operations are valid calls: a mock with rules of the API answers them.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readCatalogue } from '../generator/catalogue.ts';
import { sampleArguments } from '../generator/samples.ts';
import { HTTPClient, PlatformCore } from '../index.ts';
import { functionOf } from './support/calls.ts';

/** Members that the rules read. */
interface Body {
  type?: string;
  value?: string | { action?: object };
  mxPriority?: number;
  key?: string;
  target?: string[];
  evs?: { key: string }[];
  updates?: Record<string, object>;
  schemas?: object;
  redirects?: object[];
  cns?: string[];
  stages?: { targetPercentage: number }[];
  [name: string]: unknown;
}

const isAddress = (value: unknown) => /^\d+(\.\d+){3}$/.test(String(value));
const isVariable = (key: unknown) => /^[A-Za-z_]\w*$/.test(String(key));
const some = (value: object = {}) => Object.keys(value).length > 0;

/** Rules beyond the schema, violations of which the API answers with 400. Any change needs at least one member. */
const rules: Record<string, (body: Body) => boolean> = {
  deploymentsCreateDeployment: ({ files, gitSource, deploymentId }) => Boolean(files ?? gitSource ?? deploymentId),
  dnsCreateRecord: ({ type, value, mxPriority }) => type === 'A' && isAddress(value) && mxPriority === undefined,
  dnsUpdateRecord: ({ value }) => isAddress(value),
  projectsCreateProjectEnv: ({ key, target }) => isVariable(key) && some(target),
  environmentCreateSharedEnvVariable: ({ evs, target }) => evs!.every(({ key }) => isVariable(key)) && some(target),
  environmentUpdateSharedEnvVariable: ({ updates }) => some(updates) && Object.values(updates!).every(some),
  drainsCreateDrain: ({ schemas, delivery }) => some(schemas) && delivery !== undefined,
  securityAddBypassIp: ({ sourceIp, allSources }) => Boolean(sourceIp ?? allSources),
  securityUpdateFirewallConfig: ({ value }) => typeof value === 'object' && some(value.action),
  bulkRedirectsStageRedirects: ({ redirects }) => some(redirects),
  domainsPatchDomain: ({ op }) => op !== undefined,
  certsIssueCert: ({ cns }) => cns!.every((name) => name.includes('.')),
  rollingReleaseUpdateRollingReleaseConfig: ({ stages }) => stages!.at(-1)!.targetPercentage === 100,
  projectsUpdateProjectProtectionBypass: ({ generate, revoke, update }) => Boolean(generate ?? revoke ?? update),
};

const commonest = `deploymentsCreateDeployment deploymentsCancelDeployment deploymentsUploadFile aliasesAssignAlias
  projectsCreateProject projectsUpdateProject projectsCreateProjectEnv projectsEditProjectEnv projectsAddProjectDomain
  projectsUpdateProjectDomain projectsMoveProjectDomain projectsVerifyProjectDomain projectsRequestPromote projectsPauseProject
  projectsUpdateProjectProtectionBypass projectsUpdateProjectDataCache projectsCreateProjectTransferRequest dnsCreateRecord
  dnsUpdateRecord globalConfigCreateEdgeConfig globalConfigUpdateEdgeConfig edgeConfigPatchEdgeConfigItems
  globalConfigPatchEdgeConfigSchema globalConfigCreateEdgeConfigToken webhooksCreateWebhook authenticationCreateAuthToken
  certsIssueCert certsUploadCert domainsCreateOrTransferDomain domainsPatchDomain domainsBuyDomain
  domainsRegistrarBuySingleDomain teamsCreateTeam teamsPatchTeam teamsInviteUserToTeam teamsUpdateTeamMember
  logDrainsCreateLogDrain drainsCreateDrain checksCreateCheck checksUpdateCheck environmentCreateCustomEnvironment
  environmentUpdateCustomEnvironment environmentCreateSharedEnvVariable environmentUpdateSharedEnvVariable
  accessGroupsCreateAccessGroup accessGroupsUpdateAccessGroup projectMembersAddProjectMember securityUpdateAttackChallengeMode
  securityPutFirewallConfig securityUpdateFirewallConfig securityAddBypassIp rollingReleaseUpdateRollingReleaseConfig
  rollingReleaseApproveRollingReleaseStage artifactsRecordEvents bulkRedirectsStageRedirects featureFlagsUpdateFlag
  aliasesPatchUrlProtectionBypass`.split(/\s+/);

const catalogue = readCatalogue(new URL('../catalogue/', import.meta.url));
const entries = new Map(catalogue.entries.map((entry) => [entry.fn, entry]));

test('a mock with rules of the API accepts the samples of the most frequent writing operations', async () => {
  assert.ok(commonest.length >= 50);
  const refused: string[] = [];
  for (const fn of commonest) {
    const entry = entries.get(fn);
    assert.ok(entry, fn);
    const fetcher = async (request: Request) => {
      const text = await request.text();
      const json = request.headers.get('content-type') === 'application/json';
      const body = (json ? JSON.parse(text) : {}) as Body;
      const empty = json && entry.body?.schema !== undefined && Object.keys(body).length === 0;
      if (empty || rules[fn]?.(body) === false) refused.push(`${fn} ${text}`);
      return new Response('{}', { headers: { 'content-type': 'application/json' } });
    };
    const core = new PlatformCore({ httpClient: new HTTPClient({ fetcher: (input) => fetcher(input as Request) }) });
    const source = sampleArguments(catalogue, entry);
    const args = source === undefined ? undefined : (new Function(`return (${source})`)() as object);
    const result = await (await functionOf(fn))(core, ...(args ? [args] : []));
    if (!result.ok && result.error.name === 'InvalidRequestError') refused.push(`${fn}: ${result.error.message}`);
  }
  assert.equal(refused, []);
});

test.run();
