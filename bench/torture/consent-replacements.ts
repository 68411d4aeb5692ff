import { beginByCode, beginOnDevice, type ConsentBank, type Holder } from '../harness/consent-bank.ts';
import { progress, table } from '../harness/report.ts';
import type { ConsentVerdict } from './consent-counts.ts';

/** The consents that were valid at the end. */
export interface ReplacementVerdict extends ConsentVerdict {
  readonly valid: readonly string[];
}

interface Race {
  /** Of the code, then of the device. */
  readonly responses: readonly [string, string];
  /** Of the consent that was approved with the code, then of the other one. */
  readonly states: readonly [string, string];
  readonly valid: readonly string[];
}

/**
 * Lets every customer approve two new recurring consents of the third party at the same time, one with a code and one on
 * a device, each through another process. Afterwards one of them is valid, and the other one has expired.
 */
export async function approveTwoAtOnce(
  consents: ConsentBank,
  holders: readonly Holder[],
): Promise<ReplacementVerdict> {
  const counts = new Map<string, number>();
  const valid: string[] = [];
  const show = progress('replacements', holders.length);
  let wrong = 0;
  for (const [index, holder] of holders.entries()) {
    const { responses, states, valid: ids } = await race(consents, holder);
    const line = `${responses.join(', ')}: ${states.join(', ')}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
    if (states.toSorted().join(', ') !== 'expired, valid') wrong += 1;
    valid.push(...ids);
    show(index + 1);
  }
  console.log(table(['responses to a code and to a device, and states', 'races'], [...counts]));
  return {
    wrong,
    valid,
    figures: [
      {
        name: `of ${holders.length} races of two approvals of one third party and customer, without exactly one valid consent`,
        figure: String(wrong),
        goal: '0',
        isReached: wrong === 0,
      },
    ],
  };
}

async function race({ apis, bank: { instance } }: ConsentBank, holder: Holder): Promise<Race> {
  const [first, second] = apis;
  // A customer has one open code, and one open request on a device: one of each.
  const one = await beginByCode(first, instance, holder);
  const other = await beginOnDevice(second, holder);
  const responses = await Promise.all([one.approve(), other.approve()]);
  const ids = [one.consentId, other.consentId] as const;
  const rows = await instance.database.query<{ consent_id: string; status: string }>(
    'select consent_id, status from consents.consent where consent_id = any($1::uuid[])',
    [[...ids]],
  );
  const statusOf = new Map(rows.map((row) => [row.consent_id, row.status]));
  const state = (id: string): string => statusOf.get(id) ?? 'gone';
  return {
    responses,
    states: [state(ids[0]), state(ids[1])],
    valid: ids.filter((id) => state(id) === 'valid'),
  };
}
