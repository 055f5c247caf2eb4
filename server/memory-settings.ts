import { accessSync, constants } from 'node:fs'

/** What of a process this needs. */
type Restartable = Pick<NodeJS.Process, 'platform' | 'execPath' | 'execArgv' | 'argv' | 'env' | 'connected'> & {
  execve?: (file: string, args: readonly string[], env: NodeJS.ProcessEnv) => void
}

/**
 * Large pieces of memory come from the system one by one and go back to it when they are free. By itself glibc keeps
 * them once some have been used: after a thousand uploads half a gigabyte of freed pictures stayed with the process.
 * Pieces of 64 KiB, in which files are read and received, are large ones too: among small ones that live long they left
 * holes of 50 MB that nothing gave back.
 *
 * Small pieces of all threads share two arenas. By itself glibc opens eight for each core, and each keeps the most it
 * ever needed at a time: after 400 uploads 80 MB of free pieces lay in fifteen of them.
 *
 * @see mallopt(3), M_MMAP_THRESHOLD, M_TRIM_THRESHOLD and M_ARENA_MAX
 */
const allocator = {
  MALLOC_MMAP_THRESHOLD_: String(32 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(128 * 1024),
  MALLOC_ARENA_MAX: '2',
}

/**
 * Megabytes of each half of the space for young objects. By itself it grows to 64 MB a half where there is much memory,
 * and V8 keeps the pages when it shrinks again: after 400 uploads 100 MB of them were empty and stayed. Threads get the
 * same, whatever their own limits say.
 *
 * @see https://nodejs.org/api/cli.html#--max-semi-space-sizesize-in-mib
 */
const youngSpace = '--max-semi-space-size=16'

/**
 * Begins the process anew, with the same id, where glibc and V8 have not been told how to treat memory: they read that
 * once, before anything of ours runs. Each is left alone where somebody has chosen settings, or another allocator. Does
 * nothing under a process manager that talks to its processes (it would lose the connection), where the program can no
 * longer be started, and outside of Linux.
 *
 * @param script The file to begin with.
 */
export function restartWithMemorySettings(script: string, current: Restartable = process): void {
  const { platform, execPath, execArgv, argv, env, connected, execve } = current
  const isAllocatorChosen = Object.keys(env).some(
    (name) => name.startsWith('MALLOC_') || name === 'GLIBC_TUNABLES' || name === 'LD_PRELOAD',
  )
  const isYoungSpaceChosen = /max[-_]semi[-_]space[-_]size/.test([...execArgv, env.NODE_OPTIONS ?? ''].join(' '))
  if (isAllocatorChosen && isYoungSpaceChosen) return
  // A start that fails cannot be caught: Node ends the process.
  if (platform !== 'linux' || !execve || connected || !isExecutable(execPath)) return
  const options = isYoungSpaceChosen ? execArgv : [...execArgv, youngSpace]
  const settings = isAllocatorChosen ? {} : allocator
  execve.call(current, execPath, [execPath, ...options, script, ...argv.slice(2)], { ...env, ...settings })
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
