import { randomUUID } from 'node:crypto';
import {
  type CoreBank,
  findOutcome,
  type Instruction,
  type PaymentProduct,
  type Submission,
  submitInstruction,
} from '../../server/src/capabilities/core-banking/index.ts';

const pauseMs = 20;

/** A cent to another bank. */
export function newTransfer(debtorAccountId: string, product: PaymentProduct): Instruction {
  return {
    instructionId: randomUUID(),
    product,
    debtorAccountId,
    amount: { minor: 1n, currency: 'EUR' },
    creditor: { account: { scheme: 'iban', id: 'FR1420041010050500013M02606' }, name: 'Creditor' },
  };
}

/** Submits as a payment does: after a call without an answer it asks until it knows, however long that takes. */
export async function settleOutcome(
  core: CoreBank,
  instruction: Instruction,
  onAsk: () => void = () => undefined,
): Promise<Submission> {
  let outcome = await submitInstruction(core, instruction);
  while (outcome === 'unknown' || outcome === 'not-sent') {
    onAsk();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    outcome =
      outcome === 'unknown'
        ? await findOutcome(core, instruction.instructionId)
        : await submitInstruction(core, instruction);
  }
  return outcome;
}
