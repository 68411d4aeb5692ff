import { expect, test } from 'vitest';
import { createWorkRig } from '#platform/testing/work-rig.ts';
import { keepPartitions } from './housekeeping.ts';

test('workers that start at the same moment make the partitions together, each of them once', async () => {
  await using rig = await createWorkRig();
  await Promise.all(Array.from({ length: 4 }, () => keepPartitions(rig.worker, rig.clock)));
  const partitions = await rig.database.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'platform.outbox_event'::regclass and c.relname <> 'outbox_event_default'
      order by c.relname`,
  );
  expect(partitions.map(({ name }) => name)).toEqual(
    Array.from({ length: 8 }, (_, days) => `outbox_event_202611${15 + days}`),
  );
});
