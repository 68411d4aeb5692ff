import type { Static } from 'typebox';
import { Check, Errors } from 'typebox/value';
import type { ConfigError } from '../config-invalid.ts';
import { nearestName } from '../near-miss.ts';
import { accountOptions } from './account-options.ts';
import { authorisationOptions } from './authorisation-options.ts';
import { bankOptions } from './bank-options.ts';
import { certificateOptions } from './certificate-options.ts';
import { exemptionOptions, lowValueErrors } from './exemption-options.ts';
import { paymentOptions } from './payment-options.ts';

/** Every option, in the order in which it is documented. */
export const xs2aOptions = {
  ...bankOptions,
  ...certificateOptions,
  ...accountOptions,
  ...paymentOptions,
  ...authorisationOptions,
  ...exemptionOptions,
};

export type OptionName = keyof typeof xs2aOptions;

/** The choices of one bank; options that it does not name have their default. */
export type Xs2aProfile = {
  readonly [Name in OptionName]: Static<(typeof xs2aOptions)[Name]['schema']>;
};

/** What a bank sets, as configured: its options are not checked yet. */
export interface ConfiguredProfile {
  readonly bank: string;
  readonly [option: string]: unknown;
}

const settingName = 'PORTICO_XS2A_PROFILES';

/** The profile of a bank that sets nothing. */
export const defaultProfile = profileFrom({});

/** Returns the profile of every bank; `profileErrors` must have found nothing. */
export function profilesFrom(
  configured: readonly ConfiguredProfile[],
  banks: readonly string[],
): ReadonlyMap<string, Xs2aProfile> {
  return new Map(
    banks.map((bank) => {
      const { bank: _, ...given } = configured.find((one) => one.bank === bank) ?? { bank };
      return [bank, profileFrom(given)];
    }),
  );
}

function profileFrom(given: Readonly<Record<string, unknown>>): Xs2aProfile {
  const values = Object.entries(xs2aOptions).map(([name, { default: usual }]) => [
    name,
    given[name] ?? usual,
  ]);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the setting is checked by `profileErrors`
  return Object.freeze(Object.fromEntries(values)) as Xs2aProfile;
}

/** Returns what is wrong with the profiles; every error names the option and the bank. */
export function profileErrors(
  configured: readonly ConfiguredProfile[],
  banks: readonly string[],
): readonly ConfigError[] {
  const named = configured.map(({ bank }) => bank);
  return [
    ...named
      .filter((bank) => !banks.includes(bank))
      .map((bank) => error(`names the bank ${bank}, which PORTICO_BANKS does not`, 'a bank that is served')),
    ...named
      .filter((bank, index) => named.indexOf(bank) < index)
      .map((bank) => error(`names the bank ${bank} twice`, 'one profile for a bank')),
    ...configured.flatMap(optionErrors),
    ...configured.flatMap(exemptionErrors),
    ...sharedHosts(configured),
  ];
}

function optionErrors({ bank, ...given }: ConfiguredProfile): readonly ConfigError[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const where = `of bank ${bank}: option ${JSON.stringify(name.slice(0, 60))}`;
    if (!isOption(name)) {
      const near = nearestName(name, Object.keys(xs2aOptions));
      return [
        error(
          `${where} is unknown`,
          near === undefined ? 'an option of docs/generated/xs2a-profile.md' : near,
        ),
      ];
    }
    const { schema } = xs2aOptions[name];
    if (Check(schema, value)) return [];
    const found = Errors(schema, value).at(-1);
    const at = found === undefined || found.instancePath === '' ? '' : ` at ${found.instancePath}`;
    return [error(`${where} has a value that is not allowed${at}`, `${JSON.stringify(schema)}`)];
  });
}

function isOption(name: string): name is OptionName {
  return Object.hasOwn(xs2aOptions, name);
}

/** Limits that a schema cannot express: decimals of currencies, and what the regulation allows. */
function exemptionErrors({
  bank,
  'scaExemptions.lowValue': limits,
}: ConfiguredProfile): readonly ConfigError[] {
  return lowValueErrors(limits).map((wrong) =>
    error(
      `of bank ${bank}: option "scaExemptions.lowValue" ${wrong}`,
      'limits of regulation (EU) 2018/389, article 16',
    ),
  );
}

/** A host name leads to one bank. */
function sharedHosts(configured: readonly ConfiguredProfile[]): readonly ConfigError[] {
  const hosts = configured.flatMap(({ bank, hosts: listed }) =>
    Array.isArray(listed) ? listed.map((host) => ({ bank, host: String(host) })) : [],
  );
  return hosts
    .filter(({ bank, host }) => hosts.some((other) => other.host === host && other.bank < bank))
    .map(({ bank, host }) =>
      error(`of bank ${bank}: option "hosts" has ${host}, as another bank has`, 'host names of its own'),
    );
}

function error(wrong: string, expected: string): ConfigError {
  return { name: settingName, wrong, expected };
}
