// A program that uses the types of every entry of the package: each TypeScript that we promise must compile it.
export const typedProgram = `
import { Platform, pages, type GetProjectsResponseBody } from '@postern/platform';
import { projectsGetProjects } from '@postern/platform/funcs/projectsGetProjects.js';
import { PlatformCore, type Result } from '@postern/platform/core.js';
import { SDKError } from '@postern/platform/models/sdkerror.js';
import { HTTPClient } from '@postern/platform/lib/http.js';
import type { RequestOptions } from '@postern/platform/lib/sdks.js';
import * as standard from '@postern/platform/standard';
import * as operations from '@postern/platform/operations';
const platform = new Platform({ bearerToken: 't', teamId: 'x', httpClient: new HTTPClient() });
const options: RequestOptions = { timeoutMs: 5 };
const result: Result<GetProjectsResponseBody> = await projectsGetProjects(new PlatformCore(), { limit: '1' }, options);
if (result.ok && 'projects' in result.value) result.value.projects.map((project) => project.id);
const events = await platform.deployments.getDeploymentEvents({ idOrUrl: 'd' }, { stream: true });
for await (const event of events) console.log(event);
for await (const page of pages(platform, projectsGetProjects, {})) if ('projects' in page) page.projects.at(0);
for await (const project of platform.projects.getProjects()) console.log(project.id);
await platform.deployments.uploadFile({ requestBody: new Uint8Array(3) });
await platform.deployments.uploadFile({ requestBody: new Blob(['text']) });
const deployment = await platform.deployments.getDeployment({ idOrUrl: 'd' });
const state: string = deployment.readyState;
const { data, response } = await platform.user.getAuthUser().withResponse();
console.log(state, data.user, response.status, standard, operations, SDKError);
type IsAny<T> = 0 extends 1 & T ? true : false;
const typed: [IsAny<typeof deployment>, IsAny<typeof result>, IsAny<typeof data.user>] = [false, false, false];
console.log(typed);
`;
