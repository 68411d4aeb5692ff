import { describe, expect, test } from 'vitest';
import { linksOf, metadataUrlFor, startLink, startMode } from './links.ts';
import { type Approach, approaches, isFinal, type ScaStatus, scaStatuses } from './status.ts';

describe('links of an authorisation', () => {
  test.each<[Approach, ScaStatus, boolean, string]>([
    ['EMBEDDED', 'received', false, 'updatePsuIdentification updatePsuAuthentication scaStatus'],
    ['EMBEDDED', 'psuIdentified', false, 'updatePsuAuthentication scaStatus'],
    ['EMBEDDED', 'psuAuthenticated', false, 'selectAuthenticationMethod scaStatus'],
    ['EMBEDDED', 'scaMethodSelected', false, 'authoriseTransaction scaStatus'],
    ['EMBEDDED', 'started', false, 'authoriseTransaction scaStatus'],
    ['REDIRECT', 'received', false, 'scaRedirect scaStatus'],
    ['REDIRECT', 'psuIdentified', true, 'scaRedirect confirmation scaStatus'],
    ['REDIRECT', 'started', true, 'scaStatus'],
    ['REDIRECT', 'unconfirmed', true, 'confirmation scaStatus'],
    ['DECOUPLED', 'received', false, 'updatePsuIdentification scaStatus'],
    ['DECOUPLED', 'psuIdentified', false, 'scaStatus'],
    ['DECOUPLED', 'scaMethodSelected', false, 'scaStatus'],
  ])('of approach %s in status %s (confirmation %s)', (approach, status, isConfirmationNeeded, names) => {
    expect(linksOf({ approach, status }, { isConfirmationNeeded }).join(' ')).toBe(names);
  });

  test('lead to the authorization server where the browser comes through it', () => {
    const oauthMetadataUrl = 'https://bank.example/.well-known/oauth-authorization-server';
    const links = (isConfirmationNeeded: boolean) =>
      linksOf({ approach: 'REDIRECT', status: 'received' }, { isConfirmationNeeded, oauthMetadataUrl });
    expect(links(false)).toEqual(['scaOAuth', 'scaStatus']);
    expect(links(true)).toEqual(['scaOAuth', 'confirmation', 'scaStatus']);
    expect(metadataUrlFor({ kind: 'payment' }, { oauthMetadataUrl })).toBe(oauthMetadataUrl);
    expect(metadataUrlFor({ kind: 'payment' }, {})).toBeUndefined();
    expect(metadataUrlFor({ kind: 'signing-basket' }, { oauthMetadataUrl })).toBeUndefined();
  });

  test.each(approaches)('of approach %s lead nowhere after the end', (approach) => {
    for (const status of scaStatuses.filter(isFinal))
      expect(linksOf({ approach, status }, { isConfirmationNeeded: true })).toEqual(['scaStatus']);
  });
});

describe('an authorisation starts', () => {
  const usual = {
    profileMode: 'auto',
    needsSeveralSignatures: false,
    isBasket: false,
    isExplicitPreferred: false,
    areBasketsSupported: true,
  } as const;

  test.each<[string, Parameters<typeof startMode>[0], string]>([
    ['with its resource', usual, 'implicit'],
    ['by a request if the third party prefers it', { ...usual, isExplicitPreferred: true }, 'explicit'],
    [
      'with its resource if there are no baskets',
      { ...usual, isExplicitPreferred: true, areBasketsSupported: false },
      'implicit',
    ],
    ['as the bank says', { ...usual, profileMode: 'explicit' }, 'explicit'],
    [
      'by a request if several must sign',
      { ...usual, profileMode: 'implicit', needsSeveralSignatures: true },
      'explicit',
    ],
    ['by a request for a basket', { ...usual, profileMode: 'implicit', isBasket: true }, 'explicit'],
  ])('%s', (_, facts, mode) => {
    expect(startMode(facts)).toBe(mode);
  });

  test.each<[Approach, boolean, boolean, string]>([
    ['EMBEDDED', false, true, 'startAuthorisation'],
    ['EMBEDDED', true, false, 'startAuthorisationWithPsuAuthentication'],
    ['REDIRECT', false, true, 'startAuthorisation'],
    ['DECOUPLED', false, true, 'startAuthorisationWithPsuIdentification'],
    ['DECOUPLED', true, true, 'startAuthorisation'],
  ])('%s (identified %s, baskets %s) by the link %s', (approach, isIdentified, areBasketsSupported, link) => {
    expect(startLink({ approach, isIdentified, areBasketsSupported })).toBe(link);
  });
});
