/** There while a process is profiled. */
export function runningFile(pid: number): string {
  return `${pid}.running`;
}

/** Whole when it is there. */
export function writtenFile(pid: number): string {
  return `${pid}.cpuprofile`;
}
