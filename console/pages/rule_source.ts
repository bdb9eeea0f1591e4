// Shows the source of a SQL function, with highlighted lines.
import { Icon } from './icons.ts';
import { Badge, Card, Code, CopyButton } from './parts.ts';
import { Link } from './places.ts';
import { type Children, html, type View } from './view.ts';

/** A function as shipped with this release. */
export interface DecidingRule {
  name: string;
  file: string;
  line: number;
  comment: string;
  refuses: readonly string[];
  callers: readonly string[];
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

/**
 * Shows the function that refused a request, as shipped with this release. The lines that contain the name of the error
 * are highlighted.
 */
export const RefusingRule = ({ rule, error, title }: { rule: DecidingRule; error: string; title: string }): View =>
  html`<${Card} title=${title} note=${rule.comment} class="rule"><${SourceBox} name=${rule.name} source=${rule.source} start=${rule.line} file=${`${rule.file}:${rule.line}`} mark=${`'${error}'`} />
    <${RuleFacts} items=${[
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
