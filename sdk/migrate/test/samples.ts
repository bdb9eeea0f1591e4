// Programs for the other package, one for each feature in its README, written for this test.

export const samples: Readonly<Record<string, string>> = {
  usage: `import { Vercel } from "@vercel/sdk";

const vercel = new Vercel({ bearerToken: "token" });

async function main() {
  const answer = await vercel.replaceDomainsByDomainRecords({ domain: "example.com" });
  console.log(answer);
}

await main();
`,
  body: `import { Vercel } from "@vercel/sdk";

const vercel = new Vercel({ bearerToken: process.env.TOKEN });
const project = await vercel.projects.updateProject({
  idOrName: "shop",
  teamId: "team_1",
  requestBody: { name: "shop-2", sandbox: { region: "fra1", failoverRegions: ["iad1"] } },
});
console.log(project.name);
`,
  upload: `import { openAsBlob } from "node:fs";
import { Vercel } from "@vercel/sdk";

const vercel = new Vercel({ bearerToken: "token" });
const requestBody = await openAsBlob("build.tgz");
await vercel.artifacts.uploadArtifact({
  contentLength: requestBody.size,
  xArtifactDuration: 400,
  xArtifactClientCi: "CI",
  xArtifactClientInteractive: 0,
  hash: "abc",
  requestBody,
});
`,
  callRetries: `import { Vercel } from "@vercel/sdk";

const vercel = new Vercel();
const { user } = await vercel.user.getAuthUser({
  retries: {
    strategy: "backoff",
    backoff: { initialInterval: 1, maxInterval: 50, exponent: 1.1, maxElapsedTime: 100 },
    retryConnectionErrors: false,
  },
});
console.log(user);
`,
  clientRetries: `import { Vercel } from '@vercel/sdk'
import type { RetryConfig } from '@vercel/sdk/lib/retries.js'

const retryConfig: RetryConfig = {
  strategy: 'backoff',
  backoff: { initialInterval: 1, maxInterval: 50, exponent: 1.1, maxElapsedTime: 100 },
}
const vercel = new Vercel({ retryConfig })
console.log(await vercel.projects.getProjects({}))
`,
  errors: `import { Vercel } from "@vercel/sdk";
import { VercelError } from "@vercel/sdk/models/vercelerror.js";
import { SDKValidationError } from "@vercel/sdk/models/sdkvalidationerror.js";
import { CreateApiKeysResponseResponseBody } from "@vercel/sdk/models/createapikeysop.js";

const vercel = new Vercel();
try {
  await vercel.createApiKeys({ purpose: "ai-gateway", name: "key" });
} catch (error) {
  if (error instanceof VercelError) {
    console.log(error.statusCode, error.body, error.headers);
    if (error instanceof CreateApiKeysResponseResponseBody) console.log(error.data$.error);
  } else if (error instanceof SDKValidationError) console.log(error.message);
}
`,
  address: `import { Vercel, type SDKOptions } from "@vercel/sdk";

const options: SDKOptions = { serverURL: "https://api.example.com", timeoutMs: 5000 };
console.log(await new Vercel(options).webhooks.getWebhooks({}));
`,
  hooks: `import { Vercel } from "@vercel/sdk";
import { HTTPClient } from "@vercel/sdk/lib/http";

const httpClient = new HTTPClient({ fetcher: (input, init) => fetch(input, { ...init } as RequestInit) });
httpClient.addHook("beforeRequest", (request) => {
  const next = new Request(request, { signal: request.signal || AbortSignal.timeout(5000) });
  next.headers.set("x-mine", "1");
  return next;
});
httpClient.addHook("requestError", (error, request) => console.error(request.url, error));
console.log(await new Vercel({ httpClient }).teams.getTeams({}));
`,
  logger: `import { Vercel } from "@vercel/sdk";

const sdk = new Vercel({ debugLogger: console });
await sdk.user.getAuthUser();
`,
  functions: `import { VercelCore } from "@vercel/sdk/core.js";
import { projectsGetProjects } from "@vercel/sdk/funcs/projectsGetProjects.js";
import { userGetAuthUser } from "@vercel/sdk/funcs/userGetAuthUser.js";
import { VercelError } from "@vercel/sdk/models/vercelerror.js";
import { unwrapAsync } from "@vercel/sdk/types/fp.js";

const core = new VercelCore({ bearerToken: "token" });
const result = await projectsGetProjects(core, {});
if (!result.ok && result.error instanceof VercelError) console.log(result.error.statusCode);
const { user } = await unwrapAsync(userGetAuthUser(core));
console.log(user);
`,
  types: `import { Vercel } from "@vercel/sdk";
import { CreateProjectRequestBody } from "@vercel/sdk/models/createprojectop.js";

const body: CreateProjectRequestBody = { name: "shop", framework: "nextjs" };
export class Projects {
  #sdk: Vercel;
  constructor(sdk = new Vercel()) {
    this.#sdk = sdk;
  }
  create = () => this.#sdk.projects.createProject({ requestBody: body });
}
console.log(await new Projects().create());
`,
};
