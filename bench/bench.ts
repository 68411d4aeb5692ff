import { conclude, type Figure } from './harness/report.ts';

/** `BENCH=ci` is the short form that the checks run. */
type Bench = (isShort: boolean) => Promise<readonly Figure[]>;

const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  accounts: async () => (await import('./benches/accounts.ts')).benchAccounts,
  bulk: async () => (await import('./benches/bulk.ts')).benchBulk,
  command: async () => (await import('./benches/command.ts')).benchCommand,
  deliveries: async () => (await import('./benches/deliveries.ts')).benchDeliveries,
  documents: async () => (await import('./benches/documents.ts')).benchDocuments,
  grants: async () => (await import('./benches/grants.ts')).benchGrants,
  ledger: async () => (await import('./benches/ledger.ts')).benchLedger,
  otp: async () => (await import('./benches/otp.ts')).benchOtp,
  payments: async () => (await import('./benches/payments.ts')).benchPayments,
  'party-search': async () => (await import('./benches/party-search.ts')).benchPartySearch,
  'sign-in': async () => (await import('./benches/sign-in.ts')).benchSignIn,
  signing: async () => (await import('./benches/signing.ts')).benchSigning,
  storage: async () => (await import('./benches/storage.ts')).benchStorage,
  tpp: async () => (await import('./benches/tpp.ts')).benchTpp,
  tokens: async () => (await import('./benches/tokens.ts')).benchTokens,
};

const name = process.argv[2] ?? '';
const load = benches[name];
if (load === undefined) {
  console.log(`usage: npm run bench -- ${Object.keys(benches).join(' | ')}`);
  process.exit(2);
}
const bench = await load();
conclude(await bench(process.env['BENCH'] === 'ci'));
