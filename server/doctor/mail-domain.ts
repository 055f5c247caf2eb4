import { createPublicKey } from 'node:crypto'
import type { Config } from '#platform/config.ts'
import { senderAddress } from '#platform/mailer/transport.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'

/** Resolver of TXT records, as `node:dns/promises` has it. */
export type TxtResolver = { resolveTxt(name: string): Promise<string[][]> }

type MailConfig = Pick<Config, 'MAIL_FROM' | 'SMTP_URL' | 'DKIM_DOMAIN' | 'DKIM_SELECTOR' | 'DKIM_PRIVATE_KEY'>

/**
 * Checks the DNS records by which mailboxes recognize the sender.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7208 SPF, RFC 6376 DKIM, RFC 7489 DMARC
 */
export async function checkMailDomain(config: MailConfig, resolver: TxtResolver): Promise<Finding[]> {
  const domain = senderAddress(config.MAIL_FROM).split('@')[1]!.toLowerCase()
  if (!config.SMTP_URL)
    return ['SPF', 'DKIM', 'DMARC'].map((name) =>
      findingsOf(name).skipped('not needed: emails are saved as files (no SMTP_URL)'),
    )
  return [
    await checkSpf(domain, resolver),
    await checkDkim(config, domain, resolver),
    await checkDmarc(domain, resolver),
  ]
}

async function checkSpf(domain: string, resolver: TxtResolver): Promise<Finding> {
  const { ok, warning, problem } = findingsOf('SPF')
  const found = await readRecords(resolver, domain, /^v=spf1(\s|$)/i)
  if ('reason' in found) return problem(`the records of ${domain} cannot be read: ${found.reason}`, dnsRemedy)
  const [record, ...others] = found.records
  if (record === undefined)
    return problem(
      `${domain} has no SPF record`,
      `Add a TXT record at ${domain} that names your mail server, such as "v=spf1 include:spf.your-relay.example -all".`,
    )
  if (others.length > 0)
    return problem(
      `${domain} has ${found.records.length} SPF records`,
      'Merge them into one: receivers reject a domain with several.',
    )
  if (/\s\+?all\b/i.test(record))
    return problem(`"${record}" lets anybody send for ${domain}`, 'End the record with "-all" or "~all".')
  if (!/\s([-~?]all|redirect=)/i.test(record))
    return warning(
      `"${record}" does not say what happens to email from other servers`,
      'End the record with "-all" or "~all".',
    )
  return ok(record)
}

async function checkDkim(config: MailConfig, from: string, resolver: TxtResolver): Promise<Finding> {
  const { ok, warning, problem } = findingsOf('DKIM')
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: privateKey } = config
  if (!domain || !selector || !privateKey)
    return warning(
      'emails are not signed here',
      'Ignore this if the mail server signs for your domain. Otherwise set DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY.',
    )
  let published: string
  let record: string
  try {
    const key = createPublicKey(privateKey)
    const der = key.export({ type: 'spki', format: 'der' })
    // Ed25519 keys are published without their wrapping (RFC 8463).
    published = (key.asymmetricKeyType === 'ed25519' ? der.subarray(-32) : der).toString('base64')
    record = `v=DKIM1; k=${key.asymmetricKeyType ?? 'rsa'}; p=${published}`
  } catch (error) {
    return problem(`DKIM_PRIVATE_KEY cannot be read: ${reasonOf(error)}`, 'Set it to a private key in PEM format.')
  }
  const name = `${selector}._domainkey.${domain}`
  const found = await readRecords(resolver, name, /(^|;)\s*p=/i)
  if ('reason' in found) return problem(`${name} cannot be read: ${found.reason}`, dnsRemedy)
  const [text] = found.records
  if (text === undefined) return problem(`${name} has no DKIM record`, `Add a TXT record at ${name}: "${record}".`)
  const key = /(?:^|;)\s*p=([^;]*)/i.exec(text)![1]!.replaceAll(/\s/g, '')
  if (key === '') return problem(`the key at ${name} is revoked`, `Publish "${record}", or use another selector.`)
  if (key !== published)
    return problem(
      `the key at ${name} does not match DKIM_PRIVATE_KEY`,
      `Change the TXT record to "${record}". Until then every signature is invalid.`,
    )
  if (!isAligned(domain.toLowerCase(), from))
    return warning(
      `signatures are for ${domain}, but emails come from ${from}`,
      'Set DKIM_DOMAIN to the domain of MAIL_FROM, so that DMARC accepts the signature.',
    )
  return ok(`${name} matches the private key`)
}

async function checkDmarc(domain: string, resolver: TxtResolver): Promise<Finding> {
  const { ok, warning, problem } = findingsOf('DMARC')
  const labels = domain.split('.')
  // A parent domain's record applies where the domain has none.
  for (let cut = 0; cut <= labels.length - 2; cut += 1) {
    const name = `_dmarc.${labels.slice(cut).join('.')}`
    const found = await readRecords(resolver, name, /^v=DMARC1\b/i)
    if ('reason' in found) return problem(`${name} cannot be read: ${found.reason}`, dnsRemedy)
    const [record] = found.records
    if (record === undefined) continue
    if (found.records.length > 1)
      return problem(
        `${name} has ${found.records.length} DMARC records`,
        'Keep one: receivers ignore all of them if there are several.',
      )
    const policy = /;\s*p\s*=\s*(\w+)/i.exec(record)?.[1]?.toLowerCase()
    if (!policy || !['none', 'quarantine', 'reject'].includes(policy))
      return problem(`"${record}" has no valid policy`, 'Add "p=none", "p=quarantine" or "p=reject".')
    if (policy === 'none')
      return warning(
        `"${record}" asks for reports, but rejects no email`,
        'Change it to "p=quarantine" once the reports show that only you send for the domain.',
      )
    return ok(record)
  }
  return problem(
    `${domain} has no DMARC record`,
    `Add a TXT record at _dmarc.${domain}, such as "v=DMARC1; p=none; rua=mailto:postmaster@${domain}". Large mailbox providers reject newsletters without one.`,
  )
}

const dnsRemedy = 'Check the DNS of this machine and of the domain, then run the doctor again.'

async function readRecords(
  resolver: TxtResolver,
  name: string,
  pattern: RegExp,
): Promise<{ records: string[] } | { reason: string }> {
  try {
    // Long records come in pieces.
    const records = (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
    return { records: records.filter((record) => pattern.test(record)) }
  } catch (error) {
    const { code } = error as { code?: string }
    return code === 'ENOTFOUND' || code === 'ENODATA' ? { records: [] } : { reason: reasonOf(error) }
  }
}

// Relaxed alignment; without the list of public suffixes, a domain and its subdomains count as one.
function isAligned(signer: string, from: string): boolean {
  return signer === from || from.endsWith(`.${signer}`) || signer.endsWith(`.${from}`)
}
