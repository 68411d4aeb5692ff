import { hash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openResources } from '../../server/src/apps/program/open-resources.ts';
import { assignToken, authorizationCapability } from '../../server/src/capabilities/authorization/index.ts';
import { loadConfig } from '../../server/src/platform/config/load-config.ts';
import { type AuthenticatorApp, authenticatorApp, codeForAssignment } from './authenticator-app.ts';
import { bank, type Product } from './product.ts';

interface StockToken {
  readonly serial: string;
  readonly seed: Buffer;
}

/** A stock of OTP tokens that are assigned to customers as authenticator apps. */
export interface TokenStock extends AsyncDisposable {
  assign(username: string): Promise<AuthenticatorApp>;
}

const stockTokens = 40;
const seedBytes = 20;

/** Imports tokens with the command of the product; assigns them with the operation of its `assign` command. */
export async function openTokenStock({ command, instance }: Product): Promise<TokenStock> {
  const stock = Array.from({ length: stockTokens }, (_, index) => ({
    serial: `E2E-${index}`,
    seed: randomBytes(seedBytes),
  }));
  const file = join(instance.folder, 'tokens.xml');
  const content = pskcFile(stock);
  await writeFile(file, content);
  const sha256 = hash('sha256', content, 'hex');
  await command('tokens', 'import', file, '--bank', bank, '--sha256', sha256);
  const config = loadConfig(instance.env, (path) => readFileSync(path, 'utf8'));
  const resources = openResources(config, { command: 'tokens assign' });
  const ports = (await resources.ports([authorizationCapability])).of(authorizationCapability);
  return {
    async assign(username) {
      const token = stock.pop();
      if (token === undefined) throw new Error('no tokens are left; increase stockTokens');
      const { seed, serial } = token;
      const outcome = await assignToken(
        { ...resources.contextFor(bank), ...ports },
        {
          serial,
          userName: username,
          code: codeForAssignment(seed),
        },
      );
      if (outcome !== 'assigned') throw new Error(`token not assigned: ${outcome}`);
      return authenticatorApp(seed);
    },
    [Symbol.asyncDispose]: () => resources[Symbol.asyncDispose](),
  };
}

/** Returns a PSKC file of a token vendor, RFC 6030. */
function pskcFile(stock: readonly StockToken[]): string {
  const packages = stock.map(
    ({ seed, serial }) => `<KeyPackage>
<DeviceInfo><Manufacturer>M</Manufacturer><SerialNo>${serial}</SerialNo></DeviceInfo>
<Key Id="${serial}" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:totp"><AlgorithmParameters/>
<Data><Secret><PlainValue>${seed.toString('base64')}</PlainValue></Secret></Data></Key></KeyPackage>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<KeyContainer Version="1.0" xmlns="urn:ietf:params:xml:ns:keyprov:pskc">${packages.join('\n')}</KeyContainer>
`;
}
