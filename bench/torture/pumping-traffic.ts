import { type Chance, chanceFrom } from '../harness/chance.ts';

/** Somebody asks for a code. What becomes of it is drawn beforehand, so that the order of answers changes nothing. */
export interface CodeRequest {
  readonly who: Who;
  readonly second: number;
  readonly number: string;
  readonly clientId: string;
  /** After how many seconds the code is typed in; absent when it never is. */
  readonly usedAfter?: number;
  /** After how many seconds it is asked for once more. */
  readonly againAfter?: number;
}

export type Who = HonestKind | Attack;
const honestKinds = ['user', 'stranger', 'stranger abroad', 'stranger in a cold block'] as const;
export type HonestKind = (typeof honestKinds)[number];
export const attacks = [
  'one block abroad',
  'one block among honest people',
  'blocks of one country',
  'cold blocks at home',
  'premium and satellites',
  'slow drip over countries',
  'with codes of their own',
] as const;
export type Attack = (typeof attacks)[number];

export function isHonest(who: Who): who is HonestKind {
  return honestKinds.some((kind) => kind === who);
}

export interface TrafficSize {
  readonly hours: number;
  readonly users: number;
  readonly strangers: number;
  readonly attacks: number;
}

const clients = ['web', 'app'] as const;
/** Where the bank is at home, and its customers are. */
export const homeBlocks: readonly string[] = Array.from(
  { length: 100 },
  (_, index) => `+49151${300 + index}`,
);
export const homeCountry = '49';
const neighbours = ['+43664##xxxxx', '+4850##xxxxx', '+3706##xxxxx'];
/** Of all that honest people ask for, what goes to people the bank does not know yet. */
export const strangersShare = 0.1;
/** Of a thousand strangers. */
const abroadPerMille = 5;
const coldPerMille = 2;
const usedShare = { user: 90, stranger: 78 };
const againShare = 40;

/** Digits for the places that are left open. */
function numberLike(chance: Chance, pattern: string): string {
  return pattern.replaceAll(/[#x]/g, () => String(chance.integer(0, 9)));
}

function strangerKind(chance: Chance): HonestKind {
  const draw = chance.integer(1, 1_000);
  if (draw <= abroadPerMille) return 'stranger abroad';
  return draw <= abroadPerMille + coldPerMille ? 'stranger in a cold block' : 'stranger';
}

function honestNumber(chance: Chance, kind: HonestKind): string {
  switch (kind) {
    case 'user':
    case 'stranger':
      return numberLike(chance, `${chance.oneOf(homeBlocks)}xxxxx`);
    case 'stranger abroad':
      return numberLike(chance, chance.oneOf(neighbours));
    case 'stranger in a cold block':
      return numberLike(chance, '+49176###xxxxx');
  }
}

const campaignSize = 60;

/** People sign in and sign up; once a campaign makes sixty in one block do so within a minute. */
export function honestTraffic(
  { hours, strangers, users }: TrafficSize,
  seed: number,
): readonly CodeRequest[] {
  const chance = chanceFrom(seed);
  const lastSecond = hours * 3_600 - 1;
  const campaignSecond = chance.integer(0, lastSecond - 60);
  const campaign = Array.from({ length: campaignSize }, () => ({
    who: 'stranger' as const,
    second: campaignSecond + chance.integer(0, 59),
    number: numberLike(chance, `${homeBlocks[7]}xxxxx`),
  }));
  const usual = Array.from({ length: users + strangers - campaignSize }, (_, index) => {
    const who = index < users ? 'user' : strangerKind(chance);
    return { who, second: chance.integer(0, lastSecond), number: honestNumber(chance, who) };
  });
  return [...campaign, ...usual].map((wish) => ({
    ...wish,
    clientId: chance.oneOf(clients),
    ...honestUse(chance, wish.who),
  }));
}

/** Most type it in within half a minute, some after two; of those who got nothing many ask once more. */
function honestUse(chance: Chance, who: HonestKind): Pick<CodeRequest, 'usedAfter' | 'againAfter'> {
  const share = who === 'user' ? usedShare.user : usedShare.stranger;
  if (chance.integer(1, 100) <= share) {
    return { usedAfter: 6 + chance.integer(0, 20) + chance.oneOf([0, 0, 0, 20, 100]) };
  }
  return chance.integer(1, 100) <= againShare ? { againAfter: chance.integer(40, 120) } : {};
}

interface Strategy {
  /** Parts of all requests of attackers. */
  readonly weight: number;
  readonly pattern: (chance: Chance) => string;
  /** How their requests lie in time. */
  readonly pace: 'storms' | 'steady';
  /** Of a hundred codes, those that they type in themselves. */
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
  'one block abroad': { weight: 20, pace: 'storms', pattern: () => '+371261xxxxx' },
  'one block among honest people': { weight: 10, pace: 'storms', pattern: () => `${homeBlocks[42]}xxxxx` },
  'blocks of one country': { weight: 20, pace: 'storms', pattern: () => '+3725##xxxxx' },
  'cold blocks at home': { weight: 10, pace: 'storms', pattern: () => '+49176###xxxxx' },
  'premium and satellites': { weight: 15, pace: 'storms', pattern: (chance) => chance.oneOf(premium) },
  'slow drip over countries': { weight: 10, pace: 'steady', pattern: (chance) => chance.oneOf(dripped) },
  'with codes of their own': { weight: 15, pace: 'steady', pattern: () => '+346##xxxxxx', usedPercent: 15 },
};

const stormsPerHour = 2;
const stormSeconds = 60;

/** Everybody who wants messages sent for the sake of sending. */
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

/** What honest people leave in the counts of every hour, at a bank that sends 4,000 codes in one. */
export function usualHour(): {
  readonly block: number;
  readonly country: { readonly sent: number; readonly used: number };
} {
  const codes = 4_000;
  const strangers = codes * strangersShare;
  return {
    block: Math.floor(((codes - strangers) * usedShare.user) / 100 / homeBlocks.length),
    country: { sent: strangers, used: Math.floor((strangers * usedShare.stranger) / 100) },
  };
}
