import type { ImportFrequency, ImportState } from '#features/subscribers/import.ts'

/*
 * What the cells of state columns mean, in our own export and in those of Mailchimp, Brevo, Substack, beehiiv, Kit,
 * Ghost, MailerLite, Buttondown and their like, and in a few languages of spreadsheets. Only what is certain stands
 * here: everything else is asked.
 */

const words = (all: string) => all.split(/\s*,\s*/).map((word) => word.normalize('NFKD').replaceAll(/\p{M}/gu, ''))

const yes = words(
  'yes, y, t, true, wahr, vrai, verdadero, vero, 1, 1 0, x, on, ja, j, oui, si, sim, tak, evet, igen, ano, да, はい, 是, 예, ✓, ✔',
)
const no = words(
  'no, n, f, false, falsch, faux, falso, 0, 0 0, off, nein, non, nao, nie, nee, nej, nei, hayir, nem, ne, нет, いいえ, 否, 아니요',
)

const stateWords: Record<ImportState, string[]> = {
  subscribed: words(
    `subscribed, active, confirmed, enabled, opted in, opt in, optin, regular, premium, gifted, trialed, churning, past due, aktiv, angemeldet,
    abonniert, bestätigt, abonné, inscrit, actif, suscrito, activo, iscritto, attivo, ingeschreven`,
  ),
  pending: words(
    `pending, unconfirmed, not confirmed, unactivated, awaiting confirmation, waiting for confirmation, unverified, validating, unbestätigt,
    ausstehend, non confirmé, en attente, pendiente, no confirmado, in attesa, non confermato`,
  ),
  unsubscribed: words(
    `unsubscribed, unsubscribe, inactive, cancelled, canceled, opted out, opt out, optout, removed, left, deleted, archived, disabled, deactivated,
    withdrawn, revoked, excluded, erased, abgemeldet, inaktiv, deaktiviert, widerrufen, désabonné, désinscrit, inactif, dado de baja, cancelado, baja,
    disiscritto, cancellato, uitgeschreven, afgemeld`,
  ),
  suppressed: words(
    `suppressed, bounced, bounce, hard bounce, hard bounced, hardbounce, cleaned, complained, complaint, complaining, junk, spam, spam complaint,
    spam report, reported spam, marked as spam, spammy, blocked, blocklisted, blacklisted, banned, undeliverable, invalid, gesperrt, blockiert,
    unzustellbar, rebote, rebotado, bloqué, bloqueado, bloccato`,
  ),
  left_out: words(
    'non subscribed, nonsubscribed, not subscribed, never subscribed, transactional, transactional only, no consent, not opted in',
  ),
}

const frequencyWords: Record<ImportFrequency, string[]> = {
  weekly: [
    '',
    ...words('weekly, week, every week, once a week, wöchentlich, hebdomadaire, semanal, settimanale, wekelijks'),
  ],
  monthly: words('monthly, month, every month, once a month, monatlich, mensuel, mensual, mensile, maandelijks'),
  off: [...no, ...words('never, none, jamais, nunca, mai, nooit')],
}

/** Words of a state that stand in no other kind of column. */
const distinctiveStateWords = new Set(
  words(
    `subscribed, unsubscribed, unconfirmed, opted out, opt out, bounced, hard bounce, complained, cleaned, suppressed, blocklisted, blacklisted,
    undeliverable, do not mail, opted in, never subscribed, abgemeldet, unbestätigt, désabonné, désinscrit, dado de baja, disiscritto, uitgeschreven`,
  ),
)

const states = meaningsOf({
  ...stateWords,
  subscribed: [...yes, ...stateWords.subscribed],
  unsubscribed: [...no, ...stateWords.unsubscribed],
})
const frequencies = meaningsOf(frequencyWords)
const [yesWords, noWords] = [new Set(yes), new Set(no)]
const nothing = new Set([...no, '', 'null', 'none', 'nil', 'n a', 'na', 'nan', 'nat', 'never', 'undefined'])

const dates = [
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)/,
  /^\d{1,2}[-/. ]\d{1,2}[-/. ]\d{2,4}(?!\.?\d)/,
  /^(?:\p{L}{2,9}\.?,? )?\d{1,2}\.?[- ]\p{L}{3,12}\.?,?[- ]\d{2,4}(?!\d)/u,
  /^(?:\p{L}{2,9}\.?,? )?\p{L}{3,12}\.? \d{1,2},? \d{4}(?!\d)/u,
  // A moment as machines count it, from 2001 on, in seconds or in thousandths.
  /^1\d{9}(?:\d{3})?(?:\.\d+)?$/,
]
/** What programs write where they know no date: the beginning of their calendars, and its end. */
const emptyDates =
  /^(?:0000|0001|1753|1899|1900|1970|9999)[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)|^1969[-/.]12[-/.]31|^\d{1,2}[-/. ]\d{1,2}[-/. ](?:0000|0001|1753|1899|1900|1970|9999)(?!\d)|^(?:31[-/. ]12|12[-/. ]31)[-/. ]1969|\b(?:Jan(?:uary)? 0?1,? |0?1[- ]Jan(?:uary)?[- ])(?:1970|1900)\b/i

const isEmptyDate = (value: string) => emptyDates.test(value.trim())

/** Whether a value is a moment, and not what stands where none is known. */
export const isDate = (value: string): boolean => !isEmptyDate(value) && dates.some((date) => date.test(value.trim()))

/** Whether a cell holds nothing but signs. */
export const isEmpty = (value: string): boolean =>
  value === '' || /^[\p{P}\p{S}\s]*$/u.test(plainValue(value)) || isEmptyDate(value)

/** Whether a value is a number that is neither a yes, a no nor a moment. */
export const isFigure = (value: string): boolean =>
  /^[-+]?\d+(?:[.,]\d+)*\s*%?$/.test(value.trim()) && !isYes(value) && !isNo(value) && !isDate(value)

const isNo = (value: string) => noWords.has(plainValue(value))
const isYes = (value: string) => yesWords.has(plainValue(value))

/** Whether a value is a yes, a no or a moment: what columns about consent hold, and others. */
export const isAnswer = (value: string): boolean => isYes(value) || isNo(value) || isDate(value)

/** A value as it is compared and shown in questions: lower case, without accents, signs as blanks. */
export function plainValue(value: string): string {
  const plain = value
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}✓✔]+/gu, ' ')
    .trim()
  return plain || value.trim().toLowerCase()
}

/**
 * The state a word means; the moment of a sign-up or a confirmation is a yes.
 *
 * @returns undefined for what must be
 * asked.
 */
export function stateOf(value: string): ImportState | undefined {
  return isDate(value) ? 'subscribed' : states.get(plainValue(value))
}

/** @returns undefined for what must be asked; an empty cell is the usual one. */
export function frequencyOf(value: string): ImportFrequency | undefined {
  return frequencies.get(plainValue(value))
}

/**
 * Whether a cell of a column for goodbyes and bounces says that there was none: a no, an empty cell, a date before all
 * dates.
 */
export const isNothing = (value: string): boolean => nothing.has(plainValue(value)) || isEmpty(value)

/**
 * What a cell of a column for goodbyes or for bounces says.
 *
 * @returns `nothing` for a no and for a word of a subscriber; undefined for what must be asked: only a clear yes ends
 *   or suppresses.
 */
export function endingOf(field: 'left' | 'suppressed', value: string): ImportState | 'nothing' | undefined {
  if (isNothing(value)) return 'nothing'
  if (isYes(value) || isDate(value)) return field === 'left' ? 'unsubscribed' : 'suppressed'
  const state = states.get(plainValue(value))
  if (state === 'subscribed') return 'nothing'
  if (state === undefined || state === 'pending') return undefined
  return field === 'left' ? 'unsubscribed' : state
}

/** What a cell says whatever its column is about. @returns undefined for what must be asked. */
export const unsubscribeAnywhere = (value: string): ImportState | undefined =>
  isDistinctiveStateWord(value) && stateOf(value) === 'unsubscribed' ? 'unsubscribed' : undefined

/** Whether a value means a state. */
export const isState = (value: string): boolean => stateOf(value) !== undefined

/** Whether it does so by a word, and not by a yes, a no or a moment that may be about anything. */
export const isStateWord = (value: string): boolean =>
  states.has(plainValue(value)) && !yesWords.has(plainValue(value)) && !nothing.has(plainValue(value))

/** Whether a value shows that its column is one of states, whatever its head says. */
export const isDistinctiveStateWord = (value: string): boolean => distinctiveStateWords.has(plainValue(value))

/** Why an address is suppressed, from the words of a file. */
export function suppressionReasonOf(text: string): 'bounce' | 'complaint' | 'by-desk' {
  const plain = plainValue(text)
  if (/complain|spam|junk|abuse/.test(plain)) return 'complaint'
  return /bounc|clean|undeliver|invalid|rebot|unzustell/.test(plain) ? 'bounce' : 'by-desk'
}

function meaningsOf<Meaning extends string>(all: Record<Meaning, string[]>): Map<string, Meaning> {
  return new Map(
    Object.entries<string[]>(all).flatMap(([meaning, some]) => some.map((word) => [word, meaning as Meaning] as const)),
  )
}
