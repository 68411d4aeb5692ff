import { conclude, type Figure } from './harness/report.ts';
import { scaleFrom, seedFrom, type TortureOptions } from './harness/scale.ts';

type Torture = (options: TortureOptions) => Promise<readonly Figure[]>;

/** Loads a run only when it is selected. */
const runs: Readonly<Record<string, () => Promise<Torture>>> = {
  'as-of': async () => (await import('./torture/as-of.ts')).tortureAsOf,
  batches: async () => (await import('./torture/batches.ts')).tortureBatches,
  baskets: async () => (await import('./torture/baskets.ts')).tortureBaskets,
  cancellation: async () => (await import('./torture/cancellation.ts')).tortureCancellation,
  audit: async () => (await import('./torture/audit.ts')).tortureAudit,
  consents: async () => (await import('./torture/consents.ts')).tortureConsents,
  deliveries: async () => (await import('./torture/deliveries.ts')).tortureDeliveries,
  devices: async () => (await import('./torture/devices.ts')).tortureDevices,
  documents: async () => (await import('./torture/documents.ts')).tortureDocuments,
  commits: async () => (await import('./torture/commits.ts')).tortureCommits,
  bulk: async () => (await import('./torture/bulk-kills.ts')).tortureBulk,
  certificates: async () => (await import('./torture/certificates.ts')).tortureCertificates,
  'double-submit': async () => (await import('./torture/double-submit.ts')).tortureDoubleSubmit,
  enumeration: async () => (await import('./torture/enumeration.ts')).tortureEnumeration,
  'first-start': async () => (await import('./torture/first-start.ts')).tortureFirstStart,
  fuzz: async () => (await import('./torture/fuzz.ts')).tortureFuzz,
  'hostile-clients': async () => (await import('./torture/hostile-clients.ts')).tortureHostileClients,
  funds: async () => (await import('./torture/funds.ts')).tortureFunds,
  growth: async () => (await import('./torture/growth.ts')).tortureGrowth,
  guesses: async () => (await import('./torture/guesses.ts')).tortureGuesses,
  keys: async () => (await import('./torture/keys.ts')).tortureKeys,
  'oauth-approach': async () => (await import('./torture/oauth-approach.ts')).tortureOauthApproach,
  'one-time': async () => (await import('./torture/one-time.ts')).tortureOneTime,
  ledger: async () => (await import('./torture/ledger.ts')).tortureLedger,
  lifecycles: async () => (await import('./torture/lifecycles.ts')).tortureLifecycles,
  linking: async () => (await import('./torture/linking.ts')).tortureLinking,
  'mass-assignment': async () => (await import('./torture/mass-assignment.ts')).tortureMassAssignment,
  migrations: async () => (await import('./torture/migrations.ts')).tortureMigrations,
  payees: async () => (await import('./torture/payees.ts')).torturePayees,
  overload: async () => (await import('./torture/overload.ts')).tortureOverload,
  payments: async () => (await import('./torture/payments.ts')).torturePayments,
  pumping: async () => (await import('./torture/pumping.ts')).torturePumping,
  push: async () => (await import('./torture/push.ts')).torturePush,
  restrictions: async () => (await import('./torture/restrictions.ts')).tortureRestrictions,
  restart: async () => (await import('./torture/restart.ts')).tortureRestart,
  runbooks: async () => (await import('./torture/runbooks.ts')).tortureRunbooks,
  sessions: async () => (await import('./torture/sessions.ts')).tortureSessions,
  sca: async () => (await import('./torture/sca.ts')).tortureSca,
  signatures: async () => (await import('./torture/signatures.ts')).tortureSignatures,
  signing: async () => (await import('./torture/signing.ts')).tortureSigning,
  'signing-shapes': async () => (await import('./torture/signing-shapes.ts')).tortureSigningShapes,
  'standing-orders': async () => (await import('./torture/standing-orders.ts')).tortureStandingOrders,
  sync: async () => (await import('./torture/sync.ts')).tortureSync,
  work: async () => (await import('./torture/work.ts')).tortureWork,
};

const name = process.argv[2] ?? '';
const load = runs[name];
if (load === undefined) {
  console.log(`usage: npm run torture -- ${Object.keys(runs).join(' | ')}   (TORTURE=ci|night|full, SEED=n)`);
  process.exit(2);
}
const options = { scale: scaleFrom(process.env), seed: seedFrom(process.env) };
console.error(`${name}: scale ${options.scale}, seed ${options.seed}`);
const torture = await load();
conclude(await torture(options));
