// The frame of every page: navigation, search, signed-in user, keyboard shortcuts, dialogs and toasts.
import { session, signed_in_user, signOut } from './api.ts';
import { ActionDialog } from './dialog.ts';
import { addShortcuts, Finder, finderOpen, ShortcutsDialog } from './finder.ts';
import { Icon, Logo } from './icons.ts';
import { currentUrl, GROUPS, Link, pagesForRole } from './navigation.ts';
import { findPage } from './routes.ts';
import { SignInDialog } from './sign_in.ts';
import { ErrorBoundary } from './states.ts';
import { TestDialog } from './test_results.ts';
import { switchTheme, theme } from './theme.ts';
import { html, useEffect, useLayoutEffect, type View } from './view.ts';

const ROLES = { administer: 'administrator', support: 'support', read: 'auditor' } as const;

function roleName(): string {
  const rights = signed_in_user.value?.rights ?? [];
  const highest = (['administer', 'support', 'read'] as const).find((right) => rights.includes(right));
  return highest ? ROLES[highest] : 'no rights';
}

const current = (path: string): 'page' | undefined =>
  `${currentUrl.value}/`.split(/[?#]/)[0]?.startsWith(path) ? 'page' : undefined;

export function Frame(): View {
  // A layout effect installs the keys before the browser handles the next key.
  useLayoutEffect(addShortcuts, []);
  const [path = ''] = currentUrl.value.split('?');
  const { title, view } = findPage(path);
  useEffect(() => {
    document.title = `${title} · Postern`;
  }, [title]);
  const search = (): void => {
    finderOpen.value = true;
  };
  return html`<a class="skip" href="#main">Skip to the page</a>
    <aside class="rail"><${Link} to="/" class="brand"><${Logo} />Postern<//>
      <nav aria-label="Pages">${GROUPS.map(({ title, pages }) => html`${title ? html`<h2>${title}</h2>` : null}<ul>${pagesForRole(pages).map(({ path, name, icon }) => html`<li><${Link} to=${path} aria-current=${current(path)}><${Icon} name=${icon} />${name}<//></li>`)}</ul>`)}</nav>
      <div class="rail-foot"><span>${session.value?.database}<br /><span class="quiet">release ${session.value?.version}</span></span></div></aside>
    <div class="body">
      <header class="top"><${Link} to="/" class="brand small-only" aria-label="Postern, first page"><${Logo} /><//>
        <button type="button" class="search" onClick=${search}><${Icon} name="search" /><span>Search</span><kbd>/</kbd></button>
        <span class="me"><b><bdi>${signed_in_user.value?.email ?? signed_in_user.value?.role}</bdi></b><span>${roleName()}</span></span>
        <button type="button" class="icon-button" aria-label=${theme.value === 'dark' ? 'Change to light' : 'Change to dark'} onClick=${switchTheme}><${Icon} name="moon" /></button>
        <button type="button" class="icon-button" aria-label="Sign out of the console" onClick=${signOut}><${Icon} name="out" /></button></header>
      <main id="main" tabindex="-1"><${ErrorBoundary} title=${title} key=${path.split('/', 3).join('/')}>${view}<//></main></div>
    <nav class="tabs" aria-label="Main pages">${pagesForRole()
      .filter(({ key }) => key)
      .slice(0, 4)
      .map(
        ({ path, name, icon }) =>
          html`<${Link} to=${path} aria-current=${current(path)}><${Icon} name=${icon} />${name.split(' ')[0]}<//>`,
      )}<button type="button" onClick=${search}><${Icon} name="more" />More</button></nav>
    <${Finder} /><${ActionDialog} /><${ShortcutsDialog} /><${SignInDialog} /><${TestDialog} />`;
}
