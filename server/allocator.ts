import { accessSync, constants } from 'node:fs'

/** What of a process this needs. */
type Restartable = Pick<NodeJS.Process, 'platform' | 'execPath' | 'execArgv' | 'argv' | 'env' | 'connected'> & {
  execve?: (file: string, args: readonly string[], env: NodeJS.ProcessEnv) => void
}

/**
 * Large pieces of memory come from the system one by one and go back to it when they are free. By itself glibc keeps them once some have
 * been used: after a thousand uploads half a gigabyte of freed pictures stayed with the process. Pieces of 64 KiB, in which files are read
 * and received, are large ones too: among small ones that live long they left holes of 50 MB that nothing gave back.
 *
 * @see mallopt(3), M_MMAP_THRESHOLD and M_TRIM_THRESHOLD
 */
const settings = { MALLOC_MMAP_THRESHOLD_: String(32 * 1024), MALLOC_TRIM_THRESHOLD_: String(128 * 1024) }

/**
 * Begins the process anew, with the same id, where the allocator has not been told how to treat large pieces of memory: it reads that once,
 * before anything of ours runs. Does nothing where somebody has chosen settings or another allocator, under a process manager that talks to
 * its processes (it would lose the connection), where the program can no longer be started, and outside of Linux.
 *
 * @param script The file to begin with.
 */
export function restartWithAllocatorSettings(script: string, current: Restartable = process): void {
  const { platform, execPath, execArgv, argv, env, connected, execve } = current
  const isChosen = Object.keys(env).some((name) => name.startsWith('MALLOC_') || name === 'GLIBC_TUNABLES' || name === 'LD_PRELOAD')
  // A start that fails cannot be caught: Node ends the process.
  if (platform !== 'linux' || !execve || isChosen || connected || !isExecutable(execPath)) return
  execve.call(current, execPath, [execPath, ...execArgv, script, ...argv.slice(2)], { ...env, ...settings })
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
