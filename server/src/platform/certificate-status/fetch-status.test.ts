import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEgress, type Egress } from '#platform/egress/egress.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { fakeClock } from '#platform/testing/fake-clock.ts';
import { openStatusServers, type StatusServers } from '#platform/testing/status-servers.ts';
import type { ThirdPartyName } from '#platform/testing/third-parties.ts';
import { certificateStatusPurpose, fetchStatus } from './fetch-status.ts';
import { readRevocationList } from './revocation-list.ts';
import { statusAddresses } from './status-addresses.ts';
import type { StatusSubject } from './status-answer.ts';

let servers: StatusServers;
let egress: Egress;
beforeAll(async () => {
  servers = await openStatusServers();
  egress = egressTo(servers);
  await servers.publish({ _A: 'good', _REV: 'revoked' });
});
afterAll(async () => {
  await egress.close();
  await servers[Symbol.asyncDispose]();
});

function egressTo({ ports }: StatusServers): Egress {
  const policy = { hosts: ['*'], allowHttp: true, allowPrivateAddresses: ['127.0.0.0/8'], ports };
  return createEgress({ purposes: { [certificateStatusPurpose]: policy } });
}

async function subjectOf(name: ThirdPartyName, of: StatusServers = servers): Promise<StatusSubject> {
  const { der } = await of.thirdParties.qwac(name);
  return { certificate: der, issuer: new X509Certificate(of.thirdParties.caPem).raw };
}

describe('the responder of the issuer', () => {
  test('says that a certificate is good, or revoked and since when', async () => {
    const sources = { egress, clock: systemClock };
    expect(await fetchStatus(await subjectOf('_A'), sources)).toMatchObject({
      status: 'good',
      source: 'ocsp',
      revokedAt: undefined,
    });
    const answer = await fetchStatus(await subjectOf('_REV'), sources);
    expect(answer).toMatchObject({ status: 'revoked', source: 'ocsp' });
  });

  test('is followed by the list where it does not know the certificate', async () => {
    // The list names revoked certificates only, so it says that every other one is good.
    expect(await fetchStatus(await subjectOf('_B'), { egress, clock: systemClock })).toMatchObject({
      status: 'good',
      source: 'crl',
    });
  });

  test('may be one that the issuer has authorised', async () => {
    await using delegated = await openStatusServers({ signer: 'delegate' });
    await using its = egressTo(delegated);
    await delegated.publish({ _A: 'revoked' });
    delegated.serveList(undefined);
    const answer = await fetchStatus(await subjectOf('_A', delegated), { egress: its, clock: systemClock });
    expect(answer).toMatchObject({ status: 'revoked', source: 'ocsp' });
  });

  test('may not be another holder of a certificate of the issuer', async () => {
    await using strange = await openStatusServers({ signer: 'stranger' });
    await using its = egressTo(strange);
    await strange.publish({ _A: 'good' });
    strange.serveList(undefined);
    const answer = await fetchStatus(await subjectOf('_A', strange), { egress: its, clock: systemClock });
    expect(answer).toBe('not-accepted');
  });

  test('is not believed about the certificate of another issuer', async () => {
    const { certificate } = await subjectOf('_A');
    await using other = await openStatusServers();
    const issuer = new X509Certificate(other.thirdParties.caPem).raw;
    expect(await fetchStatus({ certificate, issuer }, { egress, clock: systemClock })).toBe('not-accepted');
  });

  test('is not believed when its answer is outdated or from the future', async () => {
    const now = systemClock.now();
    for (const at of [now.add({ hours: 30 }), now.subtract({ hours: 1 })]) {
      const clock = fakeClock(at.toString());
      expect(await fetchStatus(await subjectOf('_A'), { egress, clock })).toBe('not-accepted');
    }
  });
});

describe('the list of the issuer', () => {
  test('decides where the responder does not respond', async () => {
    await servers.stopResponder();
    const sources = { egress, clock: systemClock };
    expect(await fetchStatus(await subjectOf('_A'), sources)).toMatchObject({
      status: 'good',
      source: 'crl',
    });
    expect(await fetchStatus(await subjectOf('_REV'), sources)).toMatchObject({
      status: 'revoked',
      source: 'crl',
    });
    servers.serveList(Buffer.from('no list'));
    expect(await fetchStatus(await subjectOf('_A'), sources)).toBe('not-accepted');
    servers.serveList(undefined);
    expect(await fetchStatus(await subjectOf('_A'), sources)).toBe('unreachable');
  });

  test('is refused if it is another one of several lists of the issuer, which cannot name the certificate', async () => {
    const [subject, now] = [await subjectOf('_REV'), systemClock.now()];
    const [own = ''] = statusAddresses(subject.certificate).crl;
    const read = async (point: string): Promise<unknown> =>
      readRevocationList(await servers.makePartialList(point), { subject, now });
    expect(await read(own)).toMatchObject({ status: 'good' });
    expect(await read(own.replace('qtsp.crl', 'qtsp-2.crl'))).toBeUndefined();
  });

  test('is refused if one bit of it differs, wherever it is', async () => {
    const list = await servers.readList();
    const [subject, now] = [await subjectOf('_REV'), systemClock.now()];
    expect(readRevocationList(list, { subject, now })).toMatchObject({ status: 'revoked' });
    for (let index = 0; index < list.length; index += 1) {
      const changed = Buffer.from(list);
      changed.writeUInt8(changed.readUInt8(index) ^ (1 << (index % 8)), index);
      expect(readRevocationList(changed, { subject, now })).toBeUndefined();
    }
    for (let length = 0; length < list.length; length += 5)
      expect(readRevocationList(list.subarray(0, length), { subject, now })).toBeUndefined();
  });
});

describe('addresses', () => {
  test('that are private are not asked, over http either', async () => {
    const policy = { hosts: ['*'], allowHttp: true, ports: servers.ports };
    await using strict = createEgress({ purposes: { [certificateStatusPurpose]: policy } });
    const answer = await fetchStatus(await subjectOf('_A'), { egress: strict, clock: systemClock });
    expect(answer).toBe('unreachable');
  });

  test('may be missing', async () => {
    const { der } = await servers.thirdParties.issue({ commonName: 'tpp.test' });
    const subject = { ...(await subjectOf('_A')), certificate: der };
    expect(await fetchStatus(subject, { egress, clock: systemClock })).toBe('no-address');
  });
});
