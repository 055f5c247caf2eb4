/**
 * What a refusal means for the address: `gone` has no mailbox and gets nothing more, `refused` may change its mind, `delayed` will be tried again,
 * `none` is no refusal.
 */
export type RefusalKind = 'gone' | 'refused' | 'delayed' | 'none'

const nobodyThere =
  /(user|mailbox|recipient|address|account)\b.{0,40}\b(unknown|not found|not exist|no longer|disabled|deactivated|unavailable permanently)|(unknown|no such|invalid)\s+(user|mailbox|recipient|address|account)|does not exist/i

const enhancedCode = /(?:^|[^\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])/

/**
 * Reads a relay's reply or the `Status` of a report, such as `550 5.1.1 no such user`, `5.1.1` or `4.2.2 (mailbox full)`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3463
 */
export function refusalKind(said: string): RefusalKind {
  const [, level, subject, detail] = enhancedCode.exec(said) ?? []
  if (level === '2') return 'none'
  if (level === '4') return 'delayed'
  // 5.1.7 and 5.1.8 complain about our address, not about theirs.
  if (level === '5' && subject === '1') return detail === '7' || detail === '8' ? 'refused' : 'gone'
  if (level === '5') return 'refused'
  const reply = /^\s*([245])\d\d\b/.exec(said)?.[1]
  if (reply === '4') return 'delayed'
  if (reply === '5') return nobodyThere.test(said) ? 'gone' : 'refused'
  return 'none'
}

/** The codes of a reply alone, `550 5.1.1`: what is kept of it longer than the person is, since relays repeat the address in their words. */
export function codesOf(said: string): string {
  const reply = /(?:^|\s)([245]\d\d)(?![\d.])/.exec(said)?.[1]
  const enhanced = enhancedCode.exec(said)?.slice(1).join('.')
  return [reply, enhanced].filter(Boolean).join(' ')
}

/** A reply without the addresses in it, for where it is told of a whole letter. */
export function withoutAddresses(said: string): string {
  return said.replaceAll(/[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]+/g, '…')
}
