import type { Config } from '#platform/config/load-config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { discardDeadLetter, listDeadLetters, replayDeadLetter } from '#platform/work/dead-letters.ts';
import type { Print } from './print.ts';

/** Runs `dead-letters list`, `dead-letters replay CONSUMER EVENT-ID` and `dead-letters discard CONSUMER EVENT-ID`. */
export async function deadLetters(
  config: Config,
  action: string,
  print: Print,
  rest: readonly string[],
): Promise<number> {
  const url = config.databaseWorkerUrl?.reveal();
  if (url === undefined) {
    print('dead-letters needs PORTICO_DATABASE_WORKER_URL.');
    return 2;
  }
  await using worker = openDatabase({ url, poolSize: 1, applicationName: 'portico-dead-letters' });
  const [consumer = '', eventId = ''] = rest;
  switch (action) {
    case 'list': {
      const letters = await listDeadLetters(worker);
      for (const { bankId, consumer: of, eventId: id, eventName, attempts, lastError, since } of letters) {
        print(
          `${since.toString()}  bank ${bankId}  ${of}  ${id}  ${eventName}  ${attempts} attempts  ${lastError}`,
        );
      }
      print(
        letters.length === 0
          ? 'no dead letters'
          : `${letters.length} dead letters; next: dead-letters replay CONSUMER EVENT-ID`,
      );
      return 0;
    }
    case 'replay':
      return printOutcome(await replayDeadLetter(worker, consumer, eventId), 'will be retried', print);
    case 'discard':
      return printOutcome(
        await discardDeadLetter(worker, systemClock, { consumer, eventId }),
        'discarded',
        print,
      );
    default:
      print('dead-letters list | replay CONSUMER EVENT-ID | discard CONSUMER EVENT-ID');
      return 2;
  }
}

function printOutcome(isDone: boolean, what: string, print: Print): number {
  print(isDone ? what : 'no such dead letter');
  return isDone ? 0 : 1;
}
