import { statfs } from 'node:fs/promises'

/** Disk space of a folder's file system, in bytes. */
export type FreeSpace = { freeBytes: number; totalBytes: number }

/** Measures the disk space available to this process. */
export async function measureFreeSpace(folder: string): Promise<FreeSpace> {
  const { bsize, bavail, blocks } = await statfs(folder)
  return { freeBytes: bsize * bavail, totalBytes: bsize * blocks }
}

/** Returns whether less than a tenth and less than 10 GB of a disk is free. */
export function isNearlyFull({ freeBytes, totalBytes }: FreeSpace): boolean {
  return freeBytes < totalBytes / 10 && freeBytes < 10 * 1024 ** 3
}

/** Returns whether less than 512 MB of a disk is free. */
export function isAlmostFull({ freeBytes }: FreeSpace): boolean {
  return freeBytes < 512 * 1024 ** 2
}

/** Formats a size in bytes with a suitable unit. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)))
  const value = bytes / 1024 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`
}
