/*
 * Meanings of column headers in our own export, in exports of common newsletter services, shops and address books, and
 * in several languages. A header is compared as letters (`optintime`) and as words (`opt_in_time`); a part of a
 * compound word counts as a word.
 */

const list = (words: string) => new Set(words.split(/\s+/).map(normalizeHeader))
/** Creates a pattern over normalized letters or words. */
const pattern = (source: TemplateStringsArray) => new RegExp(withoutAccents(source.raw[0]!.replaceAll(/\s+/g, '')), 'u')
const withoutAccents = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '')

/** Normalizes a header to lowercase letters and digits without accents. */
export function normalizeHeader(head: string): string {
  return withoutAccents(head)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Normalizes a header to lowercase words without accents: `IsOptInPending` becomes `is_opt_in_pending`. */
export function headerKey(head: string): string {
  return withoutAccents(head)
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, '_')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '')
}

/** Headers of email columns in several languages, including the numbered ones (`E-mail 1 - Value`) of address books. */
const emailHeaders = list(
  `email mail emailaddress emailadresse emailadress emailadres mailadresse mailaddress epost epostadresse epostadress courriel adresseemail
  adressemail adresseelectronique correo correoelectronico direccionemail direcciondecorreo direcciondecorreoelectronico enderecoemail
  enderecodeemail indirizzoemail indirizzomail adresemail subscriber subscriberemail useremail memberemail contactemail primaryemail
  customeremail recipient youremail workemail personalemail homeemail почта электроннаяпочта メールアドレス 邮箱 电子邮件`,
)
const numberedEmail = /^e?mail(address)?\d{0,2}(value|address)?$/

/** Returns whether a cell of the first rows can be the header of the email column. */
export const isEmailHeader = (cell: string): boolean =>
  emailHeaders.has(normalizeHeader(cell)) || numberedEmail.test(normalizeHeader(cell))

/** Headers of first names. */
export const firstNameHeaders = [
  list('firstname givenname forename vorname fname first prenom voornaam fornavn fornamn primernombre imie имя'),
]
/** Headers of full names, or of first names next to a last name. */
export const nameHeaders = [list('name nombre nome fullname displayname subscribername contactname namn navn naam')]
/** Headers of last names. */
export const lastNameHeaders = [
  list(
    'lastname familyname surname nachname familienname lname last nomdefamille apellido apellidos cognome sobrenome achternaam',
  ),
  list('efternamn efternavn etternavn nazwisko фамилия nom'),
]

/** Headers of frequencies. */
export const frequencyHeaders = list(
  'frequency emailfrequency letterfrequency newsletterfrequency letters haufigkeit frequence frecuencia frequenza',
)

/** Channels other than email. `unsubscribed by phone` specifies how the person unsubscribed, not the channel. */
const otherChannel =
  /(^|_)(sms|mms|rcs|whats_?app|viber|telegram|messenger|phones?|telephone|telefono?|telefonnummer|mobile?|cell|handy|handynummer|calls?|push|web_?push|postal|post|print|fax)(_|$)|^(sms|whatsapp|webpush)|direct_?mail|brief(post|werbung)/
const channelOfMail = /(^|_)((e_?)?mails?|e_?posts?|newsletters?|courriels?|correos?)(_|$)/
const manner = /(^|_)(by|via|per|through|over|durch|uber|por|par|tramite)_\p{L}+/gu

/** Returns whether a column is about a channel other than email. */
function isOtherChannel(words: string): boolean {
  const rest = words.replaceAll(manner, '')
  return (
    otherChannel.test(rest.replaceAll(/(^|_)e_post/g, '$1epost')) &&
    (!channelOfMail.test(rest) || /postal|direct_?mail/.test(rest))
  )
}

/** Unsubscribed, or consent withdrawn. */
const unsubscribedPattern = pattern`^left(at|on|date)?$|unsub|opt(ed)?out|abgemeldet|abmeld|austrag|ausgetragen|desabonn|desinscr|desinscri|desuscri
  |disiscri|disdett|resili|descadastr|uitgeschr|uitschr|abbestell|austritt|afgemeld|afmeld|avmeld|avregistr|avprenumer|wypis|odhlas|leiratkoz|отпис|配信停止|購読解除|退会|退订
  |emaildisabled|(do|does)(not|nt)(bulk)?(e?mail|contact|market|send|write|newsletter|disturb)|dont(e?mail|contact|market|send)|noe?mail|nonewsletter|nomarketing
  |blacklist|blocklist|denylist|isblocked|withdr[ae]w|revo[ck]|widerruf|widerspr[uo]ch|exclud|ausgeschlossen|stoptime|deactivat|deaktiviert
  |^(is)?(delet|remov|eras|cancell?|archiv|geloscht|gekundigt|kundigung)(ed|led|ion)?(at|on|date|time|am|datum)?$|^(date)?(deleted|removed|erased|cancell?ed)$`
/** Something ended: a person, an order or a list. Means unsubscribed only if the header is about newsletters. */
const endedPattern = /(delet|remov|eras|cancell?)ed(at|on|date|time)?$/
const unsubscribedTermPattern = pattern`(^|_)(baja|bajas|dnd|rezygnacja|geloscht|gekundigt)(_|$)`

/** Bounced or reported as spam. */
const suppressedPattern = pattern`bounc|complain|(marked|reported)(as)?spam|spam(complain|report)|^(is)?spam(med|mer)?$|suppress|cleantime|cleaned|undeliver
  |unzustell|rebot|^(is)?(invalid|ungultig)$|(mail|address|adresse)(is)?(invalid|ungultig)$|^invalid(e?mail|address)`

/** Ambiguous headers; the admin is asked about their values. */
const doubtfulPattern = pattern`spam|junk|abuse|invalid|ungultig|block|quarantin|pending|unconfirm|unverif|notconfirm|awaiting|unbestatigt|disabled|inactive
  |inaktiv|declin|refus|reject|denied|objected|objection|churn|suspend|archiv|banned|gesperrt|cancel|delet|remov|eras(ed|ure)|kundig|losch|storn|eliminad|oppos|terminat|discontinu
  |trash|lapsed|^quit|^stop(ped)?$
  |^dead$|deceased|verstorben|fehlerhaft|rucklaufer|beschwerde|plainte|queja|reclamo|npai|wrong(e?mail|address)|bad(e?mail|address)`
const doubtfulGone = /(^|_)(left|leave|exit|exited|departed|gone|ended)(_|$)/
/** Words that turn an unsubscribe header into a number, a remark or the opposite. */
const doubtfulTermPattern = pattern`(^|_)(counts?|total|numbers?|num|rate|scores?|ratings?|checks?|checked|tests?|tested|risk|percent|probability|anzahl|zahl|not|non|never
  |can|may|allow|allows|allowed|sent|send|remind\p{L}*|soft)(_|$)|^no_(?!e?_?mail|newsletter|marketing)|(bounces|complaints|unsubscribes|optouts|opt_outs|reports|rejects)$`
const doNot = /(^|_)do(es)?_not_((send|want)_)?/g
/** Technical columns that every person has and that contain no information about them. */
const technicalTermPattern = /(^|_)(links?|urls?|tokens?|pages?|forms?|keys?|hash)$/
/** Details of a value, which may only accompany a yes or a no. */
const remark = /(^|_)(ids?|ip|by|source|text|version|language|country|campaign|title|name)$/

/** Headers that are about newsletters, whatever the values. */
const statusPattern = pattern`^(sub|subscriber|subscription|e?mail|emailsubscription|emailsubscriber|emailmarketing|emailpermission|contact|list|global|newsletter
  |marketing|optin|permission|consent)?(status|statut|stato)$|^(subscriber|subscription)state$
  |(^|email|marketing|newsletter)(consent|optin|optedin|permission|permissions|subscribed)$|^(optin|optedin|consent|permission)(to)?(e?mails?|newsletters?|marketing)$
  |^(is)?subscribedto\p{L}+$|^issubscribed$|^doubleoptin$|^accepts?(e?mail)?(marketing|e?mails?|newsletters?)$|^(gdpr|dsgvo|rgpd)(consent|optin|einwilligung|zustimmung)?$
  |^(newsletter)?(einwilligung|zustimmung)$|^e?mailmarketing$|^(allows?|receives?|wants?|gets?|sends?)(the)?(e?mails?|newsletters?|marketing(e?mails?)?)$
  |^(e?mailing|newsletter)list$|^marketinge?mails?$|^newslettersubscri(ption|bed|ber)$|^(is)?(e?mailable|contactable)$`
/** Date of a confirmation; empty if there was none. */
const proofPattern = pattern`^(doubleoptin|doi|e?mail)?confirm(ed|ation)?(at|on|date|time|timestamp)$`
const requestedPattern = pattern`^(double|single)?(optin|optedin|consent|subscribed|subscription|permission)(at|on|date|time|timestamp)$|^(angemeldet|anmelde|anmeldung)(am|datum)$`

/** Headers that may be about newsletters, if their values are yes, no or dates. */
const openFlags = list(
  `active isactive aktiv actif activo enabled newsletter newsletters confirmed emailconfirmed verified emailverified emailverifiedat subscription
  sub subs subbed memberstatus membershipstatus accountstatus subscribertype`,
)
/** Headers that need a status word among their values: `state` may be a region, `type` anything. */
const openTerms = list('state estado zustand situacao type kind')

/** Headers about payments. */
const moneyHeaders = list(
  'activesubscription paidsubscription subscriptiontier subscriptionplan subscriptiontype subscriptioninterval subscriptionprice',
)
/** Opens and clicks, or changes of the row. */
const engagement =
  /(^|_)(opens?|opened|clicks?|clicked|sent|sends|delivered|delivery|deliveries|repl(y|ied|ies)|visits?|visited|reads?|seen|activity|engaged|engagement|contacted|created|create|updated|modified|changed|imported|added)(_|$)/
/** Headers whose values may be a no. */
const consentTermPattern =
  /mail|newsletter|consent|market|contact|subscri|permission|gdpr|dsgvo|rgpd|einwillig|zustimm|(^|_)(opt|opts|opted|optin|optout|doi)(_|$)|(^|_)opt_?(in|out)|suscri|abonn|inscri|iscritt|ingeschrev|angemeld|anmeld|prenumer|consenso|toestemming|samtykke|zgoda|kontakt|contatt|werb|promo|advert|publicid|publicit|deliverab|zustellbar|reachable|legal_basis|lawful|(^|_)(is_)?valid(_|$)|(^|_)(news|offers)(_|$)|(send|keep|email)_me|notif|souhlas|подпис|рассыл|配信|購読|订阅/
const strictlyConsent =
  /consent|legal_basis|lawful|newsletter|permission|gdpr|dsgvo|rgpd|einwillig|zustimm|opt_?in(_|$)/
/** Words that negate a header. */
const negation =
  /(^|_)(no|not|non|never|without|missing|lacks?|lost|kein|keine|ohne|nicht|sans|pas|sin|senza|geen|un(?=confirmed|verified))(_|$)/

/**
 * Meaning of a header. `negative`: a yes means unsubscribed; `proof` and `asked-for`: date of the confirmed and of the
 * unconfirmed opt-in.
 */
export type HeaderMeaning =
  | 'other-channel'
  | 'left'
  | 'suppressed'
  | 'negative'
  | 'technical'
  | 'status'
  | 'proof'
  | 'asked-for'
  | 'open-flag'
  | 'open-word'
  | 'frequency'
  | 'engagement'
  | 'money'
  | 'consent'
  | 'consent-remark'
  | 'may-consent'
  | 'negated'
  | 'unknown'

/**
 * Returns the meaning of a header. Unsubscribe words come first, so that a withdrawn consent is not read as consent.
 */
export function headerMeaning(head: string): HeaderMeaning {
  const [letters, words] = [normalizeHeader(head), headerKey(head)]
  if (isOtherChannel(words)) return 'other-channel'
  const isLeft =
    unsubscribedPattern.test(letters) ||
    unsubscribedTermPattern.test(words) ||
    (endedPattern.test(letters) && (strictlyConsent.test(words) || /mail/.test(words)))
  if (isLeft || suppressedPattern.test(letters) || doubtfulPattern.test(letters) || doubtfulGone.test(words)) {
    if (technicalTermPattern.test(words)) return 'technical'
    if (doubtfulTermPattern.test(words.replaceAll(doNot, '')) || remark.test(words)) return 'negative'
    return isLeft ? 'left' : suppressedPattern.test(letters) ? 'suppressed' : 'negative'
  }
  if (negation.test(words)) return consentTermPattern.test(words) ? 'consent' : 'negated'
  if (statusPattern.test(letters)) return 'status'
  if (proofPattern.test(letters)) return 'proof'
  if (requestedPattern.test(letters)) return 'asked-for'
  if (openFlags.has(letters)) return 'open-flag'
  if (openTerms.has(letters)) return 'open-word'
  if (frequencyHeaders.has(letters)) return 'frequency'
  if (moneyHeaders.has(letters)) return 'money'
  if (!consentTermPattern.test(words)) return 'unknown'
  if (technicalTermPattern.test(words) || remark.test(words)) return 'consent-remark'
  if (strictlyConsent.test(words)) return 'consent'
  return engagement.test(words) ? 'engagement' : 'may-consent'
}
