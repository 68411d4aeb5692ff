import Type from 'typebox';
import { isVirtualShard } from '#platform/kernel/ids.ts';
import { list, type SettingType, textLengthMax } from './setting-types.ts';

const banksMax = 64;
const originsMax = 32;

const bankId = Type.String({ pattern: '^[a-z0-9]{2,8}$' });

const shardRange = Type.Object({ first: Type.Integer(), last: Type.Integer() });
const shardRangesSchema = Type.Refine(
  Type.Immutable(Type.Array(shardRange, { minItems: 1, maxItems: 64 })),
  (ranges) =>
    ranges.every(({ first, last }, index) => {
      const before = ranges[index - 1]?.last ?? -1;
      return isVirtualShard(first) && isVirtualShard(last) && before < first && first <= last;
    }),
);

/** The virtual shards of a cell, as ranges with both ends included. */
function shardRanges(): SettingType<typeof shardRangesSchema> {
  return {
    schema: shardRangesSchema,
    expected:
      'ranges of virtual shards from 0 to 4095, ascending and separated by commas, such as 0-1023,2048-3071',
    lengthMax: textLengthMax,
    file: 'refused',
    quoting: 'quoted',
    decode: (input) => input.split(',').map(rangeIn),
    print: (ranges) => ranges.map(({ first, last }) => `${first}-${last}`).join(','),
  };
}

function rangeIn(text: string): unknown {
  const match = /^\s*(?<first>\d{1,4})-(?<last>\d{1,4})\s*$/.exec(text);
  return match?.groups && { first: Number(match.groups['first']), last: Number(match.groups['last']) };
}

/** Settings of a cell: one installation among those that a bank group grows by. */
export const cellSettings = {
  browserOrigins: {
    name: 'PORTICO_BROWSER_ORIGINS',
    kind: list({
      item: Type.String({ pattern: '^https?://[a-z0-9.-]{1,253}(?::[0-9]{1,5})?$' }),
      min: 0,
      max: originsMax,
      expected: 'origins such as https://app.bank.example',
    }),
    presence: { default: '' },
    description: "Origins of the bank's own web apps, whose pages may call the client interface.",
  },
  banks: {
    name: 'PORTICO_BANKS',
    kind: list({ item: bankId, min: 1, max: banksMax, expected: 'bank ids of 2 to 8 letters a-z or digits' }),
    presence: { default: '01,02,nl' },
    description: 'Banks this installation serves.',
  },
  cellShards: {
    name: 'PORTICO_CELL_SHARDS',
    kind: shardRanges(),
    presence: { default: '0-4095' },
    description:
      'Virtual shards of this cell. New party numbers belong to them, so that no other cell gives the same number.',
  },
} as const;
