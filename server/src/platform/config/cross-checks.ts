import { createPrivateKey } from 'node:crypto';
import { printAddress } from './address-settings.ts';
import type { ConfigError } from './config-invalid.ts';
import { readCertificates } from './key-settings.ts';
import { type SettingKey, type SettingValues, settings } from './settings.ts';
import { profileErrors } from './xs2a-profile/profile.ts';

const tlsKeys = ['tlsListen', 'tlsKey', 'tlsCertificate'] as const;
const listenerKeys = ['httpListen', 'tlsListen', 'proxyListen'] as const;

/** The TLS listener needs all of its settings; a part of them is an error, never a weaker listener. */
export function tlsIncomplete(isSet: (key: SettingKey) => boolean): readonly ConfigError[] {
  const missing = tlsKeys.filter((key) => !isSet(key));
  if (missing.length === tlsKeys.length) return [];
  const names = tlsKeys.map((key) => settings[key].name).join(', ');
  return missing.map((key) => ({
    name: settings[key].name,
    wrong: 'is not set while other settings of the TLS listener are',
    expected: `all of ${names}, or none of them`,
  }));
}

/** A listener that checks certificates of third parties needs accepted authorities. */
export function authoritiesMissing(isSet: (key: SettingKey) => boolean): readonly ConfigError[] {
  const checkingListeners = (['tlsListen', 'proxyListen'] as const).filter(isSet);
  if (checkingListeners.length === 0 || isSet('tlsClientAuthorities')) return [];
  return [
    {
      name: settings.tlsClientAuthorities.name,
      wrong: `is not set while ${checkingListeners.map((key) => settings[key].name).join(' and ')} is`,
      expected: 'the certificates of the authorities whose clients are accepted',
    },
  ];
}

/** Checks across settings, once every single value is valid. */
export function valuesAtOdds(values: SettingValues): readonly ConfigError[] {
  return [
    ...tlsKeyForeign(values),
    ...listenersClash(values),
    ...demoBankUnknown(values),
    ...tokenIssuersInvalid(values),
    ...staffProvidersInvalid(values),
    ...loginProvidersInvalid(values),
    ...bankSystemsInvalid(values),
    ...profileErrors(values.xs2aProfiles, values.banks),
  ];
}

function tlsKeyForeign({ tlsKey, tlsCertificate }: SettingValues): readonly ConfigError[] {
  if (tlsKey === undefined || tlsCertificate === undefined) return [];
  const [certificate] = readCertificates(tlsCertificate) ?? [];
  if (certificate?.checkPrivateKey(createPrivateKey(tlsKey.reveal())) === true) return [];
  return [
    {
      name: settings.tlsKey.name,
      wrong: `does not belong to the first certificate of ${settings.tlsCertificate.name}`,
      expected: 'the private key that certificate was made for',
    },
  ];
}

function demoBankUnknown({ banks, demoBank }: SettingValues): readonly ConfigError[] {
  if (demoBank === undefined || banks.includes(demoBank)) return [];
  return [unknownBank(settings.demoBank.name, demoBank)];
}

/** An issuer has one entry and names only banks that this installation serves. */
function tokenIssuersInvalid({ banks, tokenIssuers }: SettingValues): readonly ConfigError[] {
  const { name } = settings.tokenIssuers;
  const issuers = tokenIssuers.map(({ issuer }) => issuer);
  const twice = issuers.filter((issuer, index) => issuers.indexOf(issuer) < index);
  const unknown = tokenIssuers.flatMap((each) => each.banks).filter((bank) => !banks.includes(bank));
  return [
    ...unknown.map((bank) => unknownBank(name, bank)),
    ...twice.map((issuer) => ({
      name,
      wrong: `names the issuer ${issuer} twice`,
      expected: 'one entry per issuer',
    })),
  ];
}

function unknownBank(name: string, bank: string): ConfigError {
  return {
    name,
    wrong: `names the bank ${bank}, which ${settings.banks.name} does not`,
    expected: 'a bank that this installation serves',
  };
}

/** A provider of a bank that is not served is a typing error in the bank id. */
function staffProvidersInvalid({ banks, staffProviders }: SettingValues): readonly ConfigError[] {
  const { name } = settings.staffProviders;
  const named = staffProviders.map(({ bank }) => bank);
  const unknown = named.filter((bank) => !banks.includes(bank));
  const twice = named.filter((bank, index) => named.indexOf(bank) < index);
  return [
    ...unknown.map((bank) => unknownBank(name, bank)),
    ...twice.map((bank) => ({
      name,
      wrong: `names the bank ${bank} twice`,
      expected: 'at most one provider for a bank',
    })),
  ];
}

/** As for staff, except that a bank may have several providers, each under its own name. */
function loginProvidersInvalid({ banks, loginProviders }: SettingValues): readonly ConfigError[] {
  const { name } = settings.loginProviders;
  const unknown = loginProviders.map(({ bank }) => bank).filter((bank) => !banks.includes(bank));
  const named = loginProviders.map(({ bank, provider }) => `${provider} for bank ${bank}`);
  const twice = named.filter((provider, index) => named.indexOf(provider) < index);
  return [
    ...unknown.map((bank) => unknownBank(name, bank)),
    ...twice.map((provider) => ({
      name,
      wrong: `names ${provider} twice`,
      expected: 'each provider at most once for a bank',
    })),
  ];
}

function listenersClash(values: SettingValues): readonly ConfigError[] {
  const errors: ConfigError[] = [];
  const ownerByAddress = new Map<string, string>();
  for (const key of listenerKeys) {
    const address = values[key];
    if (address === undefined || ('port' in address && address.port === 0)) continue;
    const printed = printAddress(address);
    const owner = ownerByAddress.get(printed);
    if (owner === undefined) ownerByAddress.set(printed, settings[key].name);
    else
      errors.push({
        name: settings[key].name,
        wrong: `is ${printed}, as is ${owner}`,
        expected: 'an address of its own for each listener',
      });
  }
  return errors;
}

/** A bank that is not served is a typing error in the bank id. */
function bankSystemsInvalid({
  banks,
  cores,
  humanChecks,
  screenings,
}: SettingValues): readonly ConfigError[] {
  const named = [
    [settings.cores, cores],
    [settings.humanChecks, humanChecks],
    [settings.screenings, screenings],
  ] as const;
  return named.flatMap(([{ name }, systems]) => {
    const unserved = Object.keys(systems).filter((bankId) => !banks.includes(bankId));
    if (unserved.length === 0) return [];
    const wrong = `names ${unserved.join(', ')}, which ${settings.banks.name} does not list`;
    return [{ name, wrong, expected: 'banks that are served' }];
  });
}
