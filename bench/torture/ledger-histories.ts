import { randomUUID } from 'node:crypto';
import { createLedgerHarness } from '../../server/src/adapters/ledger/ledger-harness.suite.ts';
import {
  CoreFailure,
  type Instruction,
  InstructionConflict,
  type InstructionStatus,
  type PaymentProduct,
  paymentProducts,
} from '../../server/src/capabilities/core-banking/index.ts';
import type { CoreHarness } from '../../server/src/capabilities/core-banking/testing/core-harness.suite.ts';
import { createMemoryCore } from '../../server/src/capabilities/core-banking/testing/memory-core-bank.suite.ts';
import type { Currency } from '../../server/src/platform/kernel/currency.ts';
import type { Money } from '../../server/src/platform/kernel/money.ts';
import { createTestDatabase, type TestDatabase } from '../../server/src/platform/testing/database.ts';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { countLedgerErrors } from './ledger-verdict.ts';

const sizes: Readonly<Record<Scale, number>> = { ci: 120, night: 2_000, full: 10_000 };
const stepsPerHistory = 25;
/** Histories that run at the same time; each has its own bank. */
const lanes = 4;
const start = '2026-11-16T09:00:00Z';
const ibans = ['DE89370400440532013000', 'DE02120300000000202051', 'DE75512108001245126199'];
const elsewhere = 'FR1420041010050500013M02606';
const currencies: readonly Currency[] = ['EUR', 'USD', 'JPY'];

/** A bank twice: in the ledger, and in the naive one in memory. Accounts are known by their position. */
interface Twins {
  readonly banks: readonly [CoreHarness, CoreHarness];
  readonly accounts: (readonly [string, string])[];
  readonly instructions: Instruction[];
  /** References of reserved card payments in either bank. */
  readonly cards: (readonly [string | undefined, string | undefined])[];
  readonly random: Chance;
}

/** Lives random histories in the ledger and in a naive bank, and compares everything that the port shows. */
export async function tortureLedgerHistories({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  await using database = await createTestDatabase({ poolSize: 2 * lanes });
  const histories = sizes[scale];
  const show = progress('histories', histories);
  const different: string[] = [];
  const states = new Map<string, number>();
  let next = 0;
  let done = 0;
  const live = async (): Promise<void> => {
    for (;;) {
      const nth = next;
      next += 1;
      if (nth >= histories) return;
      const found = await oneHistory(database, chanceFrom(seed + nth), states);
      if (found !== undefined) {
        different.push(`history ${nth}: ${found}`);
        console.log(different.at(-1));
      }
      done += 1;
      show(done, `${different.length} different`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, live));
  const errors = await countLedgerErrors(database);
  console.log(
    table(
      ['state reached', 'times'],
      [...states].toSorted(([one], [other]) => one.localeCompare(other)),
    ),
  );
  for (const one of different.slice(0, 5)) console.log(one);
  return [
    {
      name: `histories of ${stepsPerHistory} steps that differ from a naive ledger, of ${histories}`,
      figure: String(different.length),
      goal: '0',
      isReached: different.length === 0,
    },
    {
      name: 'entries that do not sum to zero, balances that differ from their postings or exceed a limit',
      figure: String(errors),
      goal: '0',
      isReached: errors === 0,
    },
  ];
}

async function oneHistory(
  database: TestDatabase,
  random: Chance,
  states: Map<string, number>,
): Promise<string | undefined> {
  await using ledger = createLedgerHarness(database.app, start);
  await using memory = createMemoryCore(start);
  const twins: Twins = { banks: [ledger, memory], accounts: [], instructions: [], cards: [], random };
  for (let nth = 0; nth < 3; nth += 1) await openAccount(twins);
  for (let step = 0; step < stepsPerHistory; step += 1) {
    const action = random.oneOf(actions);
    const difference = (await action(twins)) ?? (await compare(twins));
    if (difference !== undefined) return `step ${step}, ${action.name}: ${difference}`;
  }
  for (const { instructionId } of twins.instructions) {
    const status = await ledger.core.statusOf(instructionId);
    const name = status === 'not-known' ? status : `${status.state} ${status.reason ?? ''}`;
    states.set(name, (states.get(name) ?? 0) + 1);
  }
  return undefined;
}

type Action = (twins: Twins) => Promise<string | undefined>;

/** Does the same in both banks and compares the results; an error must happen in both. */
async function both(
  { banks }: Twins,
  act: (bank: CoreHarness, index: 0 | 1) => Promise<unknown>,
): Promise<string | undefined> {
  const [ledger, memory] = await Promise.all([
    attempt(() => act(banks[0], 0)),
    attempt(() => act(banks[1], 1)),
  ]);
  return ledger === memory ? undefined : `${ledger} instead of ${memory}`;
}

async function attempt(act: () => Promise<unknown>): Promise<string> {
  try {
    return textOf(await act());
  } catch (error) {
    // How a bank says that something cannot be done in it is its own matter; failures of the port are not.
    const isOfPort = error instanceof CoreFailure || error instanceof InstructionConflict;
    return isOfPort ? `throws ${error.name}` : 'throws';
  }
}

/** The same text for equal values, whatever the order of their members. */
function textOf(value: unknown): string {
  const text = JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'bigint') return `${part}n`;
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => one.localeCompare(other)));
  });
  return text ?? 'undefined';
}

async function openAccount({ accounts, banks, random }: Twins): Promise<string | undefined> {
  const account = {
    owner: `100${random.integer(1, 3)}`,
    currencies: random.oneOf<readonly Currency[]>([['EUR'], ['EUR'], ['EUR', 'USD'], ['JPY', 'EUR']]),
    creditLimit: BigInt(random.oneOf([0, 0, 500, 10_000])),
    ...(ibans[accounts.length] === undefined ? {} : { iban: ibans[accounts.length] }),
  };
  const [one, other] = [await banks[0].openAccount(account), await banks[1].openAccount(account)];
  accounts.push([one, other]);
  return undefined;
}

const receive: Action = async (twins) => {
  const account = twins.random.oneOf(twins.accounts);
  const amount = amountOf(twins.random, twins.random.oneOf([1, 1, 1, -1]));
  return both(twins, (bank, index) => bank.receive(account[index], amount));
};

const submit: Action = async (twins) => {
  const { accounts, instructions, random } = twins;
  const account = random.oneOf(accounts);
  const product = random.oneOf<PaymentProduct>([
    'sepa-credit-transfers',
    'instant-sepa-credit-transfers',
    ...paymentProducts,
  ]);
  const today = twins.banks[1].clock.today('Europe/Berlin');
  const days = random.oneOf(['none', 'none', 'none', 0, 1, 3, -1] as const);
  const instruction: Instruction = {
    instructionId: randomUUID(),
    product,
    debtorAccountId: '',
    amount: amountOf(random, 1),
    creditor: {
      account: { scheme: 'iban', id: random.oneOf([elsewhere, ...ibans]) },
      name: 'Creditor',
    },
    ...(days === 'none' ? {} : { requestedDate: today.add({ days }) }),
  };
  instructions.push(instruction);
  return both(twins, async (bank, index) =>
    statusText(await bank.core.submit({ ...instruction, debtorAccountId: account[index] })),
  );
};

const cancel: Action = async (twins) => {
  const { instructions, random } = twins;
  const instructionId = random.oneOf([...instructions.map((one) => one.instructionId), randomUUID()]);
  const cancellationId = random.oneOf(['a', 'b']);
  return both(twins, async (bank) => {
    const { outcome, status } = await bank.core.cancel(instructionId, cancellationId);
    return [outcome, status && statusText(status)];
  });
};

const returnTransfer: Action = async (twins) => {
  const { instructions, random } = twins;
  if (instructions.length === 0) return undefined;
  const { instructionId } = random.oneOf(instructions);
  return both(twins, async (bank) => {
    const status = await bank.returnTransfer(instructionId, 'AC04');
    return typeof status === 'string' ? status : statusText(status);
  });
};

const passTime: Action = async (twins) => {
  const { banks, random } = twins;
  const minutes = random.oneOf([1, 30, 180, 600, 1_440, 4_320]);
  for (const bank of banks) bank.clock.advance({ minutes });
  const dueBefore = await both(twins, (bank) => bank.runDue());
  return dueBefore ?? (await both(twins, (bank) => bank.closeDays()));
};

const changeStatus: Action = async (twins) => {
  const account = twins.random.oneOf(twins.accounts);
  const status = twins.random.oneOf(['open', 'open', 'open', 'blocked', 'closed'] as const);
  return both(twins, (bank, index) => bank.changeStatus(account[index], status));
};

const useCard: Action = async (twins) => {
  const account = twins.random.oneOf(twins.accounts);
  const amount = amountOf(twins.random, 1);
  const references: (string | undefined)[] = [];
  const difference = await both(twins, async (bank, index) => {
    references[index] = await bank.reserveCard(account[index], amount);
    return references[index] !== undefined;
  });
  twins.cards.push([references[0], references[1]]);
  return difference;
};

const bookCard: Action = async (twins) => {
  if (twins.cards.length === 0) return undefined;
  const card = twins.random.oneOf(twins.cards);
  return both(twins, async (bank, index) => {
    const reference = card[index];
    if (reference !== undefined) await bank.bookCard(reference);
  });
};

const enterOrder: Action = async (twins) => {
  const { random } = twins;
  const account = random.oneOf(twins.accounts);
  const order = {
    amount: amountOf(random, 1),
    frequency: random.oneOf(['weekly', 'monthly'] as const),
    firstOn: twins.banks[1].clock.today('Europe/Berlin').add({ days: random.integer(0, 5) }),
    iban: random.oneOf([elsewhere, ...ibans]),
  };
  return both(twins, (bank, index) => bank.enterStandingOrder(account[index], order));
};

const actions: readonly Action[] = [
  receive,
  receive,
  submit,
  submit,
  submit,
  submit,
  cancel,
  returnTransfer,
  passTime,
  passTime,
  changeStatus,
  useCard,
  bookCard,
  enterOrder,
];

/** Compares balances and entries of all accounts, and the status of all instructions. */
async function compare(twins: Twins): Promise<string | undefined> {
  for (const [nth, account] of twins.accounts.entries()) {
    const difference = await both(twins, async (bank, index) => {
      const balances = await bank.core.balancesOf(account[index]);
      const { items } = await bank.core.transactionsOf(account[index], { status: 'both', max: 200 });
      return [
        balances.map(({ available, booked, closing, creditLimit }) => [
          available,
          booked,
          closing,
          creditLimit,
        ]),
        items.map((entry) => [
          entry.status,
          entry.amount,
          entry.bookingDate,
          entry.valueDate,
          entry.balanceAfter,
          entry.transactionCode,
          entry.counterparty,
          entry.pendingReference === undefined,
        ]),
      ];
    });
    if (difference !== undefined) return `account ${nth}: ${difference}`;
  }
  for (const { instructionId } of twins.instructions) {
    const difference = await both(twins, async (bank) => {
      const status = await bank.core.statusOf(instructionId);
      return status === 'not-known' ? status : statusText(status);
    });
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function statusText({ executionDate, reason, state }: InstructionStatus): unknown {
  return [state, reason, executionDate.toString()];
}

function amountOf(random: Chance, sign: number): Money {
  const currency = random.oneOf<Currency>(['EUR', 'EUR', 'EUR', 'EUR', 'EUR', ...currencies]);
  return {
    currency,
    minor: BigInt(sign * random.oneOf([1, random.integer(1, 100), random.integer(1, 20_000)])),
  };
}
