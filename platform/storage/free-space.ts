import { statfs } from 'node:fs/promises'

/** Room on the disk that holds a folder, in bytes. */
export type FreeSpace = { freeBytes: number; totalBytes: number }

/** What is left for us, without what the system keeps for itself. */
export async function measureFreeSpace(folder: string): Promise<FreeSpace> {
  const { bsize, bavail, blocks } = await statfs(folder)
  return { freeBytes: bsize * bavail, totalBytes: bsize * blocks }
}

/** Whether a disk is nearly full: under a tenth free, and under ten gigabytes. */
export function isNearlyFull({ freeBytes, totalBytes }: FreeSpace): boolean {
  return freeBytes < totalBytes / 10 && freeBytes < 10 * 1024 ** 3
}

/** Whether what comes next may not fit any more: under half a gigabyte. */
export function isAlmostFull({ freeBytes }: FreeSpace): boolean {
  return freeBytes < 512 * 1024 ** 2
}

/** A size for people, in the unit that suits it. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)))
  const value = bytes / 1024 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`
}
