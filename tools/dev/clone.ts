import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../repository.ts';

/** Folder of the clone, with symbolic links resolved: two paths to one clone must give one database. */
export const cloneRoot: string = realpathSync(repositoryRoot);

/** Folder for the keys, the settings and the messages of `npm run dev`. */
export const devFolder: string = join(cloneRoot, '.cache/dev');

/**
 * Returns a name with a random id, which is stored in the clone. A hash of the path would be the same in two containers
 * that share a PostgreSQL server.
 */
export function cloneNameOf(root: string): string {
  const file = join(root, '.cache/clone-id');
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, randomBytes(4).toString('hex'));
  }
  return `portico_dev_${readFileSync(file, 'utf8')}`;
}

/** Name of the database, of the NATS stream and of its subjects. */
export const cloneName: string = cloneNameOf(cloneRoot);

/** Files of the folder. */
export const devFiles = {
  auditHeads: join(devFolder, 'audit-heads'),
  auditKey: join(devFolder, 'audit.pem'),
  env: join(devFolder, 'env'),
  erasedParties: join(devFolder, 'erased-parties'),
  issuerKey: join(devFolder, 'issuer.pem'),
  issuerKeySet: join(devFolder, 'issuer-keys.json'),
  masterKeys: join(devFolder, 'master-keys'),
  messages: join(devFolder, 'messages.ndjson'),
  messagesRead: join(devFolder, 'messages-read'),
  smsToken: join(devFolder, 'sms-token'),
  tour: join(devFolder, 'tour.sh'),
} as const;

/** A reason that a person can remove; printed without a stack trace. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}
