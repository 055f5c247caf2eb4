import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

/** Addresses whose `X-Forwarded-For` is trusted; `none` trusts nobody and stops the warnings about the header. */
export type TrustedProxies = 'none' | string[]

// Names of ranges that the HTTP server knows.
const namedRanges = ['loopback', 'linklocal', 'uniquelocal']

/**
 * Schema of `TRUSTED_PROXIES`: addresses and ranges, separated by commas, or `none`. Its messages name the entry, since
 * a list may be long.
 */
export const trustedProxiesSchema = z.string().transform((value, context): TrustedProxies => {
  const entries = value.split(',').flatMap((entry) => entry.trim() || [])
  const [first] = entries
  if (entries.length === 1 && first?.toLowerCase() === 'none') return 'none'
  const problems = entries.flatMap((entry) => problemOf(entry) ?? [])
  if (entries.length === 0) problems.push('must list addresses or ranges such as 10.0.0.0/8, or be none')
  for (const message of problems) context.addIssue({ code: 'custom', message })
  return problems.length > 0 ? z.NEVER : entries.map((entry) => entry.toLowerCase())
})

function problemOf(entry: string): string | undefined {
  if (namedRanges.includes(entry.toLowerCase())) return undefined
  const quoted = JSON.stringify(entry)
  if (entry.toLowerCase() === 'none') return 'must not combine none with addresses'
  const [address = '', range, ...rest] = entry.split('/')
  const version = address.includes('%') ? 0 : isIP(address)
  if (version === 0 || rest.length > 0)
    return `${quoted} is not an IP address or range; write an address such as 10.0.0.4, a range such as 10.0.0.0/8, or none`
  const bits = version === 4 ? 32 : 128
  if (range === undefined) return undefined
  if (!/^\d{1,3}$/.test(range) || Number(range) > bits)
    return `${quoted} has an invalid range; the number after the slash must be 1 to ${bits}`
  return Number(range) === 0 ? `${quoted} would trust every address; list only your own proxies` : undefined
}

const internal = new BlockList()
for (const [address, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  // Shared address space, which some hosts use between their load balancer and the site.
  ['100.64.0.0', 10],
] as const)
  internal.addSubnet(address, prefix, 'ipv4')
internal.addAddress('::1', 'ipv6')
internal.addSubnet('fc00::', 7, 'ipv6')
internal.addSubnet('fe80::', 10, 'ipv6')

/**
 * Returns whether an address belongs to this machine or a private network, which nobody reaches from the internet
 * without a proxy or address translation.
 */
export function isInternalAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  const version = isIP(plain)
  return version !== 0 && internal.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}
