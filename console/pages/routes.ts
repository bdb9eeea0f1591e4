// Returns the page of a URL.
import { Audit } from './audit.ts';
import { Doctor } from './doctor.ts';
import { withSpaces } from './format.ts';
import { KeysPage } from './keys.ts';
import { Messages } from './messages.ts';
import { Link } from './navigation.ts';
import { Overview } from './overview.ts';
import { PageHead } from './parts.ts';
import { Providers } from './providers.ts';
import { RulePage, Rules } from './rules.ts';
import { Sessions } from './sessions.ts';
import { Settings } from './settings.ts';
import { TemplatePage, Templates } from './templates.ts';
import { UserPage } from './user.ts';
import { Users } from './users.ts';
import { html, type View } from './view.ts';
import { Webhooks } from './webhooks.ts';
import { Why } from './why.ts';

export interface Page {
  title: string;
  view: View;
}

/** Returns the decoded parts of a path. A malformed path is returned whole, so that no page has it. */
function splitPath(path: string): string[] {
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return [path];
  }
}

export function findPage(path: string): Page {
  const [first = '', second = '', third = ''] = splitPath(path);
  switch (third === '' ? (second === '' ? first : `${first}/`) : `${first}//`) {
    case '':
    case 'overview':
      return { title: 'Overview', view: html`<${Overview} />` };
    case 'why':
      return { title: 'Why refused', view: html`<${Why} />` };
    case 'users':
      return { title: 'Users', view: html`<${Users} />` };
    case 'users/':
      return { title: 'User', view: html`<${UserPage} id=${second} />` };
    case 'sessions':
      return { title: 'Sessions', view: html`<${Sessions} />` };
    case 'messages':
      return { title: 'Messages', view: html`<${Messages} />` };
    case 'templates':
      return { title: 'Templates', view: html`<${Templates} />` };
    case 'templates//':
      return {
        title: `Template of ${withSpaces(second)} mails`,
        view: html`<${TemplatePage} kind=${second} locale=${third === 'default' ? '' : third} />`,
      };
    case 'webhooks':
      return { title: 'Webhooks and hooks', view: html`<${Webhooks} />` };
    case 'providers':
      return { title: 'Providers', view: html`<${Providers} />` };
    case 'settings':
      return { title: 'Settings', view: html`<${Settings} />` };
    case 'keys':
      return { title: 'Keys', view: html`<${KeysPage} />` };
    case 'doctor':
      return { title: 'Doctor', view: html`<${Doctor} />` };
    case 'audit':
      return { title: 'Audit log', view: html`<${Audit} />` };
    case 'rules':
      return { title: 'Rules', view: html`<${Rules} />` };
    case 'rules/':
      return { title: second, view: html`<${RulePage} name=${second} />` };
    default:
      return {
        title: 'Unknown page',
        view: html`<${PageHead} title="There is no such page" note=${html`Go to <${Link} to="/">the first page<//>.`} />`,
      };
  }
}
