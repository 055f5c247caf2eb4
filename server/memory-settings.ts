import { accessSync, constants } from 'node:fs'

/** Properties of the process that are used. */
type Restartable = Pick<NodeJS.Process, 'platform' | 'execPath' | 'execArgv' | 'argv' | 'env' | 'connected'> & {
  execve?: (file: string, args: readonly string[], env: NodeJS.ProcessEnv) => void
}

/**
 * Allocator settings. Large blocks are returned to the system when freed: by default glibc keeps them, and after a
 * thousand uploads half a gigabyte stayed with the process. Blocks of 64 KiB, used to read and receive files, count as
 * large: between small long-lived blocks they left holes of 50 MB. Small blocks of all threads share two arenas: by
 * default glibc creates eight per core, and each keeps its peak size; after 400 uploads 80 MB of free blocks remained
 * in fifteen arenas.
 *
 * @see mallopt(3), M_MMAP_THRESHOLD, M_TRIM_THRESHOLD and M_ARENA_MAX
 */
const allocator = {
  MALLOC_MMAP_THRESHOLD_: String(32 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(128 * 1024),
  MALLOC_ARENA_MAX: '2',
}

/**
 * Size of each semi-space in MB. By default it grows to 64 MB on machines with much memory, and V8 keeps the pages:
 * after 400 uploads 100 MB of empty pages remained. Threads use the same size, whatever their limits.
 *
 * @see https://nodejs.org/api/cli.html#--max-semi-space-sizesize-in-mib
 */
const youngSpace = '--max-semi-space-size=16'

/**
 * Restarts the process with the same pid when no memory settings for glibc and V8 are set, which both read only at
 * startup. Existing settings and other allocators are kept. Does nothing under a process manager with an IPC channel
 * (which would be lost), when the program can no longer be executed, and outside of Linux.
 *
 * @param script Script to run.
 */
export function restartWithMemorySettings(script: string, current: Restartable = process): void {
  const { platform, execPath, execArgv, argv, env, connected, execve } = current
  const isAllocatorChosen = Object.keys(env).some(
    (name) => name.startsWith('MALLOC_') || name === 'GLIBC_TUNABLES' || name === 'LD_PRELOAD',
  )
  const isYoungSpaceChosen = /max[-_]semi[-_]space[-_]size/.test([...execArgv, env.NODE_OPTIONS ?? ''].join(' '))
  if (isAllocatorChosen && isYoungSpaceChosen) return
  // A failed execve cannot be caught: Node ends the process.
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
