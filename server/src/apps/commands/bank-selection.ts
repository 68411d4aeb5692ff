import type { Config } from '#platform/config/load-config.ts';
import { flag, line, type Option, optionalBank, required } from '../program/option.ts';

const reasonMax = 200;

/** Options of commands that work on one bank or on all of them. */
export const bankSelection = { bank: optionalBank, 'all-banks': flag('every bank of this installation') };

export const bankSelectionRules = [{ count: 'exactly one', of: ['bank', 'all-banks'] }] as const;

interface SelectedBanks {
  readonly bank: string | undefined;
  readonly 'all-banks': boolean;
}

/** Returns the banks that a command line selects. */
export function banksOf({ bank, 'all-banks': isAll }: SelectedBanks, config: Config): readonly string[] {
  return isAll || bank === undefined ? config.banks : [bank];
}

/** Why an operator changes something; the audit trail keeps it. */
export const reason: Option<string> = required(line('TEXT', 'why, for the audit trail', reasonMax));
