/** Returns arguments of node with which a process writes a processor profile at its end, if `PROFILE` is set. */
export function profilingArgs(folder: URL): readonly string[] {
  return process.env['PROFILE'] === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder.pathname}`];
}
