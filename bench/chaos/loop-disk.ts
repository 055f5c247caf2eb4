import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, truncateSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** A file system of its own in a file. */
export type LoopDisk = {
  /** File that holds the file system. */
  image: string
  /** Folder where it is mounted. */
  folder: string
  /** Writes until no space is left. @returns A function that frees the space again. */
  fill(): Promise<() => void>
  unmount(): void
}

/**
 * Creates an ext4 file system in a file and mounts it.
 *
 * @returns A sentence that says why it cannot be mounted, for people without the right to.
 */
export function createLoopDisk(image: string, folder: string, megabytes: number): LoopDisk | string {
  closeSync(openSync(image, 'w'))
  truncateSync(image, megabytes * 1024 * 1024)
  const problem = run('mkfs.ext4', ['-q', '-F', '-m', '0', image])
  return problem ?? mountLoopDisk(image, folder)
}

/** Mounts an existing file system; its journal is replayed. */
export function mountLoopDisk(image: string, folder: string): LoopDisk | string {
  mkdirSync(folder, { recursive: true })
  const problem = run('mount', ['-o', 'loop', image, folder])
  if (problem) return problem
  chmodSync(folder, 0o755)
  return {
    image,
    folder,
    async fill() {
      const file = join(folder, 'filler')
      const filler = await open(file, 'w')
      const zeros = Buffer.alloc(1024 * 1024)
      try {
        // Not at once: listeners and the object storage of the script must go on meanwhile.
        for (;;) await filler.write(zeros)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        await filler.close()
      }
      return () => rmSync(file)
    },
    unmount() {
      const failure = run('umount', [folder]) && run('umount', ['-l', folder])
      if (failure) console.error(failure)
    },
  }
}

function run(program: string, args: string[]): string | undefined {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (status === 0) return undefined
  return `${program} failed: ${(error?.message ?? stderr).trim().split('\n').at(-1)}`
}
