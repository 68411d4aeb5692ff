import type { KeyClass } from '#platform/key-ring/key-class.ts';
import { syncTokenLifetimeDays } from '../domain/policy.ts';
import { lookups, partyKeyEncryptionContext } from './party-vault.ts';

const secondsPerDay = 86_400;
/** One day longer than tokens are accepted: clocks of processes may differ. */
const syncTokenDays = syncTokenLifetimeDays + 1;
const correctionDays = 7;

/** All key classes of parties. Keys were derived from the names, so the names never change. */
export const partyKeyClasses: readonly KeyClass[] = [
  {
    name: 'party-keys',
    use: 'sealing',
    columns: [
      {
        table: 'party.party_key',
        column: 'sealed_key',
        key: [{ name: 'party_number', type: 'text' }],
        encryptionContextOf: (bankId, [partyNumber = '']) => partyKeyEncryptionContext(bankId, partyNumber),
      },
    ],
  },
  ...lookups.map((lookup): KeyClass => ({ name: `blind index ${lookup}`, use: 'index' })),
  { name: 'party sync-token', use: 'rotating', acceptedForSeconds: syncTokenDays * secondsPerDay },
  { name: 'party duplicate-override', use: 'rotating', acceptedForSeconds: secondsPerDay },
  { name: 'party party-correction', use: 'rotating', acceptedForSeconds: correctionDays * secondsPerDay },
];
