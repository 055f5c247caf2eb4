import {
  isAboutAbsence,
  isAboutClosing,
  isAboutDomain,
  isAboutFullness,
  isAboutSender,
  isAboutTemporaryProblem,
  isClosedToOutside,
  isOwnFinding,
  isSenderLink,
  isSurelyAboutSender,
} from './refusal-patterns.ts'

/**
 * Meaning of a refusal. `gone`: the mailbox does not exist, so it gets no more email. `ours`: it is about our sender,
 * address, authentication, rate or content, and is no evidence about the subscriber. `refused`: this delivery failed,
 * the next one may arrive. `delayed`: it will be retried. `none`: not a refusal.
 */
export type RefusalKind = 'gone' | 'ours' | 'refused' | 'delayed' | 'none'

/**
 * Command that a reply answered. A mailbox may well exist if its email was refused only after the body. `unknown`: the
 * report does not name the command; `address`: the reporter says that the reply was about the address.
 */
export type Stage = 'sender' | 'recipient' | 'address' | 'body' | 'accepted' | 'unknown'

/** Facts about a refusal besides the server's own reply. */
export type RefusalFacts = {
  /** The `Status` field of a report. */
  status?: string | undefined
  /** True if the reporter retried for its full retry period and gave up. */
  isFinal?: boolean | undefined
  /** Absent when the reply was given to us for the recipient. */
  after?: Stage | undefined
  /** Other replies quoted by the report, in order. */
  transcript?: string[] | undefined
  /** Text of the report itself. */
  text?: string | undefined
  /** Domain of the recipient; a reply about another domain is not about the recipient. */
  domain?: string | undefined
  /** True if a program that is not a mail system wrote it; such a report never means `gone`. */
  isHearsay?: boolean | undefined
}

type Code = { level: string; subject: number; detail: number }
type Classification = 'gone' | 'ours' | 'refused'
type Facts = { code: Code | undefined; after: Stage; isVague: boolean; isGuarded: boolean; domain: string | undefined }

const enhancedCode = /(?:^|[^\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])/
const replyCode = /(?:^|[^\d.:\-/[])([245]\d\d)(?![\d./\]:])/

/**
 * Classifies a server reply such as `550 5.1.1 no such user`, `5.1.1` or `4.2.2 (mailbox full)`: by its text first,
 * then by its code, then by the status of the report. `x.0.0` carries no information. Only statements about the
 * recipient's existence mean `gone`, and contradictory signs never do.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3463
 * @see https://www.iana.org/assignments/smtp-enhanced-status-codes
 */
export function refusalKind(
  response: string,
  {
    status = '',
    isFinal = false,
    after = 'recipient',
    transcript = [],
    text = '',
    domain,
    isHearsay = false,
  }: RefusalFacts = {},
): RefusalKind {
  const replies = [response, ...transcript].filter((reply) => reply.trim() !== '')
  const own = codesIn(replies[0] ?? '')
  const reported = codesIn(status)
  const level =
    levelOf([...levelsIn(response), ...levelsOf(own), ...levelsOf(reported), ...levelsIn(replies[0] ?? '')]) ??
    (text ? '5' : undefined)
  if (level === undefined || level === '2') return 'none'
  const code = [...own, ...reported].find(isTelling)
  const isVague = own.length > 0 && !own.some(isTelling)
  const facts = { code, after, isVague, isGuarded: own.some(({ subject }) => subject === 7), domain }
  const kind =
    first(replies, (reply) => classifyReply(reply, facts)) ??
    classifyText(text, code) ??
    classifyCode(facts, wordsOf(replies[0] ?? ''))
  // A recipient that stays unknown for days counts like a permanent code.
  const isUnknownForDays = isFinal && after === 'recipient' && meaningOf(code) === 'gone'
  if (level === '4' && !(kind === 'gone' && isUnknownForDays)) return kind === 'ours' ? 'ours' : 'delayed'
  return kind === 'gone' && (isHearsay || isDoubtful(wordsOf(text), code)) ? 'refused' : kind
}

function classifyReply(reply: string, facts: Facts): Classification | undefined {
  const { code, after, isVague } = facts
  if (linksOf(reply).some(isSenderLink)) return 'ours'
  const words = wordsOf(reply)
  if (after === 'recipient' && isClosedToOutside(words)) return 'gone'
  // Some servers that refuse the recipient also say "access denied".
  if (isAboutSender(words.replace(/recipient address(es)? rejected ?: ?access denied/, ''))) return 'ours'
  if (after === 'sender') return isAboutTemporaryProblem(words) ? 'refused' : 'ours'
  if (namesOtherDomain(words, facts.domain) && (isAboutDomain(words) || isAboutAbsence(words))) return 'ours'
  if (isAboutDomain(words) && !mayPass(words)) return 'gone'
  if (isAboutTemporaryProblem(words)) return 'refused'
  const ofCode = meaningOf(code)
  if (isOwnFinding(words) && !isVague && ofCode !== 'ours') return 'gone'
  if (isAboutAbsence(words)) return classifyAbsence(words, facts)
  if (isAboutClosing(words)) return ofCode === 'gone' && after !== 'body' ? 'gone' : 'refused'
  return undefined
}

/** Classifies a reply that says that there is no such mailbox, depending on how reliable it is. */
function classifyAbsence(words: string, { code, after, isVague, isGuarded }: Facts): Classification | undefined {
  if (answersBody(words) || after === 'accepted') return 'refused'
  if (meaningOf(code) === 'gone') return 'gone'
  if (isVague || isGuarded || after === 'body') return 'refused'
  if (after === 'recipient') return 'gone'
  // A code for a closed or restricted mailbox implies that the mailbox exists.
  if (meaningOf(code) !== undefined) return 'refused'
  return after === 'address' || code ? 'gone' : undefined
}

function classifyText(text: string, code: Code | undefined): Classification | undefined {
  const words = wordsOf(text)
  const isAbsent = (isOwnFinding(words) || isAboutDomain(words)) && !mayPass(words)
  if (isAbsent && !answersBody(words) && meaningOf(code) !== 'ours') return 'gone'
  if (isAboutTemporaryProblem(words) || isAboutClosing(words)) return 'refused'
  return isSurelyAboutSender(words) ? 'ours' : undefined
}

function classifyCode({ code, after }: Facts, words: string): Classification {
  const meaning = meaningOf(code)
  if (meaning === 'gone' && isOfUnknownMeaning(words)) return 'refused'
  if (meaning === 'gone' && after === 'body') return 'refused'
  return meaning ?? (after === 'sender' ? 'ours' : 'refused')
}

/** Returns whether the surrounding report indicates that the mailbox exists after all. */
function isDoubtful(words: string, code: Code | undefined): boolean {
  return isAboutFullness(words) || (meaningOf(code) !== 'gone' && isAboutClosing(words))
}

/**
 * Returns whether a reply of KDDI is about the body: it answers a filtered body with `550 : User unknown`, and an
 * unknown mailbox with its address before the colon.
 */
function answersBody(words: string): boolean {
  return /\b550 ?: ?:? ?user unknown/.test(words)
}

/**
 * Returns whether a reply is about a domain other than the recipient's; servers use the same phrases for an unknown
 * sender domain.
 */
function namesOtherDomain(words: string, domain: string | undefined): boolean {
  const named = [...words.matchAll(/(?:domain|host)(?: name)?[ :<"'`(]+([a-z\d-]+(?:\.[a-z\d-]+)+)/g)].map(
    ([, name = '']) => name,
  )
  const isSame = (name: string) => `.${name}`.endsWith(`.${domain}`) || `.${domain}`.endsWith(`.${name}`)
  return domain !== undefined && named.length > 0 && !named.some(isSame)
}

/**
 * Returns whether a reply uses a script in which we do not recognize statements about missing mailboxes; then a code
 * alone suppresses nobody.
 */
function isOfUnknownMeaning(words: string): boolean {
  return /[^\p{Script=Common}\p{Script=Latin}\p{Script=Inherited}]/u.test(words)
}

function mayPass(words: string): boolean {
  return /try again later|, try again|temporar|timed? ?out/.test(words)
}

/** Returns the meaning of a code by itself; undefined when it does not show whose problem it is. */
function meaningOf(code: Code | undefined): Classification | undefined {
  if (!code) return undefined
  const { subject, detail } = code
  // 351 is specific to Microsoft: the server behind it does not have the mailbox.
  if (subject === 1)
    return [1, 2, 3, 6, 10, 351].includes(detail) ? 'gone' : [7, 8, 9].includes(detail) ? 'ours' : undefined
  if (subject === 2) return detail === 3 ? 'ours' : 'refused'
  if (subject === 3) return detail === 4 ? 'ours' : undefined
  return subject === 6 || subject === 7 ? 'ours' : undefined
}

function isTelling({ subject, detail }: Code): boolean {
  return subject !== 0 && !(subject === 1 && detail === 0)
}

function codesIn(response: string): Code[] {
  return [...response.matchAll(new RegExp(enhancedCode, 'g'))].map(([, level = '', subject, detail]) => ({
    level,
    subject: Number(subject),
    detail: Number(detail),
  }))
}

/** Returns 4 or 5, or 2 if there is no other level. */
function levelOf(levels: string[]): string | undefined {
  return levels.find((level) => level !== '2') ?? levels[0]
}

function levelsOf(codes: Code[]): string[] {
  return codes.map(({ level }) => level)
}

function levelsIn(response: string): string[] {
  return [...response.matchAll(new RegExp(replyCode, 'g'))].map(([, code = '']) => code.charAt(0))
}

function linksOf(response: string): string[] {
  return response.match(/\b(https?:\/\/|www\.)\S+/gi) ?? []
}

function wordsOf(response: string): string {
  return withoutAddresses(response)
    .replaceAll(/\b(https?:\/\/|www\.)\S+/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
    .trim()
}

function first<Item, Result>(items: Item[], find: (item: Item) => Result | undefined): Result | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Returns only the codes of a reply, such as `550 5.1.1`. Relays repeat the address in their text, and the codes are
 * stored longer than the person's data.
 */
export function codesOf(response: string): string {
  const reply = /(?:^|\s)([245]\d\d)(?![\d.])/.exec(response)?.[1]
  const enhanced = enhancedCode.exec(response)?.slice(1).join('.')
  return [reply, enhanced].filter(Boolean).join(' ')
}

/** Returns a reply without the addresses in it, for messages about a whole issue. */
export function withoutAddresses(response: string): string {
  return response.replaceAll(/[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]+/g, '…')
}
