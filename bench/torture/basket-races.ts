import { setTimeout as wait } from 'node:timers/promises';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { chanceFrom } from '../harness/chance.ts';
import { type ConsentBank, codeOf } from '../harness/consent-bank.ts';
import type { Payer } from '../harness/payment-bank.ts';
import {
  initiateRaced,
  inShort,
  type RaceTiming,
  racedPath,
  sendRaced,
  startRaced,
} from '../harness/payment-races.ts';
import { progress } from '../harness/report.ts';
import type { BankRequest, BankResponse } from '../harness/test-third-party.ts';

/** What happens at the same time. */
export const raceKinds = [
  'signature against deletion',
  'signature against cancellation of a member',
  'signature against expiry',
  'signature of a member alone against grouping',
  'grouping of one payment in two baskets',
] as const;
export type RaceKind = (typeof raceKinds)[number];

/** The responses of both sides in short, and the states at the end. */
export interface BasketRace {
  readonly kind: RaceKind;
  readonly responses: readonly [string, string];
  readonly basket: string | undefined;
  /** Of the payment that is raced for, then of the other one. */
  readonly payments: readonly [string, string];
}

export interface RacesWanted {
  readonly kind: RaceKind;
  readonly payers: readonly Payer[];
  readonly seed: number;
}

/** Runs one race for each payer; the two sides go through different processes, so that no state of one hides a race. */
export async function runBasketRaces(
  bank: ConsentBank,
  { kind, payers, seed }: RacesWanted,
): Promise<readonly BasketRace[]> {
  const chance = chanceFrom(seed);
  const show = progress(kind, payers.length);
  const races: BasketRace[] = [];
  let usualMs = firstGuessMs;
  const observe = (ms: number): void => void (usualMs = (usualMs * 3 + ms) / 4);
  for (const [turn, payer] of payers.entries()) {
    const order = orders[turn % turns] ?? 'around';
    const delayMs = chance.integer(0, Math.round(usualMs));
    const round = Math.floor(turn / turns);
    races.push(await race(bank, kind, { payer, round, order, delayMs, observe }));
    show(races.length);
  }
  return races;
}

type Side = () => Promise<BankResponse>;

const firstGuessMs = 100;
/** Of so many races one begins with the one side, and one with the other, so that both orders occur. */
const turns = 4;
const orders: Readonly<Record<number, RaceTiming['order']>> = { 0: 'before', 1: 'after' };

async function race(
  consents: ConsentBank,
  kind: RaceKind,
  { payer, ...timing }: RaceTiming,
): Promise<BasketRace> {
  const [{ send }] = consents.apis;
  const initiate = (): Promise<string> => initiateRaced({ send }, payer);
  const ids = [await initiate(), await initiate()] as const;
  const { basket: known, first, second } = await sidesOf[kind]({ consents, payer, ids });
  const [left, right] = await together(timing, first, second);
  const basket = known ?? basketOf(left) ?? basketOf(right);
  const statusOf = async (resource: string): Promise<string> =>
    String(
      at(
        (await sendRaced({ send }, { method: 'GET', path: `${resource}/status` })).body,
        'transactionStatus',
      ),
    );
  return {
    kind,
    responses: [inShort(left), inShort(right)],
    basket: basket === undefined ? undefined : await statusOf(basketPath(basket)),
    payments: [await statusOf(paymentPath(ids[0])), await statusOf(paymentPath(ids[1]))],
  };
}

interface RaceParts {
  readonly consents: ConsentBank;
  readonly payer: Payer;
  readonly ids: readonly [string, string];
}

/** What races, and the basket if it is made before. The first one is the longer one. */
interface Sides {
  readonly first: Side;
  readonly second: Side;
  readonly basket?: string;
}

const sidesOf: Readonly<Record<RaceKind, (parts: RaceParts) => Promise<Sides>>> = {
  'signature against deletion': (parts) =>
    signedAgainst(parts, (basket) => () => otherOf(parts)({ method: 'DELETE', path: basketPath(basket) })),
  'signature against cancellation of a member': (parts) =>
    signedAgainst(parts, () => () => otherOf(parts)({ method: 'DELETE', path: paymentPath(parts.ids[0]) })),
  'signature against expiry': (parts) =>
    signedAgainst(parts, (basket) => async () => {
      const { database } = parts.consents.bank.instance;
      await database.query('update signing_baskets.basket set expires_at = now() where basket_id = $1', [
        basket,
      ]);
      return { status: 204, body: {} };
    }),
  'signature of a member alone against grouping': async (parts) => ({
    first: await beginSignature(parts, paymentPath(parts.ids[0])),
    second: () => otherOf(parts)(grouping(parts.ids)),
  }),
  'grouping of one payment in two baskets': async (parts) => ({
    first: () => sendRaced(parts.consents.apis[0], grouping(parts.ids)),
    second: () => otherOf(parts)(grouping([parts.ids[0]])),
  }),
};

/** The side that goes through the other process. */
const otherOf =
  ({ consents }: RaceParts): ((request: BankRequest) => Promise<BankResponse>) =>
  (request) =>
    sendRaced(consents.apis[1], request);

async function signedAgainst(parts: RaceParts, second: (basket: string) => Side): Promise<Sides> {
  const [{ send }] = parts.consents.apis;
  const basket = basketIn(await sendRaced({ send }, grouping(parts.ids)));
  return { first: await beginSignature(parts, basketPath(basket)), second: second(basket), basket };
}

/** Sends both. The first one takes longer, so the second one comes after a part of its usual time. */
async function together(
  { delayMs, observe, order }: Omit<RaceTiming, 'payer'>,
  first: Side,
  second: Side,
): Promise<readonly [BankResponse, BankResponse]> {
  if (order === 'before') {
    const response = await second();
    return [await first(), response];
  }
  const startedAt = performance.now();
  const signing = first().finally(() => observe(performance.now() - startedAt));
  await (order === 'after' ? signing : wait(delayMs));
  return Promise.all([signing, second()]);
}

const paymentPath = (id: string): string => `${racedPath}/${id}`;
const basketPath = (id: string): string => `/v1/signing-baskets/${id}`;

function grouping(paymentIds: readonly string[]): BankRequest {
  return {
    method: 'POST',
    path: '/v1/signing-baskets',
    headers: { 'TPP-Explicit-Authorisation-Preferred': 'true' },
    body: { paymentIds },
  };
}

function basketIn({ body, status }: BankResponse): string {
  if (status !== 201) throw new Error(`grouping: ${status} ${JSON.stringify(body)}`);
  return String(at(body, 'basketId'));
}

/** Starts an authorisation; only the code of the payer is missing then. */
async function beginSignature(
  { consents: { apis, bank }, payer }: RaceParts,
  resource: string,
): Promise<Side> {
  const [api] = apis;
  const list = `${resource}/authorisations`;
  const started = await startRaced(api, payer, list);
  const authorisationId = String(at(started.body, 'authorisationId'));
  if (at(started.body, 'scaStatus') !== 'scaMethodSelected')
    throw new Error(`start: ${started.status} ${JSON.stringify(started.body)}`);
  const scaAuthenticationData = await codeOf(bank.instance, authorisationId);
  return () =>
    sendRaced(api, { method: 'PUT', path: `${list}/${authorisationId}`, body: { scaAuthenticationData } });
}

function basketOf({ body }: BankResponse): string | undefined {
  const id = at(body, 'basketId');
  return typeof id === 'string' ? id : undefined;
}
