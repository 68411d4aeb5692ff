import { parseArgs } from 'node:util';
import { type TokenClass, tokenClasses, usualPace } from '#capabilities/oauth/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import { usualKeyPace } from '#platform/key-ring/replacement.ts';

/** Parsed options of `keys`. */
export interface KeysOptions {
  readonly bankId: string;
  readonly tokenClass: TokenClass | undefined;
  /** Undefined if each action uses its default. */
  readonly announceSeconds: number | undefined;
  readonly overlapSeconds: number;
  readonly rowsPerSecond: number;
  readonly form: 'text' | 'json';
}

const secondsMax = 86_400;
const rowsPerSecondMax = 99_999;

/** Parses the options. Returns undefined if one is unknown or invalid. */
export function keysOptionsFrom({ banks }: Config, rest: readonly string[]): KeysOptions | undefined {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      args: [...rest],
      options: {
        bank: text,
        class: text,
        'announce-seconds': text,
        'overlap-seconds': { ...text, default: String(usualPace.overlapSeconds) },
        'rows-per-second': { ...text, default: String(usualKeyPace.rowsPerSecond) },
        json: { type: 'boolean', default: false },
      },
    });
    const bankId = banks.find((known) => known === values.bank);
    const announce = values['announce-seconds'];
    const announceSeconds = announce === undefined ? undefined : countFrom(announce, secondsMax);
    const overlapSeconds = countFrom(values['overlap-seconds'], secondsMax);
    const rowsPerSecond = countFrom(values['rows-per-second'], rowsPerSecondMax);
    const isAnnounceWrong = announce !== undefined && announceSeconds === undefined;
    if (
      bankId === undefined ||
      isAnnounceWrong ||
      overlapSeconds === undefined ||
      rowsPerSecond === undefined
    )
      return undefined;
    const tokenClass = tokenClasses.find((known) => known === values.class);
    return {
      bankId,
      tokenClass,
      announceSeconds,
      overlapSeconds,
      rowsPerSecond,
      form: values.json ? 'json' : 'text',
    };
    // Unknown option: the caller prints the usage.
  } catch {
    return undefined;
  }
}

function countFrom(text: string, max: number): number | undefined {
  const count = Number(text);
  return /^\d{1,5}$/.test(text) && count > 0 && count <= max ? count : undefined;
}
