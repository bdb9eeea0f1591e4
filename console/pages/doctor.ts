// Page of `postern doctor`: findings about the installation and how to resolve them. A gateway runs the checks of the
// auditor, and other checks need the command line. `postern console` runs them all.
import { type LoadState, session, useLoad } from './api.ts';
import { capitalize, formatCount, withSpaces } from './format.ts';
import { Icon, type IconName } from './icons.ts';
import { Badge, Code, CopyButton, Name, PageHead, Time, type Tone } from './parts.ts';
import { Panel } from './states.ts';
import { type Children, html, type View } from './view.ts';

interface Finding {
  check: string;
  finding: string;
  sql: readonly string[];
  advice: string | null;
  difference?: readonly string[];
}

interface Check {
  check: string;
  title: string;
  outcome: 'good' | 'findings' | 'late' | 'failed';
  ms: number;
}

interface Examination {
  at: string;
  release: string;
  ms: number;
  findings: readonly Finding[];
  checks: readonly Check[];
  command_line: readonly { check: string; title: string; why: string }[];
}

/** Result of all checks of `postern doctor`. */
interface FullExamination {
  at: string;
  findings: readonly Finding[];
  notes: readonly string[];
  checks: number;
}

const OUTCOMES: Readonly<Record<Check['outcome'], readonly [text: string, tone: Tone, icon: IconName]>> = {
  good: ['good', 'good', 'check'],
  findings: ['finding', 'bad', 'warn'],
  late: ['not finished', 'warn', 'warn'],
  failed: ['not run', 'warn', 'warn'],
};

/** Returns the statements as a script for psql. */
const scriptOf = (sql: readonly string[]): string => sql.map((statement) => `${statement};`).join('\n');

export const Doctor = (): View =>
  (session.value?.doctor ? html`<${FullDoctor} />` : html`<${AuditorDoctor} />`) as View;

function FullDoctor(): View {
  const load: LoadState<FullExamination> = useLoad<FullExamination>('/console/doctor');
  return html`<${PageHead} title="Doctor" note=${html`<span>${load.data ? html`${formatCount(load.data.checks, 'check')} as the role that migrates, <${Time} at=${load.data.at} />` : 'All checks, as the role that migrates'}, as <code>npx postern doctor</code> runs them. Nothing is changed.</span>`}><button type="button" disabled=${load.busy} onClick=${load.again}><${Icon} name="refresh" />Check again</button><//>
    <${Panel} load=${load} rows=${10}>${({ findings, checks, notes }: FullExamination): Children => html`
      <p class="sentence">${findings.length === 0 ? html`<b>Nothing found</b> by ${formatCount(checks, 'check')}.` : foundSentence(findings)}</p>
      ${findings.map((finding) => html`<${FindingCard} finding=${finding} />`)}
      ${notes.length === 0 ? null : html`<section class="card after" aria-label="Notes"><div class="card-head"><h2>Notes</h2></div><ul class="elsewhere">${notes.map((note) => html`<li><${Name} text=${note} /></li>`)}</ul></section>`}`}<//>`;
}

function AuditorDoctor(): View {
  const load: LoadState<Examination> = useLoad<Examination>('/admin/doctor');
  return html`<${Panel} load=${load} rows=${10}>${(found: Examination): Children => html`
    <${PageHead} title="Doctor" note=${html`<span>${formatCount(found.checks.length, 'check')} in ${found.ms} ms, <${Time} at=${found.at} />, as the auditor, by release ${found.release}. Nothing is changed.</span>`}><button type="button" disabled=${load.busy} onClick=${load.again}><${Icon} name="refresh" />Check again</button><//>
    <p class="sentence">${summarizeFindings(found)}</p>
    ${found.findings.map((finding) => html`<${FindingCard} finding=${finding} />`)}
    <div class="grid doctor">
      <section class="card half" aria-label="Checked here"><div class="card-head"><div><h2>Checked here</h2><p class="quiet">These checks need no more than the rights of the auditor.</p></div></div>
        <ul class="devices">${found.checks.map((one) => {
          const [text, tone, icon] = OUTCOMES[one.outcome];
          return html`<li class=${`outcome ${tone}`}><${Icon} name=${icon} /><div><strong>${one.title}</strong><p class="quiet"><code>${one.check}</code> ${one.ms} ms</p></div><${Badge} tone=${tone}>${text}<//></li>`;
        })}</ul></section>
      <section class="card half" aria-label="On the command line"><div class="card-head"><div><h2>On the command line</h2><p class="quiet">These need the role that migrates, which this server never has.</p></div><span class="command"><code>npx postern doctor</code><${CopyButton} text="npx postern doctor" label="Copy" /></span></div>
        ${[...Map.groupBy(found.command_line, ({ why }) => why)].map(([why, checks]) => html`<h3 class="reason">${capitalize(why)}</h3><ul class="elsewhere">${checks.map((one) => html`<li><span>${one.title}</span><code>${one.check}</code></li>`)}</ul>`)}</section>
    </div>`}<//>`;
}

function summarizeFindings({ findings, checks }: Examination): Children {
  const open = checks.filter(({ outcome }) => outcome === 'late' || outcome === 'failed').length;
  const rest = open === 0 ? '' : ` ${formatCount(open, 'check')} did not finish.`;
  return findings.length === 0
    ? html`<b>Nothing found</b> by the checks that run here.${rest}`
    : html`${foundSentence(findings)}${rest}`;
}

const foundSentence = (findings: readonly Finding[]): View =>
  html`<b class="ink-bad">${formatCount(findings.length, 'finding')}</b>, in the order in which to repair them.`;

function FindingCard({ finding: { check, finding, sql, advice, difference = [] } }: { finding: Finding }): View {
  const script = scriptOf(sql);
  return html`<section class="card spaced finding" aria-label=${`Finding of ${withSpaces(check)}`}>
    <div class="card-head"><div><h2><${Name} text=${finding} /></h2><p class="quiet"><code>${check}</code></p></div></div>
    ${difference.length > 0 ? html`<p class="quiet"><code>-</code> in this release, <code>+</code> in this database</p><${Code} text=${difference.join('\n')} plain label="Difference" />` : null}
    ${advice ? html`<p class="remedy"><b>What to do:</b> <${Name} text=${advice} /></p>` : null}
    ${sql.length > 0 ? html`<p class="remedy"><b>What to do:</b> run this with psql as the role that migrates.</p><div class="copy-box"><${Code} text=${script} label="SQL that repairs it" /><${CopyButton} text=${script} label="Copy SQL" /></div>` : null}
  </section>`;
}
