import { type WrittenIssue, splitTemplate, withoutTrackingPixel } from '#features/issues/contract.ts'
import type { Config } from '#platform/config.ts'
import type { LinkTokens } from '#platform/link-tokens.ts'
import { prepareEmail } from '#platform/mailer/bulk/prepare-email.ts'
import type { DeliveryAddresses } from '../delivery-deps.ts'
import type { Claim } from './queries.ts'
import { mailFrom } from '#platform/mailer/sender-name.ts'
import { senderAddress } from '#platform/mailer/transport.ts'

/** An email as it is sent to the relay. */
export type RenderedEmail = { id: string; envelope: { from: string; to: string }; source: Buffer }

type Sender = Pick<
  Config,
  | 'origin'
  | 'SITE_NAME'
  | 'MAIL_FROM'
  | 'DKIM_DOMAIN'
  | 'DKIM_SELECTOR'
  | 'DKIM_PRIVATE_KEY'
  | 'NEWSLETTER_BOUNCE_SECRET'
>

/** Prepares an issue once, so that each email only needs its variables and signature. */
export async function prepareIssue(
  issue: { id: string; written: WrittenIssue },
  config: Sender,
  { addresses, linkTokens }: { addresses: DeliveryAddresses; linkTokens: Pick<LinkTokens, 'write'> },
  now: () => Date,
): Promise<(claim: Claim) => Promise<RenderedEmail>> {
  const { id: issueId, written } = issue
  const domain = senderAddress(config.MAIL_FROM).split('@')[1] ?? 'localhost'
  const { DKIM_DOMAIN: domainName, DKIM_SELECTOR: keySelector, DKIM_PRIVATE_KEY: privateKey } = config
  const dkim = domainName && keySelector && privateKey ? { domainName, keySelector, privateKey } : undefined
  const compile = (html: string) =>
    prepareEmail(
      {
        from: mailFrom(config),
        subject: written.subject,
        html: splitTemplate(html),
        text: splitTemplate(written.text),
        headers: [
          { name: 'List-ID', value: `<newsletter.${domain}>` },
          { name: 'Feedback-ID', value: `${issueId}:newsletter:swade` },
        ],
      },
      dkim,
    )
  const [counted, uncounted] = await Promise.all([compile(written.html), compile(withoutTrackingPixel(written.html))])

  return async ({ id, email, firstName, subscriberId, allowsTracking }) => {
    const token = await linkTokens.write('subscriber', subscriberId)
    const isCounted = written.isCounted && allowsTracking
    const write = (place: string): string => {
      if (place === 'first_name') return firstName.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim() || 'there'
      if (place === 'unsubscribe_url') return `${config.origin}/newsletter/unsubscribe/${token}`
      if (place === 'preferences_url') return `${config.origin}/newsletter/preferences/${token}`
      if (place === 'open_url') return addresses.open(id)
      const number = Number(place.slice('link:'.length))
      return isCounted ? addresses.link(id, number) : (written.links[number - 1] ?? config.origin)
    }
    // A variable occurs many times in an issue and in both of its parts, and signing an address is slow.
    const known = new Map<string, string>()
    const value = (place: string): string => {
      const text = known.get(place) ?? write(place)
      known.set(place, text)
      return text
    }
    const bounce = addresses.bounce(id)
    const source = await (isCounted ? counted : uncounted)({
      to: email,
      // An uncertain delivery is found by its id in the log of the relay, whatever the domain was.
      messageId: `${id}@${domain}`,
      date: now(),
      unsubscribe: {
        url: `${config.origin}/api/newsletter/unsubscribe/${token}`,
        // Without bounce handling nobody reads the mailbox, so unsubscribing by email would not work.
        mailto: config.NEWSLETTER_BOUNCE_SECRET ? `mailto:${bounce}?subject=unsubscribe` : undefined,
      },
      resolveVariable: value,
    })
    return { id, envelope: { from: bounce, to: email }, source }
  }
}
