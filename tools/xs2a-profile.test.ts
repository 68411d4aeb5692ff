import { expect, test } from 'vitest';
import { xs2aOptions } from '../server/src/platform/config/xs2a-profile/profile.ts';
import { repositoryFiles, textOf } from './repository.ts';

/** Options that refuse every value but their default, because no rule is built for them. */
const withoutRule = [
  'jwsSignatureSupported',
  'countryValidationSupported',
  'trustedBeneficiariesSupported',
  'scaByOneTimeAvailableAccountsConsentRequired',
  'scaByOneTimeGlobalConsentRequired',
  'scaExemptions.trustedBeneficiary',
];

const sources = (await repositoryFiles()).filter(
  (file) =>
    /^server\/src\/.*\.ts$/.test(file) &&
    !/\.(?:test|suite)\.ts$|\/testing\/|platform\/config\/xs2a-profile\//.test(file),
);
const texts = await Promise.all(sources.map((file) => textOf(file)));

/** Whether some code reads an option: as a member, or by destructuring a profile. */
function isRead(name: string): boolean {
  const escaped = name.replaceAll('.', String.raw`\.`);
  const read = new RegExp(
    [
      String.raw`\.${escaped}\b`,
      String.raw`\['${escaped}'\]`,
      String.raw`\b${escaped}\b[^;{]*\} = (?:\w+\.)?profile\b`,
      String.raw`\b${escaped}\b[^;{]*\}: (?:Xs2aProfile|ThirdPartyPolicy)\b`,
    ].join('|'),
  );
  return texts.some((text) => read.test(text));
}

test('every option with a rule is read', () => {
  const names = Object.keys(xs2aOptions).filter((name) => !withoutRule.includes(name));
  expect(names.filter((name) => !isRead(name))).toEqual([]);
});
