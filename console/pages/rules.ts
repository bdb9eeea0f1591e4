// Page of Postern's SQL functions: errors, callers and installed source of each. Also shows a function on other pages.
import { type LoadState, useLoad, withQuery } from './api.ts';
import { formatCount, withoutBackticks } from './format.ts';
import { Icon } from './icons.ts';
import { Link, parameter, setParameters } from './navigation.ts';
import { Badge, Card, Code, CopyButton, PageHead, SearchField } from './parts.ts';
import { EmptyState, Panel } from './states.ts';
import { type Column, Table } from './table.ts';
import { type Children, html, useState, type View } from './view.ts';

interface Rule {
  name: string;
  file: string;
  line: number;
  comment: string;
  refuses: readonly string[];
  callers: readonly string[];
}

/** A function as shipped with this release. */
export interface DecidingRule extends Rule {
  source: string;
  deciding_line: number | null;
}

/** A function as installed in the database. */
export interface InstalledRule {
  name: string;
  file: string | null;
  line: number | null;
  about: string | null;
  comment: string | null;
  source: string;
  owner: string;
  language: string;
  security_definer: boolean;
  roles: readonly string[];
  calls: readonly string[];
  callers: readonly string[];
  refuses: readonly string[];
  as_released: boolean;
}

/** Shows a function name, with its schema in gray and the name in bold. */
export const RuleName = ({ name }: { name: string }): View => {
  const [schema, bare = ''] = name.split('.');
  return html`<code>${schema}.<b>${bare}</b></code>`;
};

export const RuleLink = ({ name }: { name: string }): View =>
  html`<${Link} to=${`/rules/${encodeURIComponent(name)}`}><${RuleName} name=${name} /><//>`;

interface SourceBoxProps {
  name: string;
  source: string;
  start: number;
  file: string | null;
  mark?: string;
}

export const SourceBox = ({ name, source, start, file, mark }: SourceBoxProps): View =>
  html`<div class="code-box"><div class="code-bar"><${RuleName} name=${name} /><span class="quiet file">${file ? html`<code>${file}</code>` : null}</span><${CopyButton} text=${source} label="Copy" /></div><${Code} text=${source} start=${start} mark=${mark} label=${`Source of ${name}`} /></div>`;

interface RefusingRuleProps {
  rule: DecidingRule;
  error: string;
  title: string;
  /** Other functions that may have returned the error. */
  others?: readonly string[];
}

/**
 * Shows the function that refused a request, as shipped with this release. The lines that contain the name of the error
 * are highlighted.
 */
export const RefusingRule = ({ rule, error, title, others = [] }: RefusingRuleProps): View =>
  html`<${Card} title=${title} note=${withoutBackticks(rule.comment)} class="rule"><${SourceBox} name=${rule.name} source=${rule.source} start=${rule.line} file=${`${rule.file}:${rule.line}`} mark=${`'${error}'`} />
    <${RuleFacts} items=${[
      ...(others.length > 0 ? [['Or one of', ruleLinks(others, '')]] : []),
      ['Called by', ruleLinks(rule.callers, 'the gateway')],
      ['Compare', html`<${Link} to=${`/rules/${encodeURIComponent(rule.name)}`}>the function as it is installed<//>`],
    ]} /><//>`;

export const RuleBadges = ({ rule }: { rule: InstalledRule }): View =>
  html`<div class="badges"><${Badge}>${rule.language}<//>${rule.security_definer ? html`<${Badge} tone="info">security definer<//>` : null}${rule.as_released ? html`<${Badge} tone="good"><${Icon} name="check" />as released<//>` : html`<${Badge} tone="bad">differs from the release<//>`}</div>`;

export const ruleLinks = (names: readonly string[], none: string): Children =>
  names.length === 0
    ? none
    : html`<ul class="names">${names.map((name) => html`<li><${RuleLink} name=${name} /></li>`)}</ul>`;

export const RuleFacts = ({ items }: { items: readonly (readonly [string, Children])[] }): View =>
  html`<dl class="rule-facts">${items.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

/** Number of rows that are shown before a button shows all. */
const FIRST = 40;

const COLUMNS: readonly Column<Rule>[] = [
  { title: 'Function', cell: ({ name }) => html`<${RuleLink} name=${name} />` },
  {
    title: 'What it does',
    wide: true,
    cell: ({ comment }) => html`<span class="clamp">${withoutBackticks(comment)}</span>`,
  },
  {
    title: 'Refuses with',
    wide: true,
    cell: ({ refuses }) =>
      refuses.length === 0
        ? ''
        : refuses.length > 1
          ? html`<code>${refuses[0]}</code> and ${refuses.length - 1} more`
          : html`<code>${refuses[0]}</code>`,
  },
  { title: 'Callers', right: true, wide: true, cell: ({ callers }) => callers.length || '' },
];

export function Rules(): View {
  const search = parameter('q');
  const refuses = parameter('refuses');
  const [all, showAll] = useState(false);
  const load: LoadState<{ rules: Rule[] }> = useLoad(withQuery('/admin/rules', { search, refuses }));
  return html`<${PageHead} title="Rules" note="The functions that decide. The search reads names, comments and error names.">
      <${SearchField} label="Search rules" example="ban, refresh, weak_password" value=${search} onChange=${(q: string) => setParameters({ q })} /><//>
    ${refuses ? html`<p class="filters"><span>Functions that return <code>${refuses}</code></span><button type="button" class="text" onClick=${() => setParameters({ refuses: '' })}>Show all</button></p>` : null}
    <section class="card flush" aria-label="Functions"><${Panel} load=${load} rows=${10}>${({
      rules,
    }: {
      rules: Rule[];
    }) =>
      rules.length === 0
        ? html`<${EmptyState} title="No function matches">Search a part of a name, of a comment or of an error.<//>`
        : html`<${Table} label="Functions" columns=${COLUMNS} rows=${all ? rules : rules.slice(0, FIRST)} keyOf=${(rule: Rule) => rule.name} />
          <div class="pages"><span class="quiet">${formatCount(rules.length, 'function')}</span><span class="grow"></span>${!all && rules.length > FIRST ? html`<button type="button" onClick=${() => showAll(true)}>Show all</button>` : null}</div>`}<//></section>`;
}

export function RulePage({ name }: { name: string }): View {
  const load: LoadState<InstalledRule> = useLoad<InstalledRule>(`/admin/rules/${encodeURIComponent(name)}`);
  return html`<nav class="crumbs" aria-label="Breadcrumb"><${Link} to="/rules">Rules<//><span aria-hidden="true">/</span><code>${name}</code></nav>
    <${Panel} load=${load} rows=${8}>${(
      rule: InstalledRule,
    ) => html`<header class="head"><h1><code>${rule.name}</code></h1>${rule.about ? html`<p class="lead">${withoutBackticks(rule.about)}</p>` : null}</header>
      <div class="grid rule-grid"><${Card} title="Source as installed" aside=${html`<${RuleBadges} rule=${rule} />`} class="rule"><${SourceBox} name=${rule.name} source=${rule.source} start=${1} file=${rule.file ? `${rule.file}:${rule.line}` : null} /><//>
        <div class="side"><${Card} title="Facts"><${RuleFacts} items=${[
          ['Owner', html`<code>${rule.owner}</code>`],
          ['May call it', rule.roles.length === 0 ? 'the owner' : html`<code>${rule.roles.join(', ')}</code>`],
          ['Callers', ruleLinks(rule.callers, 'the gateway or the worker')],
          ['Calls', ruleLinks(rule.calls, 'no other rule')],
          [
            'Errors',
            rule.refuses.length === 0
              ? 'none of its own'
              : html`<ul class="names">${rule.refuses.map((error) => html`<li><${Link} to=${`/why?q=${error}`}><code>${error}</code><//></li>`)}</ul>`,
          ],
        ]} /><//></div></div>`}<//>`;
}
