import { type BankCheck, runBankChecks } from '../harness/bank-check.ts';
import type { Outcome, RunOptions } from '../harness/outcome.ts';
import { approved, decoupled, wrongThenRefused } from './answers.ts';
import { appearance, scriptOff } from './appearance.ts';
import { type DeviceBank, openDeviceBank } from './device-bank.ts';
import { expired, phoneDead, unpaired } from './endings.ts';
import { noticed } from './notices.ts';
import { paired } from './pairing.ts';

/** A check of approvals on a phone, with the running product. */
export type DeviceCheck = BankCheck<DeviceBank>;

/**
 * All use one phone, one after the other: the last one unpairs it. Not in the gate: the phone that dies, after which a text
 * message has to wait half a minute.
 */
const gateChecks: readonly DeviceCheck[] = [
  paired,
  approved,
  wrongThenRefused,
  decoupled,
  noticed,
  expired,
  unpaired,
];

const allChecks: readonly DeviceCheck[] = [
  paired,
  appearance,
  approved,
  scriptOff,
  wrongThenRefused,
  decoupled,
  noticed,
  expired,
  phoneDead,
  unpaired,
];

/** Runs the checks of approvals on a phone: product, phone, third party and browser are processes. */
export function runDevice({ only, report, scale }: RunOptions): Promise<readonly Outcome[]> {
  const wanted = (scale === 'full' ? allChecks : gateChecks).filter(({ name }) => name.includes(only));
  return runBankChecks(wanted, openDeviceBank, report);
}
