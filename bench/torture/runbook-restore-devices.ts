import { type ClientPorts, endDevice } from '../../server/src/capabilities/client/index.ts';
import {
  insertPairedDevice,
  type PairedDevice,
} from '../../server/src/capabilities/client/testing/paired-device.suite.ts';
import { setRestriction } from '../../server/src/capabilities/client/testing/restriction-steps.suite.ts';
import type { Context } from '../../server/src/platform/work/context.ts';
import type { Instance } from '../harness/instance.ts';
import type { Person } from '../harness/sign-in-people.ts';

/** Devices that are unpaired after the backup, and clients who are restricted after it. */
export interface RestoredDevices {
  /** Before the backup: two devices for each person, and a party for each, which is restricted later. */
  fill(people: readonly Person[], party: (index: number) => Promise<string>): Promise<void>;
  /** After the backup: one device of each person is unpaired, and each party restricted. */
  change(): Promise<void>;
  compare(must: {
    readonly ended: (what: string, isSo: boolean) => void;
    readonly kept: (what: string, isSo: boolean) => void;
  }): Promise<void>;
}

/** Pairs, unpairs and restricts with the operations of the product. */
export function restoredDevices(ctx: Context & ClientPorts, database: Instance['database']): RestoredDevices {
  const lost: PairedDevice[] = [];
  const kept: PairedDevice[] = [];
  const parties: string[] = [];
  const restrictions: string[] = [];
  const pair = ({ userId }: Person): Promise<PairedDevice> =>
    insertPairedDevice({ database, vault: ctx.clientVault }, { userId, bankId: ctx.bankId });
  const statusOf = async ({ deviceId }: PairedDevice): Promise<string | undefined> =>
    (
      await database.query<{ status: string }>('select status from client.device where device_id = $1', [
        deviceId,
      ])
    )[0]?.status;
  return {
    async fill(people, party) {
      for (const [index, person] of people.entries()) {
        lost.push(await pair(person));
        kept.push(await pair(person));
        parties.push(await party(people.length + index));
      }
    },
    async change() {
      for (const { deviceId, userId } of lost) await endDevice(ctx, { userId, deviceId, reason: 'lost' });
      for (const party of parties)
        restrictions.push(await setRestriction(ctx, party, { kind: 'payment-block' }));
    },
    async compare(must) {
      for (const device of lost) must.ended('an unpaired device', (await statusOf(device)) === 'unpaired');
      for (const device of kept) must.kept('a paired device', (await statusOf(device)) === 'active');
      const rows = await database.query<{ id: string }>(
        `select restriction_id as id from client.restriction
          where state = 'active' and kind = 'payment-block' and client_number = any($1)`,
        [parties],
      );
      must.ended('what restricted clients may do', rows.length === restrictions.length);
    },
  };
}
