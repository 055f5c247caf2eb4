import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Clocks of the hosts, which can be set apart. */
export type Clocks = {
  /** Settings that give a process the clock of a host. */
  environmentOf(host: string): Record<string, string>
  /** Moves the clock of a host, away from the time of this machine. */
  set(host: string, offset: string): void
}

/**
 * Prepares a clock for each host with libfaketime. Time that has passed is measured by the real clock, as after a
 * correction by hand.
 *
 * @returns undefined where libfaketime is not installed.
 */
export function createClocks(folder: string): Clocks | undefined {
  const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1')
  if (!library) return undefined
  const fileOf = (host: string) => join(folder, `clock-${host}`)
  const set = (host: string, offset: string) => writeFileSync(fileOf(host), `${offset}\n`)
  return {
    set,
    environmentOf(host) {
      set(host, '+0')
      return {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: fileOf(host),
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        DONT_FAKE_MONOTONIC: '1',
      }
    },
  }
}
