import { type TObject, Type } from 'typebox';
import { entriesMax, paymentProducts } from '#capabilities/core-banking/index.ts';
import type { CoreProblemCode } from './problem.ts';
import {
  account,
  amount,
  balance,
  calendarDay,
  calendarDaysMax,
  change,
  changesMax,
  contractVersion,
  currency,
  cursor,
  date,
  entry,
  entryPage,
  id,
  instruction,
  instructionStatus,
  jointHolding,
  listMax,
  midRate,
  reference,
  referencesMax,
  standingOrder,
} from './schemas.ts';

/** One operation that a core banking system serves. */
export interface CoreOperation {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly summary: string;
  /** What a reader of the document must know beside the summary. */
  readonly description: string;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TObject;
  readonly response: TObject;
  /** Beside those that every operation may respond with. */
  readonly problems: readonly CoreProblemCode[];
}

const define = <const Operation extends CoreOperation>(operation: Operation): Operation => operation;

const accountId = Type.String({ ...id, description: 'Id of the account in the core.' });
const ofCustomer = Type.Object({
  customerNumber: Type.String({ ...id, description: 'Number of the customer, as the bank writes it.' }),
});
const ofAccount = Type.Object({ accountId });
const instructionId = Type.String({ format: 'uuid', description: 'Ours; the key of the order end to end.' });
const ofInstruction = Type.Object({ instructionId });
const accountList = Type.Object({ customerNumber: id, accounts: Type.Array(account, { maxItems: listMax }) });
const entryQuery = Type.Object({
  status: Type.Enum(['booked', 'pending', 'both'], { description: 'Which entries to list.' }),
  currency: Type.Optional(currency),
  from: Type.Optional(Type.String({ ...date, description: 'First booking date.' })),
  to: Type.Optional(Type.String({ ...date, description: 'Last booking date.' })),
  after: Type.Optional(
    Type.String({ maxLength: 128, description: 'An entry reference: only entries booked after that one.' }),
  ),
  cursor: Type.Optional(cursor),
  max: Type.Integer({ minimum: 1, maximum: entriesMax, description: 'Most entries to return.' }),
});
const echo = 'The response repeats the id of the path, so that a mixed-up response is noticed.';

export const getProfile = define({
  operationId: 'Core_GetProfile',
  method: 'GET',
  path: '/profile',
  summary: 'What this core declares about itself',
  description: 'Read before the first order, at least every five minutes, and after an outage.',
  response: Type.Object({
    contractVersion: Type.Literal(contractVersion),
    notKnownIsProof: Type.Boolean({
      description:
        'Whether `not-known` proves that you do not have the instruction at that moment. Declare it only if you read from where you write. If false, an order without an answer is never submitted again and waits for a status or an operator.',
    }),
  }),
  problems: [],
});

export const listAccounts = define({
  operationId: 'Core_ListAccounts',
  method: 'GET',
  path: '/customers/{customerNumber}/accounts',
  summary: 'The accounts that a customer holds, alone or with others; never cards',
  description: 'Closed accounts are included. An unknown customer has none.',
  params: ofCustomer,
  response: accountList,
  problems: [],
});

export const listCardAccounts = define({
  operationId: 'Core_ListCardAccounts',
  method: 'GET',
  path: '/customers/{customerNumber}/card-accounts',
  summary: 'The card accounts of a customer',
  description: 'Closed ones are included, as in the list of accounts. An unknown customer has none.',
  params: ofCustomer,
  response: accountList,
  problems: [],
});

export const listJointHoldings = define({
  operationId: 'Core_ListJointHoldings',
  method: 'GET',
  path: '/customers/{customerNumber}/joint-holdings',
  summary: 'The accounts that a customer holds with others; closed ones are left out',
  description:
    'With each account the customers who hold it. Portico uses it to decide whose approval a payment needs.',
  params: ofCustomer,
  response: Type.Object({ customerNumber: id, holdings: Type.Array(jointHolding, { maxItems: listMax }) }),
  problems: [],
});

export const searchAccounts = define({
  operationId: 'Core_SearchAccounts',
  method: 'POST',
  path: '/accounts/search',
  summary: 'The accounts of this bank among references',
  description: 'A read. It is a POST because account numbers do not belong into addresses, which are logged.',
  body: Type.Object({ references: Type.Array(reference, { minItems: 1, maxItems: referencesMax }) }),
  response: Type.Object({
    found: Type.Array(Type.Object({ reference, account }), { maxItems: referencesMax }),
  }),
  problems: [],
});

export const listRates = define({
  operationId: 'Core_ListRates',
  method: 'GET',
  path: '/rates',
  summary: 'The mid rates of today',
  description:
    'Against the currency of the bank, for comparing amounts with limits. Portico converts no payment with them.',
  response: Type.Object({ rates: Type.Array(midRate, { maxItems: listMax }) }),
  problems: [],
});

export const listBalances = define({
  operationId: 'Core_ListBalances',
  method: 'GET',
  path: '/accounts/{accountId}/balances',
  summary: 'The balances of an account, one for each currency',
  description: echo,
  params: ofAccount,
  response: Type.Object({ accountId: id, balances: Type.Array(balance, { maxItems: 100 }) }),
  problems: ['not-known'],
});

export const listEntries = define({
  operationId: 'Core_ListEntries',
  method: 'GET',
  path: '/accounts/{accountId}/entries',
  summary: 'Entries of an account, newest first; pending before booked ones',
  description: 'Pages by `cursor`; an entry that is booked meanwhile may appear once more.',
  params: ofAccount,
  query: entryQuery,
  response: entryPage,
  problems: ['not-known', 'cursor-invalid'],
});

export const getEntry = define({
  operationId: 'Core_GetEntry',
  method: 'GET',
  path: '/accounts/{accountId}/entries/{entryReference}',
  summary: 'An entry by its reference, pending ones that were booked since included',
  description: 'Portico reads one entry when a third party asks for its details.',
  params: Type.Object({
    accountId,
    entryReference: Type.String({ ...id, description: 'Reference of the entry, from the list.' }),
  }),
  response: Type.Object({ accountId: id, entry }),
  problems: ['not-known'],
});

export const listStandingOrders = define({
  operationId: 'Core_ListStandingOrders',
  method: 'GET',
  path: '/accounts/{accountId}/standing-orders',
  summary: 'The standing orders of an account',
  description: 'Those that the customer set up anywhere, for the list of what is still to come.',
  params: ofAccount,
  response: Type.Object({ accountId: id, standingOrders: Type.Array(standingOrder, { maxItems: listMax }) }),
  problems: ['not-known'],
});

export const listCardEntries = define({
  operationId: 'Core_ListCardEntries',
  method: 'GET',
  path: '/card-accounts/{accountId}/entries',
  summary: 'Entries of a card account, newest first; pending before booked ones',
  description: 'Pages by `cursor`; an entry that is booked meanwhile may appear once more.',
  params: ofAccount,
  query: entryQuery,
  response: entryPage,
  problems: ['not-known', 'cursor-invalid'],
});

export const checkFunds = define({
  operationId: 'Core_CheckFunds',
  method: 'POST',
  path: '/accounts/{accountId}/funds-checks',
  summary: 'Whether an amount can be spent now',
  description: 'A read. False for an account that is not open, or without the currency.',
  params: ofAccount,
  body: Type.Object({ amount }),
  response: Type.Object({ accountId: id, hasFunds: Type.Boolean() }),
  problems: ['not-known'],
});

export const putInstruction = define({
  operationId: 'Core_PutInstruction',
  method: 'PUT',
  path: '/instructions/{instructionId}',
  summary: 'Takes an instruction over',
  description:
    'The same instruction again has no effect and gets its present status. An order that you refuse is a status too: `rejected`, with its reason. Respond after you have stored it, within three seconds.',
  params: ofInstruction,
  body: instruction,
  response: instructionStatus,
  problems: ['instruction-conflict'],
});

export const getInstruction = define({
  operationId: 'Core_GetInstruction',
  method: 'GET',
  path: '/instructions/{instructionId}',
  summary: 'The present status of an instruction',
  description: 'Portico asks after an outage, and where no change was reported for a long time.',
  params: ofInstruction,
  response: instructionStatus,
  problems: ['not-known'],
});

export const putCancellation = define({
  operationId: 'Core_PutCancellation',
  method: 'PUT',
  path: '/instructions/{instructionId}/cancellations/{cancellationId}',
  summary: 'Cancels an instruction that is not settled',
  description:
    'An instruction that you do not know is cancelled as well: store the cancellation, and give the instruction the state `cancelled` if it arrives later. Repeated under the same id, the outcome is the same. The request has no body.',
  params: Type.Object({
    instructionId,
    cancellationId: Type.String({ ...id, description: 'Ours; a repeated cancellation has the same.' }),
  }),
  response: Type.Object({
    instructionId: id,
    cancellationId: id,
    outcome: Type.Enum(['cancelled', 'too-late']),
    status: Type.Optional(instructionStatus),
  }),
  problems: [],
});

export const listChanges = define({
  operationId: 'Core_ListChanges',
  method: 'GET',
  path: '/changes',
  summary: 'What changed since a cursor, oldest first',
  description:
    'Without a cursor from the beginning. Leave nothing out: a change must not appear before the cursor of a page that was already read, whatever commits late.',
  query: Type.Object({
    cursor: Type.Optional(cursor),
    max: Type.Integer({ minimum: 1, maximum: changesMax, description: 'Most changes to return.' }),
  }),
  response: Type.Object({
    changes: Type.Array(change, { maxItems: changesMax }),
    cursor: Type.Optional(
      Type.String({
        ...cursor,
        description: 'To ask again with; the same one as before if nothing changed.',
      }),
    ),
  }),
  problems: ['cursor-invalid'],
});

export const getCalendar = define({
  operationId: 'Core_GetCalendar',
  method: 'GET',
  path: '/calendar',
  summary: 'The business days of a product, with their cut-offs',
  description: 'Portico plans execution dates and cut-offs with it, and reads it again every day.',
  query: Type.Object({
    product: Type.Enum([...paymentProducts], { description: 'The payment product.' }),
    from: date,
    to: Type.String({ ...date, description: `At most ${calendarDaysMax} days with the first.` }),
  }),
  response: Type.Object({
    product: Type.Enum([...paymentProducts]),
    days: Type.Array(calendarDay, { maxItems: calendarDaysMax }),
  }),
  problems: [],
});

/** Everything that a core banking system serves, in the order of the document. */
export const coreOperations = [
  getProfile,
  listAccounts,
  listCardAccounts,
  listJointHoldings,
  searchAccounts,
  listRates,
  listBalances,
  listEntries,
  getEntry,
  listStandingOrders,
  listCardEntries,
  checkFunds,
  putInstruction,
  getInstruction,
  putCancellation,
  listChanges,
  getCalendar,
] as const satisfies readonly CoreOperation[];
