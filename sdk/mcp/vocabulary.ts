// Phrases and verbs of users, and the operations they mean.

/** Phrases, and the words of operations that each means as a whole. */
export const phrases: readonly (readonly [said: RegExp, meant: string])[] = [
  [
    /\broll(ed|ing|s)? ?back\b|\b(previous|earlier|older|last) (version|deployment|release)|\brevert\b|\bgo back\b|\bundo\b/,
    'rollback earlier',
  ],
  [/\bgo(es|ing)? live\b|\bto (prod|production)\b|\bship\b|\bmake .* live\b/, 'promote'],
  [/\broll(ed|ing)? ?out\b|\bpercent|%|\bcanary\b|\bgradual/, 'rolling release stage'],
  [/\b(right now|at the moment|currently|these days|latest|recent(ly)?)\b/, 'list'],
  [/\bwho (can|may|has|is)\b.*\bproject\b|\bpeople .*\bproject\b/, 'project member list'],
  [/\bwho (can|may|has|is|are)\b.*\bteam\b|\bour team\b|\bin (my|the) team\b/, 'team member list'],
  [/\bwho am i\b|\bwhoami\b|\bmy (own )?(account|profile|user)\b|\blogged in\b|\bsigned in as\b/, 'auth user belong'],
  [
    /\bwho (changed|did|deleted|created|touched|made)\b|\baudit\b|\bactivity\b|\bwhat happened\b/,
    'user event happened',
  ],
  [/\bget rid of\b|\bthrow (it |this |that )?(away|out)\b|\btake down\b|\btear down\b/, 'delete'],
  [
    /\bpoint\b.*\b(domain|hostname)\b|\b(domain|hostname)\b.*\b(point|to (a|my|the|this) (project|site|app))\b|\bhook up .*domain/,
    'add project domain',
  ],
  [
    /\bset ?up (right|correct|properly)|\b(dns|domain)\b.*\b(correct|right|wrong|misconfigured|broken|working)\b/,
    'config dns',
  ],
  [/\b(is|are|still|name) .*\b(free|available|taken)\b|\bcan i (buy|have|get|register)\b/, 'availability'],
  [/\bhow (much|expensive)\b|\bwhat .*\bcost/, 'price quote'],
  [/\bhow (many|often)\b|\bnumber of\b/, 'count'],
  [
    /\b(from|away from) (another|other|godaddy|namecheap|my old) ?registrar|\btransfer .*domain .*(in|here)\b|\bbring .*domain\b/,
    'transfer registrar',
  ],
  [/\b(auto|automatic(ally)?|itself) ?-?renew|\brenew(s|al)? .*automatic|\bexpir(e|es|ing|y)\b/, 'renew auto'],
  [
    /\b(build|deploy(ment)?) ?(log|logs|output|error|fail)|\bwhy (did|does|is|was) .*\b(build|deploy)/,
    'deployment event build log',
  ],
  [/\b(function|runtime|server|request|serverless) ?(log|logs|error|errors)|\blogged\b|\btail\b/, 'runtime log'],
  [
    /\b(environment|env) ?(var|variable)s?\b|\benv vars?\b|\bsecrets?\b.*\b(environment|preview|production|project)\b/,
    'env variable project',
  ],
  // The name of a variable, in shell notation.
  [/\b[a-z]+_[a-z_]+\b|\.env\b/, 'env variable project'],
  [
    /\b(share|shared) .*\b(variable|env|secret)|\b(variable|secret)s?\b.*\b(several|multiple|many|all|across) .*projects\b/,
    'shared env variable',
  ],
  [/\b(send|ship|forward|stream|export)\b.*\b(log|logs|traces|metrics|analytics)\b/, 'drain create send log'],
  [
    /\b(log|logs)\b.*\b(to|into) (datadog|splunk|another|an other|our|an external|elastic|grafana|axiom|sentry)\b/,
    'drain create send',
  ],
  [
    /\b(on|after|for) (every|each|any)\b.*\b(deploy|build|release|event)|\b(notify|notified|tell|call|ping|inform|alert)\b.*\b(when|whenever|if|server|url|slack)\b|\bevery time\b/,
    'webhook create',
  ],
  [
    /\bredirect\b.*\b(bulk|many|list|csv|hundreds|lots|urls)\b|\b(bulk|many|list|csv|hundreds|lots)\b.*\bredirect/,
    'bulk redirect stage',
  ],
  [
    /\bip\b.*\b(block|ban|deny)\b|\b(block|ban|deny)\b.*\b(ip|address|country|bot|visitor|traffic|crawler)/,
    'firewall config rule change',
  ],
  [/\b(skip|past|around|through|let|allow|exempt|whitelist)\b.*\b(firewall|mitigation)/, 'bypass ip add'],
  [
    /\b(skip|past|around|bypass|through)\b.*\bprotection\b|\bprotection\b.*\b(skip|past|around|bypass)/,
    'protection bypass automation',
  ],
  [/\bunder attack\b|\bddos\b|\battack mode\b/, 'attack'],
  [/\brate ?limit/, 'firewall config rule change'],
  [/\b(purge|clear|flush|invalidate|bust|refresh|expire|empty)\b.*\b(cache|cdn)\b/, 'cache invalidate edge'],
  [/\b(build|remote|turbo) cache\b/, 'artifact remote cache'],
  [/\bturn(ed)? (on|off)\b|\bswitch(ed)? (on|off)\b|\b(enable|disable)\b/, 'update switch'],
  [
    /\b(hand|give|move|transfer) .*\b(project|it)\b.*\b(over|another|other|different) ?(team|account|owner)?/,
    'project transfer request',
  ],
  [
    /\b(new|create|make|generate|issue) .*\b(api|access|personal) ?(key|token)\b|\b(api|access|personal) ?(key|token)\b/,
    'auth token access',
  ],
  [/\bai ?gateway\b|\bllm\b|\bai model/, 'ai gateway'],
  [/\b(change|set|make|promote|upgrade|give) .*\b(role|owner|admin|permissions?|rights)\b/, 'update team member role'],
  [/\b(kick(?! off)|fire(?! up)|offboard|left the company)\b/, 'remove member'],
  [
    /\b(add|invite|onboard|bring|hire|enroll)\b(?!.*\b(project|group|segment|sandbox)).*\b(teammate|member|user|someone|somebody|people|person|colleague|coworker|developer|engineer|contractor|guest)/,
    'invite team',
  ],
  [
    /\b(yesterday|last week)\S*\b.*\b(version|site|deployment|production)|\brestore\b.*\b(site|production|deployment|app)\b/,
    'rollback production earlier',
  ],
  [/\bdomains?\b.*\bexpir/, 'list domain account renew'],
  [
    /\b[45]\d\d\b|\bexceptions?\b|\bstack ?trace|\bcrash|\btiming out\b|\bfunctions?\b.*\b(fail|error|return|throw|time|slow)/,
    'runtime log follow deployment',
  ],
  [/\bwhat\b.*\blive\b|\blive\b.*\bcommit\b|\bcommit\b.*\b(live|deployed)\b/, 'deployment list newest'],
  [/\bback ?-?ups?\b/, 'backup saved version'],
  [/\b(make|set)\b.*\b(public|private)\b/, 'update project setting change'],
  [/\bpassword\b/, 'update project setting'],
  [/\bshar(e|ing|eable|ed)\b.*\b(link|preview|deployment|url)/, 'shareable link url protection bypass person'],
  [/\bwhat (did|has) \w+ (do|done|change)/, 'user event happened'],
  [
    /\b(downgrade|demote|upgrade|promote)\b.*\b(member|user|viewer|admin|owner|developer|somebody|someone)/,
    'update team member role',
  ],
  [/\bredirect\b.*\b(www|apex|domain|subdomain)\b/, 'update project domain redirect'],
  [/\bpush(ing)?\b.*\b(image|layer|container)/, 'upload layer blob container registry start'],
  [/\b(remove|delete|uninstall|disconnect)\b.*\bintegration/, 'uninstall integration configuration'],
  [
    /\b(install|add|set ?up)\b.*\bintegration|\b(create|provision|add|new)\b.*\b(database|postgres|redis|mysql|mongo)/,
    'provision store integration product',
  ],
  [/\brate ?-?limit|\bthrottl/, 'update firewall config rule change part'],
  [/\b(set|add|put|define|create)\b.*\b(env|variable|secret|[a-z]+_[a-z_]+)\b/, 'add create env variable project'],
  [/\b(publish|promote|apply|activate)\b.*\b(redirect|route|rule)/, 'promote version update'],
  [/\blet\b.*\b(work|deploy|see|access|use)\b|\bgive\b.*\b(access|role|permission)/, 'give role add'],
  [/\bedge config\b|\bglobal config\b/, 'edge config'],
  [/\b(feature )?(flag|toggle)s?\b/, 'flag'],
  [
    /\b(user|cohort|audience|customer|beta|tester)s?\b.*\b(segment|group|target)|\b(segment|group|cohort|audience)\b.*\b(user|flag|target|tester)/,
    'segment flag',
  ],
  [/\b(aws|privatelink|private link|vpc endpoint)\b/, 'private link endpoint'],
  [/\bvpc\b|\bpeering\b|\bsecure compute\b/, 'network private'],
  [/\b(static|fixed|dedicated|outgoing|egress)\b.*\bips?\b|\ballow-?list our ip/, 'static ip'],
  [/\b(page ?views?|visitors?|visits|traffic|hits)\b/, 'pageview visitor count web analytics'],
  [
    /\b(top|most|popular|by|per|busiest) (visited |viewed |popular )?(page|country|day|referrer|browser|url|path|device)s?\b/,
    'aggregate pageview dimension',
  ],
  [/\bwhere .*(visitor|traffic|users?) .*from\b|\breferr(er|al)/, 'aggregate pageview referrer'],
  [/\bhttps?\b.*\bcert|\bssl\b|\btls\b/, 'certificate cert'],
  [/\bnice(r)? (url|name|address)\b|\bvanity\b|\bcustom url\b|\bshort url\b/, 'assign alias'],
  [/\b(docker|container|oci)\b/, 'container image repository'],
  [/\b(sandbox|vm|microvm)\b/, 'sandbox session'],
  [/\b(staging|qa|uat|test(ing)?) environment\b|\bcustom environment/, 'custom environment'],
  [/\bstart(ed)? .*\bagain\b|\bback online\b|\bbring .* back\b|\bwake\b/, 'unpause resume restore'],
  [/\b(offline|maintenance|take .* (down|offline)|pause)\b/, 'pause'],
  [/\b(password|protect|private)\b.*\b(preview|deployment|site|project|page)s?\b/, 'update project setting protection'],
  [
    /\bbuild (command|setting|step|machine)s?\b|\bnode version\b|\broot directory\b|\bframework\b|\bproject('s)? settings?\b/,
    'update project setting',
  ],
  [/\binstalled\b.*\bintegration|\bintegration.*\binstalled\b/, 'integration configuration installed list'],
  [/\b(slack|notion|linear|salesforce|oauth)\b/, 'connector outside service'],
  [/\brotat(e|ing)\b.*\b(signing|kms|jwt)\b|\bsigning key\b/, 'signing key kms'],
  [/\b(saml|single sign|sso)\b/, 'sso team'],
  // A name with a top-level domain.
  [
    /\b(connect|attach|link|hook|put|use|add|point|serve|set)\b.*\b[a-z\d-]+\.(com|org|net|dev|io|app|co|[a-z]{2})\b/,
    'add project domain',
  ],
  [/\b(by|from|with|at) (its |the |this |an? )?(url|host ?name|address)\b|https?:\/\//, 'one host name'],
  [/\bmy (own )?(user ?name|e-?mail|name|login|avatar|plan)\b/, 'auth user belong'],
  [
    /\bspen[dt]\b|\b(cost|bill|usage|invoice)s?\b.*\b(month|week|year|day|so far)\b/,
    'metric query observability credit invoice',
  ],
  [
    /\b(log|sign)(ged|ging|ing|ned)? ?(me |us |everyone |everybody |people )?out\b/,
    'revoke access token authentication',
  ],
  [/\b(every|each) (push|commit)\b|\bautomatic(ally)? (deploy|build)/, 'update project setting git'],
  [
    /\b(offboard|fire|sack|lay off)\b(?! up)|\btake (away )?.*\b(his|her|their|someone's) .*\baccess\b/,
    'remove member team',
  ],
  [/\b(naked|apex|bare|root) domain\b|\bto www\b/, 'update project domain redirect'],
  [/\b(stale|outdated)\b|\bstill (see|show|serve|get|deliver)s?\b/, 'invalidate cached stale'],
  [/\bhow (many|often)\b.*\b(people|users|readers|times|visited|read|viewed|opened)\b/, 'pageview visitor count'],
  [/\b404\b|\b(old|broken|dead|moved) (link|url|path|page|address)(e?s)?\b/, 'stage redirect bulk'],
  [/\b(put|get|bring|take|set)\b.*\blive\b/, 'promote version'],
  [
    /\b(half|third|quarter|fraction|part|some) of (the |our |all )?(users|traffic|visitors|requests|people)\b/,
    'rolling release stage',
  ],
  [/\btoken\b.*\bverif|\bverif.*\btoken\b/, 'sign token kms'],
  [/\bdirectory sync\b|\bscim\b|\bokta\b|\bazure ad\b/, 'directory dsync role'],
];

export type Act = 'read' | 'create' | 'change' | 'delete';

const acts: Readonly<Record<Act, string>> = {
  delete:
    'delete remove drop throw rid kick revoke uninstall purge clear prune empty erase wipe destroy detach disconnect unlink discard withdraw flush leave nuke unassign deregister forget',
  create:
    'create add new make register buy purchase order invite upload issue start connect generate send provision put post attach install claim book launch introduce notify sign hand point assign bill charge deploy redeploy publish take request grant give allow let submit report invoke snapshot mount write push call ping alert forward onboard hire enroll bring drain trigger run',
  change:
    'update change edit rename modify turn switch enable disable set move promote roll revert restore pause unpause resume approve complete finish extend rotate ship release reset adjust stop cancel kill renew protect block ban forbid deny configure increase raise lower swap activate deactivate refund merge archive abort accept reject hold toggle enforce limit throttle mute route downgrade demote upgrade',
  read: 'list show see get find look read view browse count check search fetch download inspect describe query tail display print',
};

const actOfVerb = new Map(
  (Object.entries(acts) as [Act, string][]).flatMap(([act, verbs]) =>
    verbs.split(' ').map((verb): [string, Act] => [verb, act]),
  ),
);
const asksOnly =
  /^(who|which|what|when|where|why|is|are|was|were|does|did|has|have|how (many|much|often|long|far|is|are|does|did))\b/;
const rid =
  /\b(get(ting)? rid of|throw (it |this |that )?(away|out)|take down|tear down|clean up|shut down|stop using|no longer (use|need)|take away|(log|sign)(ged|ging|ing|ned)? ?(me |us |everyone |everybody |people )?out|offboard|sack|lay off)\b|\bfire (?!up)/;

const starts = /\b(kick(ing)? off|spin(ning)? up|fire up|boot(ing)? up|set(ting)? up)\b/;

/** Returns the action that a question requests: its first verb decides; without one it is a query. */
export function actOf(question: string, words: readonly string[]): Act {
  if (asksOnly.test(question)) return 'read';
  if (rid.test(question)) return 'delete';
  if (starts.test(question)) return 'create';
  for (const word of words) {
    const act = actOfVerb.get(word) ?? actOfVerb.get(word.replace(/(s|d|ed)$/, ''));
    if (act) return act;
  }
  return 'read';
}
