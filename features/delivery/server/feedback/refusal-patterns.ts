/* Phrases that mail servers use in refusals, by subject. They are matched against a lower-case reply without
   addresses and links, which may contain any of these phrases. bench/bounces.ts measures them against public
   samples. */

/** Returns whether a link in a reply leads to a blocklist or to a page about senders. */
export function isSenderLink(link: string): boolean {
  return /spam|sorbs|barracuda|uceprotect|abuseat|mailspike|uribl|surbl|senderscore|senderbase|invaluement|backscatterer|dns[bw]l|\brbl\b|[./]bl\.|block|black|\bspf\b|openspf|dkim|dmarc|reputation|bulk|unsolicited|unauthenticated|ratelimit|receivingrate/i.test(
    link,
  )
}

/** Phrases about a sender that reports also use in their own text. */
const surelyAboutSender = [
  /\b(spf|dkim|dmarc|sender[ -]?id)\b|authenti/,
  /spam|junk|unsolicited|\bbulk|\bu[cb]e\b|phish|virus|malware|malicious|infected/,
  /(black|block|deny) ?list|black[- ]hole|dnsbl|\brbl|(?<!not )listed (in|on|at|by)/,
  /reputation|complaint|\babuse|abusive|suspicious|suspected/,
  /too (big|large)|(message|mail|size|data)\b.{0,20}\b(limit|exceeds|exceeded|larger)\b.{0,30}\bsize|size (limit|exceed)|(maximum|fixed maximum) (message )?size|message (size|length)|line limit|size of (the |this )?message/,
]

const aboutSender = [
  ...surelyAboutSender,
  // Phrases about our identity.
  /not authori[sz]ed|unauthori[sz]ed|not allowed|not permitted|permission to|address is not verified/,
  /\bsender|\bsending (ip|mta|server|host|domain|address)|envelope from|return[- ]?path|\bmail from\b|\bfrom[: ]+(address|header|domain|field)/,
  /reverse[ -]?(dns|lookup|mapping)|\bptr\b|\brdns\b|\b(helo|ehlo)\b(?! handshake)|client (host|ip|address)|\byour (ip|host|server|mta|network|mail server|isp|smtp|reverse|domain)|(fix|find) your|connecting (ip|host)|dynamic|invalid ip\b|\bip (address )?(is|has|was|not|blocked|name)|\bip=\d|unresolvable|sending ips/,
  // Phrases about our reputation.
  /(?<!(account|mailbox|user|recipient) (is |was |has been )?)\bblock(ed|ing)\b|\bbanned\b|\(bl\)|\bon our|part of their network|\bscore\b|untrusted|not trust/,
  /polic(y|ies)|administrative|prohibit|security|violat|complian|guidelines|restrict|local rule/,
  /denied|refused by|(refused|rejected) (for|due to|as|because)|(mail|message) re(jected|jete)|unacceptable|not wanted|unwanted|undesired|looks like|go away|not welcome/,
  /not accept(ing|ed)? (e-?)?(mail|message|connection)s? from|(mail|message)s? from|connections? from|weren't sent|call ?(back|out)|insecure mail relay|(?<!recipient )(verify|verification) failed/,
  // Phrases about our volume and content.
  /\brate\b|throttl|\bvolume\b|too (fast|quickly|frequent|many (connection|message|mail|recipient|email|concurrent|session|request|error|bad|invalid|rcpt))|(concurrent|simultaneous)|(sending|relay) (limit|quota)|per (hour|day|minute|second)\b/,
  /relay(ing)?\b.{0,40}\b(denied|prohibited|disabled|not|access|attempt|refused|rejected)|\b(no|not|cannot|deny|denied|unable to|don't|does not|refuse to) (open |we )?relay|open relay|not (a )?gateway|smtp server of your/,
  /\b(content|header|attachment|charset|encoding|message[- ]id|attached|file type)\b.{0,40}\b(reject|refus|error|invalid|fail|filter|not|too|missing|malform|illegal|forbidden|contains|bad)|\b(bad|invalid|missing|malformed|duplicate|prohibited) (content|header|attachment|message|mime)|bare (lf|cr)|8-bit|media error|conversion|rfc ?(822|2822|5321|5322)|not compliant|message contains/,
  /syntax error|protocol (error|violation)|(improper|bad) sequence|command (not|rejected|unrecogni|unknown|sequence|parameter)|unexpected command|pipelining|synchroni[sz]ation|\btls\b|starttls|encrypt/,
  /not (a )?(list )?member|members? only|not subscribed|moderat|not have permission|you do not have/,
  /absender|expéditeur|adresse ip|remitente|mittente|remetente|отправител|送信者|送信元|发件人|發件人|寄件者|보낸 ?사람|발신자/,
]

const aboutTemporaryProblem = [
  /(ist|sind) voll\b|überfüllt|überschritten|plein|saturée?\b|\blleno|\blotad|\bpien[ao]\b|переполнен|заполнен|いっぱい|容量|已满|已滿|가득/,
  /\b(ldap|directory|database|backend)\b.{0,20}\b(unavailable|not available|down)\b|reached (its|the|their|your) (maximum|limit|quota)/,
  /quota|\bfull\b|over ?drawn|(insufficient|not enough|out of|no|low) (system |disk |mail )?(disk|storage|space|resources|memory)|storage|disk space|exceed(s|ed|ing)?\b.{0,20}\b(allowed|allotted|space|limit|size)|too much mail|too many messages (in|on)|over (the )?(allowed |storage |size )?limit|allocation/,
  /temporar|gr[ae]y-? ?list|try (again|later)|retry|again later|deferr|delayed|in progress|overload|\bbusy\b|congest|unable to process|internal error|shutting down/,
  /system (error|failure|not accept|config)|server error|software error|local (configuration|problem|error)|configuration error|misconfig|lookup (fail|error|timed)|dns (error|fail|timeout|server|problem)|servfail|no route|unrouteable now|network/,
  /time(d)?[- ]?out|expired|too long in|not delivered within|no (response|answer)|not respond|connect(ion|ions)?\b.{0,30}\b(refused|failed|reset|lost|dropped|timed|closed|attempts|error)|lost connection|did not accept our requests|(cannot|could not|unable to|couldn't) connect|unreachable|socket error|(\d+|delivery) attempts/,
  /\bloop|hop count|too many hops|mailer error|command (died|failed|output)|process\b.{0,30}(exit|fail|died)|exit status|operating system|permission denied|(unable to|can't|cannot|couldn't|could not) (create|open|write|lock|save)|local delivery failed|not ready/,
]

const aboutFullness = [/(mail ?box|account|inbox)\b.{0,20}\bfull|over ?quota|disk space/]

const aboutClosing = [
  /disabled|deactivat|inactive|suspend|\blocked|frozen|not active|on hold|dormant|out of service|discontinued|(account|mailbox|user|recipient) (is |was |has been )?blocked|not currently/,
]

const things =
  '(user|user ?id|userid|mail ?box|recipient|account|address|addressee|alias|person|customer|subscriber|local part|host|domain)'

const aboutAbsence = [
  new RegExp(
    `\\b(no|non-?existent|unknown|invalid|illegal|undeliverable|unrecogni[sz]ed|unroutable|unrouteable) (local |such |final |delivery |e-?mail |mail |destination |recipient |virtual |known )*${things}`,
  ),
  new RegExp(
    `\\b${things}s?( name| address| id)?\\b[^.;]{0,40}?\\b(not (be )?(found|known|exist|listed|recogni[sz]ed|registered|valid|local|in (the|our))|(is |was )?(unknown|invalid|nonexistent)|(does|do|did)(n't| not) exist|no longer|cannot be found|couldn't be found|could not be found|(has been |was )?(moved|deleted|removed))`,
  ),
  /user unknown|not our (customer|user)|no valid recipients?|no mail ?box (here|by|with)|(user|recipient|account) ?not ?found|recip(ient)?notfound|nosuchuser|unknown or illegal|does not exist|doesn't exist|no account by/,
  /(mailbox|account|user|recipient|address) (has )?moved|no forwarding address|left the (company|organi[sz]ation)|no longer (works?|employed|with|here|valid|in use)/,
  /unbekannt|existiert nicht|nicht (gefunden|vorhanden|bekannt)|gibt es nicht|inconnue?\b|n'existe p(as|lus)|introuvable|desconocid|no (existe|encontrad)|sconosciut|non esiste|inesistente|desconhecid|não (existe|encontrad)|неизвест|не (существует|найден)|存在しません|見つかりません|不存在|未找到|없습니다|onbekend|bestaat niet/,
  // Microsoft uses this for an address that is not in its directory.
  /5\.4\.1\b.{0,30}recipient address rejected ?: access denied/,
  // Phrases that servers use only about recipients.
  /\b550 \S+ recipient address rejected\.?$/,
  // Microsoft uses this for a mailbox that does not exist.
  /5\.5\.0\b.{0,40}mailbox unavailable|mailbox unavailable \(-\d/,
]

const aboutDomain = [
  /host or domain name not found|(unknown|no such) (host|domain)|(host|domain) (unknown|not found|does not exist)|(host|domain) \S+ (was )?(not found|does not exist)|nxdomain|couldn't find any host|couldn't find a mail exchanger|(domain|host) is not reachable. please check the domain/,
  /\b521 5\.3\.2\b|(no|null|unable to find( a)?) (valid )?(mx|mail exchanger)|nullmx|no smtp service|(host|domain) does(n't| not) accept (e-?)?mail\b(?! from)|all relevant mx records point to non-existent|5\.4\.4 invalid domain|illegal host\/domain|bad destination (host|system)|no mail ?(host|server) (for|found)/,
]

/** Phrases of programs that check mailboxes themselves: Exchange, Notes, Domino, IMail, Gmail, Yahoo, InterScan … */
const ownFindings = [
  /recipient name is not recogni[sz]ed|unknown user:|invalid final delivery userid|not listed in (domino directory|public name & address book)|ディレクトリ(の|に).{0,20}(ありません|見つかりません)/,
  /no valid recipients for this|address not found \*\*|the address couldn't be found|delivery error: dd this user doesn't have|no mailbox here by that name|unrouteable address|please check if address is correct/,
  /mail delivery agent at\b.{0,160}\breason: (550 .{0,60}(no such user|user unknown)|542 \S+ rejected\b)/,
  // KDDI puts the address before the colon only if the mailbox does not exist.
  /\b550 ?: <?…>? ?: ?user unknown/,
  /had delivery problems.{0,200}\(.{0,60}(unknown user|no such user|user not exist)/,
]

/**
 * Postfix names the subject of the rejecting rule: the client, the sender or the recipient. Without a custom text, a
 * recipient rule is an entry in a table of addresses that accept no email from outside.
 *
 * @see https://www.postfix.org/access.5.html
 */
const closedToOutside = [/\b55\d 5\.7\.1 <?…>?: recipient address rejected: access denied\.?$/]

function matcher(phrases: RegExp[]): (words: string) => boolean {
  return (words) => phrases.some((phrase) => phrase.test(words))
}

/**
 * Matches problems with our sender, address, authentication, rate or content, and the recipient's rules for senders.
 */
export const isAboutSender = matcher(aboutSender)
/** Like `isAboutSender`, for phrases that a report may use in passing. */
export const isSurelyAboutSender = matcher(surelyAboutSender)
/** Matches a mailbox that does not work now, or cannot be reached: full, unreachable, too slow. */
export const isAboutTemporaryProblem = matcher(aboutTemporaryProblem)
/** Matches a full mailbox. */
export const isAboutFullness = matcher(aboutFullness)
/** Matches a disabled mailbox; only a code shows whether it is disabled permanently. */
export const isAboutClosing = matcher(aboutClosing)
/** Matches a mailbox that does not exist or has moved. */
export const isAboutAbsence = matcher(aboutAbsence)
/** Matches a domain that does not exist or accepts no email at all. */
export const isAboutDomain = matcher(aboutDomain)
/** Matches a program's own finding that the mailbox does not exist. */
export const isOwnFinding = matcher(ownFindings)
/** Matches an address for which the server accepts no email from any sender. */
export const isClosedToOutside = matcher(closedToOutside)
