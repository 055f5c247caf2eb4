import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pLimit from 'p-limit'

/** A built copy of the site. */
export type Release = { name: string; folder: string; version: string; hashedFiles: ReadonlySet<string> }

/** Reads what a built copy of the site is. */
export function readRelease(name: string, folder: string): Release {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const names = readdirSync(join(folder, 'build/pages/client/assets')).filter((file) => !/\.(br|gz)$/.test(file))
  return { name, folder, version, hashedFiles: new Set(names) }
}

/** Counts of hashed files that hosts of one release were asked for, of the other one. */
export type HostCheck = { asked: number; foreign: number; lost: string[] }

const atOnce = 4

/**
 * Creates a check that asks hosts directly, without the proxy and its cache, for every hashed file of some releases. An
 * answer counts as lost when it is not the file, byte for byte, with the headers that hosts of its own release send.
 */
export function createHostCheck() {
  const references = new Map<string, string>()
  return async (
    hosts: readonly { name: string; origin: string; release: Release }[],
    releases: readonly Release[],
  ): Promise<HostCheck> => {
    const lost: string[] = []
    let asked = 0
    let foreign = 0
    const all = new Set(releases.flatMap(({ hashedFiles }) => [...hashedFiles]))
    // Hosts of a file's own release first: their headers are what others are compared with.
    const orders = hosts.flatMap((host) =>
      [...all].map((file) => ({ host, file, isOwn: host.release.hashedFiles.has(file) })),
    )
    const limit = pLimit(atOnce)
    const ask = (order: (typeof orders)[number]) =>
      limit(async () => {
        const { host, file, isOwn } = order
        const owner = releases.find(({ hashedFiles }) => hashedFiles.has(file))!
        const answer = await describeAnswer(`${host.origin}/assets/${file}`)
        asked += 1
        if (isOwn) {
          references.set(file, answer.headers)
        } else {
          foreign += 1
        }
        const expected = references.get(file)
        const fault =
          answer.status !== 200
            ? `answered ${answer.status}`
            : answer.sha256 !== hashOf(readFileSync(join(owner.folder, 'build/pages/client/assets', file)))
              ? 'sent other bytes'
              : expected !== undefined && answer.headers !== expected
                ? `sent ${answer.headers} instead of ${expected}`
                : undefined
        if (fault) lost.push(`${host.name} with ${host.release.name} ${fault}: ${file} of ${owner.name}`)
      })
    await Promise.all(orders.filter(({ isOwn }) => isOwn).map(ask))
    await Promise.all(orders.filter(({ isOwn }) => !isOwn).map(ask))
    return { asked, foreign, lost }
  }
}

const hashOf = (body: Uint8Array) => createHash('sha256').update(body).digest('hex')

async function describeAnswer(address: string): Promise<{ status: number | string; sha256: string; headers: string }> {
  try {
    const answer = await fetch(address, {
      headers: { 'accept-encoding': 'identity' },
      signal: AbortSignal.timeout(20_000),
    })
    const body = new Uint8Array(await answer.arrayBuffer())
    const shown = ['content-type', 'cache-control', 'content-security-policy', 'x-content-type-options']
    // Two names of one type, see RFC 9239.
    const headers = shown
      .map((name) => `${name}: ${answer.headers.get(name)?.replace('application/javascript', 'text/javascript')}`)
      .join(', ')
    return { status: answer.status, sha256: hashOf(body), headers }
  } catch (error) {
    return { status: reasonOf(error), sha256: '', headers: '' }
  }
}

/** Returns why a request failed, from the error of `fetch`. */
export function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? (name === 'TimeoutError' ? 'no answer in time' : message)
}
