import type { ImportFrequency, ImportState } from '#features/newsletter/import.ts'

/*
 * What the cells of state columns mean, in our own export and in those of Mailchimp, Brevo, Substack, beehiiv, Kit, Ghost, MailerLite, Buttondown
 * and their like, and in a few languages of spreadsheets. Only what is certain stands here: everything else is asked.
 */

const words = (all: string) => all.split(/\s*,\s*/)

const yes = words('yes, y, true, 1, x, on, ja, j, oui, si, sim, tak, ✓, ✔')
const no = words('no, n, false, 0, off, nein, non, nao, nie, nee')

const stateWords: Record<ImportState, string[]> = {
  subscribed: words(
    `subscribed, active, confirmed, enabled, opted in, opt in, optin, regular, premium, gifted, trialed, churning, past due, aktiv, angemeldet,
    abonniert, bestatigt, abonne, inscrit, actif, suscrito, activo, iscritto, attivo, ingeschreven`,
  ),
  pending: words(
    `pending, unconfirmed, not confirmed, unactivated, awaiting confirmation, waiting for confirmation, unverified, validating, unbestatigt,
    ausstehend, non confirme, en attente, pendiente, no confirmado, in attesa, non confermato`,
  ),
  unsubscribed: words(
    `unsubscribed, unsubscribe, inactive, cancelled, canceled, opted out, opt out, optout, removed, left, deleted, archived, disabled, deactivated,
    abgemeldet, inaktiv, deaktiviert, desabonne, desinscrit, inactif, dado de baja, cancelado, baja, disiscritto, cancellato, uitgeschreven, afgemeld`,
  ),
  suppressed: words(
    `suppressed, bounced, bounce, hard bounce, hard bounced, hardbounce, cleaned, complained, complaint, complaining, junk, spam, spam complaint,
    spam report, reported spam, marked as spam, spammy, blocked, blocklisted, blacklisted, banned, undeliverable, invalid, gesperrt, blockiert,
    unzustellbar, rebote, rebotado, bloque, bloqueado, bloccato`,
  ),
  left_out: words(
    'non subscribed, nonsubscribed, not subscribed, never subscribed, transactional, transactional only, no consent, not opted in',
  ),
}

const frequencyWords: Record<ImportFrequency, string[]> = {
  weekly: ['', ...words('weekly, week, every week, once a week, wochentlich, hebdomadaire, semanal, settimanale, wekelijks')],
  monthly: words('monthly, month, every month, once a month, monatlich, mensuel, mensual, mensile, maandelijks'),
  off: [...no, ...words('never, none, jamais, nunca, mai, nooit')],
}

/** Words of a state that stand in no other kind of column. */
const tellingWords = new Set(
  words(
    `subscribed, unsubscribed, unconfirmed, opted out, opt out, bounced, hard bounce, complained, cleaned, suppressed, blocklisted, blacklisted,
    never subscribed, abgemeldet, unbestatigt, desabonne, desinscrit, dado de baja, disiscritto, uitgeschreven`,
  ),
)

const states = meaningsOf({
  ...stateWords,
  subscribed: [...yes, ...stateWords.subscribed],
  unsubscribed: [...no, ...stateWords.unsubscribed],
})
const frequencies = meaningsOf(frequencyWords)
const yesWords = new Set(yes)
const nothing = new Set([...no, '', 'null', 'none', 'nil', 'n a', 'na', 'never', 'undefined'])

const date =
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)|^\d{1,2}[-/. ]\d{1,2}[-/. ]\d{2,4}(?!\d)|^\d{1,2} \p{L}{3,} \d{4}|^\p{L}{3,} \d{1,2},? \d{4}/u

/** A value as it is compared and shown in questions: lower case, without accents, signs as blanks. */
export function plainValue(value: string): string {
  const words = value
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}✓✔]+/gu, ' ')
    .trim()
  return words || value.trim().toLowerCase()
}

/** The state a word means; the moment of a sign-up or a confirmation is a yes. @returns undefined for what must be asked. */
export function stateOf(value: string): ImportState | undefined {
  return date.test(value.trim()) ? 'subscribed' : states.get(plainValue(value))
}

/** @returns undefined for what must be asked; an empty cell is the usual one. */
export function frequencyOf(value: string): ImportFrequency | undefined {
  return frequencies.get(plainValue(value))
}

/** Whether a cell of a column for goodbyes and bounces says anything: a yes, a moment, a reason. A no, an empty list and a word for a subscriber say nothing. */
export function isSaid(value: string): boolean {
  const plain = plainValue(value)
  if (nothing.has(plain) || /^[\p{P}\p{S}\s]*$/u.test(plain)) return false
  return yesWords.has(plain) || date.test(value.trim()) || states.get(plain) !== 'subscribed'
}

/** Whether a value means a state. */
export const isState = (value: string): boolean => stateOf(value) !== undefined

/** Whether it does so by a word, and not by a yes, a no or a moment that may be about anything. */
export const isStateWord = (value: string): boolean =>
  states.has(plainValue(value)) && !yesWords.has(plainValue(value)) && !nothing.has(plainValue(value))

/** Whether a value shows that its column is one of states, whatever its head says. */
export const isTelling = (value: string): boolean => tellingWords.has(plainValue(value))

/** Why an address is suppressed, from the words of a file. The desk may take back what no machine reported. */
export function suppressionReasonOf(words: string): 'bounce' | 'complaint' | 'by-desk' {
  const plain = plainValue(words)
  if (/complain|spam|junk|abuse/.test(plain)) return 'complaint'
  return /bounc|clean|undeliver|invalid|rebot|unzustell/.test(plain) ? 'bounce' : 'by-desk'
}

function meaningsOf<Meaning extends string>(all: Record<Meaning, string[]>): Map<string, Meaning> {
  return new Map(Object.entries<string[]>(all).flatMap(([meaning, some]) => some.map((word) => [word, meaning as Meaning] as const)))
}
