import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('./orphan-program.suite.ts', import.meta.url));

interface ProcessState {
  readonly parent: number;
  readonly cpuTicks: number;
}

/** Reads a process from the kernel; undefined when it is gone, or dead and not yet collected by its parent. */
async function stateOf(pid: number): Promise<ProcessState | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [state, parent, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  if (state === undefined || state === '' || 'ZX'.includes(state)) return undefined;
  return { parent: Number(parent), cpuTicks: Number(rest[9]) };
}

async function childOf({ pid = 0 }: ChildProcess): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return Number(children.trim().split(' ')[0]);
}

/** Processor time after which the child has loaded its program and only its compiler can be at work. */
const busyTicks = 300;

test('a renderer that is killed leaves no process behind, even one in native code', async () => {
  const parent = fork(program, { stdio: 'ignore' });
  await expect.poll(() => childOf(parent), { timeout: 60_000 }).toBeGreaterThan(0);
  const child = await childOf(parent);
  const cpuTicks = async (): Promise<number> => (await stateOf(child))?.cpuTicks ?? 0;
  await expect.poll(cpuTicks, { timeout: 60_000 }).toBeGreaterThan(busyTicks);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  await expect.poll(() => stateOf(child), { timeout: 10_000 }).toBeUndefined();
}, 120_000);
