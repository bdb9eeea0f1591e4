// The providers by name. A new one: its file, a line here, its name in core/settings/rows/providers.ts, a row of the tests.
import type { ProviderName } from '../../core/settings/rows/providers.ts';
import { APPLE } from './apple.ts';
import { AZURE } from './azure.ts';
import { BITBUCKET } from './bitbucket.ts';
import { DISCORD } from './discord.ts';
import { FACEBOOK } from './facebook.ts';
import { FIGMA } from './figma.ts';
import { GITHUB } from './github.ts';
import { GITLAB } from './gitlab.ts';
import { GOOGLE } from './google.ts';
import { KEYCLOAK } from './keycloak.ts';
import { LINKEDIN } from './linkedin.ts';
import { LINKEDIN_OIDC } from './linkedin_oidc.ts';
import { NOTION } from './notion.ts';
import type { Provider } from './provider.ts';
import { SLACK } from './slack.ts';
import { SLACK_OIDC } from './slack_oidc.ts';
import { SNAPCHAT } from './snapchat.ts';
import { SPOTIFY } from './spotify.ts';
import { TWITCH } from './twitch.ts';
import { TWITTER } from './twitter.ts';
import { WORKOS } from './workos.ts';

export const REGISTRY: Readonly<Record<ProviderName, Provider>> = {
  apple: APPLE,
  azure: AZURE,
  bitbucket: BITBUCKET,
  discord: DISCORD,
  facebook: FACEBOOK,
  figma: FIGMA,
  github: GITHUB,
  gitlab: GITLAB,
  google: GOOGLE,
  keycloak: KEYCLOAK,
  linkedin: LINKEDIN,
  linkedin_oidc: LINKEDIN_OIDC,
  notion: NOTION,
  slack: SLACK,
  slack_oidc: SLACK_OIDC,
  snapchat: SNAPCHAT,
  spotify: SPOTIFY,
  twitch: TWITCH,
  twitter: TWITTER,
  workos: WORKOS,
};
