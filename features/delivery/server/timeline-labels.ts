import { quoteTitle } from '#shared/quotation-marks.ts'
import { messageIdHint } from '#features/delivery/contract.ts'
import type { TimelineEvent } from '#features/subscribers/contract.ts'

const stateLabels: Record<string, string> = {
  queued: 'Queued',
  claimed: 'Preparing',
  in_data: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  uncertain: 'Delivery uncertain',
  dropped: 'Not sent',
  excluded: 'Excluded',
}

const classificationLabels = { human: 'Human', unsure: 'Unclassified', machine: 'Machine' }

type Sentence = (issue: string) => string

/** Sentences about events of a delivery, by the quoted title of its issue. */
const eventLabels: Record<string, Sentence> = {
  open: (issue) => `Opened ${issue}`,
  click: (issue) => `Clicked a link in ${issue}`,
  page: (issue) => `Visited a page from ${issue}`,
  bounce: (issue) => `${issue} bounced`,
  delay: (issue) => `${issue} was delayed`,
  block: (issue) => `${issue} was blocked because of our sending setup`,
  complaint: (issue) => `Reported ${issue} as spam`,
}

/**
 * Sentences about an unsubscribe, by its method, with the quoted title of an issue. Only the address for unsubscribing
 * by email belongs to one issue. A reader’s links are the same in all emails, so their newest issue is named.
 */
const unsubscribeLabels: Record<string, Sentence> = {
  'page': (issue) => `Unsubscribed on the site after receiving ${issue}`,
  'one-click': (issue) => `Unsubscribed with the email app’s unsubscribe button after receiving ${issue}`,
  'mail': (issue) => `Unsubscribed by email after receiving ${issue}`,
}

/** Returns a delivery in the words of the admin; an uncertain one with the start of its message ID. */
export function describeDelivery(delivery: {
  id: string
  title: string
  state: string
  response: string
}): Omit<TimelineEvent, 'at'> {
  const { id, title, state, response } = delivery
  const status = [stateLabels[state] ?? state, response].filter(Boolean).join(': ')
  return {
    what: quoteTitle(title),
    detail: state === 'uncertain' ? `${status} · ${messageIdHint(id)}` : status,
  }
}

type StoredEvent = {
  kind: string
  title: string
  classification: keyof typeof classificationLabels
  /** Reason of the classification, reply of a mail system, or way of unsubscribing. */
  reason: string
  url?: string | null
}

/** Returns an event of a delivery in the words of the admin. */
export function describeEvent({ kind, title, classification, reason, url }: StoredEvent): Omit<TimelineEvent, 'at'> {
  const way = kind === 'unsubscribe' ? unsubscribeLabels[reason] : undefined
  const sentence = way ?? eventLabels[kind] ?? ((issue: string) => `${labelOf(kind)} ${issue}`)
  const text = way ? '' : kind === 'complaint' ? describeReport(reason) : reason
  const isClassified = kind === 'open' || kind === 'click'
  return {
    what: sentence(quoteTitle(title)),
    detail: [isClassified ? classificationLabels[classification] : '', url ?? '', text].filter(Boolean).join(' · '),
  }
}

/** Returns what a mail provider said about a complaint, stored as `abuse by x/1`. */
function describeReport(text: string): string {
  const [, type, sender] = /^(\S+)(?: by (.+))?$/.exec(text) ?? []
  return type ? `Report type: ${type}${sender ? `, sent by ${sender}` : ''}` : text
}

function labelOf(kind: string): string {
  return (kind.charAt(0).toUpperCase() + kind.slice(1)).replaceAll('-', ' ')
}
