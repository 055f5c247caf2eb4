import type { ImportField } from '#features/newsletter/import.ts'
import { isState, isStateWord, isTelling } from './value-meanings.ts'

/** What is known of a column before it is read: how many of its cells hold an address, and its values where they are few. */
export type ColumnLook = { head: string; addresses: number; values: ReadonlySet<string> }

const list = (words: string) => new Set(words.split(/\s+/).map(plainHead))

/** Where an address stands, in the languages and the numbered fashion (`E-mail 1 - Value`) of spreadsheets and address books. */
const emailHeads = list(
  `email mail emailaddress emailadresse emailadress emailadres mailadresse mailaddress epost epostadresse epostadress courriel adresseemail
  adressemail adresseelectronique correo correoelectronico direccionemail direcciondecorreo direcciondecorreoelectronico enderecoemail
  enderecodeemail indirizzoemail indirizzomail adresemail subscriber subscriberemail useremail memberemail contactemail primaryemail
  customeremail recipient youremail workemail personalemail homeemail почта электроннаяпочта メールアドレス 邮箱 电子邮件`,
)
const numberedEmail = /^e?mail(address)?\d{0,2}(value|address)?$/

/** The particular ones first: a file may hold a given name and a whole one. */
const firstNameHeads = [
  list('firstname givenname forename vorname fname first prenom voornaam fornavn fornamn primernombre imie имя'),
  list('name nombre nome fullname displayname subscribername contactname namn navn naam'),
]
const lastNameHeads = [
  list('lastname familyname surname nachname familienname lname last nomdefamille apellido apellidos cognome sobrenome achternaam'),
  list('efternamn efternavn etternavn nazwisko фамилия nom'),
]

const frequencyHeads = list(
  'frequency emailfrequency letterfrequency newsletterfrequency letters haufigkeit frequence frecuencia frequenza',
)

/** Figures, links and remarks about goodbyes are none. */
const asides = /(count|total|number|rate|reason|reasonother|campaign\w*|title|url|link|id|ip|by|source|token|form|page|comment|s)$|anzahl/
const leftHeads =
  /^left(at|on)?$|unsub|optout|optedout|globalunsub|abgemeldet|abmelde|austragung|desabonn|desinscr|desuscri|disiscri|uitgeschr|emaildisabled|donot(e?mail|contact|market)|noemail|blacklist|blocklist|deleted(at|on|date|time)$|stoptime|deactivated/
const suppressedHeads = /bounc|complain|spam|suppress|cleantime|cleaned|undeliver|isblocked|isinvalid/

/** These are about letters, whatever stands below them. */
const stateHeads =
  /^(sub|subscriber|subscription|e?mail|emailsubscription|emailsubscriber|emailmarketing|emailpermission|contact|list|global|newsletter|marketing|optin|permission|consent)?(status|statut|stato)$|^(subscriber|subscription)state$|(^|email|marketing|newsletter)(consent|optin|optedin|permission|permissions|subscribed)$|^(is)?subscribedto\w+$|^issubscribed$|^doubleoptin$|^accepts(email)?marketing$|^gdpr\w*$|^dsgvo\w*$|^einwilligung$|^zustimmung$|^emailmarketing$/
/** These may be: a yes, a no or a moment among their values tells. */
const openFlags = list(
  'active isactive aktiv actif activo enabled newsletter newsletters confirmed confirmtime confirmedat verified subscription',
)
/** And these only with a word: `state` may be a part of a country, `type` a kind of anything. */
const openWords = list('state estado zustand type subscribertype kind memberstatus membershipstatus accountstatus')

/** A head as it is compared: letters and digits alone, small, without accents. */
export function plainHead(head: string): string {
  return head
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Whether a cell of the first lines can be the head of the column of addresses. */
export const isEmailHead = (cell: string): boolean => emailHeads.has(plainHead(cell)) || numberedEmail.test(plainHead(cell))

/**
 * What each column holds, by its head, and where that says nothing by what stands in it.
 *
 * @returns One field a column; without `email` among them no column holds an address.
 */
export function guessColumns(columns: readonly ColumnLook[]): ImportField[] {
  const heads = columns.map(({ head }) => plainHead(head))
  const fields: ImportField[] = columns.map(() => 'ignored')
  const take = (at: number, field: ImportField) => {
    if (at >= 0 && fields[at] === 'ignored') fields[at] = field
  }
  take(emailColumn(columns), 'email')
  const isFree = (at: number) => fields[at] === 'ignored'
  for (const [field, all] of [
    ['last_name', lastNameHeads],
    ['first_name', firstNameHeads],
  ] as const) {
    const names = all.find((one) => heads.some((head, at) => isFree(at) && one.has(head)))
    take(names ? heads.findIndex((head, at) => isFree(at) && names.has(head)) : -1, field)
  }
  take(
    heads.findIndex((head) => frequencyHeads.has(head)),
    'frequency',
  )
  for (const [at, look] of columns.entries()) take(at, stateField(heads[at]!, look))
  return fields
}

/** The first that is called so and holds addresses, else the one with the most. */
function emailColumn(columns: readonly ColumnLook[]): number {
  const called = columns.findIndex(({ head, addresses }) => isEmailHead(head) && addresses > 0)
  if (called >= 0) return called
  const most = Math.max(0, ...columns.map(({ addresses }) => addresses))
  return most > 0 ? columns.findIndex(({ addresses }) => addresses === most) : columns.findIndex(({ head }) => isEmailHead(head))
}

function stateField(head: string, { values }: ColumnLook): ImportField {
  const all = [...values]
  const holdsLinks = all.some((value) => /^https?:/i.test(value.trim()))
  if (stateHeads.test(head)) return 'status'
  if (leftHeads.test(head)) return asides.test(head) || holdsLinks ? 'ignored' : 'left'
  if (suppressedHeads.test(head)) return (asides.test(head) && !head.endsWith('suppressions')) || holdsLinks ? 'ignored' : 'suppressed'
  const tells = openFlags.has(head) ? isState : openWords.has(head) ? isStateWord : isTelling
  return all.some(tells) ? 'status' : 'ignored'
}
