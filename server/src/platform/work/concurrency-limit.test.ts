import { describe, expect, test } from 'vitest';
import { Problem } from '#platform/kernel/problem.ts';
import { type ConcurrencyRules, createConcurrencyLimit } from './concurrency-limit.ts';

const rules: ConcurrencyRules = {
  runningMax: 3,
  runningPerCallerMax: 2,
  waitingMax: 4,
  waitingPerCallerMax: 2,
  waitMaxMs: 30_000,
};

/** Work that ends when the test says so, and a list of what has started. */
function workshop(more: Partial<ConcurrencyRules> = {}) {
  const limit = createConcurrencyLimit({ ...rules, ...more });
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const run = (caller: string, name: string): Promise<string> => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return limit
      .run(caller, async () => {
        started.push(name);
        await end.promise;
        return `done ${name}`;
      })
      .catch((error: unknown) => (error instanceof Problem ? error.literal : String(error)));
  };
  return { limit, run, started, finish: (name: string) => ends.get(name)?.resolve(), ends };
}

describe('a concurrency limit', () => {
  test('starts work up to its maximum, and the rest in the order of the calls', async () => {
    const { finish, run, started } = workshop();
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => run(name, name));
    await Promise.resolve();
    expect(started).toEqual(['a', 'b', 'c']);
    finish('b');
    await all[1];
    expect(started).toEqual(['a', 'b', 'c', 'd']);
    for (const name of ['a', 'c', 'd', 'e']) finish(name);
    expect(await Promise.all(all)).toEqual(['done a', 'done b', 'done c', 'done d', 'done e']);
  });

  test('leaves capacity for other callers beside one that floods it', async () => {
    const { finish, run, started } = workshop();
    const greedy = ['g1', 'g2', 'g3', 'g4'].map((name) => run('greedy', name));
    const modest = run('modest', 'm');
    await Promise.resolve();
    expect(started).toEqual(['g1', 'g2', 'm']);
    finish('m');
    expect(await modest).toBe('done m');
    // The caller's own limit applies although a slot is free.
    expect(started).toEqual(['g1', 'g2', 'm']);
    for (const name of ['g1', 'g2', 'g3', 'g4']) finish(name);
    await Promise.all(greedy);
  });

  test('refuses at once if the queue is full: 429 for the caller that fills it, 503 for others', async () => {
    const { finish, run } = workshop();
    const pending = ['g1', 'g2', 'g3', 'g4'].map((name) => run('greedy', name));
    expect(await run('greedy', 'g5')).toBe('too-many-requests');
    const others = ['a', 'b', 'c'].map((name) => run(name, name));
    expect(await run('d', 'd')).toBe('service-unavailable');
    for (const name of ['g1', 'g2', 'g3', 'g4', 'a', 'b', 'c']) finish(name);
    await Promise.all([...pending, ...others]);
  });

  test('refuses after its longest wait, and does not start that work later', async () => {
    const { finish, run, started } = workshop({ waitMaxMs: 20, waitingPerCallerMax: 1 });
    const pending = [run('a', 'a1'), run('a', 'a2'), run('b', 'b1')];
    // The first to wait is not blocked by itself, even if only one may wait.
    expect(await run('a', 'a3')).toBe('too-many-requests');
    expect(await run('c', 'c1')).toBe('service-unavailable');
    for (const name of ['a1', 'a2', 'b1']) finish(name);
    await Promise.all(pending);
    expect(started).toEqual(['a1', 'a2', 'b1']);
  });

  test('frees the slot of work that fails', async () => {
    const limit = createConcurrencyLimit({ ...rules, runningMax: 1, waitingMax: 0 });
    for (let time = 0; time < 5; time += 1)
      await expect(limit.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await limit.run('a', async () => 'done')).toBe('done');
  });

  test('that is closed waits for running work, and refuses waiting and later work', async () => {
    const { finish, limit, run } = workshop({ runningMax: 1 });
    const running = run('a', 'a');
    const waiting = run('b', 'b');
    const closing = limit.close();
    expect(await waiting).toBe('service-unavailable');
    expect(await run('c', 'c')).toBe('service-unavailable');
    finish('a');
    expect(await running).toBe('done a');
    await closing;
  });
});
