// Synonyms that people use for the words of operations.
const table = `
abort: cancel stop; accept: confirm; access: member permission role protection; account: user team;
activity: event log; address: ip url alias; admin: role member; ai: gateway model; allow: bypass permission add rule;
analytics: web analytics pageview insights; announce: webhook; apex: domain; apikey: api key token;
app: project deployment; application: project; approve: confirm accept; archive: delete; article: pageview;
artifact: cache; attach: add connect; attack: challenge firewall; audit: event; authenticate: token sso;
availability: available free; available: availability free; backup: saved version; balance: credit prepayment;
ban: block firewall remove; bill: invoice billing; block: deny firewall rule; blog: pageview; bot: firewall;
branch: git; broken: rollback log; browse: list; browser: aggregate pageview; brute: attack firewall rule;
bucket: store blob drain; bug: rollback log; build: deployment artifact; buy: purchase; bypass: protection pass;
cache: cached invalidate artifact; callback: webhook; canary: rolling release; cancel: stop; card: payment billing;
cdn: cache edge; certificate: cert tls; change: update edit patch; charge: invoice billing; cheap: price;
ci: automation check; clean: delete invalidate; clear: delete invalidate empty; clone: copy create; cname: dns record;
code: file source; collaborator: member; colleague: member invite; command: cmd; commit: deployment git;
company: team; configuration: config setting; connect: connector link connection; container: image repository;
contractor: member invite; copy: clone; cors: header route; cost: price quote billing; country: aggregate;
coworker: member invite; crash: error log event; crawler: bot firewall; create: add new; credential: token secret;
cron: project setting; custom: own; customer: account installation; data: event; database: store resource integration;
datadog: drain; ddos: attack challenge; debug: log event trace; decrypt: decrypted value; delete: remove;
deny: block rule; deploy: deployment; destroy: delete; detach: remove disconnect; developer: member;
device: token session; directory: dsync scim; disable: pause off delete update; disconnect: remove delete connection;
disk: drive; dns: record; docker: container image repository registry vcr; download: fetch read;
downtime: rollback pause; drop: delete remove; duplicate: copy create; edit: update change; email: member;
employee: member; empty: delete clear all; enable: update on switch; endpoint: webhook url; enforce: change setting;
engineer: member; env: environment variable; erase: delete; error: log event; exception: bypass log;
experiment: flag experimentation; expire: renew renewal; extend: renew timeout; fail: event log error;
failover: region; fallback: virtual model; feature: flag; fetch: read download; file: upload; find: search list get;
finish: complete end; fire: remove member; flood: attack firewall challenge rule; folder: directory;
forbid: block rule deny; fork: protection git; forward: redirect; free: availability available;
frontend: microfrontends; geo: region country; geoblock: firewall rule; git: repository;
github: git repository repo connector; gitlab: git repository repo; gradual: rolling release;
gradually: rolling release; grant: permission role add policy; group: segment access; guard: protection;
guest: member; hammer: attack firewall challenge rule; header: route; hide: protection; hire: invite;
history: version event list; hook: webhook; host: domain alias; hostname: domain alias; hotfix: deployment promote;
hsts: header route; https: certificate tls; icon: avatar; identity: user token; image: container avatar;
import: create upload transfer; insecure: cert certificate tls; install: installed integration configuration;
integration: configuration installed; invite: add member invitation; invoice: bill; jwk: kms key issuer; jwt: token;
key: token secret; kick: remove; kill: stop cancel signal; latency: trace insights;
launch: create start promote deployment; leak: revoke delete; leave: remove member; limit: rule quota;
link: connect alias redirect; live: production promote; llm: model gateway; log: event runtime;
login: event sso token; logo: avatar; logout: revoke token; look: read get list; mail: mx record;
measure: metric analytics insights; member: team user; merge: promote; message: notification; metric: observability;
migrate: transfer move; model: virtual ai; modify: update change edit; monitor: observability metric log;
move: transfer; mute: pause disable; mx: dns record; nameserver: nameservers; netlify: deployment; network: private;
next: approve stage; notify: webhook notification; nuke: delete all; offboard: remove member; offline: pause;
online: unpause; order: buy purchase; organisation: team; organization: team; outage: rollback;
outdated: invalidate cached; outgoing: static; owner: ownership role; package: artifact;
padlock: cert certificate tls; page: pageview route; password: protection; pat: token; pay: billing invoice credit;
payment: billing invoice credit; people: member user; percent: rolling release stage;
percentage: rolling release stage; performance: speed insights; permission: role access; person: member user;
picture: avatar; plan: billing; point: assign add alias record; preview: environment deployment; price: cost quote;
process: command; prod: production; profile: user auth; protect: protection; publish: promote version;
pull: fetch download; purchase: buy; purge: invalidate delete; push: upload store deployment; put: write upload add;
quick: short; quota: limit key; rate: limit firewall; reader: pageview visitor; recent: list; recover: restore;
redeploy: create deployment; refresh: invalidate; refund: invoice update; region: static setting;
register: buy create; registrant: contact verification; registry: vcr repository image; reject: discard withdraw;
release: promote rolling; remove: delete uninstall detach; rename: update change; renew: renewal extend;
repo: repository git; resolve: dns config; restart: unpause resume create; restore: backup; resume: unpause;
revert: rollback restore; revoke: delete remove; rewrite: route; right: permission role;
robots: header route firewall; rollback: back; rollout: rolling release; rotate: rotation key credential;
rule: firewall route; run: start command; saml: sso setting; sandbox: session; save: update create snapshot;
schedule: project setting; scim: directory dsync; scraper: bot firewall; seat: member;
secret: environment variable env; server: deployment; ship: promote deployment; shut: stop pause; sign: signature;
signin: sso token; site: project deployment domain; slack: connector service; slow: trace performance insights;
snapshot: backup saved; somebody: user member; someone: user member; spam: bot firewall rule;
speed: insights performance; spend: billing cost credit; spent: metric credit invoice;
split: rolling microfrontends flag; ssl: certificate cert tls; sso: saml token; staff: member; stage: staging;
staging: custom environment; stale: invalidate cached; start: create; statistic: analytics count aggregate;
stats: analytics count aggregate; stop: cancel pause kill; storage: store blob; stream: drain log; subdomain: domain;
subscribe: webhook; suspend: pause; swap: promote assign; tail: runtime log; target: segment flag;
teammate: member invite; tenant: team; terminate: stop kill delete; test: check; throttle: firewall rule limit;
throw: delete; tls: certificate; toggle: switch on update; traffic: pageview visitor firewall; transfer: move;
txt: record dns; unblock: bypass; undo: rollback restore; uninstall: delete configuration remove;
unlink: remove disconnect; update: change edit patch; upgrade: plan update; upload: store file;
url: alias domain host; usage: billing metric query; user: member; username: user auth; validate: verify check;
value: item variable; vanity: alias; variable: env environment; verify: verification ownership; view: pageview read;
visit: pageview; visitor: pageview; vm: sandbox session; vpc: network private; vpn: network private; waf: firewall;
website: project domain; whitelist: bypass allow; whoami: user auth; whois: contact; wildcard: domain certificate;
wipe: delete all; workspace: team; www: domain redirect; zip: archive file; zone: dns record
`;

/** Maps a word of a question to the words of operations that it may mean. */
export const synonyms: ReadonlyMap<string, string> = new Map(
  table
    .trim()
    .split(/;\s*/)
    .map((line) => line.split(': ') as [string, string]),
);
