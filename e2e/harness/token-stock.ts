import { hash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openResources } from '../../server/src/apps/program/open-resources.ts';
import { assignToken, authorizationCapability } from '../../server/src/capabilities/authorization/index.ts';
import { loadConfig } from '../../server/src/platform/config/load-config.ts';
import { type AuthenticatorApp, authenticatorApp, codeForAssignment } from './authenticator-app.ts';
import { type CardReader, cardReader, readerSuite } from './card-reader.ts';
import { bank, type Product } from './product.ts';

interface StockToken {
  readonly serial: string;
  readonly seed: Buffer;
}

/** A stock of OTP tokens that are assigned to customers, as authenticator apps and as card readers. */
export interface TokenStock extends AsyncDisposable {
  assign(username: string): Promise<AuthenticatorApp>;
  assignReader(username: string): Promise<CardReader>;
}

const stockApps = 40;
const stockReaders = 4;
/** As long as the hash that each kind is used with. */
const [appSeedBytes, readerSeedBytes] = [20, 64];
/** A challenge that the operator asks the customer when a card reader is assigned. */
const assignmentChallenge = '20261117';

/** Imports tokens with the command of the product; assigns them with the operation of its `assign` command. */
export async function openTokenStock({ command, instance }: Product): Promise<TokenStock> {
  const apps = newTokens('E2E-A', stockApps, appSeedBytes);
  const readers = newTokens('E2E-R', stockReaders, readerSeedBytes);
  const file = join(instance.folder, 'tokens.xml');
  const content = pskcFile([
    ...apps.map((token) => keyPackage(token, 'totp', '')),
    ...readers.map((token) => keyPackage(token, 'OCRA-1', `<Suite>${readerSuite}</Suite>`)),
  ]);
  await writeFile(file, content);
  const sha256 = hash('sha256', content, 'hex');
  await command('tokens', 'import', file, '--bank', bank, '--sha256', sha256);
  const config = loadConfig(instance.env, (path) => readFileSync(path, 'utf8'));
  const resources = openResources(config, { command: 'tokens assign' });
  const ports = (await resources.ports([authorizationCapability])).of(authorizationCapability);
  const assign = async (shown: Parameters<typeof assignToken>[1]): Promise<void> => {
    const outcome = await assignToken({ ...resources.contextFor(bank), ...ports }, shown);
    if (outcome !== 'assigned') throw new Error(`token not assigned: ${outcome}`);
  };
  return {
    async assign(userName) {
      const { seed, serial } = nextOf(apps);
      await assign({ serial, userName, code: await codeForAssignment(seed) });
      return authenticatorApp(seed);
    },
    async assignReader(userName) {
      const { seed, serial } = nextOf(readers);
      const reader = cardReader(seed);
      const code = reader.answer(assignmentChallenge);
      await assign({ serial, userName, code, challenge: assignmentChallenge });
      return reader;
    },
    [Symbol.asyncDispose]: () => resources[Symbol.asyncDispose](),
  };
}

function newTokens(prefix: string, count: number, seedBytes: number): StockToken[] {
  return Array.from({ length: count }, (_, index) => ({
    serial: `${prefix}${index}`,
    seed: randomBytes(seedBytes),
  }));
}

function nextOf(stock: StockToken[]): StockToken {
  const token = stock.pop();
  if (token === undefined) throw new Error('no tokens are left; increase the stock');
  return token;
}

function keyPackage({ seed, serial }: StockToken, algorithm: 'totp' | 'OCRA-1', parameters: string): string {
  return `<KeyPackage>
<DeviceInfo><Manufacturer>M</Manufacturer><SerialNo>${serial}</SerialNo></DeviceInfo>
<Key Id="${serial}" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:${algorithm}"><AlgorithmParameters>${parameters}</AlgorithmParameters>
<Data><Secret><PlainValue>${seed.toString('base64')}</PlainValue></Secret></Data></Key></KeyPackage>`;
}

/** Returns a PSKC file of a token vendor, RFC 6030. */
function pskcFile(packages: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<KeyContainer Version="1.0" xmlns="urn:ietf:params:xml:ns:keyprov:pskc">${packages.join('\n')}</KeyContainer>
`;
}
