import type { KeyClass } from '#platform/key-ring/key-class.ts';
import { syncTokenLifetimeDays } from '../domain/policy.ts';
import { lookups, partyKeyEncryptionContext } from './party-vault.ts';

const secondsPerDay = 86_400;
/** A day more than tokens are accepted: clocks of processes may differ. */
const syncTokenDays = syncTokenLifetimeDays + 1;
const correctionDays = 7;

/** Every key that parties use. Names are part of what was derived from master keys before, and never change. */
export const partyKeyClasses: readonly KeyClass[] = [
  {
    name: 'party-keys',
    use: 'sealing',
    columns: [
      {
        table: 'party.party_key',
        column: 'sealed_key',
        key: [{ name: 'party_number', type: 'text' }],
        placeOf: (bankId, [partyNumber = '']) => partyKeyEncryptionContext(bankId, partyNumber),
      },
    ],
  },
  ...lookups.map((lookup): KeyClass => ({ name: `blind index ${lookup}`, use: 'index' })),
  { name: 'party sync-token', use: 'rotating', believedForSeconds: syncTokenDays * secondsPerDay },
  { name: 'party duplicate-override', use: 'rotating', believedForSeconds: secondsPerDay },
  { name: 'party party-correction', use: 'rotating', believedForSeconds: correctionDays * secondsPerDay },
];
