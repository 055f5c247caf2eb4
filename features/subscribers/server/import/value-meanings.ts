import type { ImportFrequency, ImportState } from '#features/subscribers/import.ts'

/*
 * Meanings of cells in status columns, in our own export and in exports of Mailchimp, Brevo, Substack, beehiiv, Kit,
 * Ghost, MailerLite, Buttondown and others, and in several languages. Only unambiguous meanings are listed; the admin
 * is asked about all other values.
 */

const words = (all: string) => all.split(/\s*,\s*/).map((word) => word.normalize('NFKD').replaceAll(/\p{M}/gu, ''))

const yes = words(
  'yes, y, t, true, wahr, vrai, verdadero, vero, 1, 1 0, x, on, ja, j, oui, si, sim, tak, evet, igen, ano, да, はい, 是, 예, ✓, ✔',
)
const no = words(
  'no, n, f, false, falsch, faux, falso, 0, 0 0, off, nein, non, nao, nie, nee, nej, nei, hayir, nem, ne, нет, いいえ, 否, 아니요',
)

const statusTerms: Record<ImportState, string[]> = {
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

const frequencyTerms: Record<ImportFrequency, string[]> = {
  weekly: [
    '',
    ...words('weekly, week, every week, once a week, wöchentlich, hebdomadaire, semanal, settimanale, wekelijks'),
  ],
  monthly: words('monthly, month, every month, once a month, monatlich, mensuel, mensual, mensile, maandelijks'),
  off: [...no, ...words('never, none, jamais, nunca, mai, nooit')],
}

/** Status words that occur only in status columns. */
const distinctiveStatusTerms = new Set(
  words(
    `subscribed, unsubscribed, unconfirmed, opted out, opt out, bounced, hard bounce, complained, cleaned, suppressed, blocklisted, blacklisted,
    undeliverable, do not mail, opted in, never subscribed, abgemeldet, unbestätigt, désabonné, désinscrit, dado de baja, disiscritto, uitgeschreven`,
  ),
)

const states = meaningsOf({
  ...statusTerms,
  subscribed: [...yes, ...statusTerms.subscribed],
  unsubscribed: [...no, ...statusTerms.unsubscribed],
})
const frequencies = meaningsOf(frequencyTerms)
const [yesWords, noWords] = [new Set(yes), new Set(no)]
const nothing = new Set([...no, '', 'null', 'none', 'nil', 'n a', 'na', 'nan', 'nat', 'never', 'undefined'])

const dates = [
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)/,
  /^\d{1,2}[-/. ]\d{1,2}[-/. ]\d{2,4}(?!\.?\d)/,
  /^(?:\p{L}{2,9}\.?,? )?\d{1,2}\.?[- ]\p{L}{3,12}\.?,?[- ]\d{2,4}(?!\d)/u,
  /^(?:\p{L}{2,9}\.?,? )?\p{L}{3,12}\.? \d{1,2},? \d{4}(?!\d)/u,
  // A Unix timestamp since 2001, in seconds or milliseconds.
  /^1\d{9}(?:\d{3})?(?:\.\d+)?$/,
]
/** Placeholders for missing dates: the start or end of a program's calendar. */
const emptyDates =
  /^(?:0000|0001|1753|1899|1900|1970|9999)[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)|^1969[-/.]12[-/.]31|^\d{1,2}[-/. ]\d{1,2}[-/. ](?:0000|0001|1753|1899|1900|1970|9999)(?!\d)|^(?:31[-/. ]12|12[-/. ]31)[-/. ]1969|\b(?:Jan(?:uary)? 0?1,? |0?1[- ]Jan(?:uary)?[- ])(?:1970|1900)\b/i

const isEmptyDate = (value: string) => emptyDates.test(value.trim())

/** Returns whether a value is a date and not a placeholder. */
export const isDate = (value: string): boolean => !isEmptyDate(value) && dates.some((date) => date.test(value.trim()))

/** Returns whether a cell is empty or contains only punctuation. */
export const isEmpty = (value: string): boolean =>
  value === '' || /^[\p{P}\p{S}\s]*$/u.test(plainValue(value)) || isEmptyDate(value)

/** Returns whether a value is a number that is neither a yes, a no nor a date. */
export const isNumber = (value: string): boolean =>
  /^[-+]?\d+(?:[.,]\d+)*\s*%?$/.test(value.trim()) && !isYes(value) && !isNo(value) && !isDate(value)

const isNo = (value: string) => noWords.has(plainValue(value))
const isYes = (value: string) => yesWords.has(plainValue(value))

/** Returns whether a value is a yes, a no or a date, which occur in consent columns but also in others. */
export const isAnswer = (value: string): boolean => isYes(value) || isNo(value) || isDate(value)

/** Normalizes a value for comparison and for questions: lower case, without accents, punctuation as spaces. */
export function plainValue(value: string): string {
  const plain = value
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}✓✔]+/gu, ' ')
    .trim()
  return plain || value.trim().toLowerCase()
}

/** Returns the status of a value; a date of a sign-up or a confirmation is a yes. Undefined if it is unknown. */
export function stateOf(value: string): ImportState | undefined {
  return isDate(value) ? 'subscribed' : states.get(plainValue(value))
}

/** Returns the frequency of a value; an empty cell is the default. Undefined if it is unknown. */
export function frequencyOf(value: string): ImportFrequency | undefined {
  return frequencies.get(plainValue(value))
}

/**
 * Returns whether a cell of an unsubscribe or bounce column means that nothing happened: a no, an empty cell or a
 * placeholder date.
 */
export const isNothing = (value: string): boolean => nothing.has(plainValue(value)) || isEmpty(value)

/**
 * Returns the meaning of a cell in an unsubscribe or bounce column.
 *
 * @returns `nothing` for a no or a status word of a subscriber; undefined if it is unknown, because only a clear yes
 * unsubscribes or suppresses.
 */
export function endingOf(field: 'left' | 'suppressed', value: string): ImportState | 'nothing' | undefined {
  if (isNothing(value)) return 'nothing'
  if (isYes(value) || isDate(value)) return field === 'left' ? 'unsubscribed' : 'suppressed'
  const state = states.get(plainValue(value))
  if (state === 'subscribed') return 'nothing'
  if (state === undefined || state === 'pending') return undefined
  return field === 'left' ? 'unsubscribed' : state
}

/** Returns `unsubscribed` for cells that mean it in any column; undefined for all others. */
export const unsubscribeAnywhere = (value: string): ImportState | undefined =>
  isDistinctiveStateWord(value) && stateOf(value) === 'unsubscribed' ? 'unsubscribed' : undefined

/** Returns whether a value is a status. */
export const isState = (value: string): boolean => stateOf(value) !== undefined

/** Returns whether a value is a status word, as opposed to a yes, a no or a date, which may mean anything. */
export const isStateWord = (value: string): boolean =>
  states.has(plainValue(value)) && !yesWords.has(plainValue(value)) && !nothing.has(plainValue(value))

/** Returns whether a value proves that its column contains statuses, whatever the header. */
export const isDistinctiveStateWord = (value: string): boolean => distinctiveStatusTerms.has(plainValue(value))

/** Returns the reason of a suppression from the text of a file. */
export function suppressionReasonOf(text: string): 'bounce' | 'complaint' | 'by-admin' {
  const plain = plainValue(text)
  if (/complain|spam|junk|abuse/.test(plain)) return 'complaint'
  return /bounc|clean|undeliver|invalid|rebot|unzustell/.test(plain) ? 'bounce' : 'by-admin'
}

function meaningsOf<Meaning extends string>(all: Record<Meaning, string[]>): Map<string, Meaning> {
  return new Map(
    Object.entries<string[]>(all).flatMap(([meaning, some]) => some.map((word) => [word, meaning as Meaning] as const)),
  )
}
