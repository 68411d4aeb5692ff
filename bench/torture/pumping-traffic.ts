import { type Chance, chanceFrom } from '../harness/chance.ts';

/** A request for a code. Its course is drawn in advance, so that the order of responses has no influence. */
export interface CodeRequest {
  readonly who: Who;
  readonly second: number;
  readonly number: string;
  readonly clientId: string;
  /** Seconds until the code is used; absent when it is not. */
  readonly usedAfter?: number;
  /** Seconds until the code is requested again. */
  readonly againAfter?: number;
}

export type Who = HonestKind | Attack;
const honestKinds = ['user', 'newcomer', 'newcomer abroad', 'newcomer in a cold range'] as const;
export type HonestKind = (typeof honestKinds)[number];
export const attacks = [
  'one range abroad',
  'one range with honest users',
  'ranges of one country',
  'cold ranges at home',
  'premium and satellites',
  'slow drip over countries',
  'attackers who use some codes',
] as const;
export type Attack = (typeof attacks)[number];

export function isHonest(who: Who): who is HonestKind {
  return honestKinds.some((kind) => kind === who);
}

export interface TrafficSize {
  readonly hours: number;
  readonly users: number;
  readonly newcomers: number;
  readonly attacks: number;
}

const clients = ['web', 'app'] as const;
/** Number ranges of the country of the bank. */
export const homeBlocks: readonly string[] = Array.from(
  { length: 100 },
  (_, index) => `+49151${300 + index}`,
);
export const homeCountry = '49';
const neighbours = ['+43664##xxxxx', '+4850##xxxxx', '+3706##xxxxx'];
/** Share of honest requests for unknown recipients. */
export const newcomerShare = 0.1;
/** Requests abroad per thousand unknown recipients. */
const abroadPerMille = 5;
const coldPerMille = 2;
const usedShare = { user: 90, newcomer: 78 };
const againShare = 40;

/** Returns a number with random digits at the open positions of the pattern. */
function numberLike(chance: Chance, pattern: string): string {
  return pattern.replaceAll(/[#x]/g, () => String(chance.integer(0, 9)));
}

function strangerKind(chance: Chance): HonestKind {
  const draw = chance.integer(1, 1_000);
  if (draw <= abroadPerMille) return 'newcomer abroad';
  return draw <= abroadPerMille + coldPerMille ? 'newcomer in a cold range' : 'newcomer';
}

function honestNumber(chance: Chance, kind: HonestKind): string {
  switch (kind) {
    case 'user':
    case 'newcomer':
      return numberLike(chance, `${chance.oneOf(homeBlocks)}xxxxx`);
    case 'newcomer abroad':
      return numberLike(chance, chance.oneOf(neighbours));
    case 'newcomer in a cold range':
      return numberLike(chance, '+49176###xxxxx');
  }
}

const campaignSize = 60;

/** Returns honest sign-ins and sign-ups; once a campaign causes sixty in one number range within a minute. */
export function honestTraffic(
  { hours, newcomers, users }: TrafficSize,
  seed: number,
): readonly CodeRequest[] {
  const chance = chanceFrom(seed);
  const lastSecond = hours * 3_600 - 1;
  const campaignSecond = chance.integer(0, lastSecond - 60);
  const campaign = Array.from({ length: campaignSize }, () => ({
    who: 'newcomer' as const,
    second: campaignSecond + chance.integer(0, 59),
    number: numberLike(chance, `${homeBlocks[7]}xxxxx`),
  }));
  const usual = Array.from({ length: users + newcomers - campaignSize }, (_, index) => {
    const who = index < users ? 'user' : strangerKind(chance);
    return { who, second: chance.integer(0, lastSecond), number: honestNumber(chance, who) };
  });
  return [...campaign, ...usual].map((request) => ({
    ...request,
    clientId: chance.oneOf(clients),
    ...honestUse(chance, request.who),
  }));
}

/** Most users enter the code within half a minute, some after two; many request a second code when none arrives. */
function honestUse(chance: Chance, who: HonestKind): Pick<CodeRequest, 'usedAfter' | 'againAfter'> {
  const share = who === 'user' ? usedShare.user : usedShare.newcomer;
  if (chance.integer(1, 100) <= share) {
    return { usedAfter: 6 + chance.integer(0, 20) + chance.oneOf([0, 0, 0, 20, 100]) };
  }
  return chance.integer(1, 100) <= againShare ? { againAfter: chance.integer(40, 120) } : {};
}

interface Strategy {
  /** Share of this kind in all requests of attackers. */
  readonly weight: number;
  readonly pattern: (chance: Chance) => string;
  /** Distribution of the requests over time. */
  readonly pace: 'storms' | 'steady';
  /** Percentage of the codes that the attackers use themselves. */
  readonly usedPercent?: number;
}

const premium = [
  '+49900#xxxxxx',
  '+979#xxxxxxxx',
  '+8816#xxxxxxx',
  '+87077#xxxxxx',
  '+338990xxxxx',
  '+1900555xxxx',
];
const dripped = [
  '+9370xxxxxxx',
  '+9477xxxxxxx',
  '+25078xxxxxxx',
  '+99290xxxxxxx',
  '+38267xxxxxx',
  '+38976xxxxxx',
  '+3816##xxxxxx',
  '+9607#xxxxx',
];

const strategies: Readonly<Record<Attack, Strategy>> = {
  'one range abroad': { weight: 20, pace: 'storms', pattern: () => '+371261xxxxx' },
  'one range with honest users': { weight: 10, pace: 'storms', pattern: () => `${homeBlocks[42]}xxxxx` },
  'ranges of one country': { weight: 20, pace: 'storms', pattern: () => '+3725##xxxxx' },
  'cold ranges at home': { weight: 10, pace: 'storms', pattern: () => '+49176###xxxxx' },
  'premium and satellites': { weight: 15, pace: 'storms', pattern: (chance) => chance.oneOf(premium) },
  'slow drip over countries': { weight: 10, pace: 'steady', pattern: (chance) => chance.oneOf(dripped) },
  'attackers who use some codes': {
    weight: 15,
    pace: 'steady',
    pattern: () => '+346##xxxxxx',
    usedPercent: 15,
  },
};

const stormsPerHour = 2;
const stormSeconds = 60;

/** Returns the traffic of attackers who earn from sent messages. */
export function attackTraffic(size: TrafficSize, seed: number): readonly CodeRequest[] {
  const chance = chanceFrom(seed);
  const weights = attacks.reduce((sum, attack) => sum + strategies[attack].weight, 0);
  const lastSecond = size.hours * 3_600 - 1;
  const storms = Array.from({ length: size.hours * stormsPerHour }, () =>
    chance.integer(0, lastSecond - stormSeconds),
  );
  return attacks.flatMap((who) => {
    const { pace, pattern, usedPercent = 0, weight } = strategies[who];
    return Array.from({ length: Math.round((size.attacks * weight) / weights) }, () => ({
      who,
      second:
        pace === 'steady'
          ? chance.integer(0, lastSecond)
          : chance.oneOf(storms) + chance.integer(0, stormSeconds),
      number: numberLike(chance, pattern(chance)),
      clientId: chance.oneOf(clients),
      ...(chance.integer(1, 100) <= usedPercent ? { usedAfter: chance.integer(5, 60) } : {}),
    }));
  });
}

/** Returns the hourly counts of honest users at a bank that sends 4,000 codes per hour. */
export function usualHour(): {
  readonly block: number;
  readonly country: { readonly sent: number; readonly used: number };
} {
  const codes = 4_000;
  const newcomers = codes * newcomerShare;
  return {
    block: Math.floor(((codes - newcomers) * usedShare.user) / 100 / homeBlocks.length),
    country: { sent: newcomers, used: Math.floor((newcomers * usedShare.newcomer) / 100) },
  };
}
